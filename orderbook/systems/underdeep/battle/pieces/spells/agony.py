"""Agony (UD-SPELL-AGONY-1, UD-SPELL-AGONY-2): -2 to Attack and Damage for the round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.spells import Cast

_PAIN = {"attack": -2, "damage": -2}


def cast(cast: Cast) -> None:
    """The Ranged Attack roll has to exceed the target's Morale check."""
    cast.sway(_PAIN, "-2 to Attack and Damage")


PIECE = Piece(
    name="Agony",
    rules=("UD-SPELL-AGONY-1", "UD-SPELL-AGONY-2"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
