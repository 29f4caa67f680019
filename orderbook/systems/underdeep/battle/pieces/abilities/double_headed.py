"""Double-Headed (UD-ABL-DOUBLE-HEADED-1): every attack is rolled twice, and the higher counts."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece

_BEFORE_ALL_SPELLS = 0


def attack_dice(held: Held, attack: Attack) -> None:
    """One more die, of which the higher counts."""
    attack.better.append((_BEFORE_ALL_SPELLS, "Double-Headed"))


PIECE = Piece(
    name="Double-Headed",
    is_steady=True,
    rules=("UD-ABL-DOUBLE-HEADED-1",),
    aliases=("Two-Headed",),
    attack_dice=attack_dice,
)
