"""The rule data by itself: how much there is, that its parts fit, and the plurals and abilities built on it."""

from __future__ import annotations

from collections import Counter

import pytest

from orderbook.rulebook.consistency import find_misfits
from orderbook.rulebook.model import Faction, Section, Unit, split_figure
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.rules import underdeep_rulebook

BOOK = underdeep_rulebook()
COMPLETE = [faction for faction in BOOK.factions if faction.complete]


def unit(name: str) -> Unit:
    return next(unit for faction in BOOK.factions for unit in faction.units if unit.name == name)


@pytest.mark.parametrize(
    ("faction", "units", "rooms", "rituals", "defences"),
    [("Cleversmart Kobolds", 11, 17, 0, 31), ("Succubi", 2, 0, 11, 0), ("Derro", 10, 17, 0, 17)],
)
def test_counts(faction: str, units: int, rooms: int, rituals: int, defences: int) -> None:
    (found,) = (one for one in COMPLETE if one.name == faction)
    held = Counter(entry.section for entry in found.entries)
    assert held == Counter(
        {Section.UNIT: units, Section.ROOM: rooms, Section.RITUAL: rituals, Section.DEFENCE: defences}
    )


def test_abilities_and_spells_are_counted() -> None:
    assert (len(BOOK.abilities), len(BOOK.spells)) == (36, 29)
    kinds = Counter(spell.kinds for spell in BOOK.spells)
    assert sum(number for kind, number in kinds.items() if "mind-influencing" in kind) == 5
    assert kinds[()] == 1 and sum(number for kind, number in kinds.items() if {"combat", "utility"} <= set(kind)) == 3


@pytest.mark.parametrize("faction", BOOK.factions, ids=lambda faction: faction.name)
def test_nothing_is_there_twice_and_everything_has_a_source(faction: Faction) -> None:
    names = Counter(entry.name.lower() for entry in faction.entries)
    assert set(names.values()) <= {1}
    assert all(entry.source and not entry.source.endswith(".toml") and entry.plural for entry in faction.entries)
    assert all(entry.faction == faction.name for entry in faction.entries)


@pytest.mark.parametrize("faction", BOOK.factions, ids=lambda faction: faction.name)
def test_the_parts_fit(faction: Faction) -> None:
    assert list(find_misfits(faction)) == []


@pytest.mark.parametrize("faction", COMPLETE, ids=lambda faction: faction.name)
def test_what_replaces_shares_or_raises_a_limit_within_one_chain(faction: Faction) -> None:
    """A structure that counts as another comes out of it: its prerequisites lead back there."""
    structures = {structure.name: structure for structure in faction.structures}
    for structure in faction.structures:
        if structure.counts_as and structure.counts_as != structure.name:
            reached, todo = set(), list(structure.replaces)
            while todo:
                name = todo.pop()
                reached.add(name)
                todo += [other for other in structures[name].replaces if other not in reached]
            assert structure.counts_as in reached, structure.name
            assert structure.limit == structures[structure.counts_as].limit, structure.name


@pytest.mark.parametrize("faction", COMPLETE, ids=lambda faction: faction.name)
def test_defences_have_a_kind_and_manned_ones_a_crew(faction: Faction) -> None:
    for defence in faction.defences:
        assert defence.kind and (defence.crew > 0) == (defence.kind == "manned"), defence.name
        assert ("health" in defence.stats) == (defence.kind == "wall"), defence.name
    assert all(not room.kind for room in faction.rooms)


def test_leaders_owe_nothing_and_cannot_be_bought() -> None:
    leaders = [unit for faction in BOOK.factions for unit in faction.units if unit.leader]
    assert {unit.name for unit in leaders} == {
        "Shee-Ra Cleversmart the Sixteenth", "Derro Overlord", "Dwarven Thane",
    }  # fmt: skip
    assert all(leader.cost is None and leader.upkeep and not leader.upkeep.bundle for leader in leaders)


def test_what_is_unknown_of_the_dwarves_is_not_made_up() -> None:
    assert unit("Dwarf Cannoneer").upkeep is None
    assert unit("Dwarf Ironbound").cost is None and "ranged_attack" not in unit("Dwarf Ironbound").stats


@pytest.mark.parametrize(
    ("name", "ability", "has"),
    [
        ("Kobold Blunderdig", "Tunneling", True),
        ("Black Dragon", "Tunnelling", True),
        ("Black Dragon", "Flyer", True),
        ("Black Dragon", "Immunity", True),
        ("Kobold Dire Rat Cavalry", "Climbing", True),
        ("Kobold Dire Rat Cavalry", "Disease", True),
        ("Kobold Trapspringer", "Disarm Traps", True),
        ("Kobold Trapspringer", "Trapmaker", True),
        ("Derro Filcher", "Infiltration", True),
        ("Derro Alienist", "Summon", True),
        ("Succubus", "Detection", True),
        ("Kobold Slinger", "Scout", False),
        ("Kobold Skulker", "Scouting", True),
        ("Derro Brigand", "Infil", False),
        ("Kobold Kontraption", "Flying", False),
    ],
)
def test_abilities_are_found_in_every_form(name: str, ability: str, has: bool) -> None:
    assert unit(name).has_ability(ability) is has


@pytest.mark.parametrize(
    ("figure", "parts"),
    [
        (17, (17, "")),
        ("8 (Fire)", (8, "Fire")),
        ("-2", (-2, "")),
        ("3+1d12", None),
        ("N/A", None),
        ("None", None),
        ("+5 to Palisade", None),
    ],
)
def test_the_number_of_a_figure(figure: int | str, parts: tuple[int, str] | None) -> None:
    assert split_figure(figure) == parts


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("Mushroom Patch", "Mushroom Patches"),
        ("Pit of Rats", "Pits of Rats"),
        ("Hall of the Ancestors", "Halls of the Ancestors"),
        ("Kontraption Factory", "Kontraption Factories"),
        ("Escape Tunnel", "Escape Tunnels"),
        ("Axeman", "Axemen"),
        ("Witch", "Witches"),
        ("Derro Mine Complex", "Derro Mine Complexes"),
        ("Tollway", "Tollways"),
        ("", ""),
    ],
)
def test_plurals(name: str, plural: str) -> None:
    assert pluralise(name) == plural
