"""Assaults for tests: a site from the rule data, stormed with given dice."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from orderbook.dice.given import ListedDice
from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.assault.site import Site
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.reading.structures import structure_of
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, SidePlan
from orderbook.systems.underdeep.battle.site_plan import CrewPlan, SitePlan, StructurePlan
from orderbook.systems.underdeep.rules import underdeep_rulebook
from support.battles import scenario

KOBOLDS, DERRO = "Cleversmart Kobolds", "Derro"


def built(*names: str, by: str = KOBOLDS) -> tuple[StructurePlan, ...]:
    """Defences of a faction, labelled as the reader does."""
    (faction,) = (each for each in underdeep_rulebook().factions if each.name == by)
    plans: list[StructurePlan] = []
    for name in names:
        (found,) = (each for each in faction.defences if each.name == name)
        number = 1 + sum(plan.name == name for plan in plans)
        plans.append(replace(structure_of(found), label=name if number == 1 else f"{name} {number}"))
    return tuple(plans)


def assault(
    attackers: Sequence[RegimentPlan],
    defenders: Sequence[RegimentPlan],
    *structures: str,
    by: str = "",
    builder: str = "Dwarves",
    dice: Sequence[int] | None = None,
    seed: str = "test",
    rounds: int | None = 1,
    options: Sequence[str] = (),
    further: Sequence[SidePlan] = (),
    more: Sequence[StructurePlan] = (),
    crews: Mapping[str, str] | None = None,
    answers: Mapping[str, str] | None = None,
    **site: Any,
) -> Battle:
    """Side A storms the site of side B. All of B is garrisoned unless ``garrison`` names some.

    Beyond the ``dice`` given all show 20. The site was dug by ``builder``: Dwarves, so that nothing is cramped,
    unless told otherwise.
    """
    garrison = frozenset(site.pop("garrison", [each.name for each in defenders]))
    plan = SitePlan(
        "Hold",
        "B",
        builder,
        structures=(*built(*structures, by=by or KOBOLDS), *more),
        garrison=garrison,
        crews=tuple(CrewPlan(name, regiment) for name, regiment in (crews or {}).items()),
        **site,
    )
    return fight(
        scenario(attackers, defenders, *further, rounds=rounds, options=options, site=plan, answers=answers or {}),
        SeededDice(seed) if dice is None else ListedDice([*dice, *[20] * 30]),
    )


def site_of(fought: Battle) -> Site:
    assert fought.site is not None
    return fought.site


def traps(fought: Battle) -> list[tuple[str, str, str]]:
    """What came of the traps: trap, regiment, result."""
    return [(note.trap.label, note.regiment.label, note.result) for note in site_of(fought).notes]


def condition(fought: Battle, label: str) -> str:
    (found,) = (each for each in site_of(fought).structures if each.label == label)
    return found.condition
