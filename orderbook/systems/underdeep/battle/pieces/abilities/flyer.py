"""Flyer (UD-ABL-FLYER-4 to UD-ABL-FLYER-7): hard to strike from the ground, and not held by those who try.

Huge units and those with Reach have no trouble with it (UD-ABL-HUGE-4, UD-ABL-REACH-1).
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.unit import HUGE

_SHOOTING, _STRIKING = -4, -2


def attacked_bonus(held: Held, attack: Attack) -> int:
    """What a melee attack from the ground loses: 4 while the Flyer shoots, else 2; none for Huge units and Reach."""
    by = attack.by
    if not attack.is_melee or by.has("Flyer") or by.has("Reach") or by.fighter.weight == HUGE:
        return 0
    return _SHOOTING if held.regiment.target is not None else _STRIKING


def is_bound_by(held: Held, enemy: Regiment) -> bool:
    """A Flyer that shoots is engaged only by other Flyers."""
    return enemy.has("Flyer") or not held.regiment.shoots or bool(held.regiment.bound)


PIECE = Piece(
    name="Flyer",
    is_steady=True,
    rules=("UD-ABL-FLYER-4", "UD-ABL-FLYER-5", "UD-ABL-FLYER-6", "UD-ABL-FLYER-7"),
    attacked_bonus=attacked_bonus,
    is_bound_by=is_bound_by,
)
