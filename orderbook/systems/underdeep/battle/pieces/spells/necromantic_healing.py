"""Necromantic Healing (UD-SPELL-NECROMANTIC-HEALING-1): the wounded of an Undead regiment are whole again."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import FRIEND, Piece
from orderbook.systems.underdeep.battle.spells import Cast


def cast(cast: Cast) -> None:
    """Needs no roll. Fills up the Health of those who still stand; the fallen stay where they are."""
    target = cast.target
    assert target is not None
    if not target.has("Undead"):
        cast.outcome = "it is not Undead"
        return
    whole = target.count * target.unit_health
    cast.outcome = "its wounded are whole again" if target.pool < whole else "nobody is wounded"
    target.pool = whole


PIECE = Piece(
    name="Necromantic Healing",
    rules=("UD-SPELL-NECROMANTIC-HEALING-1",),
    magical=True,
    targets=FRIEND,
    cast=cast,
)
