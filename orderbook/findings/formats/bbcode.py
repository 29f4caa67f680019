"""The report as a reply for the forum thread. Text of the post is escaped, so that it opens and closes no tag."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.formats.display import excerpt, show_character, show_text
from orderbook.findings.formats.escape import escape_bbcode
from orderbook.findings.formats.reference import Reference
from orderbook.findings.formats.repair import describe_changes
from orderbook.findings.formats.wealth import WealthTable, build_wealth_table
from orderbook.findings.formats.wording import (
    describe_place,
    describe_post,
    group_by_tab,
    praise_post,
    summarise_coverage,
    summarise_findings,
    summarise_omitted,
)
from orderbook.findings.model import Finding, Fix, Severity
from orderbook.findings.report import Report

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "orange", Severity.INFO: "teal"}


def render(report: Report, reference: Reference) -> str:
    """Tags every forum knows: b, color, code, list. Tables are set in code, where figures keep their columns."""
    blocks = [f"[b]{_escape(describe_post(report))}: {summarise_findings(report)}[/b]"]
    for tab, findings in group_by_tab(report):
        items = [_render_finding(report, finding, reference) for finding in findings]
        blocks.append("\n".join([f"[b]{_escape(tab)}[/b]", "[list]", *items, "[/list]"]))
    if report.is_clean:
        blocks.append(praise_post(report))
    if report.ledger is not None:
        table = build_wealth_table(report.ledger)
        if table.resources:
            blocks.append(f"[b]Wealth of the week[/b]\n[code]{_render_wealth(table)}[/code]")
    if report.not_judged:
        items = [f"[*] {_escape(line)}" for line in report.not_judged]
        blocks.append("\n".join(["Not judged:", "[list]", *items, "[/list]"]))
    omitted = summarise_omitted(report)
    if omitted:
        blocks.append(omitted)
    blocks.append(f"{summarise_coverage(report)}.")
    return "\n\n".join(blocks) + "\n"


def _escape(text: str) -> str:
    return escape_bbcode(show_text(text, 800))


def _render_finding(report: Report, finding: Finding, reference: Reference) -> str:
    quoted = excerpt(report.source, finding.span, lambda char: escape_bbcode(show_character(char)))
    severity = f"[color={_COLOURS[finding.severity]}]{finding.severity.value}[/color]"
    lines = [
        f"[*] {describe_place(report.source, finding)}, {severity}: {_escape(finding.message)}",
        f"[code]{quoted.shown}\n{quoted.marks}[/code]",
    ]
    if finding.rule is not None:
        text = reference.find_rule(finding.rule)
        lines.append(f"Why: {_escape(text)} ({finding.rule})" if text else f"Rule: {finding.rule}")
    if finding.fix is not None:
        lines += _render_fix(report, finding.fix, quoted.line)
    return "\n".join(lines)


def _render_fix(report: Report, fix: Fix, line: int) -> Iterator[str]:
    label = "Write" if fix.safe else "Perhaps"
    for where, text in describe_changes(report.source, fix, line):
        written = f"[b]{escape_bbcode(show_text(text, 160))}[/b]" if text else ""
        yield f"{label}: " + " ".join(part for part in (where, written) if part)


def _render_wealth(table: WealthTable) -> str:
    rows = [["", *table.resources]]
    rows += [[name, *(f"*{cell.text}" if cell.marked else cell.text for cell in cells)] for name, cells in table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return escape_bbcode("\n".join(_align_row(row, widths) for row in rows))


def _align_row(row: list[str], widths: list[int]) -> str:
    name, *amounts = (show_text(cell) for cell in row)
    return (
        name.ljust(widths[0]) + "".join(f"  {text:>{width}}" for text, width in zip(amounts, widths[1:], strict=True))
    ).rstrip()
