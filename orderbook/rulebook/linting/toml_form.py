"""Tables freed from keys whose values do not fit the form, each told as a flaw, so that the rest can be judged."""

from __future__ import annotations

import re
from typing import Any

from orderbook.rulebook.linting.material import PlacedFlaw
from orderbook.rulebook.linting.toml_places import Section
from orderbook.text.source import SourceText, Span

Table = dict[str, Any]

_QUOTED_KEY = re.compile(r"unknown key '([^']+)'")
_FIRST_WORD = re.compile(r"[\w-]+")
_LISTS = ("unit", "room", "defence", "ritual", "ability", "spell")


def sort_out_file(tables: Table, source: SourceText, sections: list[Section]) -> tuple[Table, list[PlacedFlaw]]:
    """The tables of a file without unknown keys at its top and without lists and headers that are none."""
    from orderbook.rulebook.schema import find_faults

    bare = {key: value for key, value in tables.items() if key not in _LISTS}
    listless = {key: tables[key] for key in _LISTS if key in tables and not _is_list_of_tables(tables[key])}
    flaws = []
    bad_keys: set[str] = set()
    for fault in find_faults({**bare, **listless}, source.name):
        where, key, told = _split_fault(fault, source.name)
        owner = "faction" if where == "[faction]" else "change" if where == "[change]" else ""
        section = next((section for section in sections if section.path == owner), sections[0])
        if owner == "faction":
            bare["faction"] = {k: v for k, v in bare["faction"].items() if k != key}
        else:
            bad_keys.add(owner or key)
        flaws.append(PlacedFlaw("rule-form", source, _place(section, key), told))
    kept = {key: value for key, value in bare.items() if key not in bad_keys}
    if "faction" in kept and not isinstance(kept["faction"].get("name"), str):
        del kept["faction"]
    return {**kept, **{key: tables[key] for key in _LISTS if key in tables and key not in listless}}, flaws


def sort_out_entry(
    kind: str, table: Table, source: SourceText, section: Section | None
) -> tuple[Table | None, list[PlacedFlaw]]:
    """One entry without the keys that do not fit; ``None`` for one that has no name."""
    from orderbook.rulebook.schema import find_entry_faults

    flaws: list[PlacedFlaw] = []
    kept = dict(table)
    for fault in find_entry_faults(kind, table, source.name):
        _, key, told = _split_fault(fault, source.name)
        kept.pop(key, None)
        span = _place(section, key) if section is not None else source.line_span(1)
        flaws.append(PlacedFlaw("rule-form", source, span, told))
    required = {"ritual": ("name", "effect"), "ability": ("name", "text"), "spell": ("name", "text")}
    if not all(isinstance(kept.get(key), str) for key in required.get(kind, ("name",))):
        return None, flaws
    return kept, flaws


def _split_fault(fault: str, file: str) -> tuple[str, str, str]:
    """Where, the key, and what to tell of a fault as ``schema`` words it, the file's name left out."""
    rest = fault.removeprefix(f"{file}: ")
    where, _, told = rest.partition(": ")
    quoted = _QUOTED_KEY.match(told)
    if quoted:
        return where, quoted[1], told
    # An option's fault is the unit's own key "option".
    nested = ", option" in where
    word = _FIRST_WORD.match(told)
    return where, "option" if nested else word[0] if word else "", rest


def _place(section: Section, key: str) -> Span:
    return section.keys.get(key, section.head)


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)
