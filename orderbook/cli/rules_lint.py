"""``orderbook rules lint``: the slips in rule data, or in a faction as a game master posts it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orderbook.cli.check import wants_colour
from orderbook.cli.rulebooks import SYSTEM_OPTION, open_rulebook, shipped_sources
from orderbook.findings.formats import FORMATS, render_report
from orderbook.findings.formats.reference import Reference
from orderbook.systems.system import RequestError

if TYPE_CHECKING:
    from orderbook.findings.report import Report
    from orderbook.rulebook.linting.material import Subject

_BREAKS = {"text": "\n", "markdown": "\n", "bbcode": "\n", "github": ""}
"""What stands between the reports of two files."""


@click.command()
@click.argument("path", metavar="PATH")
@SYSTEM_OPTION
@click.option("--format", "format_name", type=click.Choice(FORMATS), default="text", show_default=True)
def lint(path: str, system: str, format_name: str) -> int:
    """Find the slips in rule data: names that lead nowhere, what can never be built or paid, what nobody explains.

    PATH is a .toml file, a folder of them, or a faction post as it is written for the forum (- for standard input).
    Rule data that only alters a faction which comes with orderbook is judged together with it. 'orderbook explain
    rule-prerequisite' tells more about a lint.

    \b
    Examples:
      orderbook rules lint my-faction/
      orderbook rules lint faction-post.txt --format markdown

    Exit status 0: no errors. 1: errors. 2: the rule data could not be read at all.
    """
    from orderbook.rulebook.linting.lint import all_lints, lint_subject

    rulebook = open_rulebook(system)
    reports = lint_subject(_read_subject(path, system), rulebook, system)
    reference = Reference(list_checks=all_lints, colour=wants_colour())
    click.echo(render_reports(reports, format_name, reference), nl=False)
    return int(any(report.has_errors for report in reports))


def _read_subject(path: str, system: str) -> Subject:
    from orderbook.rulebook.faults import RuleDataError

    place = Path(path)
    if path != "-" and (place.is_dir() or place.suffix.lower() == ".toml"):
        from orderbook.rulebook.linting.toml_reader import read_rule_data

        try:
            return read_rule_data(place, shipped_sources(system))
        except RuleDataError as error:
            raise RequestError(str(error)) from error
    from orderbook.rulebook.linting.post_reader import read_post
    from orderbook.text.source import read_source

    return read_post(read_source(path))


def render_reports(reports: Sequence[Report], format_name: str, reference: Reference) -> str:
    """The reports of several files as one text. Files without findings are left out where a person reads it."""
    if format_name in ("json", "sarif"):
        values = [json.loads(render_report(report, format_name, reference)) for report in reports]
        return json.dumps(_JOIN[format_name](reports, values), indent=2) + "\n"
    told = [report for report in reports if report.findings] or list(reports[:1])
    parts = [render_report(report, format_name, reference) for report in told]
    if len(reports) > 1 and format_name != "github":
        parts.append(_summarise(reports) + "\n")
    return _BREAKS[format_name].join(parts)


def _summarise(reports: Sequence[Report]) -> str:
    """All files together, in a sentence."""
    from orderbook.findings.formats.wording import count_things
    from orderbook.findings.model import Severity

    nouns = {"error": "errors", "warning": "warnings", "note": "notes"}
    counts = [sum(report.count(severity) for report in reports) for severity in Severity]
    told = [count_things(number, *noun) for number, noun in zip(counts, nouns.items(), strict=True)]
    return f"{len(reports)} files in all: {', '.join(told)}."


def _join_json(reports: Sequence[Report], values: list[dict[str, Any]]) -> dict[str, Any]:
    """One object as of one post; each diagnostic names its file."""
    factions = dict.fromkeys(value["faction"] for value in values if value["faction"])
    return {
        **values[0],
        "faction": ", ".join(factions) or None,
        "files": [report.source.name for report in reports],
        "diagnostics": [
            {"file": report.source.name, **diagnostic}
            for report, value in zip(reports, values, strict=True)
            for diagnostic in value["diagnostics"]
        ],
        "coverage": {key: sum(value["coverage"][key] for value in values) for key in values[0]["coverage"]},
        "notes": list(dict.fromkeys(note for value in values for note in value["notes"])),
        "omitted": sum(value["omitted"] for value in values),
    }


def _join_sarif(reports: Sequence[Report], values: list[dict[str, Any]]) -> dict[str, Any]:
    """One run for each file."""
    return {**values[0], "runs": [run for value in values for run in value["runs"]]}


_JOIN = {"json": _join_json, "sarif": _join_sarif}
