"""The sides as they take the field where a site is besieged (UD-SIE-02, UD-SIE-09 to UD-SIE-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan
from orderbook.systems.underdeep.battle.site_plan import SitePlan


def take_sides(scenario: Scenario, absent: list[RegimentPlan]) -> Sequence[SidePlan]:
    """All sides. In a siege the garrison stays inside and is put into ``absent``, but for those told to sally out:
    they attack, in an army of their own that comes from the site, so that they can flank with who comes to their
    relief (UD-SIE-11), and the besiegers defend."""
    site = scenario.site
    if site is None or site.is_assault:
        return scenario.sides
    sides = [_sally(side, site, absent) if side.name == site.owner else side for side in scenario.sides]
    owner = next(side for side in sides if side.name == site.owner)
    if not site.sorties or not owner.is_attacker:
        return sides
    friends = owner.alliance or owner.name
    return [side if (side.alliance or side.name) == friends else replace(side, is_attacker=False) for side in sides]


def _sally(side: SidePlan, site: SitePlan, absent: list[RegimentPlan]) -> SidePlan:
    regiments: list[RegimentPlan] = []
    for plan in sorted(side.regiments, key=lambda plan: plan.name):  # the order of the file plays no part
        body = plan.leads or plan.name
        if body not in site.garrison:
            regiments.append(plan)
        elif body in site.sorties:
            army = plan.army or f"Garrison of {site.name}"
            regiments.append(replace(plan, army=army, origin=plan.origin or site.name))
        else:
            absent.append(plan)
    attacks = side.is_attacker or any((each.leads or each.name) in site.sorties for each in regiments)
    return replace(side, regiments=tuple(regiments), is_attacker=attacks)
