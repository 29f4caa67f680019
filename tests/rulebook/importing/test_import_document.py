"""The whole rule document imported in one go, against the data that ships with the package, figure by figure."""

from __future__ import annotations

import os
import re
from dataclasses import fields
from pathlib import Path

import pytest

from orderbook.rulebook.importing.drafts import Imported
from orderbook.rulebook.importing.read import to_rulebook
from orderbook.rulebook.importing.remarks import RemarkKind
from orderbook.rulebook.model import Faction, Rulebook, Structure, Unit, UnitOption
from orderbook.systems.underdeep.rules import underdeep_rulebook
from tests.rulebook.document import CHECKOUT, FACTIONS
from tests.rulebook.importing.kit import counts, load, read

IN_WORDS = ("notes", "source", "aliases", "effect", "text", "parameters")
"""Keys that hold words and no figures: the shipped data has its own, and more of them."""

REWORDED = {("Poison Gas Trap", "damage"): "2 Health of every unit"}
"""A sentence where a figure should be, which the shipped data says in its own words."""


@pytest.fixture(scope="module")
def imported(document: str) -> Imported:
    """Of the document as it is; ``document`` has plain blanks only, and skips the test where there is none."""
    path = CHECKOUT / os.environ.get("ORDERBOOK_SEEDS", "../shared/seeds") / "underdeep.txt"
    raw = path.read_text(encoding="utf-8")
    assert raw.replace("\u00a0", " ") == document
    return read(raw, "underdeep.txt")


@pytest.fixture(scope="module")
def book(imported: Imported) -> Rulebook:
    return to_rulebook(imported)


def pair(book: Rulebook, name: str) -> tuple[Faction, Faction]:
    return tuple(  # type: ignore[return-value]
        next(faction for faction in each.factions if faction.name == name) for each in (book, underdeep_rulebook())
    )


def test_counts(imported: Imported) -> None:
    assert counts(imported) == {"unit": 23, "room": 34, "ritual": 11, "defence": 48}
    assert (len(imported.abilities), len(imported.spells)) == (36, 29)
    assert tuple(faction.name for faction in imported.factions) == FACTIONS


@pytest.mark.parametrize("name", FACTIONS)
def test_every_figure_is_that_of_the_shipped_data(book: Rulebook, name: str) -> None:
    read_faction, shipped = pair(book, name)
    assert [entry.name for entry in read_faction.entries] == [entry.name for entry in shipped.entries]
    for mine, theirs in zip(read_faction.entries, shipped.entries, strict=True):
        for key in (each.name for each in fields(theirs) if each.name not in IN_WORDS):
            found, wanted = getattr(mine, key), getattr(theirs, key)
            if key == "stats":
                found = {label: REWORDED.get((mine.name, label), figure) for label, figure in found.items()}
            elif key == "options":
                found, wanted = (tuple(map(figures_of, options)) for options in (found, wanted))
            elif key == "cost" and found is not None and found.text:
                found, wanted = found.choices, wanted.choices  # its wording is our own in the shipped data
            assert found == wanted, (mine.name, key)


def figures_of(option: UnitOption) -> tuple[object, ...]:
    return option.name, option.cost, option.bonus, option.abilities, option.requires


@pytest.mark.parametrize("name", FACTIONS)
def test_what_a_faction_begins_with(book: Rulebook, name: str) -> None:
    mine, theirs = pair(book, name)
    for key in (
        "opening",
        "dungeon_word",
        "starting_layers",
        "unit_prefix",
        "resources",
        "complete",
        "message_allowance",
    ):
        assert getattr(mine, key) == getattr(theirs, key), key
    assert set(mine.aliases) <= set(theirs.aliases)


def test_other_names_are_among_those_of_the_shipped_data(book: Rulebook) -> None:
    for name in FACTIONS:
        for mine, theirs in zip(*(faction.entries for faction in pair(book, name)), strict=True):
            assert set(mine.aliases) <= set(theirs.aliases), mine.name


def test_abilities_and_spells(book: Rulebook) -> None:
    shipped = underdeep_rulebook()
    for mine, theirs in ((book.abilities, shipped.abilities), (book.spells, shipped.spells)):
        assert [(entry.name, entry.kinds) for entry in mine] == [(entry.name, entry.kinds) for entry in theirs]
        assert all(set(entry.parameters) <= set(other.parameters) for entry, other in zip(mine, theirs, strict=True))
    assert next(each for each in book.abilities if each.name == "Disease").text.count("\n\n") == 2


def test_slips_of_the_document_are_told_and_nothing_else_is(imported: Imported) -> None:
    told = [(remark.entry, remark.written, remark.read_as) for remark in imported.all_remarks() if remark.written]
    assert [each for each in told if each[2]] == [
        ("Pit of Rats", "Speical Abilities", "abilities"),
        ("Cave of Chaos", "Gibber Mouthers", "Gibbering Mouther"),
        ("Atrium of Abhorrence", "Cavern of Cacaphony", "Cavern of Cacophony"),
    ]
    unread = [remark for remark in imported.all_remarks() if remark.kind is RemarkKind.UNREAD]
    assert [(remark.entry, remark.written) for remark in unread] == [("Poison Kitchen", "Commandoes")]
    lines = imported.post.text.splitlines()
    for remark in (remark for remark in imported.all_remarks() if remark.written):
        first, last = imported.lines_of(remark.span)
        assert first == last and remark.written in lines[first - 1].replace("\u00a0", " ")


def test_each_source_names_the_lines(imported: Imported) -> None:
    lines = imported.post.text.splitlines()
    for entry in imported.all_entries():
        match = re.fullmatch(r"(.*) \(underdeep\.txt, lines? (\d+)(?:-(\d+))?\)", entry.table["source"])
        assert match and match[1].endswith(f"/ {entry.name}")
        assert f"[ic={entry.name}" in lines[int(match[2]) - 1] and "[/ic]" in lines[int(match[3] or match[2]) - 1]


def test_what_is_no_rule_data_is_passed_over_by_name(imported: Imported) -> None:
    passed = [remark.message.split('"')[1] for remark in imported.remarks if remark.kind is RemarkKind.PASSED]
    assert passed == [
        "Communication", "Trade", "Battle", "Orders", "The First Turn", "Dungeons and Outposts", "Units",
        "Movement and Terrain",
    ]  # fmt: skip


def test_nothing_that_is_said_of_a_unit_or_structure_is_lost(imported: Imported) -> None:
    """Every sentence with a figure is a note, or its figures are in the table."""
    for entry in (entry for faction in imported.factions for entry in faction.entries):
        kept = " ".join(entry.table.get("notes", ()))
        for paragraph in entry.block.prose:
            for sentence in paragraph.sentences():
                told = sentence in kept or not any(sign.isdigit() for sign in sentence)
                told = told or any(key in entry.table for key in ("option", "lead_bonus", "garrison_bonus"))
                assert told, (entry.name, sentence)


def test_it_loads(imported: Imported, tmp_path: Path) -> None:
    book = load(imported, tmp_path)
    assert all(faction.complete for faction in book.factions)
    assert sum(isinstance(entry, Unit | Structure) for faction in book.factions for entry in faction.entries) == 105
