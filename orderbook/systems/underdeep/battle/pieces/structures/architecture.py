"""Unstable, Amorphous and Chaotic Architecture (UD-DER-58 to UD-DER-60): attackers inside resist Confusion less well.

The last two strike as traps by their figures, too.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Parameter, Piece

_PENALTIES = {"Unstable Architecture": -2, "Amorphous Architecture": -4, "Chaotic Architecture": -6}


def battle_start(held: Held) -> None:
    """Lays it on the attackers; it counts only once the outer Defences are breached."""
    battle, site = held.battle, held.battle.site
    if site is None:
        return
    for regiment in battle.standing:
        if regiment.alliance != site.alliance:
            regiment.add_piece(Held(battle, regiment, DISORIENTED, Parameter(_PENALTIES[held.name])))


def morale_bonus(held: Held, check: MoraleCheck) -> int:
    """Less for checks against Confusion, whatever causes it."""
    site = held.battle.site
    return held.number if site is not None and site.breached and "confusion" in check.reason.lower() else 0


DISORIENTED = Piece(name="Disoriented", rules=("UD-DER-58",), morale_bonus=morale_bonus)
PIECES = (
    Piece(name="Unstable Architecture", rules=("UD-DER-58",), battle_start=battle_start),
    Piece(name="Amorphous Architecture", rules=("UD-DER-59",), battle_start=battle_start),
    Piece(name="Chaotic Architecture", rules=("UD-DER-60",), battle_start=battle_start),
)
