"""Vanish (UD-ABL-VANISH-1): who flees is hit only by those with Detection."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment


def can_be_pursued(held: Held, enemy: Regiment) -> bool:
    """Detectors see where it went."""
    return enemy.has("Detector")


PIECE = Piece(name="Vanish", is_steady=True, rules=("UD-ABL-VANISH-1",), can_be_pursued=can_be_pursued)
