"""The report a player reads in a terminal: every finding with its place, what is wrong, why, and what to write."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from orderbook.findings.formats.ansi import Painter
from orderbook.findings.formats.display import excerpt, show_text
from orderbook.findings.formats.reference import Reference
from orderbook.findings.formats.repair import describe_changes
from orderbook.findings.formats.wealth import Cell, WealthTable, build_wealth_table
from orderbook.findings.formats.wording import (
    count_things,
    describe_place,
    describe_post,
    group_by_tab,
    praise_post,
    summarise_coverage,
    summarise_findings,
    summarise_omitted,
    summarise_repairs,
)
from orderbook.findings.model import Finding, Fix, Severity
from orderbook.findings.report import Report

_LINE_WIDTH = 100
_LABEL_WIDTH = 8  # "   wrong" and its like end here, right-aligned
_LONGEST_MESSAGE = 800
_LONGEST_LINE = 160
_CHANGES_SHOWN = 6


def render(report: Report, reference: Reference) -> str:
    """The whole report; findings by tab in the order of the post."""
    painter = Painter(reference.colour)
    blocks = [painter.paint("title", show_text(f"{_name_source(report)}: {describe_post(report)}"))]
    for tab, findings in group_by_tab(report):
        title = f"-- {show_text(tab, 60)} "
        blocks.append(painter.paint("title", title + "-" * max(2, 60 - len(title))))
        blocks += [_render_finding(report, finding, reference, painter) for finding in findings]
    if report.is_clean:
        blocks.append(painter.paint("good", praise_post(report)))
    if report.ledger is not None:
        table = build_wealth_table(report.ledger)
        if table.resources:
            blocks.append(_render_wealth(report, table, painter))
    blocks += [
        _render_list(title, lines)
        for title, lines in (("How the post was read", report.notes), ("Not judged", report.not_judged))
        if lines
    ]
    omitted = summarise_omitted(report)
    if omitted:
        blocks.append(omitted)
    blocks.append(_summarise(report, painter))
    return "\n\n".join(blocks) + "\n"


def _name_source(report: Report) -> str:
    return "standard input" if report.source.name == "-" else report.source.name


def _render_finding(report: Report, finding: Finding, reference: Reference, painter: Painter) -> str:
    quoted = excerpt(report.source, finding.span)
    carets = quoted.marks.lstrip()
    gutter = max(5, len(str(quoted.line)))
    severity = painter.paint_severity(finding.severity, finding.severity.value)
    lines = [
        f"{describe_place(report.source, finding)}: {severity} ({finding.check})",
        f"{quoted.line:>{gutter}} | {quoted.shown}".rstrip(),
        " " * (gutter + 1)
        + "| "
        + " " * (len(quoted.marks) - len(carets))
        + painter.paint_severity(finding.severity, carets),
        *_render_entry("note" if finding.severity is Severity.INFO else "wrong", finding.message, painter),
    ]
    if finding.rule is not None:
        text = reference.find_rule(finding.rule)
        lines += _render_entry("why", f"{text} ({finding.rule})" if text else f"rule {finding.rule}", painter)
    if finding.fix is not None:
        lines += _render_fix(report, finding.fix, quoted.line, painter)
    return "\n".join(lines)


def _render_entry(label: str, text: str, painter: Painter, *, role: str = "dim") -> Iterator[str]:
    """``  label: text``, wrapped, the further lines set under the first."""
    indent = " " * (_LABEL_WIDTH + 2)
    wrapped = textwrap.wrap(
        show_text(text, _LONGEST_MESSAGE), _LINE_WIDTH - len(indent), break_long_words=False, break_on_hyphens=False
    )
    for number, line in enumerate(wrapped or [""]):
        yield f"{painter.paint(role, f'{label:>{_LABEL_WIDTH}}:')} {line}" if number == 0 else indent + line


def _render_fix(report: Report, fix: Fix, line: int, painter: Painter) -> Iterator[str]:
    """The lines as they should be; ``perhaps`` where the player has to decide."""
    label = "write" if fix.safe else "perhaps"
    told = describe_changes(report.source, fix, line)
    for number, (where, text) in enumerate(told[:_CHANGES_SHOWN]):
        shown = painter.paint("good", show_text(text, _LONGEST_LINE)) if text else ""
        head = f"{painter.paint('dim', f'{label:>{_LABEL_WIDTH}}:')} " if number == 0 else " " * (_LABEL_WIDTH + 2)
        yield (head + " ".join(part for part in (where, shown) if part)).rstrip()
    if len(told) > _CHANGES_SHOWN:
        more = count_things(len(told) - _CHANGES_SHOWN, "more line", "more lines")
        yield " " * (_LABEL_WIDTH + 2) + f"(and {more})"


def _render_wealth(report: Report, table: WealthTable, painter: Painter) -> str:
    """The rows of the week under the resources, figures right-aligned, differences starred."""
    rows = [(name, [_mark(cell) for cell in cells]) for name, cells in table.rows]
    widths = [
        max(8, len(resource) + 2, *(len(texts[column]) + 2 for _, texts in rows))
        for column, resource in enumerate(table.resources)
    ]
    name_width = max(len(name) for name, _ in rows) + 2
    heads = "".join(f"{show_text(name):>{width}}" for name, width in zip(table.resources, widths, strict=True))
    lines = [painter.paint("title", f"{'Wealth':<{name_width}}{heads}")]
    for (name, texts), (_, cells) in zip(rows, table.rows, strict=True):
        line = f"  {name}".ljust(name_width)
        for text, cell, width in zip(texts, cells, widths, strict=True):
            line += " " * (width - len(text)) + (painter.paint("error", text) if cell.marked else text)
        lines.append(line.rstrip())
    if report.ledger is not None and report.ledger.opening is None:
        lines.append("  (The opening Wealth is not known: computed is what the week adds and takes.)")
    return "\n".join(lines)


def _mark(cell: Cell) -> str:
    return f"*{cell.text}" if cell.marked and not cell.text.startswith(("+", "-")) else cell.text


def _render_list(title: str, lines: tuple[str, ...]) -> str:
    told = [f"{title}:"]
    for line in lines:
        wrapped = textwrap.wrap(show_text(line, _LONGEST_MESSAGE), _LINE_WIDTH - 4, break_on_hyphens=False)
        told += [f"  - {text}" if number == 0 else f"    {text}" for number, text in enumerate(wrapped)]
    return "\n".join(told)


def _summarise(report: Report, painter: Painter) -> str:
    role = "error" if report.has_errors else "warning" if not report.is_clean else "good"
    parts = [painter.paint(role, summarise_findings(report)), summarise_coverage(report), summarise_repairs(report)]
    return "; ".join(part for part in parts if part) + "."
