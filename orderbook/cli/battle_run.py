"""``orderbook battle run``: one battle from a file."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orderbook.cli.request import SYSTEM_OPTION, choose_options
from orderbook.systems import find_system
from orderbook.systems.battling import BATTLE_FORMATS, BATTLE_LENGTHS, BattleRequest
from orderbook.systems.system import RequestError
from orderbook.text.source import read_source

if TYPE_CHECKING:
    from orderbook.dice.model import Dice

_NUMBERS = re.compile(r"[\s,;]+")


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--seed", metavar="TEXT", help="Roll the dice from this text instead of what the file says.")
@click.option("--dice", "dice_text", metavar="LIST", help='Results in order, "14,14,7", or @FILE with them.')
@click.option("--ask", is_flag=True, help="Ask for each die and each question, for those who roll at the table.")
@click.option("--rounds", type=click.IntRange(min=1, max=1000), metavar="N", help="Stop after so many rounds.")
@click.option(
    "--rules", type=click.Path(exists=True, path_type=Path), multiple=True, metavar="PATH", help="Rule data to add."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=CHOICE", help="Read an open point of the rules otherwise."
)
@SYSTEM_OPTION
@click.option("--format", "format_name", type=click.Choice(BATTLE_FORMATS), default="text", show_default=True)
@click.option(
    "--length", type=click.Choice(BATTLE_LENGTHS), default="full", show_default=True,
    help="Tell every attack, or what came of it.",
)  # fmt: skip
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
    length: str,
) -> int:
    """Fight the battle of a file, or of standard input for -.

    Who is not told whom to fight is paired by proposal, and the report says so. The same seed always gives the same
    battle. --dice @FILE takes numbers, or a result in JSON, whose battle is fought once more with its dice and answers.
    --format bbcode is for the thread: the full account is in spoilers, round by round.

    \b
    Examples:
      orderbook battle run battle.toml --format json
      orderbook battle run battle.toml --format bbcode --length summary
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
    dice, answers = _make_dice(dice_text, ask)
    request = BattleRequest(
        read_source(file),
        rules,
        choose_options(chosen, rules, options),
        dice,
        seed,
        rounds,
        answers,
        _ask_question if ask else None,
    )
    fought = chosen.fight(request)
    if format_name == "json":
        import json

        click.echo(json.dumps(fought.describe(), indent=2, ensure_ascii=False))
    else:
        click.echo(fought.render(format_name, length), nl=False)
    return 0


def _make_dice(text: str | None, ask: bool) -> tuple[Dice | None, dict[str, str]]:
    """The dice of the command line, and the answers of a result that is fought once more."""
    from orderbook.dice.given import AskedDice

    if ask:
        return AskedDice(_prompt, lambda told: click.echo(told, err=True)), {}
    return (None, {}) if text is None else _list_dice(text)


def _ask_question(text: str, choices: tuple[str, ...], default: str) -> str:
    """Asks until the answer is one of the choices; an empty line takes the default."""
    told = f"{', '.join(choices)}; " if choices else ""
    while True:
        answer = _prompt(f"{text} ({told}Enter for {default})").strip()
        if not answer:
            return default
        found = next((each for each in choices if each.casefold() == answer.casefold()), None)
        if found is not None or not choices:
            return found or answer
        click.echo(f"{answer!r} is none of {', '.join(choices)}", err=True)


def _prompt(question: str) -> str:
    click.echo(f"{question}: ", nl=False, err=True)
    answer = sys.stdin.readline() if sys.stdin is not None else ""
    if not answer:
        raise RequestError(f"there is no more input, and an answer is wanted to: {question}")
    return answer


def _list_dice(text: str) -> tuple[Dice, dict[str, str]]:
    from orderbook.dice.given import ListedDice

    origin = "--dice"
    if text.startswith("@"):
        origin = text[1:]
        text = read_source(origin).text
        if text.lstrip().startswith("{"):
            return _read_result(text, origin)
    parts = [part for part in _NUMBERS.split(text.strip().strip("[]")) if part]
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) < 10):
            raise RequestError(f"{origin}: {part[:40]!r} is no result of a die; write numbers such as 14, 14, 7")
    return ListedDice([int(part) for part in parts], origin), {}


def _read_result(text: str, origin: str) -> tuple[Dice, dict[str, str]]:
    """The dice of a result, and what was answered in it."""
    import json

    from orderbook.dice.given import ReplayedDice
    from orderbook.dice.model import Roll

    try:
        result = json.loads(text)
        log = [Roll(str(each["what"]), int(each["sides"]), int(each["roll"])) for each in result["dice"]]
        answers = {
            f"{each['question']}: {each['about']}": str(each["answer"])
            for each in result.get("questions", ())
            if each["answered"]
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RequestError(
            f"{origin}: this is no result of a battle; it needs a list 'dice' of what, sides and roll"
        ) from error
    return ReplayedDice(log), answers
