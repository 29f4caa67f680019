"""Cavalry (UD-ABL-CAVALRY-1): +2 on the first melee attack of a battle, whatever it did before."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece

_CHARGE = 2


def attack_bonus(held: Held, attack: Attack) -> int:
    """+2 in the first exchange in which it strikes; blocks of one exchange are one attack."""
    return _CHARGE if attack.is_melee and held.regiment.melee_rounds == 0 else 0


PIECE = Piece(name="Cavalry", is_steady=True, rules=("UD-ABL-CAVALRY-1",), attack_bonus=attack_bonus)
