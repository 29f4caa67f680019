"""Pieces that do no more than change figures of whoever has them, for the whole battle."""

from __future__ import annotations

from collections.abc import Mapping

from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import BONUS_FIGURES
from orderbook.systems.underdeep.battle.scale import SCALE

HEALTH = "health"
"""Beside ``BONUS_FIGURES``: points of Health for each unit."""


def piece_of_figures(
    name: str,
    rules: tuple[str, ...],
    figures: Mapping[str, int],
    *,
    aliases: tuple[str, ...] = (),
    magical: bool = False,
) -> Piece:
    """A piece that adds to figures. Written with a number (``Unpaid 2``) it adds so many times as much.

    Raises ``ValueError`` for a figure there is none of.
    """
    if strange := [figure for figure in figures if figure not in (*BONUS_FIGURES, HEALTH)]:
        raise ValueError(f"{name}: no such figure: {', '.join(strange)}")

    def prepare(held: Held) -> None:
        times = held.number or 1
        for figure, amount in figures.items():
            if figure == HEALTH:
                add_health(held, amount * times)
            else:
                held.regiment.add_bonus(figure, amount * times, name, magical=magical)

    return Piece(name=name, rules=rules, aliases=aliases, magical=magical, prepare=prepare)


def add_health(held: Held, points: int) -> None:
    """More Health, or less, for every unit before the battle; nobody is left with less than 1 point."""
    regiment = held.regiment
    change = max(points * SCALE, SCALE - regiment.unit_health)
    regiment.unit_health += change
    regiment.pool = max(1, regiment.pool + change * regiment.count)
    regiment.count = -(-regiment.pool // regiment.unit_health)
    regiment.start_pool = regiment.pool
