"""Rule data as JSON values; the keys are a promise to other people's scripts, more may be added.

Amounts and figures are text: ``"225"``, and with their sign, as rulebooks print them, attacks and Morale: ``"+2"``.
Keys that do not apply are left out or empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from orderbook.rulebook.model import (
    Ability,
    Cost,
    Faction,
    Requirement,
    Ritual,
    Rulebook,
    RuleEntry,
    Structure,
    Unit,
)

Values = dict[str, object]

SIGNED = ("attack", "ranged_attack", "melee_attack", "morale")
"""Figures that are added to a roll, and printed with their sign."""


def describe_rulebook(rulebook: Rulebook, factions: Iterable[Faction] | None = None) -> Values:
    """The whole rulebook, or of its factions only ``factions``."""
    return {
        "factions": [describe_faction(faction) for faction in (rulebook.factions if factions is None else factions)],
        "abilities": [describe_ability(ability) for ability in rulebook.abilities],
        "spells": [describe_ability(spell) for spell in rulebook.spells],
    }


def describe_faction(faction: Faction) -> Values:
    """A faction with its four lists."""
    return {
        "name": faction.name,
        "complete": faction.complete,
        "opening": describe_amounts(faction.opening),
        "units": [describe_entry(unit, faction) for unit in faction.units],
        "rooms": [describe_entry(room, faction) for room in faction.rooms],
        "rituals": [describe_entry(ritual, faction) for ritual in faction.rituals],
        "defences": [describe_entry(defence, faction) for defence in faction.defences],
    }


def describe_entry(entry: RuleEntry, faction: Faction) -> Values:
    """One entry of a faction's lists."""
    values: Values = {"name": entry.name, **_describe_cost("cost", entry.cost)}
    if isinstance(entry, Ritual):
        return values | {"effect": entry.effect}
    if isinstance(entry, Unit):
        values |= _describe_unit(entry)
    else:
        values |= _describe_structure(entry, faction)
    counts = {name: need.count for need in entry.requires for name in need.names if need.count > 1}
    if counts:
        values["quantities"] = counts
    return values | {"stats": describe_stats(entry.stats), "abilities": list(entry.abilities)}


def describe_ability(ability: Ability) -> Values:
    """An ability or spell."""
    values: Values = {"name": ability.name, "text": ability.text, "parameters": list(ability.parameters)}
    return values | {"kinds": list(ability.kinds)} if ability.kinds else values


def describe_amounts(amounts: Mapping[str, int]) -> dict[str, str]:
    """Amounts by resource, as decimal text."""
    return {resource: str(amount) for resource, amount in amounts.items()}


def describe_stats(stats: Mapping[str, int | str]) -> dict[str, str]:
    """Figures by label; text such as ``"3+1d12"`` stays as it is."""
    return {label: render_figure(label, figure) for label, figure in stats.items()}


def render_figure(label: str, figure: int | str) -> str:
    """A figure as a rulebook prints it under that label."""
    return f"{figure:+d}" if label in SIGNED and isinstance(figure, int) else str(figure)


def room_limit(structure: Structure, faction: Faction) -> int | str | None:
    """The limit in force: a structure that states none stands once in a Dungeon, if that is not merely unknown."""
    return 1 if structure.limit is None and faction.complete else structure.limit


def _describe_unit(unit: Unit) -> Values:
    values: Values = {**_describe_cost("upkeep", unit.upkeep), "requires": _describe_needs(unit.requires)}
    marks = {"leader": unit.leader, "summoned": unit.summoned}
    bounds = {
        "count_limit": unit.count_limit, "per_week": unit.per_week, "maturing": unit.maturing or None,
        "lifespan": unit.lifespan,
    }  # fmt: skip
    return (
        values
        | {mark: True for mark, is_set in marks.items() if is_set}
        | {bound: number for bound, number in bounds.items() if number is not None}
    )


def _describe_structure(structure: Structure, faction: Faction) -> Values:
    values: Values = {
        "upkeep": {},
        "limit": room_limit(structure, faction),
        "requires": _describe_needs(structure.requires),
        "replaces": list(dict.fromkeys((*structure.replaces, *structure.replaces_present))),
        "counts_as": [structure.counts_as] if structure.counts_as else [],
        "produces": describe_amounts(structure.produces),
        "recruits": list(structure.recruits),
    }
    return values | ({"weeks": structure.weeks} if structure.weeks is not None else {})


def _describe_needs(needs: Iterable[Requirement]) -> list[list[str]]:
    """All of the list are needed, of each one of its names."""
    return [list(need.names) for need in needs]


def _describe_cost(key: str, cost: Cost | None) -> Values:
    """The price, or the first of those to choose from; what else there is to say of it under further keys."""
    if cost is None:
        return {}
    values: Values = {key: describe_amounts(cost.bundle)}
    if len(cost.choices) > 1:
        values[f"{key}_choices"] = [describe_amounts(choice) for choice in cost.choices]
    if cost.per_unit:
        values[f"{key}_per_unit"] = describe_amounts(cost.per_unit)
    if cost.text is not None:
        values[f"{key}_text"] = cost.text
    return values
