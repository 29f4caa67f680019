"""Units whose figures are dice (Kontraptions: UD-KOB): what each of them turns out to be."""

from __future__ import annotations

import re

from orderbook.campaign.event import LoggedRoll
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.week.rolls import Rolls

_FIGURE = re.compile(r"\s*(?:(?P<plus>[0-9]+)\s*\+\s*)?(?P<count>[0-9]*)d(?P<sides>[0-9]+)\s*", re.IGNORECASE)
_TABLE = re.compile(r"Roll\s+1d(?P<sides>[0-9]+)\s*\((?P<rows>[^()]*)\)", re.IGNORECASE)
_ROW = re.compile(r"\s*(?P<number>[0-9]+)\s*:\s*(?P<ability>[^,]+?)\s*(?:,|$)")


def is_rolled(unit: Unit) -> bool:
    """Whether something about each unit of a type is rolled when it is made."""
    return any(isinstance(figure, str) and _FIGURE.fullmatch(figure) for figure in unit.stats.values()) or any(
        _TABLE.fullmatch(ability) for ability in unit.abilities
    )


def roll_figures(
    rolls: Rolls, unit: Unit, whose: str
) -> tuple[dict[str, int | str], tuple[str, ...], tuple[LoggedRoll, ...]]:
    """Figures and abilities of one unit beside those of its type, with the dice that made them."""
    figures: dict[str, int | str] = {}
    abilities: list[str] = []
    logged: list[LoggedRoll] = []
    for label, figure in unit.stats.items():
        match = _FIGURE.fullmatch(figure) if isinstance(figure, str) else None
        if match is not None:
            dice = [
                rolls.roll(f"{label.replace('_', ' ').title()} of {whose}", int(match["sides"]))
                for _ in range(int(match["count"] or 1))
            ]
            figures[label] = int(match["plus"] or 0) + sum(die.roll for die in dice)
            logged += dice
    for ability in unit.abilities:
        table = _TABLE.fullmatch(ability)
        if table is not None:
            die = rolls.roll(f"ability of {whose}", int(table["sides"]))
            rows = {int(row["number"]): row["ability"] for row in _ROW.finditer(table["rows"])}
            abilities += [rows[die.roll]] if die.roll in rows else []
            logged.append(die)
    return figures, tuple(abilities), tuple(logged)
