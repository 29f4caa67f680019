"""What changed between two states of rule data: entry by entry, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from orderbook.rulebook.importing.drafts import TITLES, Imported
from orderbook.rulebook.tables import COMMON_LISTS, FACTION_LISTS, read_sources, split_factions

_NOT_COMPARED = ("name", "source")

Entries = dict[tuple[str, str], dict[str, Any]]
"""The tables of a faction's entries by list and name; the header by ``("faction", "")``."""


class ChangeKind(StrEnum):
    """What happened to an entry (or, with an empty name, to a faction's header)."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure that is another now: ``cost.Gold``, ``stats.morale``; ``None`` where it was not there."""

    key: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Change:
    """``faction`` is empty for abilities and spells. ``old_name`` is that of an entry now called ``name``."""

    kind: ChangeKind
    faction: str
    list: str
    name: str
    figures: tuple[Figure, ...] = ()
    old_name: str = ""


def tables_of(imported: Imported) -> dict[str, Entries]:
    """The tables of an import by faction (``""``: abilities and spells)."""
    found: dict[str, Entries] = {}
    for faction in imported.factions:
        entries: Entries = {("faction", ""): faction.header}
        entries.update({(entry.kind, entry.name): entry.table for entry in faction.entries})
        found[faction.name] = entries
    common = {(entry.kind, entry.name): entry.table for entry in (*imported.abilities, *imported.spells)}
    return found | ({"": common} if common else {})


def tables_in(folder: Path) -> dict[str, Entries]:
    """The tables of a file or folder of rule data, in the same form. Raises ``RuleDataError`` for what is no such."""
    found: dict[str, Entries] = {}
    common: Entries = {}
    for group in read_sources(folder):
        for file in group:
            common.update({(entry.kind, entry.name): entry.table for entry in file.entries(COMMON_LISTS)})
        for owner, files in split_factions(group):
            entries = found.setdefault(owner.tables["faction"]["name"], {("faction", ""): owner.tables["faction"]})
            for file in files:
                entries.update({(entry.kind, entry.name): entry.table for entry in file.entries(FACTION_LISTS)})
    return found | ({"": common} if common else {})


def compare(old: Mapping[str, Entries], new: Mapping[str, Entries]) -> list[Change]:
    """The changes from ``old`` to ``new``, in the order of ``new``. What ``new`` does not hold at all (a faction that
    is not in the post, abilities and spells) is not compared."""
    changes: list[Change] = []
    for faction, entries in new.items():
        if faction not in old and faction:
            changes.append(Change(ChangeKind.ADDED, faction, "faction", ""))
            continue
        before = old.get(faction, {})
        kinds = {kind for kind, _ in entries}
        gone = {key: table for key, table in before.items() if key not in entries and (faction or key[0] in kinds)}
        changes += _compare_entries(faction, before, entries, gone)
        changes += [Change(ChangeKind.REMOVED, faction, kind, name) for kind, name in gone]
    return changes


def _compare_entries(faction: str, before: Entries, entries: Entries, gone: Entries) -> Iterator[Change]:
    """Changed, new and renamed entries; an entry that was renamed is taken out of ``gone``."""
    for (kind, name), table in entries.items():
        old = before.get((kind, name))
        if old is not None:
            figures = tuple(_compare_tables(old, table))
            if figures:
                yield Change(ChangeKind.CHANGED, faction, kind, name, figures)
            continue
        twin = next((key for key, other in gone.items() if key[0] == kind and _is_same(other, table)), None)
        if twin is not None:
            del gone[twin]
            yield Change(ChangeKind.RENAMED, faction, kind, name, old_name=twin[1])
        else:
            yield Change(ChangeKind.ADDED, faction, kind, name)


def _is_same(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether two entries differ in nothing but their names, and have more to compare than a note."""
    ignored = (*_NOT_COMPARED, "aliases", "plural")
    first, second = ({key: value for key, value in each.items() if key not in ignored} for each in (old, new))
    return first == second and any(key not in ("notes", "kind") for key in first)


def _compare_tables(old: Mapping[str, Any], new: Mapping[str, Any], prefix: str = "") -> Iterator[Figure]:
    for key in dict.fromkeys((*new, *old)):
        if not prefix and key in _NOT_COMPARED:
            continue
        first, second = old.get(key), new.get(key)
        if first == second:
            continue
        if (
            isinstance(first or second, Mapping)
            and isinstance(first or {}, Mapping)
            and isinstance(second or {}, Mapping)
        ):
            if not first and not second:  # a free price that was not there, or is not there any more
                yield Figure(f"{prefix}{key}", first, second)
            yield from _compare_tables(first or {}, second or {}, f"{prefix}{key}.")
        else:
            yield Figure(f"{prefix}{key}", first, second)


def render_changes(changes: list[Change]) -> str:
    """The changes as text: a faction, its lists, a line for each entry and one for each figure."""
    if not changes:
        return "nothing changed\n"
    lines: list[str] = []
    place = ("", "")
    for change in sorted(changes, key=lambda change: (change.faction, _rank(change.list))):
        if change.kind is ChangeKind.ADDED and change.list == "faction":
            lines.append(f"{change.faction}: a new faction")
            continue
        if (change.faction, change.list) != place:
            place = (change.faction, change.list)
            title = TITLES.get(change.list, "")
            lines.append(": ".join(part for part in (change.faction, title or "the faction itself") if part))
        lines += _render_change(change)
    return "\n".join(lines) + "\n"


def _rank(kind: str) -> int:
    return list(TITLES).index(kind) if kind in TITLES else -1


def _render_change(change: Change) -> Iterator[str]:
    if change.kind is ChangeKind.RENAMED:
        yield f"  {change.old_name} is now called {change.name}"
    elif change.kind is ChangeKind.ADDED:
        yield f"  + {change.name}"
    elif change.kind is ChangeKind.REMOVED:
        yield f"  - {change.name}"
    else:
        if change.name:
            yield f"  {change.name}"
        for figure in change.figures:
            yield f"    {figure.key}: {render_figure_value(figure.old)} -> {render_figure_value(figure.new)}"


def render_figure_value(value: Any) -> str:
    """A value of rule data for a reader: ``-`` where there is none."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{number} {name}" for name, number in value.items()) or "nothing"
    if isinstance(value, list):
        separator = " or " if value and isinstance(value[0], Mapping) else "; "
        return separator.join(render_figure_value(each) for each in value) or "nothing"
    return str(value)
