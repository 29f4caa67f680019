"""Distraction (UD-SPELL-DISTRACTION-1): -4 to all Attack rolls of the round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.spells import Cast

DISTRACTED = {"attack": -4}


def cast(cast: Cast) -> None:
    """The Ranged Attack roll has to exceed the target's Morale check."""
    cast.sway(DISTRACTED, "-4 to Attack")


PIECE = Piece(
    name="Distraction",
    rules=("UD-SPELL-DISTRACTION-1", "UD-KOB-20"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
