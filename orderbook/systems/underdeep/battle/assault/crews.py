"""Weapons that are served by the garrison: who serves them, and what they strike.

UD-ASL-07, UD-ASL-09, UD-KOB-35, UD-KOB-60, UD-DER-44, UD-DER-52, UD-DER-53.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.assault.structure import Structure
from orderbook.systems.underdeep.battle.attack import MELEE, RANGED, Attack, make_attack
from orderbook.systems.underdeep.battle.regiment import INSIDE, OUTSIDE, Regiment
from orderbook.systems.underdeep.battle.round import INTO_MELEE, attack_bodies, is_in_melee

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site


def assign_crews(site: Site) -> None:
    """Gives each weapon its crew: as ordered; where nobody is told, from those who could do nothing else, then from
    the rest, the largest regiments first. A proposal is noted."""
    weapons = [*site.engines, *site.wall_weapons]
    if not weapons:
        return
    inside = [each for each in site.garrison if each.zone == INSIDE and each.host is None and each.is_standing]
    free = {each: each.count for each in inside}
    by_name = {each.name: each for each in inside}
    silent: list[Structure] = []
    for weapon in weapons:
        orders = [each for each in site.plan.crews if each.structure in (weapon.structure.name, weapon.label)]
        weapon.aims_at = next((each.target for each in orders if each.target), "")
        own = [by_name[each.regiment] for each in orders if each.regiment in by_name]
        if own:
            _fill(weapon, own, free)
        elif not orders:
            silent.append(weapon)
    if not silent:
        return
    idle = sorted(inside, key=lambda each: (each.shoots or bool(each.orders.spells), -each.count, each.name))
    for weapon in silent:
        _fill(weapon, idle, free)
        if weapon.crew and site.battle.telling:
            crew = " and ".join(f"{number} {regiment.label}" for regiment, number in weapon.crew)
            site.battle.notes.append(f"{weapon.label}: nobody is told to serve it, so {crew} do.")


def _fill(weapon: Structure, regiments: list[Regiment], free: dict[Regiment, int]) -> None:
    needed = weapon.structure.crew
    crew: list[tuple[Regiment, int]] = []
    share = -(-needed // len(regiments)) if needed and len(regiments) > 1 else needed
    for limit in (share, needed):  # of several who are named each sends some, as far as it has any
        for regiment in regiments:
            number = min(limit, needed, free[regiment])
            if number > 0:
                crew.append((regiment, number))
                free[regiment] -= number
                needed -= number
    if needed:
        for regiment, number in crew:
            free[regiment] += number
        return
    weapon.crew = crew


def man_weapons(site: Site) -> None:
    """Who serves a weapon this round: the crews that live and are not caught in melee. Their units do nothing else."""
    left: dict[Regiment, int] = {}
    for weapon in (*site.engines, *site.wall_weapons):
        weapon.has_acted = False
        weapon.is_served = not weapon.structure.crew and weapon.is_standing
        if not weapon.is_standing or not weapon.crew:
            continue
        for regiment, _ in weapon.crew:
            left.setdefault(regiment, 0 if regiment.bound or not regiment.is_standing else regiment.count)
        weapon.is_served = all(left[regiment] >= number for regiment, number in weapon.crew)
        if weapon.is_served:
            for regiment, number in weapon.crew:
                left[regiment] -= number
                regiment.acting = max(0, regiment.acting - number)


def list_engine_shots(site: Site, is_first: bool) -> list[Attack]:
    """The shots of trebuchets and their like, which are ranged combatants: their first before anything else."""
    attacks: list[Attack] = []
    for engine in site.engines:
        weapon = engine.structure.weapon
        if not engine.is_served or weapon is None or (engine.shots == 0) is not is_first:
            continue
        if engine.has_acted:
            continue
        target = _choose(site, engine, [each for each in site.battle.standing if each.zone == OUTSIDE])
        if target is None:
            continue
        circumstances = INTO_MELEE if is_in_melee(target, engine) else ()
        attacks.append(make_attack(site.battle, engine, target, weapon, 1, RANGED, circumstances=circumstances))
        engine.has_acted = True
    for attack in attacks:
        attack.by.shots += 1
    return attacks


def list_wall_blows(site: Site) -> list[Attack]:
    """The blows of walls that fight, and of murder holes on those who are at a wall."""
    attacks: list[Attack] = []
    for wall in site.walls:
        if wall.is_standing and wall.foes:
            attacks += attack_bodies(site.battle, wall, [foe for foe in wall.foes if foe.is_standing], MELEE)
    at_wall = [each for wall in site.walls if wall.is_standing for each in wall.engagers if each.is_standing]
    for hole in site.wall_weapons:
        weapon = hole.structure.weapon
        if hole.is_served and weapon is not None:
            target = _choose(site, hole, at_wall)
            if target is not None:
                attacks.append(make_attack(site.battle, hole, target, weapon, 1, RANGED))
    return attacks


def _choose(site: Site, weapon: Structure, among: list[Regiment]) -> Regiment | None:
    """Whom it strikes: as ordered, else the strongest."""
    enemies = [each for each in among if each.alliance != site.alliance and each.host is None]
    if weapon.aims_at:
        ordered = next((each for each in enemies if weapon.aims_at in (each.name, each.label)), None)
        if ordered is not None:
            return ordered
    return max(enemies, key=lambda each: each.pool, default=None)
