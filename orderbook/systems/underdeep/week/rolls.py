"""Rolls of a week: each knows what it is for, and depends on nothing but the seed, the week and that."""

from __future__ import annotations

from collections.abc import Sequence

from orderbook.campaign.event import LoggedRoll
from orderbook.campaign.faults import CampaignError
from orderbook.dice.given import ListedDice
from orderbook.dice.model import Dice, DiceError
from orderbook.dice.seeded import SeededDice


class Rolls:
    """Where the dice come from: a seed, or results that somebody rolled at a table, in their order."""

    def __init__(self, seed: str, week: int, given: Sequence[int] | None = None) -> None:
        self.dice: Dice = SeededDice(f"{seed}\x1fweek {week}") if given is None else ListedDice(given)

    def roll(self, what: str, sides: int) -> LoggedRoll:
        """One die. ``what`` names it for people and tells it from every other; of two alike the second differs.

        Raises ``CampaignError`` where the given dice run out, or show what this die cannot.
        """
        try:
            return LoggedRoll(what, sides, self.dice.roll(sides, what, what))
        except DiceError as error:
            raise CampaignError(str(error)) from error
