"""``orderbook explain``: what a check looks for, what a rule says."""

from __future__ import annotations

from collections.abc import Callable

import click

from orderbook.cli.explaining import describe_check, describe_rule, find_entry, render_check, render_list, render_rule
from orderbook.cli.request import SYSTEM_OPTION
from orderbook.findings.model import CheckDoc
from orderbook.systems import find_system


@click.command
@click.argument("name", required=False)
@SYSTEM_OPTION
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def explain(name: str | None, system: str, format_name: str) -> int:
    """Tell what a check looks for and why, with a line that fails and one that passes; or what a rule says.

    \b
    Examples:
      orderbook explain wealth-sum
      orderbook explain UD-ORD-12
      orderbook explain            (lists all checks)
    """
    chosen = find_system(system)
    if name is None:
        checks = chosen.checks()
        _print(format_name, [describe_check(check) for check in checks], lambda: render_list(checks))
        return 0
    entry = find_entry(chosen, name)
    if isinstance(entry, CheckDoc):
        _print(format_name, describe_check(entry), lambda: render_check(entry, chosen.rule_text))
    else:
        _print(format_name, describe_rule(entry, chosen), lambda: render_rule(entry, chosen))
    return 0


def _print(format_name: str, value: object, render: Callable[[], str]) -> None:
    if format_name == "json":
        import json

        click.echo(json.dumps(value, indent=2))
    else:
        click.echo(render(), nl=False)
