"""Formats a report is printed in: one module each, with a function ``render`` from report to text."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from orderbook.findings.formats.reference import Reference
from orderbook.findings.report import Report

FORMATS = ("text", "json", "sarif", "github", "markdown", "bbcode")
"""Names of the formats and of their modules; a module is imported when its format is wanted."""


def render_report(report: Report, format_name: str, reference: Reference) -> str:
    """The report in a format, with a line end at its close. Raises ``KeyError`` for a name not in ``FORMATS``."""
    if format_name not in FORMATS:
        raise KeyError(format_name)
    render: Callable[[Report, Reference], str] = import_module(f"{__name__}.{format_name}").render
    return render(report, reference)
