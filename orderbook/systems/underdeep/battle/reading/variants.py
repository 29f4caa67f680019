"""Variants: battles of one file that are alike but for some sides, to be compared.

A ``[[variant]]`` has a name and ``[[variant.side]]`` tables, each of which stands in for the side of that name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from orderbook.rulebook.linting.toml_places import Section, find_sections
from orderbook.rulebook.model import Rulebook
from orderbook.systems.underdeep.battle.reading.file import (
    VARIANT,
    VARIANT_MEND,
    BattleFile,
    parse_battle,
    read_battle_keys,
)
from orderbook.systems.underdeep.battle.reading.problems import BattleFileError, Problems, Table
from orderbook.text.source import SourceText


def read_variants(source: SourceText, rulebook: Rulebook) -> list[tuple[str, BattleFile]]:
    """The battles of a file by name: the one it describes, then its variants. Raises ``BattleFileError``."""
    keys = parse_battle(source)
    sections = find_sections(source)
    base = read_battle_keys(keys, sections, source, rulebook)
    battles = [(base.scenario.name or _name_of(source), base)]
    problems = Problems()
    written = keys.get(VARIANT, [])
    own = _split_sections(sections)
    for number, variant in enumerate(written):
        places = own[number] if number < len(own) else []
        table = Table(variant, source, places[0] if places else sections[0], problems, f"variant {number + 1}")
        table.refuse_unknown(("name", "side"))
        name = table.text("name", VARIANT_MEND)
        if not name and "name" not in variant:
            table.complain("", "it has no name", VARIANT_MEND)
        merged = _merge(table, keys, sections, places)
        if merged is not None and not problems:
            try:
                battles.append((name, read_battle_keys(*merged, source, rulebook)))
            except BattleFileError as error:
                problems += error.problems
    if problems:
        raise BattleFileError(source.name, problems)
    return battles


def _name_of(source: SourceText) -> str:
    return source.name.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".toml")


def _split_sections(sections: Sequence[Section]) -> list[list[Section]]:
    """The tables of each variant: its heading, then those below it."""
    found: list[list[Section]] = []
    for section in sections:
        if section.path == VARIANT:
            found.append([section])
        elif section.path.startswith(f"{VARIANT}.") and found:
            found[-1].append(section)
    return found


def _merge(
    table: Table, keys: dict[str, Any], sections: Sequence[Section], places: Sequence[Section]
) -> tuple[dict[str, Any], list[Section]] | None:
    """The keys of the file with the variant's sides in place of its own, and where all of them stand."""
    sides = table.value("side")
    if not isinstance(sides, list) or not sides or not all(isinstance(side, dict) for side in sides):
        table.complain("side", "it has no side that is another one", VARIANT_MEND)
        return None
    own = list(_group_sides(places[1:], f"{VARIANT}.side"))
    base = list(_group_sides(sections, "side"))
    names = [side.get("name") for side in keys["side"]]
    merged, groups = list(keys["side"]), base + [[]] * (len(names) - len(base))
    for number, side in enumerate(sides):
        if side.get("name") not in names:
            told = ", ".join(str(name) for name in names)
            table.complain("side", f"there is no side {side.get('name')!r} it could stand in for", f"There are {told}.")
            return None
        at = names.index(side["name"])
        merged[at] = {"attacker": keys["side"][at].get("attacker", False), **side}
        groups[at] = own[number] if number < len(own) else []
    others = [section for section in sections if not section.path.startswith(("side", VARIANT))]
    return (
        {**{key: value for key, value in keys.items() if key != VARIANT}, "side": merged},
        [*others, *(section for group in groups for section in group)],
    )


def _group_sides(sections: Sequence[Section], path: str) -> Iterator[list[Section]]:
    """The tables of each side, named as those of a file's own sides are."""
    group: list[Section] | None = None
    for section in sections:
        if section.path == path:
            if group is not None:
                yield group
            group = []
        if group is not None and (section.path == path or section.path.startswith(f"{path}.")):
            group.append(replace(section, path="side" + section.path[len(path) :]))
    if group is not None:
        yield group
