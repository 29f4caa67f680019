"""A battle file fought from first to last: what ``battle run`` asks of the Underdeep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from orderbook.dice.given import ListedDice
from orderbook.dice.model import Dice, DiceError
from orderbook.dice.seeded import SeededDice
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.options import OptionError, Options, parse_option_table
from orderbook.rulebook.rules import read_ambiguities
from orderbook.systems.battling import BattleRequest
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.battle.asking import AnswerError
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.outcome import describe_battle
from orderbook.systems.underdeep.battle.reading.file import BattleFile, read_battle_file
from orderbook.systems.underdeep.battle.reading.problems import BattleFileError, BattleProblem
from orderbook.systems.underdeep.battle.reading.variants import read_variants
from orderbook.systems.underdeep.battle.report.render import render_battle
from orderbook.systems.underdeep.rules import DATA, underdeep_rulebook

DEFAULT_SEED = "orderbook"
"""What dice are rolled with where neither the file nor the caller gives a seed."""


@dataclass(frozen=True)
class Fought:
    """A battle that has been fought."""

    battle: Battle

    def describe(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        return describe_battle(self.battle)

    def render(self, format_name: str = "text", length: str = "full") -> str:
        """The result for people."""
        return render_battle(self.battle, format_name, length)


def read_battle(request: BattleRequest) -> BattleFile:
    """The battle of a request, options and rounds laid over the file's. Raises ``RequestError``."""
    try:
        return _overlay(read_battle_file(request.file, underdeep_rulebook(request.rules)), request)
    except (BattleFileError, OptionError, RuleDataError) as error:
        raise RequestError(str(error)) from error


def read_battles(request: BattleRequest) -> list[tuple[str, BattleFile]]:
    """As ``read_battle``, and all variants of the battle after it, by name. Raises ``RequestError``."""
    try:
        found = read_variants(request.file, underdeep_rulebook(request.rules))
        return [(name, _overlay(file, request)) for name, file in found]
    except (BattleFileError, OptionError, RuleDataError) as error:
        raise RequestError(str(error)) from error


def _overlay(file: BattleFile, request: BattleRequest) -> BattleFile:
    rounds = request.rounds if request.rounds is not None else file.scenario.rounds
    options = _read_options(file, request)
    answers = {**file.scenario.answers, **request.answers}
    return replace(file, scenario=replace(file.scenario, options=options, rounds=rounds, answers=answers))


def fight_file(request: BattleRequest) -> Fought:
    """Fights the battle of a file. Raises ``RequestError`` for a file or dice it cannot be fought with."""
    file = read_battle(request)
    dice = _choose_dice(file, request)
    try:
        battle = fight(file.scenario, dice, asker=request.asker)
    except DiceError as error:
        raise RequestError(str(error)) from error
    except AnswerError as error:
        raise place_answer(error, file, request) from error
    if request.dice is None and request.seed is None and file.seed is None and file.dice is None:
        battle.notes.append(f"No seed was given, so the seed is {DEFAULT_SEED!r}; --seed TEXT rolls other dice.")
    if isinstance(dice, ListedDice) and dice.left:
        battle.notes.append(f"{dice.left} of the dice given were not needed.")
    for key in file.scenario.answers:
        if key not in battle.answers_taken and key not in request.answers:
            battle.notes.append(f"The answer to {key!r} was not needed.")
    battle.notes = list_notes(battle, file)
    return Fought(battle)


def list_notes(battle: Battle, file: BattleFile) -> list[str]:
    """What is to be told of a battle that was fought: the file's warnings with their lines, then notes of its own."""
    warned = tuple(f"nothing in the battle acts by {warning.about!r}." for warning in file.warnings)
    notes = [str(warning) for warning in file.warnings]
    notes += (note for note in battle.notes if not warned or not note.endswith(warned))
    return [*notes, *_tell_unknown_names(battle)]


def _tell_unknown_names(battle: Battle) -> Iterator[str]:
    """Notes on targets of attacks and spells that no one on the field is called by."""
    absent = {plan.name for plan in battle.absent}
    for regiment in battle.regiments:
        enemies = sorted({each.name for each in battle.regiments if each.is_enemy_of(regiment)})
        for name in regiment.orders.targets:
            if name not in absent and not battle.find_enemies(regiment, name):
                close = get_close_matches(name, enemies, n=1)
                told = f"Did you mean {close[0]}?" if close else f"They are {', '.join(enemies)}."
                yield f"{regiment.label} was to attack {name!r}, but no enemy is called so. {told}"
        for order in regiment.orders.spells:
            if order.on is not None and order.on not in absent and not battle.find_regiments(order.on):
                yield f"{regiment.label} was to cast {order.spell} on {order.on!r}, but nobody is called so."


def place_answer(error: AnswerError, file: BattleFile, request: BattleRequest) -> RequestError:
    """An answer that is no choice, told with the line it stands on."""
    line = file.answer_lines.get(error.key)
    if line is None or error.key in request.answers:
        return RequestError(str(error))
    problem = BattleProblem(line, f"answers: {error.what}", error.mend)
    return RequestError(f"{request.file.name}: {problem}")


def _choose_dice(file: BattleFile, request: BattleRequest) -> Dice:
    if request.dice is not None:
        return request.dice
    if request.seed is not None:
        return SeededDice(request.seed)
    if file.dice is not None:
        return ListedDice(file.dice, f"{request.file.name}: line {file.dice_line}: dice")
    return SeededDice(file.seed if file.seed is not None else DEFAULT_SEED)


def _read_options(file: BattleFile, request: BattleRequest) -> Options:
    if file.options is None:
        return request.options
    place = f"{request.file.name}: line {file.options_line}"
    own = parse_option_table(file.options, place, read_ambiguities(DATA / "rules"))
    return own.overlaid(request.options)
