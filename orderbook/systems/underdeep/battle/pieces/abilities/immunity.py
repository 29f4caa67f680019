"""Immunity (UD-ABL-IMMUNITY-1): no damage from attacks of a type."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.unit import split_types


def alter_damage(held: Held, attack: Attack, amount: int, types: frozenset[str]) -> int:
    """Nothing where one of the damage's types is one it is immune to."""
    return 0 if types and not types.isdisjoint(split_types(held.words)) else amount


PIECE = Piece(
    name="Immunity",
    is_steady=True,
    example="Immunity (Fire)",
    rules=("UD-ABL-IMMUNITY-1",),
    aliases=("Immune",),
    alter_damage=alter_damage,
)
