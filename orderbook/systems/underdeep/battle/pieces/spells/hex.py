"""Hex (UD-SPELL-HEX-1, UD-SPELL-HEX-2): who attacks the regiment it hits rolls twice and takes the higher."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.spells import Cast


def cast(cast: Cast) -> None:
    """A Ranged Attack roll against the target's Defence."""
    if not cast.roll_to_hit():
        cast.outcome = "it misses"
    elif cast.give(HEXED) is None:
        cast.outcome = "it is hexed already"
    else:
        cast.outcome = "attacks on it are rolled twice, the higher counts"


def attacked_dice(held: Held, attack: Attack) -> None:
    """One more die, of which the higher counts; with two heads it is three in all (UD-SPELL-HEX-2)."""
    attack.better.append((held.data["order"], "Hex"))


HEXED = Piece(name="Hexed", rules=("UD-SPELL-HEX-1",), magical=True, attacked_dice=attacked_dice)
PIECE = Piece(
    name="Hex",
    rules=("UD-SPELL-HEX-1", "UD-SPELL-HEX-2"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
