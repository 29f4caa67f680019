"""Animosity (UD-ABL-ANIMOSITY-1): every week without a battle makes the next blow harder.

The weeks are the campaign's to count: ``conditions = ["Restless 2"]`` after two of them.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece


def add_weeks(held: Held, attack: Attack) -> int:
    """+1 to Attack and to damage for each week."""
    return held.number


PIECES = (
    Piece(name="Animosity", rules=("UD-ABL-ANIMOSITY-1",)),
    Piece(
        name="Restless", is_steady=True, rules=("UD-ABL-ANIMOSITY-1",), attack_bonus=add_weeks, damage_bonus=add_weeks
    ),
)
