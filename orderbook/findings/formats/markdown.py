"""The report in Markdown, for an issue, a wiki page or a chat."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.findings.formats.display import excerpt, show_text
from orderbook.findings.formats.escape import escape_markdown, fence_markdown
from orderbook.findings.formats.reference import Reference
from orderbook.findings.formats.repair import describe_changes
from orderbook.findings.formats.wealth import Cell, WealthTable, build_wealth_table
from orderbook.findings.formats.wording import (
    describe_place,
    describe_post,
    group_by_tab,
    praise_post,
    summarise_coverage,
    summarise_findings,
    summarise_omitted,
    summarise_repairs,
)
from orderbook.findings.model import Finding, Fix
from orderbook.findings.report import Report


def render(report: Report, reference: Reference) -> str:
    """A heading, a list of findings by tab, the Wealth as a table, and what the reader should know."""
    blocks = [f"## {_escape(describe_post(report))}: {summarise_findings(report)}"]
    for tab, findings in group_by_tab(report):
        blocks.append(f"### {_escape(tab)}")
        blocks += [_render_finding(report, finding, reference) for finding in findings]
    if report.is_clean:
        blocks.append(praise_post(report))
    if report.ledger is not None:
        table = build_wealth_table(report.ledger)
        if table.resources:
            blocks += ["### Wealth of the week", _render_wealth(table)]
    for title, lines in (("How the post was read", report.notes), ("Not judged", report.not_judged)):
        if lines:
            blocks.append("\n".join([f"**{title}**", "", *(f"- {_escape(line)}" for line in lines)]))
    omitted = summarise_omitted(report)
    if omitted:
        blocks.append(omitted)
    closing = (
        summarise_coverage(report),
        summarise_repairs(report),
    )
    blocks.append("; ".join(part for part in closing if part) + ".")
    return "\n\n".join(blocks) + "\n"


def _escape(text: str) -> str:
    return escape_markdown(show_text(text, 800))


def _render_finding(report: Report, finding: Finding, reference: Reference) -> str:
    quoted = excerpt(report.source, finding.span)
    place = describe_place(report.source, finding)
    lines = [f"- **{place}: {finding.severity.value}** ({finding.check}) {_escape(finding.message)}"]
    lines += _render_code(f"{quoted.shown}\n{quoted.marks}")
    if finding.rule is not None:
        text = reference.find_rule(finding.rule)
        lines.append(f"  Why: {_escape(text)} ({finding.rule})" if text else f"  Rule: {finding.rule}")
    if finding.fix is not None:
        lines += ["", *_render_fix(report, finding.fix, quoted.line)]
    return "\n".join(lines)


def _render_code(text: str) -> Iterator[str]:
    """A fenced block inside a list item; the fence is longer than any run of backticks in it."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 3)
    yield f"  {fence}text"
    yield from (f"  {line}" for line in text.split("\n"))
    yield f"  {fence}"


def _render_fix(report: Report, fix: Fix, line: int) -> Iterator[str]:
    label = "Write" if fix.safe else "Perhaps"
    for where, text in describe_changes(report.source, fix, line):
        written = fence_markdown(show_text(text, 160)) if text else ""
        yield f"  {label}: " + " ".join(part for part in (where, written) if part)


def _render_wealth(table: WealthTable) -> str:
    heads = ["", *(_escape(resource) for resource in table.resources)]
    lines = [_render_row(heads), _render_row(["---", *("--:" for _ in table.resources)])]
    lines += [_render_row([name, *(_mark(cell) for cell in cells)]) for name, cells in table.rows]
    return "\n".join(lines)


def _render_row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _mark(cell: Cell) -> str:
    return f"**{cell.text}**" if cell.marked else cell.text
