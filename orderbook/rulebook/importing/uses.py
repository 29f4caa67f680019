"""What entries write behind the name of an ability: a number, a DC, a type of damage, a unit."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.rulebook.importing.drafts import DraftEntry, Imported
from orderbook.rulebook.model import split_figure
from orderbook.rulebook.names import fold_name

_VALUE = re.compile(r"(?P<name>.*?)\s*(?:(?P<number>[+-]?[0-9]{1,4})|\((?P<inside>[^()]*)\))$", re.DOTALL)
_DC = re.compile(r"DC\s*[0-9]+", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]{1,4}")
_LONGEST = 120


def conclude_parameters(result: Imported) -> None:
    """Gives each ability and spell the parameters with which the entries of the post write it."""
    entries = [entry for faction in result.factions for entry in faction.entries]
    damage_types = {
        split[1].lower()
        for entry in entries
        for figure in entry.table.get("stats", {}).values()
        if (split := split_figure(figure)) and split[1]
    }
    units = {fold_name(entry.name) for entry in entries if entry.kind == "unit"}
    used: dict[str, list[str]] = {}
    for ability in _written(entries):
        match = _VALUE.match(ability)
        if match is None:
            continue
        parameter = _parameter(match["number"], match["inside"] or "", damage_types, units)
        known = used.setdefault(fold_name(match["name"]), [])
        if parameter and parameter not in known:
            known.append(parameter)
    for entry in (*result.abilities, *result.spells):
        if "parameters" not in entry.stated and used.get(fold_name(entry.name)):
            entry.table["parameters"] = used[fold_name(entry.name)]


def _written(entries: Iterable[DraftEntry]) -> Iterable[str]:
    for entry in entries:
        yield from (ability for ability in entry.table.get("abilities", ()) if len(ability) <= _LONGEST)


def _parameter(number: str | None, inside: str, damage_types: set[str], units: set[str]) -> str:
    if number or _NUMBER.fullmatch(inside.strip()):
        return "number"
    if _DC.fullmatch(inside.strip()):
        return "dc"
    if inside.strip().lower() in damage_types:
        return "damage type"
    return "unit" if fold_name(inside) in units else ""
