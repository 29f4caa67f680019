"""Names in entries looked up in each other: prerequisites, recruits, what counts as what, the starting package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from orderbook.rulebook.importing.drafts import DraftEntry, DraftFaction, Need
from orderbook.rulebook.importing.remarks import RemarkKind
from orderbook.rulebook.names import NameIndex, Quality, fold_name
from orderbook.rulebook.plurals import pluralise
from orderbook.text.source import Span

_OR = re.compile(r"\s*,?\s+or\s+", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_NAME_LIST = re.compile(
    r"[A-Z][\w'-]*(?: (?:of |the )?[A-Z][\w'-]*)*(?:(?:, and |, | and )[A-Z][\w'-]*(?: (?:of |the )?[A-Z][\w'-]*)*)+"
)

_LONGEST_NOTE = 4000


class Directory:
    """The names of a faction's units and structures."""

    def __init__(self, faction: DraftFaction) -> None:
        prefix = faction.header.get("unit_prefix", "")
        race = [word for word in (prefix, pluralise(prefix)) if word]
        units, structures = faction.of("unit"), faction.of("room", "defence")
        self.units = _index(units, race, structures)
        self.structures = _index(structures, race, units)

    def is_unit(self, text: str) -> bool:
        match = self.units.find(text)
        return match is not None and match.quality is Quality.EXACT

    def knows(self, text: str) -> bool:
        """Whether a text is, or ends with, the name of something: "Turns Derro Brigands" begins a sentence."""
        words = text.split()
        ends = (" ".join(words[start:]) for start in range(len(words)))
        return any(self.units.find(end) or self.structures.find(end) for end in ends)


def look_up(index: NameIndex[str], written: str, entry: DraftEntry, key: str, span: Span) -> str | None:
    """The name that is meant. One that is misspelt is told as corrected, one that is none as not read."""
    match = index.find(written)
    if match is None:
        close = index.suggest(written)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        message = f'nothing in the post is called "{written}"{hint}'
        entry.tell(RemarkKind.UNREAD, message, span, key=key, written=written)
        return None
    if match.quality is not Quality.EXACT:
        message = f'"{written}" was read as "{match.name}"'
        entry.tell(RemarkKind.CORRECTED, message, span, key=key, written=written, read_as=match.name)
    return match.name


def settle_references(faction: DraftFaction) -> None:
    """Puts the true names into all entries of a faction, and lets rooms and units agree on who recruits whom."""
    directory = Directory(faction)
    for entry in faction.entries:
        entry.needs = [settled for need in entry.needs for settled in _settle_need(need, entry, directory)]
        _settle_names(entry, directory)
    _agree(faction)
    for entry in faction.of("room", "defence"):
        _tell_strangers(entry, directory)


def settle_package(faction: DraftFaction, package: Iterable[tuple[str, int, Span]]) -> None:
    """What the Starting Dungeon comes with, told at the structures themselves."""
    structures = {entry.name: entry for entry in faction.of("room", "defence")}
    index = Directory(faction).structures
    for written, number, span in package:
        match = index.find(written)
        if match is None:
            close = index.suggest(written)
            hint = f"; did you mean {' or '.join(close)}?" if close else ""
            message = f'nothing in the post is called "{written}", with which the faction begins{hint}'
            faction.tell(RemarkKind.UNREAD, message, span, key="starting", written=written)
            continue
        entry = structures[match.name]
        if match.quality is not Quality.EXACT:
            message = f'"{written}", with which the faction begins, was read as "{match.name}"'
            entry.tell(RemarkKind.CORRECTED, message, span, key="starting", written=written, read_as=match.name)
        if "starting" not in entry.stated:
            entry.table["starting"] = entry.table.get("starting", 0) + number


def _index(entries: Iterable[DraftEntry], race: list[str], others: Iterable[DraftEntry]) -> NameIndex[str]:
    held = list(entries)
    forms = [
        (form, entry.name) for entry in held for form in (entry.name, entry.plural, *entry.table.get("aliases", ()))
    ]
    words = {word.lower() for word in race}
    bare = [
        (" ".join(kept), name)
        for form, name in forms
        if (kept := [word for word in form.split() if word.lower() not in words]) and len(kept) < len(form.split())
    ]
    decoys = tuple(form for entry in others for form in (entry.name, entry.plural))
    return NameIndex(forms, weak_forms=bare, race_words=race, decoys=lambda: decoys)


def _settle_need(need: Need, entry: DraftEntry, directory: Directory) -> Iterator[Need]:
    """The need by its true names; ``A and B`` is two."""
    (written,) = need.names
    exact = directory.structures.find(written)
    if exact is None or exact.quality is not Quality.EXACT:
        parts = _AND.split(written)
        if len(parts) > 1 and all(directory.structures.find(part) for part in parts):
            for part in parts:
                yield from _settle_need(Need((part,), need.count, need.replaces, need.span), entry, directory)
            return
    choices = [written] if exact is not None and exact.quality is Quality.EXACT else _OR.split(written)
    names = [look_up(directory.structures, choice, entry, "requires", need.span) or choice for choice in choices]
    yield Need(tuple(dict.fromkeys(names)), need.count, need.replaces, need.span)


