"""Obfuscating Shroud (UD-SPELL-OBFUSCATING-SHROUD-1, UD-SPELL-OBFUSCATING-SHROUD-2): nobody sees far for a round.

Ranged attacks are those with missiles; the rolls of spells are no attacks of that kind.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import RANGED, Attack
from orderbook.systems.underdeep.battle.piece import FIELD, Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.spells import Cast

_PENALTY = -4


def cast(cast: Cast) -> None:
    """Needs no roll, and lies over everybody on the field."""
    laid = [cast.give(SHROUDED, target=each) for each in cast.battle.standing]
    cast.outcome = "-4 to ranged attacks" if any(laid) else "the field is shrouded already"


def attack_bonus(held: Held, attack: Attack) -> int:
    """-4 to ranged attacks."""
    return _PENALTY if attack.kind == RANGED else 0


def attacked_bonus(held: Held, attack: Attack) -> int:
    """-4 to the shots of engines, too, who are nobody a shroud could lie on."""
    return _PENALTY if attack.kind == RANGED and attack.by.is_structure else 0


def can_be_pursued(held: Held, enemy: Regiment) -> bool:
    """Nobody who flees can be hit in that round."""
    return False


SHROUDED = Piece(
    name="Shrouded",
    rules=("UD-SPELL-OBFUSCATING-SHROUD-1", "UD-SPELL-OBFUSCATING-SHROUD-2"),
    magical=True,
    attack_bonus=attack_bonus,
    attacked_bonus=attacked_bonus,
    can_be_pursued=can_be_pursued,
)
PIECE = Piece(
    name="Obfuscating Shroud",
    rules=("UD-SPELL-OBFUSCATING-SHROUD-1", "UD-SPELL-OBFUSCATING-SHROUD-2", "UD-KOB-21"),
    magical=True,
    targets=FIELD,
    cast=cast,
)
