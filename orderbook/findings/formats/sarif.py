"""The report as SARIF 2.1.0, which code hosts and editors show."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

from orderbook import __version__
from orderbook.findings.formats.reference import Reference
from orderbook.findings.model import CheckDoc, Finding, Fix, Severity
from orderbook.findings.report import Report
from orderbook.text.edits import Edit
from orderbook.text.source import SourceText, Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(report: Report, reference: Reference) -> str:
    """One run with every check as a rule, whether it fired or not."""
    checks = reference.list_checks()
    places = {check.name: number for number, check in enumerate(checks)}
    location = {"uri": render_uri(report.source.name)}
    run = {
        "tool": {
            "driver": {
                "name": "orderbook",
                "version": __version__,
                "rules": [_describe_check(check) for check in checks],
            }
        },
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": location, "encoding": report.source.encoding}],
        "results": [_describe_result(report.source, finding, location, places) for finding in report.findings],
        "properties": {"system": report.system, "faction": report.faction, "week": report.week},
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def render_uri(name: str) -> str:
    """The file as a URI: relative as it was given, ``file:`` for an absolute path, ``stdin`` for standard input."""
    if name == "-":
        return "stdin"
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _describe_check(check: CheckDoc) -> dict[str, object]:
    return {
        "id": check.name,
        "shortDescription": {"text": check.summary},
        "fullDescription": {"text": check.why},
        "help": {"text": f"Wrong: {check.failing}\nRight: {check.passing}"},
        "defaultConfiguration": {"level": _LEVELS[check.severity]},
        "properties": {"rules": list(check.rules), "needs": list(check.needs)},
    }


def _describe_result(
    source: SourceText, finding: Finding, location: dict[str, str], places: dict[str, int]
) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.check,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": location, "region": _describe_region(source, finding.span)},
                "logicalLocations": [{"name": finding.tab, "kind": "tab"}] if finding.tab else [],
            }
        ],
        "properties": {"rule": finding.rule, "stated": finding.stated, "computed": finding.computed},
    }
    if finding.check in places:
        result["ruleIndex"] = places[finding.check]
    if finding.fix is not None:
        result["fixes"] = [_describe_fix(source, finding.fix, location)]
    return result


def _describe_region(source: SourceText, span: Span) -> dict[str, int]:
    line, column = source.position(span.start)
    end_line, end_column = source.position(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
        "charOffset": span.start,
        "charLength": span.end - span.start,
    }


def _describe_fix(source: SourceText, fix: Fix, location: dict[str, str]) -> dict[str, object]:
    replacements = [_describe_replacement(source, edit) for edit in fix.edits]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": location, "replacements": replacements}],
        "properties": {"safe": fix.safe},
    }


def _describe_replacement(source: SourceText, edit: Edit) -> dict[str, object]:
    region = _describe_region(source, Span(edit.start, edit.end))
    return {"deletedRegion": region, "insertedContent": {"text": edit.text}}
