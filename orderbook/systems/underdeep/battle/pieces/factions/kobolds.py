"""Specials of the Cleversmart Kobolds in battle: fear of wide spaces (UD-KOB-08)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.pieces.terrain.spaces import WARREN, WIDE

FACTION = "Cleversmart Kobolds"
_QUALMS = -1


def fret_attack(held: Held, attack: Attack) -> int:
    """-1 to hit on the Surface and in caverns of several regions, except for or against a Warren there."""
    return _QUALMS if _is_lost(held) else 0


def fret_morale(held: Held, check: MoraleCheck) -> int:
    """-1 to Morale there, too."""
    return _QUALMS if _is_lost(held) else 0


def _is_lost(held: Held) -> bool:
    terrain, site = held.battle.scenario.terrain, held.battle.scenario.site
    if site is not None and "kobold" in site.builder.lower():
        return False
    return WARREN not in terrain and any(name in terrain for name in WIDE)


PIECE = Piece(
    name="Agoraphobia",
    is_steady=True,
    rules=("UD-KOB-08",),
    factions=(FACTION,),
    attack_bonus=fret_attack,
    morale_bonus=fret_morale,
)
