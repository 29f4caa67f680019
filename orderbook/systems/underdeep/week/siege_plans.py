"""The Dungeon or Outpost that a battle of the week is about: structures, garrison, tunnel, charges.

UD-ASL, UD-TUN-04, UD-TUN-08, UD-ABL-TUNNELING-3, and of a settlement UD-RAI-02; who has slipped in attacks from
inside (UD-ABL-INFILTRATOR-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.reading.structures import StructureError, structure_of
from orderbook.systems.underdeep.battle.site_plan import SitePlan, StructurePlan
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.movement import Band, Battle, Kind
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.theatre import tunnel_below, usable_structures_of
from orderbook.systems.underdeep.week.values import Kind as SiteKind

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.scenario import RegimentPlan

Plans = Mapping[str, "list[tuple[RegimentPlan, Group, Band]]"]


def site_of_battle(desk: Desk, battle: Battle) -> Site | None:
    """The site that is assaulted; one that is only being founded has no walls to storm."""
    for name in desk.site_ids(battle.sites):
        site = desk.state.sites.get(name)
        if site is not None and site.founding is None and not site.is_ruin:
            return site
    return None


def plan_site(desk: Desk, battle: Battle, plans: Plans, owners: Mapping[str, str]) -> SitePlan | None:
    """The site as the battle needs it; None for a fight in the open."""
    site = site_of_battle(desk, battle)
    if site is None:
        return None
    side = next((name for name, owner in owners.items() if owner == site.owner), site.owner or site.name)
    garrison = frozenset(plan.name for plan, group, _ in plans.get(side, ()) if group.site == site.id)
    enemies = [(plan, group) for name, own in plans.items() if name != side for plan, group, _ in own]
    dug = [tunnel for owner, tunnel in site.tunnels.items() if owner in owners.values() and owner != site.owner]
    waiting = frozenset(
        plan.name
        for plan, group in enemies
        if any(action.verb is Verb.HOLD for order in desk.told.get(group.id, ()) for action in order.actions)
    )
    thieves = frozenset(
        plan.name
        for plan, group in enemies
        if any(action.verb is Verb.STEAL for order in desk.told.get(group.id, ()) for action in order.actions)
    )
    structures, need = plan_structures(desk, site), tunnel_below(usable_structures_of(desk, site))
    return SitePlan(
        site.name,
        side,
        site.faction,
        site.kind is SiteKind.OUTPOST,
        structures,
        garrison,
        has_tunnel=need is not None and any(speed >= need for speed in dug),
        charges=_charges(desk, site, structures),
        infiltrators=frozenset(plan.name for plan, group in enemies if group.id in battle.inside),
        thieves=thieves,
        waiting=waiting if len(waiting) < len(enemies) else frozenset(),
        is_settlement=site.is_settlement,
    )


def plan_structures(desk: Desk, site: Site) -> tuple[StructurePlan, ...]:
    """The Traps and Defences of a site that work, numbered where there are several of a kind."""
    found: list[StructurePlan] = []
    counted: Counter[str] = Counter()
    for entry, number in usable_structures_of(desk, site):
        if not entry.kind:
            continue
        try:
            plan = structure_of(entry)
        except StructureError:
            continue
        for _ in range(number):
            counted[plan.name] += 1
            label = plan.name if counted[plan.name] == 1 else f"{plan.name} {counted[plan.name]}"
            found.append(replace(plan, label=label))
    return tuple(found)


def _charges(desk: Desk, site: Site, structures: tuple[StructurePlan, ...]) -> dict[str, int]:
    """The charges laid this week below a site, on its walls if it has any (UD-ABL-DEMOLITIONS-2)."""
    assert desk.movement is not None
    names = set(desk.site_names([site.id]))
    number = sum(
        int(str(happening.data["charges"]))
        for happening in desk.movement.happenings
        if happening.kind is Kind.CHARGED and happening.data.get("target") in names
    )
    walls = [plan for plan in structures if plan.breaches]
    if not number or not structures:
        return {}
    return {walls[0].label: number} if walls else {plan.label: 1 for plan in structures[:number]}
