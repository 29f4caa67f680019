"""The last step: drafts become tables in the form of the rule data, with their sources, and a check that they load."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from orderbook.rulebook.build import build_faction
from orderbook.rulebook.consistency import find_misfits
from orderbook.rulebook.importing.drafts import TITLES, DraftEntry, DraftFaction, Imported
from orderbook.rulebook.importing.numbers import MOST, Amount
from orderbook.rulebook.importing.preamble import Preamble
from orderbook.rulebook.importing.remarks import Remark, RemarkKind
from orderbook.rulebook.importing.resources import ResourceNames
from orderbook.rulebook.tables import Draft, Entry
from orderbook.text.source import Span

_NAMED = "name aliases plural"
_PRICED = "requires replaces_present cost cost_text upkeep weeks"
_ORDER = {
    kind: tuple(" ".join(keys).split())
    for kind, keys in {
        "unit": (
            f"{_NAMED} leader titles summoned {_PRICED} count_limit per_week maturing",
            "lifespan",
            "stats abilities lead_bonus garrison_bonus notes source option",
        ),
        "structure": (
            f"{_NAMED} headquarters starting kind crew limit counts_as {_PRICED}",
            "produces up_to deposit recruits places indoors carried_by tunnel stats abilities notes source",
        ),
        "ritual": (f"{_NAMED} cost cost_per_unit effect notes source",),
        "common": ("name aliases kinds parameters text source",),
        "faction": (
            "name aliases unit_prefix dungeon_word opening starting_layers message_allowance",
            "unlimited_messages_to knows_deposits resources race religion complete notes source",
        ),
    }.items()
}
"""The keys of each table, in the order in which they are written."""

_EMPTY: tuple[object, ...] = (None, "", False, [], {})
_MEANS_SOMETHING_EMPTY = ("cost", "upkeep", "complete", "weeks", "cost_per_unit", "tunnel")
_NEEDED = (
    "cost",
    "weeks",
    "upkeep",
    "limit",
    "requires",
    "recruits",
    "counts_as",
    "replaces_present",
    "starting",
    "name",
)
"""Without one of these the lists do not hold everything. ``name``: an entry was left out."""

_MOST_COUNTED = 1000
_COUNTED = ("starting", "crew", "count_limit", "per_week")


def finish_entries(faction: DraftFaction, resources: ResourceNames) -> None:
    """Every entry of the faction gets its final table, keys in the order of the rule data's own page."""
    plurals = {entry.name: entry.plural for entry in faction.entries}
    _learn_produced(faction, resources)
    for entry in faction.entries:
        table = entry.table
        table["name"] = entry.name
        table["requires"] = [need.render(plurals) for need in entry.needs]
        for key, price in entry.prices.items():
            choices = [_amounts(choice, resources, entry, key) for choice in price.choices]
            table[key] = choices[0] if len(choices) == 1 else choices
            if price.per_unit:
                table[f"{key}_per_unit"] = _amounts(price.per_unit, resources, entry, key)
        if entry.facts.produces:
            table["produces"] = _amounts(entry.facts.produces, resources, entry, "produces")
        if entry.is_structure:
            table |= {"up_to": entry.facts.up_to, "deposit": entry.facts.deposit}
        elif entry.kind == "unit":
            _finish_unit(entry, resources)
        else:
            _finish_ritual(entry)
        table["notes"] = entry.notes
        _drop_excess(entry)
        entry.table = _in_order("structure" if entry.is_structure else entry.kind, table)


def finish_header(faction: DraftFaction, preamble: Preamble, resources: ResourceNames) -> None:
    """The ``[faction]`` table. It is not complete while a name leads nowhere or a figure is missing."""
    header = faction.header
    opening = resources.amounts(preamble.opening)
    header |= {"name": faction.name, "opening": opening, "notes": preamble.notes, "resources": list(resources.own)}
    if header["dungeon_word"] == "Dungeon":
        del header["dungeon_word"]
    if header.get("message_allowance") == 2:
        del header["message_allowance"]
    for name in resources.seldom() if "resources" not in preamble.declared else ():
        message = f'"{name}" is named only once; if it is no resource of the faction, it is misspelt'
        faction.tell(RemarkKind.CONCLUDED, message, key="resources", written=name)
    if header.get("complete", True):
        header["complete"] = True
        _tell_misfits(faction, list(find_misfits(build_faction(draft_of(faction)))))
        remarks = [*faction.remarks, *(remark for entry in faction.entries for remark in entry.remarks)]
        if any(remark.kind is RemarkKind.UNREAD and remark.key in _NEEDED for remark in remarks):
            header["complete"] = False
            message = (
                "the faction counts as known in part (complete = false) until what is missing is mended in the post"
            )
            faction.tell(RemarkKind.CONCLUDED, message, key="complete")
    faction.header = _in_order("faction", header)


def finish_common(result: Imported) -> None:
    """Abilities and spells get their final tables; one that is there twice is told and left out."""
    for kind, entries in (("ability", result.abilities), ("spell", result.spells)):
        kept: dict[str, DraftEntry] = {}
        for entry in entries:
            if not entry.name or entry.name in kept:
                message = f'"{entry.name}" is there twice' if entry.name else "it has no name"
                text = f"an entry of {TITLES[kind]} was left out: {message}"
                result.remarks.append(Remark(RemarkKind.UNREAD, text, entry.span, key="name", written=entry.name))
                continue
            kept[entry.name] = entry
            entry.table["name"] = entry.name
            entry.table = _in_order("common", entry.table)
        entries[:] = kept.values()


