"""Entries of every form, read one by one (``blocks.toml``)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.rulebook.importing.kit import HERE, NEIGHBOURS, load, read, read_entry

BARE = read(NEIGHBOURS.format(unit="", room="", ritual="", defence=""))
ALWAYS_TOLD = {remark.message for remark in BARE.all_remarks()}
CASES = tomllib.loads((HERE / "blocks.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_entry(case: dict[str, Any], tmp_path: Path) -> None:
    entry, imported = read_entry(case["list"], case["block"])
    for key, value in case.get("has", {}).items():
        assert entry.table.get(key) == value, key
    for key in case.get("lacks", ()):
        assert key not in entry.table
    told = [
        f"{remark.kind}: {remark.message}" for remark in imported.all_remarks() if remark.message not in ALWAYS_TOLD
    ]
    expected = case.get("tells", [])
    for line in expected:
        kind, _, words = line.partition(": ")
        found = next((each for each in told if each.startswith(f"{kind}: ") and words in each), None)
        assert found, (line, told)
        told.remove(found)
    assert not told
    assert load(imported, tmp_path).factions[0].complete == (not any("known in part" in line for line in expected))


def test_neighbours_tell_only_their_names(tmp_path: Path) -> None:
    (remark,) = BARE.all_remarks()
    assert remark.message == (
        'by its own words, the faction is also called Moles, Mole, Mole Baron and may leave out "Mole" before its units'
    )
    (faction,) = load(BARE, tmp_path).factions
    assert (faction.unit_prefix, faction.dungeon_word) == ("Mole", "Mound")
    assert faction.starting_layers == ("Upperdeep", "Middledeep", "Lowerdeep")


def test_every_remark_names_its_line() -> None:
    text = NEIGHBOURS.format(
        unit="", room="\n[ic=Hall]\nCost: 5 Gold\nConstruction Time: soon\n[/ic]\n", ritual="", defence=""
    )
    imported = read(text)
    (remark,) = (remark for remark in imported.all_remarks() if remark.key == "weeks")
    line, _ = imported.lines_of(remark.span)
    assert text.splitlines()[line - 1] == "Construction Time: soon"