def _settle_names(entry: DraftEntry, directory: Directory) -> None:
    table, facts = entry.table, entry.facts
    if table.get("counts_as"):
        table["counts_as"] = (
            look_up(directory.structures, table["counts_as"], entry, "counts_as", entry.span) or table["counts_as"]
        )
    if "replaces_present" not in table and facts.replaces_present:
        found = [
            look_up(directory.structures, name, entry, "replaces_present", entry.span)
            for name in facts.replaces_present
        ]
        names = list(dict.fromkeys(name for name in found if name and name != entry.name))
        if names:
            table["replaces_present"] = names
    if "carried_by" not in table and facts.carried_by:
        table["carried_by"] = list(
            dict.fromkeys(
                look_up(directory.units, name, entry, "carried_by", entry.span) or name for name in facts.carried_by
            )
        )
    recruits = []
    for each in facts.recruits:
        name = look_up(directory.units, each.name, entry, "recruits", entry.span_of(each.name)) or each.name
        recruits.append(replace(each, name=name, bare=each.bare and fold_name(each.name) == fold_name(name)))
    facts.recruits = recruits
    if "recruits" not in table and facts.recruits:
        table["recruits"] = list(dict.fromkeys(each.name for each in facts.recruits))
    for option, _ in facts.options:
        option["requires"] = [
            look_up(directory.structures, name, entry, "option", entry.span) or name
            for name in option.get("requires", ())
        ]
        if joined := option.get("joins"):
            option["joins"] = [look_up(directory.units, name, entry, "option", entry.span) or name for name in joined]


def _agree(faction: DraftFaction) -> None:
    """A room that recruits a unit and a unit that requires a room are two sides of one thing; the missing is added."""
    rooms = {entry.name: entry for entry in faction.of("room", "defence")}
    units = {entry.name: entry for entry in faction.of("unit")}
    for unit in units.values():
        for room in (rooms[name] for need in unit.needs for name in need.names if name in rooms):
            recruits = room.table.setdefault("recruits", [])
            if unit.name not in recruits:
                recruits.append(unit.name)
                message = f"it recruits {unit.name}, since {unit.name} requires it; its own text does not say so"
                room.tell(RemarkKind.CONCLUDED, message, key="recruits", read_as=unit.name)
    for room in rooms.values():
        for unit in (units[name] for name in room.table.get("recruits", ()) if name in units):
            if any(room.name in need.names for need in unit.needs):
                continue
            if unit.needs:
                first = unit.needs[0]
                unit.needs[0] = Need((*first.names, room.name), first.count, first.replaces, first.span)
                message = f"{room.name} recruits it too, though its heading does not say so"
            else:
                unit.needs.append(Need((room.name,), span=unit.span))
                message = f"it requires {room.name}, which recruits it; its heading does not say so"
            unit.tell(RemarkKind.CONCLUDED, message, key="requires", read_as=room.name)
        _limit_recruits(room, units)
    for entry in (*rooms.values(), *units.values()):
        if entry.table.get("recruits") == []:
            del entry.table["recruits"]


def _limit_recruits(room: DraftEntry, units: dict[str, DraftEntry]) -> None:
    """Numbers that a room gives with its recruits belong to the units."""
    names = [name for name in room.table.get("recruits", ()) if name in units]
    for told in room.facts.recruits:
        for key, number in (("count_limit", told.in_all), ("per_week", told.per_week)):
            if told.name in units and number is not None and key not in units[told.name].stated:
                units[told.name].table[key] = number
        if told.bare and told.name in units and "plural" not in units[told.name].stated:
            units[told.name].table["plural"] = told.name  # "You can recruit Kobold Dire Rat Cavalry"
    if room.facts.per_week is not None:
        for name in names:
            if "per_week" not in units[name].stated:
                units[name].table["per_week"] = room.facts.per_week
        if len(names) > 1:
            message = f"its limit of {room.facts.per_week} a week was taken for each of {', '.join(names)}"
            room.tell(RemarkKind.CONCLUDED, message, key="per_week")


def _tell_strangers(entry: DraftEntry, directory: Directory) -> None:
    """A name among names of units that is no unit, in a sentence that was kept as a note."""
    for note in entry.notes:
        if len(note) > _LONGEST_NOTE:
            continue
        for listed in _NAME_LIST.findall(note):
            names = [part for part in re.split(r", and |, | and ", listed) if part]
            strangers = [name for name in names if not directory.knows(name)]
            if strangers and len(strangers) < len(names) and any(directory.is_unit(name) for name in names):
                for name in strangers:
                    message = f'"{name}" stands among units, and no unit is called so'
                    entry.tell(RemarkKind.UNREAD, message, entry.span_of(name), key="notes", written=name)
