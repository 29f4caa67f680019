"""Contagion (UD-SPELL-CONTAGION-1): a disease of strength 6."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.infection import infect
from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.spells import Cast

_SCORE = 6


def cast(cast: Cast) -> None:
    """A Ranged Attack roll against the target's Defence."""
    if not cast.roll_to_hit():
        cast.outcome = "it misses"
        return
    assert cast.attack is not None
    cast.outcome = f"Disease {_SCORE}" if infect(cast.battle, cast.attack, _SCORE) else "disease does nothing to it"


PIECE = Piece(name="Contagion", rules=("UD-SPELL-CONTAGION-1",), magical=True, needs_attack_roll=True, cast=cast)
