"""The options by which a command learns what is known beside the post, and the request they make."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from orderbook.books.bundle import Bundle
from orderbook.cli.opening import EXAMPLE, BadOpening, parse_opening
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.options import OptionError, Options, parse_options, read_options
from orderbook.systems import SYSTEMS, find_system
from orderbook.systems.system import CheckRequest, RequestError, System
from orderbook.text.source import SourceText, read_source

Command = TypeVar("Command", bound=Callable[..., Any])


class OpeningType(click.ParamType[Bundle]):
    """Wealth on the command line."""

    name = "wealth"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Bundle:
        if isinstance(value, Bundle):
            return value
        try:
            return parse_opening(str(value))
        except BadOpening as error:
            self.fail(str(error), param, ctx)


_PATH = click.Path(exists=True, path_type=Path)

SYSTEM_OPTION = click.option(
    "--system", default="underdeep", show_default=True, metavar="NAME", help=f"Game system: {', '.join(SYSTEMS)}."
)

_CONTEXT_OPTIONS = (
    click.option("--previous", metavar="POST", help="The same player's post of the week before."),
    click.option("--opening", type=OpeningType(), metavar="WEALTH", help=f'Wealth at the start, as in "{EXAMPLE}".'),
    click.option("--faction", metavar="NAME", help="Faction, where the post does not tell."),
    SYSTEM_OPTION,
    click.option("--week", type=click.IntRange(min=1), metavar="N", help="Number of the week."),
    click.option("--first-turn", is_flag=True, help="The post opens the game."),
    click.option("--rules", type=_PATH, multiple=True, metavar="PATH", help="Rule data to add; may be repeated."),
    click.option("--map", "map_file", type=_PATH, metavar="FILE", help="Map of the regions."),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=CHOICE",
        help="Read an open point of the rules otherwise ('orderbook rules options' lists them); may be repeated.",
    ),
)


def context_options(command: Command) -> Command:
    """Adds POST and the context options to a command; ``build_request`` takes what they give."""
    for option in reversed(_CONTEXT_OPTIONS):
        command = option(command)
    return click.argument("post", metavar="POST")(command)


def build_request(
    *,
    post: str,
    previous: str | None,
    opening: Bundle | None,
    faction: str | None,
    system: str,
    week: int | None,
    first_turn: bool,
    rules: tuple[Path, ...],
    map_file: Path | None,
    options: tuple[str, ...] = (),
) -> tuple[System, CheckRequest]:
    """The system and the request. Raises ``RequestError`` or ``UnreadableInput`` with what to do."""
    if post == "-" and previous == "-":
        raise RequestError("only one of POST and --previous can be standard input")
    chosen_system = find_system(system)
    request = CheckRequest(
        post=_read_post(post),
        previous=_read_post(previous) if previous is not None else None,
        opening=opening,
        faction=faction,
        week=week,
        first_turn=first_turn,
        rules=rules,
        map=map_file,
        options=choose_options(chosen_system, rules, options),
    )
    return chosen_system, request


def choose_options(system: System, rules: tuple[Path, ...], typed: tuple[str, ...]) -> Options:
    """The settings of the rule files, those typed over them. Without either no rule text needs to be loaded."""
    if not rules and not typed:
        return Options()
    try:
        ambiguities = system.ambiguities()
        return read_options(rules, ambiguities).overlaid(parse_options(typed, ambiguities))
    except (OptionError, RuleDataError) as error:
        raise RequestError(str(error)) from error


def _read_post(path: str) -> SourceText:
    if path == "-" and sys.stdin is None:
        raise RequestError("there is no standard input to read the post from; name a file")
    if path == "-" and sys.stdin.isatty():
        click.echo("reading the post from the terminal; end it with Ctrl-D", err=True)
    return read_source(path)
