"""The blocks of a faction post: headings, labels and sentences of its entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orderbook.rulebook.describing import render_figure
from orderbook.rulebook.importing.block import read_block
from orderbook.rulebook.importing.drafts import DraftEntry
from orderbook.rulebook.importing.entries import take_text
from orderbook.rulebook.importing.facts import Facts, World
from orderbook.rulebook.importing.lines import Line
from orderbook.rulebook.importing.prices import parse_price
from orderbook.rulebook.importing.words import load_words
from orderbook.rulebook.model import (
    UNLIMITED,
    Ability,
    Cost,
    Faction,
    Ritual,
    RuleEntry,
    Section,
    Structure,
    Unit,
    UnitOption,
)
from orderbook.rulebook.rendering.values import (
    join_and,
    join_names,
    render_amounts,
    render_bonus,
    render_label,
    render_price,
    render_requirement,
)
from orderbook.text.source import Span

_EAGER = World(frozenset({"dungeon", "dungeons", "warren", "warrens"}), lambda word: True, lambda text: True)
"""Whoever reads a note must find nothing in it, even if every word were a resource and every name a unit."""


def render_names(faction: Faction) -> dict[str, str]:
    """The plural of each entry of a faction."""
    return {entry.name: entry.plural for entry in faction.entries}


def render_ability(ability: Ability, needed: frozenset[str]) -> tuple[str, tuple[str, ...]]:
    """Heading and lines of an ability or spell."""
    kinds = ", ".join(render_label(kind.replace("-", "_")).replace(" ", "-") for kind in ability.kinds)
    lines = ability.text.split("\n")
    if ability.aliases:
        lines.append(_plain("aliases", join_names(ability.aliases)))
    if "parameters" in needed:
        lines.append(_plain("parameters", join_names(ability.parameters)))
    return f"{ability.name} ({kinds})" if kinds else ability.name, tuple(lines)


class EntryWriter:
    """Writes one entry. ``needed`` are the keys it has to say by a plain label, ``plurals`` all plurals by name."""

    def __init__(self, entry: RuleEntry, faction: Faction, plurals: Mapping[str, str], needed: frozenset[str]) -> None:
        self.entry = entry
        self.faction = faction
        self.plurals = plurals
        self.needed = needed

    def heading(self) -> str:
        """The name with what stands in brackets behind it."""
        entry, brackets = self.entry, []
        if isinstance(entry, Unit):
            if entry.summoned:
                brackets.append("Summoned Unit")
            if entry.requires:
                brackets.append(f"Requires: {self._needs()}")
        elif isinstance(entry, Structure):
            if entry.limit is not None:
                brackets.append("Unlimited" if entry.limit == UNLIMITED else f"Limit {entry.limit}")
            if entry.counts_as is not None:
                brackets.append(f"counts as {entry.counts_as}")
        return f"{entry.name} ({', '.join(brackets)})" if brackets else entry.name

    def lines(self) -> tuple[str, ...]:
        """The labels, then the notes as paragraphs of their own."""
        entry = self.entry
        if isinstance(entry, Unit):
            labels = [*self._unit(entry)]
        elif isinstance(entry, Structure):
            labels = [*self._structure(entry)]
        else:
            labels = [*self._price("Cost", entry.cost), f"Effect: {entry.effect}"]
        if "aliases" in self.needed:
            labels.append(_plain("aliases", join_names(entry.aliases)))
        if "plural" in self.needed:
            labels.append(_plain("plural", entry.plural))
        for note in entry.notes:
            labels += ["", note if reads_as_note(entry, note) else f"Note: {note}"]
        return tuple(labels)

    def _needs(self) -> str:
        entry = self.entry
        needs = () if isinstance(entry, Ritual) else entry.requires
        return ", ".join(render_requirement(need, self.plurals) for need in needs)

    def _unit(self, unit: Unit) -> Iterator[str]:
        yield from self._price("Cost", unit.cost)
        if unit.upkeep is not None and not (unit.upkeep == Cost() and (unit.leader or unit.summoned)):
            yield from self._price("Upkeep", unit.upkeep)
        yield from self._stats(unit.stats)
        if unit.abilities:
            yield f"Special Abilities: {join_names(unit.abilities)}"
        for key, value in (("leader", unit.leader), ("summoned", unit.summoned)):
            if key in self.needed:
                yield _plain(key, _yes(value))
        for key, number in (("count_limit", unit.count_limit), ("per_week", unit.per_week)):
            if key in self.needed:
                yield _plain(key, "none" if number is None else str(number))
        for key, weeks in (("maturing", unit.maturing or None), ("lifespan", unit.lifespan)):
            if weeks is not None:
                yield _plain(key, str(weeks))
        if "titles" in self.needed:
            yield _plain("titles", join_names(unit.titles))
        for key, bonus in (("lead_bonus", unit.lead_bonus), ("garrison_bonus", unit.garrison_bonus)):
            if bonus or key in self.needed:
                yield _plain(key, render_bonus(bonus))
        for option in unit.options:
            yield _plain("option", self._option(option))

    def _structure(self, entry: Structure) -> Iterator[str]:
        yield from self._price("Cost", entry.cost)
        if entry.requires:
            yield f"Prerequisites: {self._needs()}"
        if entry.weeks is not None:
            yield (
                f"Construction Time: {entry.weeks} week{'' if entry.weeks == 1 else 's'}"
                if entry.weeks
                else ("Construction Time: None")
            )
        yield from self._stats(entry.stats)
        sentences = [*self._sentences(entry)]
        if entry.abilities and "abilities" not in self.needed:
            sentences.insert(0, f"{join_names(entry.abilities)}.")
            yield f"Special Abilities: {' '.join(sentences)}"
        elif sentences:
            yield f"{'Benefit' if entry.section is Section.ROOM else 'Special Abilities'}: {' '.join(sentences)}"
        yield from self._plain_structure(entry)

    def _sentences(self, entry: Structure) -> Iterator[str]:
        """What can be told as game masters tell it."""
        if entry.produces and not {"produces", "up_to"} & self.needed:
            yield self._production(entry)
        if entry.recruits and "recruits" not in self.needed:
            yield f"You can recruit {join_and([self._recruit(name) for name in entry.recruits])}."
        usual = ("dungeon",) if entry.section is Section.ROOM else ("dungeon", "outpost")
        if entry.places != usual and "places" not in self.needed:
            yield self._places(entry)
        if entry.indoors and "indoors" not in self.needed:
            yield f"This trap can only be built in {self.faction.dungeon_word}s and Outposts."
        if entry.crew and "crew" not in self.needed:
            yield f"It must be manned by {entry.crew} garrisoned unit{'' if entry.crew == 1 else 's'} to be effective."
        if "replaces_present" not in self.needed:
            for name in entry.replaces_present:
                yield f"If you already have a {name}, the {name} is replaced."

    def _production(self, entry: Structure) -> str:
        amounts = render_amounts(entry.produces, self.faction.resources).split(", ")
        if entry.deposit and entry.up_to:
            mined = " and ".join(f"up to {amount}" for amount in amounts)
            return f"You mine {mined} per week, provided your Dungeon is built over a suitable deposit."
        return f"It produces {'up to ' if entry.up_to else ''}{' and '.join(amounts)} per week."

    def _recruit(self, name: str) -> str:
        unit = next((unit for unit in self.faction.units if unit.name == name), None)
        if unit is None:
            return name
        if unit.count_limit is not None and "count_limit" not in self.needed:
            return f"a single {name}" if unit.count_limit == 1 else f"up to {unit.count_limit} {unit.plural}"
        if unit.per_week is not None:
            return f"up to {unit.per_week} {name if unit.per_week == 1 else unit.plural} per week"
        return unit.plural

    def _places(self, entry: Structure) -> str:
        word = self.faction.dungeon_word
        if entry.places == ("dungeon",):
            return f"It can only be built in {word}s."
        if entry.places == ("outpost",):
            return "It can only be built in Outposts."
        return "It can also be built in Outposts."

    def _plain_structure(self, entry: Structure) -> Iterator[str]:
        plain = {
            "limit": "none" if entry.limit is None else str(entry.limit),
            "counts_as": entry.counts_as or "none",
            "replaces_present": join_names(entry.replaces_present),
            "deposit": _yes(entry.deposit),
            "recruits": join_names(entry.recruits),
            "places": " and ".join(f"{place.title()}s" for place in entry.places),
            "headquarters": _yes(entry.headquarters),
            "starting": str(entry.starting),
            "crew": str(entry.crew),
            "kind": entry.kind or "unknown",
            "indoors": _yes(entry.indoors),
            "carried_by": join_names(entry.carried_by),
            "tunnel": "none" if entry.tunnel is None else str(entry.tunnel),
        }
        for key, text in plain.items():
            if key in self.needed:
                yield _plain(key, text)
        if {"produces", "up_to"} & self.needed:
            yield _plain(
                "produces", f"{'up to ' if entry.up_to else ''}{render_amounts(entry.produces, self.faction.resources)}"
            )
        if "abilities" in self.needed:
            yield _plain("abilities_list", join_names(entry.abilities))

    def _price(self, label: str, cost: Cost | None) -> Iterator[str]:
        if cost is None:
            return
        if cost.text is None:
            yield f"{label}: {render_price(cost, self.faction.resources)}"
            return
        refers = parse_price(cost.text)
        if any(cost.choices) or refers.text != cost.text or refers.is_unread:
            if any(cost.choices):
                yield f"{label}: {render_price(cost, self.faction.resources)}"
            yield _plain("cost_text", cost.text)
        else:
            yield f"{label}: {cost.text}"

    def _stats(self, stats: Mapping[str, int | str]) -> Iterator[str]:
        for key, figure in stats.items():
            yield f"{render_label(key)}: {render_figure(key, figure)}"

    def _option(self, option: UnitOption) -> str:
        parts = [option.name]
        if option.requires:
            parts.append(f"Requires: {', '.join(render_requirement(need, self.plurals) for need in option.requires)}")
        parts.append(f"Cost: {render_price(option.cost, self.faction.resources)}")
        if option.bonus:
            parts.append(f"Bonus: {render_bonus(option.bonus)}")
        if option.abilities:
            parts.append(f"Abilities: {join_names(option.abilities)}")
        if option.joins:
            parts.append(f"Joins: {join_names(option.joins)}")
        parts += [f"Note: {note}" for note in option.notes]
        return "; ".join(parts)


def reads_as_note(entry: RuleEntry, note: str) -> bool:
    """Whether a reader takes the text for a note and finds no figure in it."""
    kind = "unit" if isinstance(entry, Unit) else "ritual" if isinstance(entry, Ritual) else "defence"
    block = read_block("X", [Line(note, Span(0, len(note)))], Span(0, len(note)))
    draft = DraftEntry(kind, "X", block)
    if block.fields or block.unknown or block.notes or block.repeated:
        return False
    take_text(draft, _EAGER)
    return draft.notes == [note] and draft.facts == Facts()


def _plain(key: str, text: str) -> str:
    return f"{load_words().label_form(key)}: {text}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
