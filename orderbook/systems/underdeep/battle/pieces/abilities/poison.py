"""Poison (UD-ABL-POISON-1, UD-ABL-POISON-2): further damage where the attack is higher than the Defence."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack, deal
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.scale import SCALE

POISON = frozenset({"poison"})


def rolled(held: Held, attack: Attack) -> None:
    """Each attacking unit deals its Poison score at once; merely equalling the Defence deals none."""
    if attack.beats and not attack.is_magical:
        deal(held.battle, attack, attack.count * held.number * SCALE, POISON, f"Poison {held.number}")


PIECE = Piece(
    name="Poison", is_steady=True, example="Poison 2", rules=("UD-ABL-POISON-1", "UD-ABL-POISON-2"), rolled=rolled
)
