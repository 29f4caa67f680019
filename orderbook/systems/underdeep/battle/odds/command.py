"""Odds of battle files: what ``battle odds`` and ``battle compare`` ask of the Underdeep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from orderbook.dice.model import DiceError
from orderbook.systems.battling import OddsRequest
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.battle.asking import AnswerError
from orderbook.systems.underdeep.battle.command import DEFAULT_SEED, place_answer, read_battle, read_battles
from orderbook.systems.underdeep.battle.odds.accounts import SideAccount, account_for, read_prices
from orderbook.systems.underdeep.battle.odds.assumed import Assumed, find_assumed
from orderbook.systems.underdeep.battle.odds.compare import Choice, describe_choices, render_choices
from orderbook.systems.underdeep.battle.odds.describe import describe_assumed, describe_odds
from orderbook.systems.underdeep.battle.odds.find import NoOdds, Wanted, find_odds
from orderbook.systems.underdeep.battle.odds.model import Odds
from orderbook.systems.underdeep.battle.odds.picture import draw_odds
from orderbook.systems.underdeep.battle.odds.report import render_odds
from orderbook.systems.underdeep.battle.reading.file import BattleFile
from orderbook.systems.underdeep.rules import underdeep_rulebook


@dataclass(frozen=True)
class FileOdds:
    """The odds of one battle file."""

    title: str
    odds: Odds
    accounts: list[SideAccount]
    assumed: Assumed

    def describe(self) -> dict[str, Any]:
        """See ``FoundOdds``."""
        return {"name": self.title, **describe_odds(self.odds, self.accounts), **describe_assumed(self.assumed)}

    def render(self) -> str:
        """See ``FoundOdds``."""
        return render_odds(self.odds, self.accounts, self.title, self.assumed)

    def draw(self) -> str:
        """See ``FoundOdds``."""
        return draw_odds(self.odds, self.title)


@dataclass(frozen=True)
class FileChoices:
    """Battles side by side."""

    choices: tuple[Choice, ...]

    def describe(self) -> dict[str, Any]:
        """See ``FoundChoices``."""
        return describe_choices(self.choices)

    def render(self) -> str:
        """See ``FoundChoices``."""
        return render_choices(self.choices)


def find_file_odds(request: OddsRequest) -> FileOdds:
    """The odds of a battle file. Raises ``RequestError``."""
    file = read_battle(request.battle)
    return _find(request, file, file.scenario.name)


def compare_files(requests: Sequence[OddsRequest]) -> FileChoices:
    """The battles of all files, and of their variants, side by side. Raises ``RequestError``."""
    choices: list[Choice] = []
    for request in requests:
        for name, file in read_battles(request.battle):
            found = _find(request, file, name)
            choices.append(Choice(name, found.odds, tuple(found.accounts), found.assumed))
    if len(choices) < 2:
        raise RequestError(
            "there is only one battle; name several files, or write [[variant]] with a name and with [[variant.side]] "
            "for each side that is another one there"
        )
    return FileChoices(tuple(choices))


def _find(request: OddsRequest, file: BattleFile, title: str) -> FileOdds:
    seed = request.battle.seed or file.seed or DEFAULT_SEED
    try:
        assumed = find_assumed(file)
        odds = find_odds(file.scenario, Wanted(request.runs, seed, request.method, request.workers))
    except (NoOdds, DiceError) as error:
        raise RequestError(str(error)) from error
    except AnswerError as error:
        raise place_answer(error, file, request.battle) from error
    return FileOdds(title, odds, account_for(odds, read_prices(underdeep_rulebook(request.battle.rules))), assumed)
