"""The report as one JSON object, for other programs; its keys are a promise, more may be added."""

from __future__ import annotations

import json
from collections.abc import Mapping

from orderbook.findings.formats.reference import Reference
from orderbook.findings.model import Finding, Fix
from orderbook.findings.report import LedgerTable, Report
from orderbook.text.source import SourceText


def render(report: Report, reference: Reference) -> str:
    """Plain ASCII, so that no terminal or pipe can spoil it."""
    return json.dumps(describe_report(report), indent=2) + "\n"


def describe_report(report: Report) -> dict[str, object]:
    """The report as JSON values. Lines and columns from 1, ends exclusive; amounts are decimal strings."""
    cover = report.coverage
    return {
        "system": report.system,
        "faction": report.faction,
        "week": report.week,
        "diagnostics": [describe_finding(report.source, finding) for finding in report.findings],
        "ledger": describe_ledger(report.ledger) if report.ledger is not None else None,
        "coverage": {
            "lines": cover.lines,
            "understood": cover.understood,
            "ruling": cover.ruling,
            "lost": cover.lost,
        },
        "notes": list(report.notes),
        "not_judged": list(report.not_judged),
        "omitted": report.omitted,
    }


def describe_finding(source: SourceText, finding: Finding) -> dict[str, object]:
    line, column = source.position(finding.span.start)
    end_line, end_column = source.position(finding.span.end)
    return {
        "check": finding.check,
        "severity": finding.severity.value,
        "message": finding.message,
        "tab": finding.tab,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "rule": finding.rule,
        "stated": finding.stated,
        "computed": finding.computed,
        "fix": describe_fix(finding.fix) if finding.fix is not None else None,
    }


def describe_fix(fix: Fix) -> dict[str, object]:
    """The fix with the offsets of its edits, in characters of the decoded input."""
    edits = [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def describe_ledger(ledger: LedgerTable) -> dict[str, dict[str, str] | None]:
    return {name: _describe_amounts(row) for name, row in ledger.rows()}


def _describe_amounts(amounts: Mapping[str, int] | None) -> dict[str, str] | None:
    return None if amounts is None else {resource: str(amount) for resource, amount in amounts.items()}
