"""Sentences that several formats share."""

from __future__ import annotations

from orderbook.findings.model import Finding, Severity
from orderbook.findings.report import Report
from orderbook.text.source import SourceText

NO_TAB = "Markup and layout"
_NOUNS = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("note", "notes"),
}


def count_things(number: int, one: str, many: str) -> str:
    """``1 error``, ``2 errors``."""
    return f"{number} {one if number == 1 else many}"


def describe_post(report: Report) -> str:
    """``Derro, week 3``, or what is known of it."""
    parts = [report.faction or "faction unknown"]
    if report.week is not None:
        parts.append(f"week {report.week}")
    return ", ".join(parts)


def describe_place(source: SourceText, finding: Finding) -> str:
    """``line 12``, or ``lines 12-14``."""
    first = source.line_of(finding.span.start)
    last = source.line_of(max(finding.span.start, finding.span.end - 1))
    return f"line {first}" if first == last else f"lines {first}-{last}"


def praise_post(report: Report) -> str:
    """What to say of a post without errors and warnings."""
    if report.praise is not None:
        return report.praise
    if report.coverage.lines == 0:
        return "There is nothing here to find fault with: no line of orders was found."
    if report.coverage.ruling:
        return "Nothing is wrong with what could be judged. Some lines are the game master's to rule on."
    return "Nothing is wrong with this post. The figures add up; it is ready to be posted."


def summarise_findings(report: Report) -> str:
    """``2 errors, 1 warning``; ``no errors`` where there is none of either."""
    counts = [(report.count(severity), *_NOUNS[severity]) for severity in Severity]
    told = [count_things(number, one, many) for number, one, many in counts if number]
    return ", ".join(told) if report.count(Severity.ERROR) or report.count(Severity.WARNING) else "no errors"


def summarise_coverage(report: Report) -> str:
    """How many lines were understood, and how many the game master has to read."""
    cover = report.coverage
    if cover.lines == 0:
        return "no lines of orders found"
    if cover.understood == cover.lines:
        return f"all {cover.lines} lines understood" if cover.lines > 1 else "the one line understood"
    told = f"{cover.understood} of {count_things(cover.lines, 'line', 'lines')} understood"
    return f"{told}, {cover.ruling} left to the game master" if cover.ruling else told


def summarise_repairs(report: Report) -> str | None:
    """What ``orderbook fix`` would do, if anything."""
    safe = sum(finding.fix is not None and finding.fix.safe for finding in report.findings)
    return f"'orderbook fix' mends {safe} of them" if safe else None


def summarise_omitted(report: Report) -> str | None:
    """How many findings beyond the cap are not shown, if any."""
    if not report.omitted:
        return None
    more = count_things(report.omitted, "more finding is", "more findings are")
    return f"{more} not shown, {count_things(report.omitted_errors, 'error', 'errors')} among them; mend these first."


def group_by_tab(report: Report) -> list[tuple[str, list[Finding]]]:
    """Findings by tab; tabs in the order of their first finding, which is the order of the post."""
    groups: dict[str, list[Finding]] = {}
    for finding in report.findings:
        groups.setdefault(finding.tab or NO_TAB, []).append(finding)
    return list(groups.items())