def cite(result: Imported, to_source: Callable[[Span], Span]) -> None:
    """Gives every table its source: the list, the post and its lines. Spans become offsets of the pasted text."""
    post = result.post
    name = "the post" if post.name == "-" else post.name.replace("\\", "/").rsplit("/", 1)[-1]
    result.remarks = [_moved(remark, to_source) for remark in result.remarks]
    for faction in result.factions:
        faction.remarks = [_moved(remark, to_source) for remark in faction.remarks]
        faction.span = to_source(faction.span)
        faction.header["source"] = f"{faction.name} ({name}, {_lines(result, faction.span)})"
    for entry in result.all_entries():
        entry.remarks = [_moved(remark, to_source) for remark in entry.remarks]
        entry.block.move(to_source)
        place = " / ".join(part for part in (entry.faction, TITLES[entry.kind], entry.name) if part)
        entry.table["source"] = f"{place} ({name}, {_lines(result, entry.span)})"


def _lines(result: Imported, span: Span) -> str:
    first, last = result.lines_of(span)
    return f"line {first}" if first == last else f"lines {first}-{last}"


def _moved(remark: Remark, to_source: Callable[[Span], Span]) -> Remark:
    return replace(remark, span=to_source(remark.span))


def _learn_produced(faction: DraftFaction, resources: ResourceNames) -> None:
    for entry in faction.entries:
        resources.learn(entry.facts.produces)
        for _, price in entry.facts.options:
            resources.learn(price)


def _amounts(amounts: Iterable[Amount], resources: ResourceNames, entry: DraftEntry, key: str) -> dict[str, int]:
    found = resources.amounts(amounts)
    for name, number in found.items():
        if number > MOST:
            entry.tell(RemarkKind.UNREAD, f"{number} {name} is more than any game has; it was left out", key=key)
    return {name: number for name, number in found.items() if number <= MOST}


def _finish_unit(entry: DraftEntry, resources: ResourceNames) -> None:
    table, facts = entry.table, entry.facts
    for key, bonus in (("lead_bonus", facts.lead_bonus), ("garrison_bonus", facts.garrison_bonus)):
        if key not in entry.stated:
            table[key] = bonus
    if facts.per_week is not None and "per_week" not in entry.stated:
        table["per_week"] = facts.per_week
    table["option"] = [
        {
            "name": option["name"],
            **{key: option[key] for key in ("requires",) if option.get(key)},
            "cost": _amounts(price, resources, entry, "option"),
            **{key: option[key] for key in ("bonus", "abilities", "joins", "notes") if option.get(key)},
        }
        for option, price in facts.options
    ]


def _finish_ritual(entry: DraftEntry) -> None:
    table = entry.table
    text = table.pop("cost_text", "")
    if "cost" not in table:
        table["cost"] = {}
        message = f'the price "{text}" is no sum' if text else "no price is given"
        entry.tell(RemarkKind.UNREAD, f"{message}; the ritual stands as free", key="cost", written=text)
    elif isinstance(table["cost"], list):
        table["cost"] = [choice for choice in table["cost"] if choice] or {}
    if "effect" not in table:
        table["effect"] = entry.notes.pop(0) if entry.notes else "(no effect given in the post)"
        entry.tell(RemarkKind.UNREAD, "no Effect is given", key="effect")


def _drop_excess(entry: DraftEntry) -> None:
    for key in _COUNTED:
        if entry.table.get(key) is not None and entry.table[key] > _MOST_COUNTED:
            entry.tell(RemarkKind.UNREAD, f"{entry.table[key]} is too many; the figure was left out", key=key)
            del entry.table[key]
    notes = entry.table["notes"]
    entry.table["notes"] = list(dict.fromkeys(notes))


def _in_order(kind: str, table: dict[str, Any]) -> dict[str, Any]:
    """The table without its empty keys, as far as empty means nothing."""
    return {
        key: table[key]
        for key in _ORDER[kind]
        if key in table and (key in _MEANS_SOMETHING_EMPTY or table[key] not in _EMPTY) and table[key] is not None
    }


def draft_of(faction: DraftFaction) -> Draft:
    """The faction as the loader has it before it is built."""
    entries = {entry.name: Entry(entry.kind, entry.table, "") for entry in faction.entries}
    return Draft(_in_order("faction", faction.header), "", entries)


def _tell_misfits(faction: DraftFaction, misfits: list[tuple[str, str, str]]) -> None:
    """What keeps the entries from fitting each other, as far as it is not told yet."""
    entries = {entry.name: entry for entry in faction.entries}
    for name, key, fault in misfits:
        entry = entries.get(name)
        if entry is None:
            faction.tell(RemarkKind.UNREAD, f"{key} {fault}", key=key)
        elif not any(remark.kind is RemarkKind.UNREAD and remark.key == key for remark in entry.remarks):
            entry.tell(RemarkKind.UNREAD, f"{key}: {_in_words(key, fault)}", key=key)


def _in_words(key: str, fault: str) -> str:
    if key == "weeks":
        return "a price is given but no construction time"
    if key == "cost":
        return "a construction time is given but no price"
    return fault
