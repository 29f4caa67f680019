"""Units whose figures are dice (Kontraptions): what each of them turns out to be (UD-KOB-13, UD-KOB-14).

Of what is rolled, Defence and Health are a thing's own from the day it is made, and so is the ability; its Speed
changes from week to week, and what harm it does is rolled by the battle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from orderbook.campaign.event import LoggedRoll
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.battle.piece import find_choices
from orderbook.systems.underdeep.week.rolls import Rolls

WHEN_MADE = ("defence", "health")
"""Labels of figures that are rolled once."""

EACH_WEEK = ("speed",)

_FIGURE = re.compile(r"\s*(?:(?P<plus>[0-9]+)\s*\+\s*)?(?P<count>[0-9]*)d(?P<sides>[0-9]+)\s*", re.IGNORECASE)
_TABLE = re.compile(r"Roll\s+1d(?P<sides>[0-9]+)\s*\((?P<rows>[^()]*)\)", re.IGNORECASE)
_ROW = re.compile(r"\s*(?P<number>[0-9]+)\s*:\s*(?P<ability>[^,]+?)\s*(?:,|$)")


def is_rolled(unit: Unit) -> bool:
    """Whether something about each unit of a type is rolled when it is made."""
    return bool(_dice_of(unit, WHEN_MADE)) or any(is_table(ability) for ability in unit.abilities)


def is_rolled_weekly(unit: Unit) -> bool:
    """Whether something about each unit of a type is rolled anew every week."""
    return bool(_dice_of(unit, EACH_WEEK))


def is_table(ability: str) -> bool:
    """Whether an ability of an entry is a die and what each of its sides gives."""
    return _TABLE.fullmatch(ability) is not None


def is_chosen(ability: str) -> bool:
    """Whether an ability of an entry stands for one that a die or the player chooses for each unit (UD-KOB-14,
    UD-DER-12)."""
    return is_table(ability) or find_choices(ability) is not None


def has_rolled(unit: Unit, abilities: Iterable[str]) -> bool:
    """Whether what a die chooses for a unit is among its abilities already."""
    choices = {row["ability"] for ability in unit.abilities if (table := _TABLE.fullmatch(ability)) is not None
               for row in _ROW.finditer(table["rows"])}  # fmt: skip
    return not choices or not choices.isdisjoint(abilities)


def _dice_of(unit: Unit, labels: Iterable[str]) -> dict[str, re.Match[str]]:
    figures = {label: unit.stats.get(label) for label in labels}
    return {
        label: match
        for label, figure in figures.items()
        if isinstance(figure, str) and (match := _FIGURE.fullmatch(figure)) is not None
    }


def roll_figures(
    rolls: Rolls, unit: Unit, whose: str, labels: Iterable[str] = WHEN_MADE
) -> tuple[dict[str, int | str], tuple[LoggedRoll, ...]]:
    """Those of one unit's figures under ``labels`` that are dice, with the dice that made them."""
    figures: dict[str, int | str] = {}
    logged: list[LoggedRoll] = []
    for label, match in _dice_of(unit, labels).items():
        what = f"{label.replace('_', ' ').title()} of {whose}"
        dice = [rolls.roll(what, int(match["sides"])) for _ in range(int(match["count"] or 1))]
        figures[label] = int(match["plus"] or 0) + sum(die.roll for die in dice)
        logged += dice
    return figures, tuple(logged)


def roll_abilities(rolls: Rolls, unit: Unit, whose: str) -> tuple[tuple[str, ...], tuple[LoggedRoll, ...]]:
    """The abilities that dice choose for one unit, with those dice."""
    found = list(_abilities(rolls, unit, whose))
    return tuple(name for name, _ in found if name), tuple(die for _, die in found)


def _abilities(rolls: Rolls, unit: Unit, whose: str) -> Iterator[tuple[str, LoggedRoll]]:
    for ability in unit.abilities:
        table = _TABLE.fullmatch(ability)
        if table is not None:
            die = rolls.roll(f"ability of {whose}", int(table["sides"]))
            rows = {int(row["number"]): row["ability"] for row in _ROW.finditer(table["rows"])}
            yield rows.get(die.roll, ""), die
