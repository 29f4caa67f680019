"""``orderbook check``: the report on a post."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from orderbook.cli.request import build_request, context_options
from orderbook.findings.formats import FORMATS, render_report
from orderbook.findings.formats.reference import Reference


@click.command
@context_options
@click.option("--format", "format_name", type=click.Choice(FORMATS), default="text", show_default=True)
def check(format_name: str, **context: Any) -> int:
    """Read an orders post and say what is wrong with it, where, why, and what to write instead.

    \b
    Examples:
      orderbook check orders.txt --previous last-week.txt
      orderbook check orders.txt --opening "Gold 750, Metal 150, Food 100" --first-turn
      xclip -o | orderbook check - --format bbcode

    Exit status 0: no errors. 1: errors. 2: the post could not be checked.
    """
    system, request = build_request(**context)
    report = system.check(request)
    reference = Reference(system.rule_text, system.checks, colour=wants_colour())
    click.echo(render_report(report, format_name, reference), nl=False)
    return int(report.has_errors)


def wants_colour() -> bool:
    """Whether standard output is a terminal that shows colours, and nobody asked for none."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
