"""Blight in battle (UD-SPELL-BLIGHT-1): 4 damage to every Plant and Fungoid it hits."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.spells import Cast

_DAMAGE = 4
_WITHERING = ("Plant", "Fungoid")


def cast(cast: Cast) -> None:
    """A Ranged Attack roll against the target's Defence; whoever is no plant is left as it was."""
    assert cast.target is not None
    if not cast.roll_to_hit():
        cast.outcome = "it misses"
    elif not is_plant(cast.target):
        cast.outcome = "nothing in it can wither"
    else:
        cast.outcome = f"{cast.harm_each(_DAMAGE, frozenset())} wither away"


def is_plant(regiment: Regiment) -> bool:
    """Whether its units are Plants or Fungoids, by an ability or by the faction they belong to."""
    return any(regiment.has(name) for name in _WITHERING) or "fungoid" in regiment.fighter.faction.lower()


PIECES = (
    Piece(name="Blight", rules=("UD-SPELL-BLIGHT-1",), magical=True, needs_attack_roll=True, cast=cast),
    *(Piece(name=name, rules=("UD-SPELL-BLIGHT-1",)) for name in _WITHERING),
)
