"""Casualties: damage taken off, survivors counted, excess carried from a leader to its regiment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.attack import Attack, spend_attackers
from orderbook.systems.underdeep.battle.regiment import DESTROYED, Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle


def take_damage(battle: Battle, regiment: Regiment, amount: int) -> int:
    """Takes damage in twentieths off the Combined Health (UD-BAT-08, UD-BAT-13); how many units it kills.

    Survivors are the remaining Health divided by one unit's, rounded up (UD-BAT-14). The block that was fought is no
    ceiling (UD-SPL-03). What is left after a leader is dead falls on its regiment (UD-ABL-LEADERSHIP-7); what is left
    after a regiment is dead is lost.
    """
    if amount <= 0:
        return 0
    taken = amount if amount < regiment.pool else regiment.pool
    regiment.pool -= taken
    army = regiment.army
    army.suffered += taken
    army.suffered_in_all += taken
    killed = settle_count(battle, regiment)
    if taken < amount and regiment.host is not None:
        killed += take_damage(battle, regiment.host, amount - taken)
    return killed


def settle_count(battle: Battle, regiment: Regiment) -> int:
    """Brings the number of units down to what the Combined Health allows; how many died."""
    count = -(-regiment.pool // regiment.unit_health)
    killed = regiment.count - count
    if killed > 0:
        regiment.count = count
        regiment.killed += killed
        battle.count_dead(regiment, killed)
        if not count:
            regiment.state = DESTROYED
    return max(0, killed)


def kill_units(battle: Battle, regiment: Regiment, count: int, is_damage: bool = False) -> int:
    """Kills whole units, wounded ones first; how many died. It counts as damage suffered only if it ``is_damage``."""
    count = min(count, regiment.count)
    if count <= 0:
        return 0
    pool = min(regiment.pool, (regiment.count - count) * regiment.unit_health)
    if is_damage:
        regiment.army.suffered += regiment.pool - pool
        regiment.army.suffered_in_all += regiment.pool - pool
    regiment.pool = pool
    return settle_count(battle, regiment)


def apply_attacks(battle: Battle, attacks: Sequence[Attack]) -> None:
    """Takes off the damage of attacks that land together (UD-BAT-15), then lets pieces answer to what happened.

    Attacks on leaders come first, so that their excess still finds the regiment.
    """
    if not attacks:
        return
    for attack in attacks:
        if attack.on.host is not None:
            attack.is_late = not attack.on.pool and not attack.on.host.pool
            attack.killed = take_damage(battle, attack.on, attack.damage)
    for attack in attacks:
        if attack.on.host is None:
            attack.is_late = not attack.on.pool
            attack.killed = take_damage(battle, attack.on, attack.damage)
    for attack in attacks:
        if attack.types:
            spent = spend_attackers(battle, attack)
            if spent:
                kill_units(battle, attack.by, spent)
    for attack in attacks:
        for hook, held in attack.by.on_struck:
            hook(held, attack)
        for hook, held in attack.on.on_suffered:
            hook(held, attack)
    battle.note_attacks(attacks)
