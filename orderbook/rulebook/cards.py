"""What there is to know of one entry of a faction's lists: its own figures, and how it hangs together with others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from orderbook.books.bundle import Bundle
from orderbook.rulebook.chains import Chain, plan_chain, starting_structures
from orderbook.rulebook.describing import Values, describe_amounts, describe_entry, render_figure, room_limit
from orderbook.rulebook.model import (
    UNLIMITED,
    Cost,
    Faction,
    Requirement,
    RuleEntry,
    Structure,
    Unit,
    UnitOption,
)
from orderbook.rulebook.plurals import pluralise
from orderbook.text.records import record

Line = tuple[str, str]
"""A label and what stands behind it."""

_SINGULAR = {"Bodies": "Body", "Souls": "Soul"}


@record
class Card:
    """An entry and what leads to it and from it.

    ``needed_by`` holds structures and units that require it, ``replaced_by`` structures it gives way to,
    ``recruited_by`` rooms that recruit a unit, ``shares`` structures under the same limit. ``from_nothing`` is what
    has to be built for it where nothing stands, ``from_start`` where the Starting Dungeon does.
    """

    entry: RuleEntry
    faction: Faction
    needed_by: tuple[str, ...]
    replaced_by: tuple[str, ...]
    recruited_by: tuple[str, ...]
    shares: tuple[str, ...]
    from_nothing: Chain
    from_start: Chain


def make_card(entry: RuleEntry, faction: Faction) -> Card:
    """The card of an entry of ``faction``."""
    name = entry.name
    needs = entry.requires if isinstance(entry, (Unit, Structure)) else ()
    target = entry if isinstance(entry, Structure) else None
    holders: tuple[Structure | Unit, ...] = (*faction.structures, *faction.units)
    return Card(
        entry=entry,
        faction=faction,
        needed_by=tuple(holder.name for holder in holders if target and _needs(holder, name)),
        replaced_by=tuple(
            structure.name
            for structure in faction.structures
            if target and name in (*structure.replaces, *structure.replaces_present)
        ),
        recruited_by=tuple(s.name for s in faction.structures if isinstance(entry, Unit) and name in s.recruits),
        shares=tuple(s.name for s in faction.structures if target and s is not target and _limit_group(s, target)),
        from_nothing=plan_chain(faction, needs, target),
        from_start=plan_chain(faction, needs, target, have=starting_structures(faction)),
    )


def _needs(holder: Structure | Unit, name: str) -> bool:
    options = holder.options if isinstance(holder, Unit) else ()
    needs = [*holder.requires, *(need for option in options for need in option.requires)]
    return any(name in need.names for need in needs)


def _limit_group(one: Structure, other: Structure) -> bool:
    return (one.counts_as or one.name) == (other.counts_as or other.name)


def describe_card(card: Card) -> Values:
    """The card as JSON values: the entry's own keys, and what it is connected with."""
    entry = card.entry
    values: Values = {
        "faction": card.faction.name,
        "section": entry.section.value,
        **describe_entry(entry, card.faction),
        "needed_by": list(card.needed_by),
        "replaced_by": list(card.replaced_by),
        "recruited_by": list(card.recruited_by),
    }
    if isinstance(entry, (Unit, Structure)):
        values |= {"from_nothing": _describe_chain(card.from_nothing), "from_start": _describe_chain(card.from_start)}
    return values | {"notes": list(entry.notes), "source": entry.source}


def _describe_chain(chain: Chain) -> Values:
    return {
        "cost": describe_amounts(chain.cost),
        "weeks_parallel": chain.parallel,
        "weeks_sequence": chain.sequence,
        "steps": [
            {"name": step.structure.name, "count": step.count, "begins": step.begins, "done": step.done}
            for step in chain.steps
        ],
        "given": list(chain.given),
        "unknown": list(chain.unknown),
        "missing": list(chain.missing),
    }


def list_lines(card: Card) -> list[Line]:
    """The card line by line, what does not apply left out; without the chain, which is a table."""
    entry = card.entry
    if isinstance(entry, Unit):
        lines = _unit_lines(entry, card)
    elif isinstance(entry, Structure):
        lines = _structure_lines(entry, card)
    else:
        lines = iter([("Cost", render_cost(entry.cost)), ("Effect", entry.effect)])
    shown = [(label, text) for label, text in lines if text]
    return shown + [("Note", note) for note in entry.notes] + [("Source", entry.source)] * bool(entry.source)


def _unit_lines(unit: Unit, card: Card) -> Iterator[Line]:
    yield "Cost", render_cost(unit.cost) if unit.cost is not None else "cannot be bought"
    owes = unit.upkeep is not None and any((*unit.upkeep.choices, unit.upkeep.per_unit))
    yield "Upkeep", f"{render_cost(unit.upkeep)} a week" if owes else "none" if unit.upkeep is not None else "not known"
    yield "Figures", render_figures(unit.stats)
    yield "Abilities", ", ".join(unit.abilities)
    yield "Needs", render_needs(unit.requires)
    yield "Recruited in", ", ".join(card.recruited_by) or _unrecruited(unit, card.faction)
    bounds = [(unit.per_week, "a week"), (unit.count_limit, "in all")]
    yield "At most", ", ".join(f"{number} {span} from one room" for number, span in bounds if number is not None)
    yield "Grown after", f"{unit.maturing} week{'s' if unit.maturing != 1 else ''}" if unit.maturing else ""
    yield "Lifespan", f"{unit.lifespan} week{'s' if unit.lifespan != 1 else ''}" if unit.lifespan is not None else ""
    yield "Leading", _render_bonus(unit.lead_bonus)
    yield "In garrison", _render_bonus(unit.garrison_bonus)
    for option in unit.options:
        yield "Option", _render_option(option)


