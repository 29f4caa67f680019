"""The options of the map commands, the request they make, and how an answer is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from orderbook.cli.request import SYSTEM_OPTION, choose_options
from orderbook.systems import find_system
from orderbook.systems.mapping import MapAnswer, MapRequest, MapTools
from orderbook.systems.system import RequestError

Command = TypeVar("Command", bound=Callable[..., Any])

MAP_ARGUMENT = click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
FORMAT_OPTION = click.option(
    "--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True
)
_SETTINGS = (
    click.option("--rules", type=click.Path(exists=True, path_type=Path), multiple=True, metavar="PATH",
                 help="Rule data to add; may be repeated."),
    click.option("--option", "options", multiple=True, metavar="NAME=CHOICE",
                 help="Read an open point of the rules otherwise; may be repeated."),
)  # fmt: skip
_TRAVELLER = (
    click.option("--unit", metavar="NAME", help="Unit that travels, by its name in the rule data."),
    click.option("--faction", metavar="NAME", help="Faction of the unit, where several have one of that name."),
    click.option("--speed", type=int, metavar="N", help="Speed in place of the unit's own, or without a unit."),
    click.option("--ability", "abilities", multiple=True, metavar="NAME",
                 help="Ability beside the unit's own, such as Flying; may be repeated."),
    click.option("--forced-march", is_flag=True, help="Go twice as far, at a price."),
    click.option("--stop", "stops", multiple=True, metavar="REGION",
                 help="Region that can be entered, not passed, such as one with an enemy Outpost; may be repeated."),
)  # fmt: skip


def map_options(command: Command) -> Command:
    """Adds the map, the settings and the format to a command."""
    for option in (*reversed(_SETTINGS), SYSTEM_OPTION, FORMAT_OPTION):
        command = option(command)
    return MAP_ARGUMENT(command)


def traveller_options(command: Command) -> Command:
    """Adds the options that say who travels."""
    for option in reversed(_TRAVELLER):
        command = option(command)
    return command


def open_tools(
    system: str, file: Path, rules: tuple[Path, ...] = (), options: tuple[str, ...] = (), **traveller: Any
) -> tuple[MapTools, MapRequest]:
    """What answers, and the request. Raises ``RequestError`` for a system without maps."""
    chosen = find_system(system)
    if chosen.maps is None:
        raise RequestError(f"the system {chosen.name} has no maps")
    settings = choose_options(chosen, rules, options)
    return chosen.maps(), MapRequest(file, rules=rules, options=settings, **traveller)


def print_answer(answer: MapAnswer, format_name: str) -> int:
    """Prints an answer; the exit status."""
    if format_name == "json":
        import json

        click.echo(json.dumps(answer.data, indent=2, ensure_ascii=False))
    else:
        from orderbook.findings.formats.display import show_character

        # A name in a map may hold what a terminal would obey.
        click.echo("".join(char if char == "\n" else show_character(char) for char in answer.text), nl=False)
    return int(not answer.good)
