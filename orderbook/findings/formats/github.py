"""Annotations for a GitHub workflow: one command line a finding."""

from __future__ import annotations

from orderbook.findings.formats.display import show_text
from orderbook.findings.formats.reference import Reference
from orderbook.findings.model import Finding, Severity
from orderbook.findings.report import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(report: Report, reference: Reference) -> str:
    """Empty for a post without findings."""
    return "".join(_render_finding(report, finding) + "\n" for finding in report.findings)


def _render_finding(report: Report, finding: Finding) -> str:
    line, column = report.source.position(finding.span.start)
    end_line, end_column = report.source.position(max(finding.span.end, finding.span.start + 1))
    properties: list[tuple[str, object]] = [("file", report.source.name)] if report.source.name != "-" else []
    properties += [("line", line), ("col", column), ("endLine", end_line)]
    if end_line == line:
        properties.append(("endColumn", end_column))
    properties.append(("title", finding.check))
    told = ",".join(f"{name}={_escape_property(show_text(str(value)))}" for name, value in properties)
    rule = f" ({finding.rule})" if finding.rule else ""
    return f"::{_COMMANDS[finding.severity]} {told}::{_escape_message(show_text(finding.message + rule))}"


def _escape_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_message(text).replace(":", "%3A").replace(",", "%2C")
