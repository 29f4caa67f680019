"""``orderbook rules options``: what the rulebook leaves open, and how it is read."""

from __future__ import annotations

from pathlib import Path

import click

from orderbook.cli.request import SYSTEM_OPTION, choose_options
from orderbook.cli.rulebooks import RULES_OPTION
from orderbook.cli.statuses import describe_setting, render_setting, render_settings
from orderbook.systems import find_system
from orderbook.systems.system import RequestError


@click.command("options")
@click.argument("name", required=False)
@RULES_OPTION
@click.option("--option", "typed", multiple=True, metavar="NAME=CHOICE", help="A choice to show; may be repeated.")
@SYSTEM_OPTION
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def options(name: str | None, extra: tuple[Path, ...], typed: tuple[str, ...], system: str, format_name: str) -> int:
    """List what the rulebook leaves open, each as a setting with its choices, or tell all about one.

    Every setting has a stated default. Other choices are given with --option to check, fix and next, or in the
    [options] table of a file given with --rules.

    \b
    Examples:
      orderbook rules options
      orderbook rules options message-allowance
      orderbook rules options --rules our-campaign.toml --format json
    """
    from orderbook.rulebook.options import find_setting, unknown_setting

    chosen_system = find_system(system)
    ambiguities, trust = chosen_system.ambiguities(), chosen_system.trusted()
    chosen = choose_options(chosen_system, extra, typed)
    wanted = ambiguities
    if name is not None:
        found = find_setting(name, ambiguities)
        if found is None:
            raise RequestError(unknown_setting(name, ambiguities))
        wanted = (found,)
    if format_name == "json":
        import json

        click.echo(json.dumps([describe_setting(ambiguity, trust, chosen) for ambiguity in wanted], indent=2))
    elif name is not None:
        click.echo(render_setting(wanted[0], trust, chosen, chosen_system.rule_text), nl=False)
    elif wanted:
        click.echo(render_settings(wanted, trust, chosen), nl=False)
    else:
        click.echo(f"The rulebook of {chosen_system.name} leaves nothing open.")
    return 0
