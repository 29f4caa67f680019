"""``orderbook battle odds`` and ``battle compare``: what may come of battles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from orderbook.cli.request import SYSTEM_OPTION, choose_options
from orderbook.systems import find_system
from orderbook.systems.battling import ODDS_FORMATS, ODDS_METHODS, BattleRequest, OddsRequest
from orderbook.systems.system import RequestError
from orderbook.text.source import read_source

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--runs", type=click.IntRange(min=1, max=10**9), metavar="N", help="Fight so many battles instead of counting."
    ),
    click.option("--seed", metavar="TEXT", help="Roll their dice from this text instead of what the file says."),
    click.option(
        "--method", type=click.Choice(("best", *ODDS_METHODS)), default="best", show_default=True,
        help="Count the odds, or fight battles.",
    ),
    click.option(
        "--workers", type=click.IntRange(min=1, max=64), default=1, show_default=True, metavar="N",
        help="Processes that fight the battles; the odds do not depend on it.",
    ),
    click.option("--rounds", type=click.IntRange(min=1, max=1000), metavar="N", help="Stop after so many rounds."),
    click.option(
        "--rules", type=click.Path(exists=True, path_type=Path), multiple=True, metavar="PATH", help="Rule data to add."
    ),
    click.option(
        "--option", "options", multiple=True, metavar="NAME=CHOICE", help="Read an open point of the rules otherwise."
    ),
    SYSTEM_OPTION,
)  # fmt: skip


def odds_options(command: Command) -> Command:
    """Adds the options that both commands have."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command()
@click.argument("file", metavar="FILE")
@odds_options
@click.option("--format", "format_name", type=click.Choice(ODDS_FORMATS), default="text", show_default=True)
def odds(file: str, format_name: str, **context: Any) -> int:
    """Tell the chances of a battle: who holds the field, who is left, what it costs, how long it takes.

    Battles of two plain regiments are counted, smaller ones with exact fractions. All others are fought many times by
    the same rules as 'battle run', and the error of that sampling is told. With --runs they all are.

    \b
    Examples:
      orderbook battle odds battle.toml
      orderbook battle odds battle.toml --runs 10000 --format json
      orderbook battle odds battle.toml --format svg > odds.svg

    Exit status 0: here they are. 2: there are none.
    """
    system = find_system(context["system"])
    if system.odds is None:
        raise RequestError(f"the system {system.name} knows no odds of battles")
    found = system.odds(_request(file, **context))
    if format_name == "json":
        _print_json(found.describe())
    else:
        click.echo(found.draw() if format_name == "svg" else found.render(), nl=False)
    return 0


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@odds_options
@click.option("--format", "format_name", type=click.Choice(("text", "json")), default="text", show_default=True)
def compare(files: tuple[str, ...], format_name: str, **context: Any) -> int:
    """Set battles side by side: several files, or the variants of one.

    \b
    Examples:
      orderbook battle compare slingers.toml bottlethrowers.toml
      orderbook battle compare choices.toml

    \b
    A variant stands below the battle and says which sides are others:
      [[variant]]
      name = "12 Bottlethrowers"
      [[variant.side]]
      name = "Kobolds"
      [[variant.side.regiment]]
      name = "Bottlethrowers"
      unit = "Kobold Bottlethrower"
      count = 12

    Exit status 0: here they are. 2: there are none.
    """
    system = find_system(context["system"])
    if system.compare is None:
        raise RequestError(f"the system {system.name} knows no odds of battles")
    found = system.compare([_request(file, **context) for file in files])
    if format_name == "json":
        _print_json(found.describe())
    else:
        click.echo(found.render(), nl=False)
    return 0


def _request(
    file: str,
    runs: int | None,
    seed: str | None,
    method: str,
    workers: int,
    rounds: int | None,
    rules: tuple[Path, ...],
    options: tuple[str, ...],
    system: str,
) -> OddsRequest:
    chosen = choose_options(find_system(system), rules, options)
    battle = BattleRequest(read_source(file), rules, chosen, None, seed, rounds)
    if method == "best":
        method = "" if runs is None else "simulated"
    return OddsRequest(battle, runs, method, workers)


def _print_json(data: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
