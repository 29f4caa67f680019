"""Names in posts: what they are found to mean, and what must not be made of them."""

from __future__ import annotations

import string
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.rulebook.indexes import (
    all_structures_index,
    all_units_index,
    entry_forms,
    faction_index,
    ritual_index,
    structure_index,
    unit_index,
)
from orderbook.rulebook.model import RuleEntry
from orderbook.rulebook.names import NameIndex, Quality, fold_name, fold_words, is_named
from orderbook.systems.underdeep.rules import underdeep_rulebook

BOOK = underdeep_rulebook()
FACTIONS = {faction.name: faction for faction in BOOK.factions}
INDEXES: dict[tuple[str, str], NameIndex[Any]] = {
    (name, sort): build(faction, BOOK)
    for name, faction in FACTIONS.items()
    for sort, build in (("unit", unit_index), ("structure", structure_index), ("ritual", ritual_index))
}
GIVEN = tomllib.loads((Path(__file__).parent / "cases" / "names.toml").read_text(encoding="utf-8"))
CASES = [
    (faction, sort, *case)
    for faction, lists in GIVEN.items()
    for sort, table in lists.items()
    for case in table["cases"]
]
EVERY_FORM: list[tuple[str, str, RuleEntry, str]] = [
    (name, sort, entry, form)
    for name, faction in FACTIONS.items()
    for sort, entries in (("unit", faction.units), ("structure", faction.structures), ("ritual", faction.rituals))
    for entry in entries
    for form in entry_forms(entry)
]


@pytest.mark.parametrize(("faction", "sort", "text", "name", "quality"), CASES)
def test_names_as_people_write_them(faction: str, sort: str, text: str, name: str, quality: str) -> None:
    match = INDEXES[faction, sort].find(text)
    assert (match.name if match else "", match.quality.value if match else "none") == (name, quality)


@given(
    st.sampled_from(EVERY_FORM), st.sampled_from([str.upper, str.lower, str.title, "the {}:".format, " {}. ".format])
)
def test_every_form_finds_its_entry_however_it_is_set(case: tuple[str, str, RuleEntry, str], dress: Any) -> None:
    faction, sort, entry, form = case
    match = INDEXES[faction, sort].find(dress(form))
    assert match and match.value is entry and match.quality is Quality.EXACT and match.name == entry.name


@st.composite
def slips(draw: st.DrawFn) -> tuple[str, str, RuleEntry, str]:
    faction, sort, entry, form = draw(st.sampled_from(EVERY_FORM))
    at = draw(st.integers(0, len(form) - 1))
    letter = draw(st.sampled_from(string.ascii_lowercase))
    spoilt = draw(
        st.sampled_from(
            [
                form[:at] + form[at + 1 :],
                form[:at] + letter + form[at:],
                form[:at] + letter + form[at + 1 :],
                form[:at] + form[at + 1 : at + 2] + form[at] + form[at + 2 :],
            ]
        )
    )
    return faction, sort, entry, spoilt


@settings(max_examples=300, deadline=None)
@given(slips())
def test_one_slip_never_makes_another_name_of_it(case: tuple[str, str, RuleEntry, str]) -> None:
    faction, sort, entry, spoilt = case
    match = INDEXES[faction, sort].find(spoilt)
    assert match is None or match.value is entry or match.quality is Quality.EXACT


@pytest.mark.parametrize("sort", ["unit", "structure", "ritual"])
@pytest.mark.parametrize("faction", FACTIONS)
def test_names_of_other_things_are_never_taken_for_misspellings(faction: str, sort: str) -> None:
    index = INDEXES[faction, sort]
    for _, _, entry, _ in EVERY_FORM:
        for text in (entry.name, entry.plural):
            match = index.find(text)
            assert match is None or match.quality is Quality.EXACT, text


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    index = INDEXES["Derro", "structure"]
    match = index.find(text)
    assert match == index.find(text)
    assert fold_words(fold_words(text)) == fold_words(text)
    assert all(isinstance(name, str) for name in index.suggest(text))


def test_a_form_of_two_things_names_neither() -> None:
    index = NameIndex([("Old Mine", 1), ("Mine", 1), ("New Mine", 2), ("Mine", 2)])
    assert index.find("Mine") is None
    assert index.find("Old Mine") is not None


def test_one_slip_from_two_things_names_neither() -> None:
    index = NameIndex([("Snare", 1), ("Spare", 2)])
    assert index.find("Sare") is None
    assert index.suggest("Sare") == ("Snare", "Spare")


def test_a_weak_form_yields_to_a_name() -> None:
    index = NameIndex([("Mine", 1), ("Orc Mine", 2)], weak_forms=[("Mine", 2), ("Pit", 2)])
    mine, pit = index.find("mines"), index.find("Pit")
    assert mine and mine.value == 1 and mine.quality is Quality.SLIP
    assert pit and (pit.value, pit.name) == (2, "Orc Mine")


def test_equal_values_are_one() -> None:
    two = ["a", 1]
    index = NameIndex([("Mine", tuple(two)), ("Dig", tuple(two))])
    assert {match.name for text in ("Mine", "Dig") if (match := index.find(text))} == {"Mine"}


def test_an_inexact_match_says_what_was_meant() -> None:
    match = INDEXES["Derro", "structure"].find("Jaberling Pits")
    assert match and match.suggestions == ("Jabberling Pit", "Jabberling Pit Chute")
    assert INDEXES["Derro", "structure"].suggest("Jabberlings") == ("Jabberling Pit",)


def test_across_factions_a_shared_name_gives_all_its_entries() -> None:
    structures, units = all_structures_index(BOOK), all_units_index(BOOK)
    traps = structures.find("Pit Traps")
    assert traps and [trap.faction for trap in traps.value] == ["Cleversmart Kobolds", "Derro"]
    slingers = units.find("Slingers")
    assert slingers and [unit.name for unit in slingers.value] == ["Kobold Slinger"]
    assert structures.find("Mine") is None
    assert units.find("Derro Slingers") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("derro", "Derro"),
        ("Kobolds", "Cleversmart Kobolds"),
        ("the Seven Sisters", "Succubi"),
        ("Dwarven", "Dwarves"),
        ("Kobold", "Cleversmart Kobolds"),
        ("Succubbi", "Succubi"),
    ],
)
def test_factions_by_name(text: str, name: str) -> None:
    match = faction_index(BOOK).find(text)
    assert match and match.value is FACTIONS[name]


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("The  Dragon\u2019s\u00a0Pool.", "dragons pool"),
        ("Traps & Defences", "traps and defences"),
        ("Pret\u2013a\u2013Porter", "pret a porter"),
        ("\u201cGood Boy\u201d", "good boy"),
        ("a", "a"),
        ("An Outer_Wall", "outer wall"),
        ("Caf\u00e9 Mine", "cafe mine"),
    ],
)
def test_folding(text: str, folded: str) -> None:
    assert fold_name(text) == folded


@pytest.mark.parametrize(
    ("text", "names", "found"),
    [
        ("Storm the Ladle-Warren!", ("Ladle Warren",), True),
        ("Storm Ladle Warrens", ("Ladle Warren",), False),
        ("Storm Ladle Warrens", ("Ladle Warren", "Ladle Warrens"), True),
        ("The Mine", ("Improved Mine",), False),
        ("", ("Mine",), False),
    ],
)
def test_a_text_names_what_stands_in_it_as_whole_words(text: str, names: tuple[str, ...], found: bool) -> None:
    assert is_named(text, *names) is found
