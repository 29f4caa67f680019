"""Battles for tests: regiments in a line, sides in a line, fought with given dice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from orderbook.dice.given import ListedDice
from orderbook.dice.model import Dice
from orderbook.dice.seeded import SeededDice
from orderbook.rulebook.options import Options, parse_options
from orderbook.systems import find_system
from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.orders import Orders, SpellOrder, Stance
from orderbook.systems.underdeep.battle.reading.conditions import parse_condition
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan
from orderbook.systems.underdeep.battle.unit import Blueprint, blueprint_of, parse_figure
from orderbook.systems.underdeep.rules import underdeep_rulebook

Figures = Mapping[str, int | str]


_PLANNED = ("wounded", "army", "origin", "leads", "has_escape", "conditions", "aboard", "resisted", "items")


def blueprint(name: str, abilities: Sequence[str] = (), **figures: int | str) -> Blueprint:
    """A unit: by default Defence 15, Health 5, Speed 4, Morale 1 and no attack."""
    stats: dict[str, int | str] = {"defence": 15, "health": 5, "speed": 4, "morale": 1, **figures}
    return Blueprint(name, {key: parse_figure(value) for key, value in stats.items()}, tuple(abilities))


def regiment(
    name: str,
    count: int = 1,
    *,
    unit: str = "",
    abilities: Sequence[str] = (),
    targets: Sequence[str] = (),
    stance: str = "normal",
    withdraw: Sequence[str] = (),
    spells: Sequence[SpellOrder] = (),
    sneak: bool = False,
    bridge: bool = False,
    picks: bool = False,
    pay: int | None = None,
    **rest: Any,
) -> RegimentPlan:
    """A regiment; what is no field of ``RegimentPlan`` is a figure of its unit, ``melee_attack=2``."""
    plan = {key: rest.pop(key) for key in _PLANNED if key in rest}
    conditions = [(text, parse_condition(text)) for text in withdraw]
    orders = Orders(
        tuple(targets),
        Stance(stance),
        tuple(when for _, when in conditions if when is not None),
        tuple(spells),
        sneak,
        bridge,
        tuple(text for text, when in conditions if when is None),
        picks,
    )
    if unit:
        (found,) = (u for faction in underdeep_rulebook().factions for u in faction.units if u.name == unit)
        base = blueprint_of(found)
        drawn = Blueprint(
            base.name,
            {**base.figures, **{key: parse_figure(value) for key, value in rest.items()}},
            (*base.abilities, *abilities),
            base.faction,
            base.lead_bonus,
            base.garrison_bonus,
            base.pay,
        )
    else:
        drawn = blueprint(name, abilities, **rest)
    if pay is not None:
        drawn = replace(drawn, pay=pay)
    return RegimentPlan(name, drawn, count, orders=orders, **plan)


def scenario(
    attackers: Sequence[RegimentPlan],
    defenders: Sequence[RegimentPlan],
    *further: SidePlan,
    options: Iterable[str] = (),
    **rest: Any,
) -> Scenario:
    """Side "A" attacks side "B"; there may be further sides."""
    chosen = parse_options(options, find_system("underdeep").ambiguities()) if options else Options()
    sides = (SidePlan("A", True, tuple(attackers)), SidePlan("B", False, tuple(defenders)), *further)
    return Scenario(sides, options=chosen, **rest)


def battle(
    attackers: Sequence[RegimentPlan],
    defenders: Sequence[RegimentPlan],
    *further: SidePlan,
    dice: Sequence[int] | None = None,
    seed: str = "test",
    rounds: int | None = 1,
    **rest: Any,
) -> Battle:
    """Fights one round, or ``rounds``, with given dice or from a seed."""
    source: Dice = SeededDice(seed) if dice is None else ListedDice(dice)
    return fight(scenario(attackers, defenders, *further, rounds=rounds, **rest), source)


def named(fought: Battle, name: str) -> Regiment:
    (found,) = fought.find_regiments(name)
    return found


def attacks(fought: Battle, by: str, on: str | None = None, round_number: int = 1) -> list[Attack]:
    """The attacks of a regiment in a round, on one enemy or on all."""
    record = fought.before if round_number == 0 else fought.rounds[round_number - 1]
    return [each for each in record.attacks if each.by.label == by and on in (None, each.on.label)]


def attack(fought: Battle, by: str, on: str | None = None, round_number: int = 1) -> Attack:
    (found,) = attacks(fought, by, on, round_number)
    return found


def dice_told(fought: Battle) -> list[str]:
    return [roll.what for roll in fought.dice.log]
