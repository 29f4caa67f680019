"""Curse (UD-SPELL-CURSE-1): the regiment it hits rolls its attacks twice that round and keeps the lower."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.spells import Cast


def cast(cast: Cast) -> None:
    """A Ranged Attack roll against the target's Defence."""
    assert cast.target is not None
    if not cast.roll_to_hit():
        cast.outcome = "it misses"
        return
    cast.give(CURSED)
    cast.outcome = "its attacks are rolled twice, the lower counts"


def attack_dice(held: Held, attack: Attack) -> None:
    """One more die, of which the lower counts."""
    attack.worse.append((held.data["order"], "Curse"))


CURSED = Piece(name="Cursed", rules=("UD-SPELL-CURSE-1",), magical=True, attack_dice=attack_dice)
PIECE = Piece(name="Curse", rules=("UD-SPELL-CURSE-1",), magical=True, needs_attack_roll=True, cast=cast)
