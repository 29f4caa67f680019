"""Specials of the Succubi in battle: Souls, the Distraction Aura, unholiness (UD-SUC-01, UD-SUC-10, UD-SUC-11)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.aura import list_overcome
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.pieces.spells.distraction import DISTRACTED

FACTION = "Succubi"
HOLY_SITE = "Holy site"
"""Terrain: the Dungeon that is assaulted holds a temple or shrine that is not profane."""

_SISTER = "Succubus"
_DREAD = -2
_SOULLESS = ("Undead", "Construct")


def faced(held: Held) -> None:
    """Who fights her hand to hand and fails is distracted for the round, as by the spell (UD-SUC-10)."""
    for regiment in list_overcome(held, "Distraction"):
        for figure, amount in DISTRACTED.items():
            regiment.add_bonus(figure, amount, held.name, until=held.battle.round, magical=True)


def take_souls(held: Held, attack: Attack) -> None:
    """A Soul for every enemy unit that a Succubus kills, if it had one."""
    victim = attack.on
    if attack.killed and not victim.is_structure and not any(victim.has(name) for name in _SOULLESS):
        held.battle.gains[held.regiment.side, "Souls"] += attack.killed


def dread_attack(held: Held, attack: Attack) -> int:
    """-2 to hit in the assault on a holy place."""
    return _DREAD if _is_in_dread(held) else 0


def dread_morale(held: Held, check: MoraleCheck) -> int:
    """-2 to Morale there, too."""
    return _DREAD if _is_in_dread(held) else 0


def _is_in_dread(held: Held) -> bool:
    return HOLY_SITE in held.battle.scenario.terrain and held.battle.is_attacking(held.regiment.army)


PIECES = (
    Piece(name="Distraction Aura", rules=("UD-SUC-10",), faced=faced),
    Piece(
        name="Soul Harvest",
        is_steady=True,
        rules=("UD-SUC-11",),
        factions=(FACTION,),
        units=(_SISTER,),
        struck=take_souls,
    ),
    Piece(
        name="Unholy",
        is_steady=True,
        rules=("UD-SUC-01",),
        factions=(FACTION,),
        attack_bonus=dread_attack,
        morale_bonus=dread_morale,
    ),
    Piece(name=HOLY_SITE, rules=("UD-SUC-01",)),
)
