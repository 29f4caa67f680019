"""``orderbook battle run``: one battle from a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.request import SYSTEM_OPTION, choose_options
from orderbook.systems import find_system
from orderbook.systems.battling import BATTLE_FORMATS, BattleRequest
from orderbook.systems.system import RequestError
from orderbook.text.source import read_source

if TYPE_CHECKING:
    from orderbook.dice.model import Dice, Roll

_NUMBERS = re.compile(r"[\s,;]+")


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--seed", metavar="TEXT", help="Roll the dice from this text instead of what the file says.")
@click.option("--dice", "dice_text", metavar="LIST", help='Results in order, "14,14,7", or @FILE with them.')
@click.option("--ask", is_flag=True, help="Ask for each die, for those who roll at the table.")
@click.option("--rounds", type=click.IntRange(min=1, max=1000), metavar="N", help="Stop after so many rounds.")
@click.option(
    "--rules", type=click.Path(exists=True, path_type=Path), multiple=True, metavar="PATH", help="Rule data to add."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=CHOICE", help="Read an open point of the rules otherwise."
)
@SYSTEM_OPTION
@click.option("--format", "format_name", type=click.Choice(BATTLE_FORMATS), default="text", show_default=True)
def run(
    file: str,
    seed: str | None,
    dice_text: str | None,
    ask: bool,
    rounds: int | None,
    rules: tuple[Path, ...],
    options: tuple[str, ...],
    system: str,
    format_name: str,
) -> int:
    """Fight the battle of a file, or of standard input for -.

    Who is not told whom to fight is paired by proposal, and the report says so. The same seed always gives the same
    battle. --dice @FILE takes numbers, or a result in JSON, whose battle is fought once more.

    \b
    Examples:
      orderbook battle run battle.toml --format json
      orderbook battle run battle.toml --dice "14,14,7" --rounds 1

    \b
    A battle:
      seed = "any text"
      [[side]]
      name = "Kobolds"
      attacker = true
      [[side.regiment]]
      name = "Slingers"
      unit = "Kobold Slinger"
      count = 40
      targets = ["Brigands"]
      [[side]]
      name = "Derro"
      [[side.regiment]]
      name = "Brigands"
      unit = "Derro Brigand"
      count = 25
      withdraw = ["losses > 50 %"]

    Exit status 0: it was fought. 2: it could not be.
    """
    chosen = find_system(system)
    if chosen.fight is None:
        raise RequestError(f"the system {chosen.name} fights no battles")
    if sum((seed is not None, dice_text is not None, ask)) > 1:
        raise RequestError("only one of --seed, --dice and --ask can say where the dice come from")
    if ask and file == "-":
        raise RequestError("--ask needs standard input for the dice; name the battle file")
    request = BattleRequest(
        read_source(file), rules, choose_options(chosen, rules, options), _make_dice(dice_text, ask), seed, rounds
    )
    fought = chosen.fight(request)
    if format_name == "json":
        import json

        click.echo(json.dumps(fought.describe(), indent=2, ensure_ascii=False))
    else:
        click.echo(fought.render(), nl=False)
    return 0


def _make_dice(text: str | None, ask: bool) -> Dice | None:
    from orderbook.dice.given import AskedDice

    if ask:
        return AskedDice(_prompt, lambda told: click.echo(told, err=True))
    return None if text is None else _list_dice(text)


def _prompt(question: str) -> str:
    click.echo(f"{question}: ", nl=False, err=True)
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer:
        raise RequestError(f"there is no more input, and a die is wanted for: {question}")
    return answer


def _list_dice(text: str) -> Dice:
    from orderbook.dice.given import ListedDice, ReplayedDice

    origin = "--dice"
    if text.startswith("@"):
        origin = text[1:]
        text = read_source(origin).text
        if text.lstrip().startswith("{"):
            return ReplayedDice(_read_log(text, origin))
    parts = [part for part in _NUMBERS.split(text.strip().strip("[]")) if part]
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) < 10):
            raise RequestError(f"{origin}: {part[:40]!r} is no result of a die; write numbers such as 14, 14, 7")
    return ListedDice([int(part) for part in parts], origin)


def _read_log(text: str, origin: str) -> list[Roll]:
    import json

    from orderbook.dice.model import Roll

    try:
        rolls = json.loads(text)["dice"]
        return [Roll(str(each["what"]), int(each["sides"]), int(each["roll"])) for each in rolls]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RequestError(
            f"{origin}: this is no result of a battle; it needs a list 'dice' of what, sides and roll"
        ) from error
