"""Figures that a piece changes for the whole battle."""

from __future__ import annotations

from collections.abc import Mapping

from orderbook.systems.underdeep.battle.piece import Held
from orderbook.systems.underdeep.battle.scale import SCALE

HEALTH = "health"
"""Beside ``BONUS_FIGURES``: points of Health for each unit."""


def change_figures(held: Held, figures: Mapping[str, int]) -> None:
    """Adds to figures of the holder. A piece written with a number (``Unpaid 2``) adds so many times as much."""
    times = held.number or 1
    for figure, amount in figures.items():
        if figure == HEALTH:
            add_health(held, amount * times)
        else:
            held.regiment.add_bonus(figure, amount * times, held.name, magical=held.piece.magical)


def add_health(held: Held, points: int) -> None:
    """More Health, or less, for every unit before the battle; nobody is left with less than 1 point."""
    regiment = held.regiment
    change = max(points * SCALE, SCALE - regiment.unit_health)
    regiment.unit_health += change
    regiment.pool = max(1, regiment.pool + change * regiment.count)
    regiment.count = -(-regiment.pool // regiment.unit_health)
    regiment.start_pool = regiment.pool
