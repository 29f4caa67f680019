"""Specials of the Cleversmart Kobolds in battle: fear of wide spaces, the queen, Black Dragons.

UD-KOB-08, UD-KOB-10, UD-KOB-16.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import MELEE, Attack, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.pieces.terrain.spaces import WARREN, WIDE
from orderbook.systems.underdeep.battle.unseen import INFILTRATOR

FACTION = "Cleversmart Kobolds"
BLACK_DRAGON = "Black Dragon"
_QUEEN = "Shee-Ra Cleversmart the Sixteenth"
_RIVAL = "Rival dragons"
_QUALMS = -1
_LONGEST_DUEL = 1000
"""Rounds after which dragons that cannot hurt each other let it be."""


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


def hide_host(held: Held) -> None:
    """Any regiment the queen leads has Infiltrator as she does."""
    host = held.regiment.host
    if host is not None and held.regiment.has(INFILTRATOR) and not host.has(INFILTRATOR):
        held.battle.give_piece(host, INFILTRATOR)


def fight_rivals(held: Held) -> None:
    """Black Dragons that meet, on whatever side, fight one another at once until at most one of them lives.

    Nobody else has a part in it, and they neither flee nor withdraw.
    """
    battle = held.battle
    for _ in range(_LONGEST_DUEL):
        here = [each for each in battle.standing if each.is_standing and each.zone == held.regiment.zone]
        rivals = [each for each in here if each.has(_RIVAL)]
        if sum(each.count for each in rivals) < 2:
            return
        blows: list[Attack] = []
        for number, dragon in enumerate(rivals):
            weapon = dragon.fighter.melee or dragon.fighter.ranged
            foe = rivals[(number + 1) % len(rivals)]
            if weapon is not None:
                blows.append(make_attack(battle, dragon, foe, weapon, dragon.count, MELEE))
        if not blows:
            return
        battle.tell(f"{' and '.join(each.label for each in rivals)} fight to the death.", "ability")
        apply_attacks(battle, blows)


PIECES = (
    Piece(
        name="Agoraphobia",
        is_steady=True,
        rules=("UD-KOB-08",),
        factions=(FACTION,),
        attack_bonus=fret_attack,
        morale_bonus=fret_morale,
    ),
    Piece(name="Queen of Infiltrators", rules=("UD-KOB-10",), factions=(FACTION,), units=(_QUEEN,), prepare=hide_host),
    Piece(
        name=_RIVAL,
        rules=("UD-KOB-16",),
        factions=(FACTION,),
        units=(BLACK_DRAGON,),
        opening=fight_rivals,
        faced=fight_rivals,
    ),
)
