"""A small sound faction to spoil, and linting it."""

from __future__ import annotations

from pathlib import Path

from orderbook.findings.model import Finding
from orderbook.findings.report import Report
from orderbook.rulebook.linting.lint import lint_subject
from orderbook.rulebook.linting.toml_reader import read_rule_data
from orderbook.systems.underdeep.rules import DATA, SOURCES, underdeep_rulebook

SHIPPED = tuple(DATA / name for name in SOURCES)

SOUND = (Path(__file__).parent / "sound.toml").read_text(encoding="utf-8")
"""A faction nobody plays, without a flaw."""


def lint_file(path: Path) -> tuple[Report, ...]:
    """The reports on rule data at a path, as the command makes them."""
    return lint_subject(read_rule_data(path, SHIPPED), underdeep_rulebook(), "underdeep")


def lint_text(text: str, folder: Path, name: str = "moles.toml") -> Report:
    """The report on one file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    (report,) = lint_file(path)
    return report


def spoil(old: str, new: str, text: str = SOUND) -> str:
    """The text with one passage replaced; it must be there, and once only."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def place(report: Report, finding: Finding) -> str:
    """The words a finding stands on."""
    return report.source.quote(finding.span)
