"""Mustering: the regiments a battle is fought with, out of what its scenario says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.army import Army
from orderbook.systems.underdeep.battle.piece import Held, Parameter, fill_choice, find_choices, find_rolled
from orderbook.systems.underdeep.battle.pieces import find_specials, find_written
from orderbook.systems.underdeep.battle.regiment import Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle
    from orderbook.systems.underdeep.battle.scenario import RegimentPlan, SidePlan


def muster(battle: Battle) -> None:
    """Forms the regiments of all sides in the battle's own order, with their armies, leaders and pieces."""
    names = Counter(regiment.name for side in battle.sides for regiment in side.regiments)
    for side in battle.sides:
        alliance = side.alliance or side.name
        armies: dict[str, Army] = {}
        for plan in sorted(side.regiments, key=lambda plan: plan.name):
            army = armies.get(plan.army)
            if army is None:
                army = armies[plan.army] = Army(plan.army or side.name, side.name, alliance)
            label = plan.name if names[plan.name] == 1 else f"{plan.name} ({side.name})"
            regiment = _form(battle, plan, side.name, label, army)
            army.regiments.append(regiment)
            battle.regiments.append(regiment)
        battle.armies += (armies[name] for name in sorted(armies))
        own = [regiment for regiment in battle.regiments if regiment.side == side.name]
        _attach_leaders(own)
        for regiment in own:
            _equip(battle, regiment, side)
    for army in battle.armies:
        army.start_count = army.count
        army.start_pool = army.pool


def reinforce(battle: Battle, plan: RegimentPlan, army: Army) -> Regiment:
    """A regiment that comes to an army in the midst of the battle, ready to fight; the army counts it from now."""
    side = next(each for each in battle.sides if each.name == army.side)
    regiment = _form(battle, plan, army.side, plan.name, army)
    _equip(battle, regiment, side)
    for hooks in (regiment.on_prepare, regiment.on_battle_start):
        for hook, held in hooks:
            hook(held)
    for group in (army.regiments, battle.regiments, battle.standing):
        group.append(regiment)
    army.start_count += regiment.count
    army.start_pool += regiment.pool
    return regiment


def _form(battle: Battle, plan: RegimentPlan, side: str, label: str, army: Army) -> Regiment:
    def roll(figure: str, sides: int) -> int:
        return battle.roll_named(sides, f"{label}: {figure.replace('_', ' ')}", f"{side}/{plan.name}|{figure}")

    return Regiment(plan, plan.blueprint.build(roll), side, label, army)


def _attach_leaders(own: Sequence[Regiment]) -> None:
    by_name = {regiment.name: regiment for regiment in own}
    for regiment in own:
        host = by_name.get(regiment.plan.leads or "")
        if host is not None and host is not regiment and host.is_standing and regiment.is_standing:
            regiment.host = host
            host.leaders.append(regiment)


def _equip(battle: Battle, regiment: Regiment, side: SidePlan) -> None:
    plan = regiment.plan
    for special in find_specials(regiment.fighter.faction, regiment.fighter.name):
        regiment.add_piece(Held(battle, regiment, special, Parameter()))
    for given in (*plan.blueprint.abilities, *plan.conditions, *side.conditions, *battle.scenario.terrain):
        written = settle_ability(battle, regiment, given)
        found = find_written(written)
        if found is not None:
            regiment.add_piece(Held(battle, regiment, found[0], found[1]))
        elif battle.telling:
            battle.notes.append(f"{regiment.label}: nothing in the battle acts by {written!r}.")


def settle_ability(battle: Battle, regiment: Regiment, written: str) -> str:
    """An ability that is rolled for, settled by its die (UD-KOB-14); any other as it is written."""
    offered = find_choices(written)
    if offered is not None:
        return ask_mutation(battle, regiment, offered)
    rolled = find_rolled(written)
    if rolled is None:
        return written
    sides, choices = rolled
    return choices.get(battle.roll_named(sides, f"{regiment.label}: ability", f"{regiment.key}|ability"), written)


def ask_mutation(battle: Battle, regiment: Regiment, choices: tuple[str, ...]) -> str:
    """Which of the abilities a unit's entry leaves to choose it has (UD-DER-12): the first of them until somebody says,
    as each has one."""
    plans = [plan for side in battle.scenario.sides if side.name != regiment.side for plan in side.regiments]
    figures = [figure for plan in plans for figure in plan.blueprint.figures.values() if figure is not None]
    kinds = sorted({kind for figure in figures for kind in figure.types})
    offered = tuple(filled for choice in choices for filled in fill_choice(choice, kinds))
    text = f"Which mutation do {regiment.label} have?"
    return battle.ask("mutation", regiment.label, text, offered, offered[0])