def _render_option(option: UnitOption) -> str:
    parts = [f"{option.name}: {render_cost(option.cost)}"]
    if option.requires:
        parts.append(f"needs {render_needs(option.requires)}")
    gains = [text for text in (_render_bonus(option.bonus), ", ".join(option.abilities)) if text]
    if gains:
        parts.append(f"gives {', '.join(gains)}")
    if option.joins:
        parts.append(f"joins only {', '.join(option.joins)}")
    return "; ".join(parts)


def _render_bonus(bonus: Mapping[str, int]) -> str:
    return ", ".join(f"{_title(label)} {number:+d}" for label, number in bonus.items())


def _unrecruited(unit: Unit, faction: Faction) -> str:
    if unit.leader:
        return "nowhere: leads the faction from the start"
    if unit.summoned:
        return "nowhere: comes when summoned"
    return "nowhere" if faction.complete else "not known"


def _structure_lines(structure: Structure, card: Card) -> Iterator[Line]:
    unbuilt = "none, and nobody builds it" if card.faction.complete else "not known"
    yield "Cost", render_cost(structure.cost) if structure.cost is not None else unbuilt
    yield "Time", render_weeks(structure.weeks) if structure.weeks is not None else ""
    yield "Limit", _render_limit(structure, card)
    yield "Needs", render_needs(structure.requires)
    yield "Replaces", ", ".join(_render_replaced(structure))
    yield "At the start", f"the Starting Dungeon has {structure.starting}" if structure.starting else ""
    yield "Produces", _render_produce(structure)
    yield "Recruits", ", ".join(structure.recruits)
    yield "Figures", render_figures(structure.stats)
    yield "Abilities", ", ".join(structure.abilities)
    yield "Crew", f"{structure.crew} garrisoned" if structure.crew else ""
    yield "Needed by", ", ".join(card.needed_by)
    yield "Replaced by", ", ".join(card.replaced_by)


def _render_replaced(structure: Structure) -> Iterator[str]:
    for need in structure.requires:
        if need.replaces:
            yield from (_count(need.count, name) for name in need.names)
    yield from (f"{name}, if there is one" for name in structure.replaces_present)


def _render_produce(structure: Structure) -> str:
    if not structure.produces:
        return ""
    return f"{'up to ' if structure.up_to else ''}{render_amounts(structure.produces)} a week"


def _render_limit(structure: Structure, card: Card) -> str:
    limit = room_limit(structure, card.faction)
    if limit is None:
        return "not known"
    places = " or ".join(place.capitalize() for place in structure.places)
    told = "any number" if limit == UNLIMITED else f"{limit} in a {places}"
    deposit = "; one mine on a deposit" if structure.deposit else ""
    shared = f"; together with {', '.join(card.shares)}" if card.shares else ""
    return told + deposit + shared


def render_needs(needs: Iterable[Requirement]) -> str:
    return ", ".join(render_need(need) for need in needs)


def render_need(need: Requirement) -> str:
    return " or ".join(_count(need.count, name) for name in need.names) + (" (used up)" if need.replaces else "")


def _count(number: int, name: str) -> str:
    return name if number == 1 else f"{number} {pluralise(name)}"


def render_cost(cost: Cost | None) -> str:
    """``1 Food or 1 Body``, ``10 Souls, and 1 Soul for each unit``; ``nothing`` for what is free."""
    if cost is None:
        return "not known"
    if cost.text is not None:
        return cost.text
    price = " or ".join(render_amounts(choice) for choice in cost.choices)
    return f"{price}, and {render_amounts(cost.per_unit)} for each unit" if cost.per_unit else price


def render_amounts(bundle: Bundle) -> str:
    """``350 Gold, 1 Body``; ``nothing`` when empty."""
    return ", ".join(f"{n} {_SINGULAR.get(name, name) if n == 1 else name}" for name, n in bundle.items()) or "nothing"


def render_figures(stats: Mapping[str, int | str]) -> str:
    """``Melee Attack +2, Melee Damage 3, Defence 15``."""
    return ", ".join(f"{_title(label)} {render_figure(label, figure)}" for label, figure in stats.items())


def _title(label: str) -> str:
    return label.replace("_", " ").title()


def render_chain(chain: Chain) -> list[str]:
    """The chain as a table, a line each; empty where nothing has to be built."""
    if not chain.steps:
        return []
    names = [
        f"{step.count} x {s.name}" if step.count > 1 else s.name for step in chain.steps for s in (step.structure,)
    ]
    width = max(map(len, names))
    lines = ["begins  done"]
    for step, name in zip(chain.steps, names, strict=True):
        cost = step.structure.cost
        price = render_amounts(cost.bundle * step.count) if cost is not None else "price not known"
        lines.append(f"{step.begins:>6}  {step.done:>4}  {name:<{width}}  {price}")
    return lines


def summarise_chain(chain: Chain) -> str:
    """``375 Gold, 20 Bodies; 8 weeks all at once, 11 weeks one after another``."""
    if chain.missing:
        return f"can never be built, for want of {', '.join(chain.missing)}"
    if not chain.steps:
        return "nothing to build"
    if len(chain.unknown) == len(chain.steps):
        return "not known"
    least = "at least " if chain.unknown else ""
    told = f"{least}{render_amounts(chain.cost)}; {least}{render_weeks(chain.parallel)} all at once"
    if chain.sequence != chain.parallel:
        told += f", {render_weeks(chain.sequence)} one after another"
    if chain.unknown:
        told += f" (not known: {', '.join(chain.unknown)})"
    return told


def render_weeks(weeks: int) -> str:
    return "at once" if weeks == 0 else "1 week" if weeks == 1 else f"{weeks} weeks"
