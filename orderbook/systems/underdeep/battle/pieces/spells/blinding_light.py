"""Blinding Light (UD-SPELL-BLINDING-LIGHT-1 to UD-SPELL-BLINDING-LIGHT-3): -2 to Attack and Morale for a round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.spells import Cast

_PENALTY = 2
_BURN = 3
DAZZLED, SUNLIGHT = "Dazzled", "Sunlight Vulnerability"


def cast(cast: Cast) -> None:
    """A Ranged Attack roll against the target's Defence. Twice the penalty for the Dazzled, 3 damage to each unit with
    Sunlight Vulnerability."""
    target = cast.target
    assert target is not None
    if not cast.roll_to_hit():
        cast.outcome = "it misses"
        return
    loss = _PENALTY * (2 if target.has(DAZZLED) else 1)
    told = [
        f"-{loss} to Attack and Morale" if cast.alter({"attack": -loss, "morale": -loss}) else "it is blind already"
    ]
    if target.has(SUNLIGHT):
        told.append(f"{cast.harm_each(_BURN, frozenset({'sunlight'}))} burn to death")
    cast.outcome = ", ".join(told)


PIECES = (
    Piece(
        name="Blinding Light",
        rules=("UD-SPELL-BLINDING-LIGHT-1", "UD-SPELL-BLINDING-LIGHT-2", "UD-SPELL-BLINDING-LIGHT-3"),
        magical=True,
        needs_attack_roll=True,
        cast=cast,
    ),
    Piece(name=DAZZLED, rules=("UD-SPELL-BLINDING-LIGHT-2",)),
    Piece(name=SUNLIGHT, rules=("UD-SPELL-BLINDING-LIGHT-3",)),
)
