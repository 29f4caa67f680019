"""Confusion (UD-SPELL-CONFUSION-2, UD-SPELL-CONFUSION-3): what a confused regiment does for a round.

The spell and the auras of some creatures come here (setting confusion-scope).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.attack import MELEE, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.regiment import FLED
from orderbook.systems.underdeep.battle.unit import Weapon

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle
    from orderbook.systems.underdeep.battle.regiment import Regiment

_DITHERING = -2
_REASON = "Confusion"
_IMMUNE = ("Unconfused", "Madness", "Construct", "Undead", "Vermin")


def is_immune(regiment: Regiment) -> bool:
    """Whether Confusion does nothing to it (UD-DER-06, UD-ABL-CONSTRUCT-1 and their like)."""
    return any(held.piece.name in _IMMUNE for held in regiment.held)


def confuse(battle: Battle, regiment: Regiment) -> str:
    """Rolls what a regiment does that is confused, and has it done; what is told of it.

    1 and 2: nothing, at -2 Defence; 3 and 4: it attacks at random, friend or enemy; 5: it attacks itself; 6: it flees.
    The whole regiment acts alike, or the die is rolled for every unit.
    """
    if battle.confuses_each:
        return _confuse_each(battle, regiment)
    return _act(battle, regiment, battle.roll(6, regiment, "are confused"), regiment.acting)


def _confuse_each(battle: Battle, regiment: Regiment) -> str:
    counts = [0] * 7
    for _ in range(regiment.count):
        counts[battle.roll(6, regiment, "are confused")] += 1
    told = [
        _act(battle, regiment, die, counts[die])
        for die, among in ((1, counts[1] + counts[2]), (3, counts[3] + counts[4]), (5, counts[5]))
        if among and regiment.is_standing
    ]
    if counts[6] and regiment.is_standing:
        told.append(_act(battle, regiment, 6, counts[6]) if counts[6] * 2 > regiment.count else "a few run in circles")
    regiment.acting = 0
    return "; ".join(told)


def _act(battle: Battle, regiment: Regiment, die: int, count: int) -> str:
    regiment.acting = max(0, regiment.acting - count)
    if die <= 2:
        regiment.add_bonus("defence", _DITHERING, _REASON, until=battle.round, magical=True)
        return "it stands and stares, -2 Defence"
    if die <= 4:
        others = [
            each
            for each in battle.standing
            if each is not regiment and each.is_standing and each.host is None and each.zone == regiment.zone
        ]
        if not others:
            return "it finds nobody to strike"
        struck = others[battle.roll(len(others), regiment, "pick somebody at random") - 1]
        return _strike(battle, regiment, struck, count)
    if die == 5:
        return _strike(battle, regiment, regiment, count)
    return _run(battle, regiment)


def _strike(battle: Battle, regiment: Regiment, struck: Regiment, count: int) -> str:
    weapon: Weapon | None = regiment.fighter.melee or regiment.fighter.ranged
    if weapon is None or count <= 0:
        return "it has nothing to strike with"
    attack = make_attack(battle, regiment, struck, weapon, count, MELEE, name="strike in confusion at")
    apply_attacks(battle, [attack])
    whom = "itself" if struck is regiment else struck.label
    return f"it strikes at {whom}, {attack.killed} die"


def _run(battle: Battle, regiment: Regiment) -> str:
    """Flight as from a lost check: those at it strike once more."""
    regiment.acting = 0
    if any(not hook(held, "morale") for hook, held in regiment.on_may_withdraw):
        return "it would run, but it never does"
    battle.pursued.append(regiment)
    battle.pursue([regiment])
    if regiment.is_standing:
        battle.leave(regiment, FLED, _REASON)
    return "it runs"
