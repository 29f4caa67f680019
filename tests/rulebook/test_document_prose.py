"""Figures of the rule data that the rule document tells in sentences, and those of its example post."""

from __future__ import annotations

import re

import pytest

from orderbook.rulebook.model import Cost, RuleEntry, Structure, Unit
from tests.rulebook.document import FACTIONS, FIGURES, amounts, faction, pairs, read_blocks


def _entry(document: str, faction_name: str, name: str) -> tuple[str, RuleEntry]:
    return next((" ".join(block.lines), entry) for block, entry in pairs(document, faction_name) if entry.name == name)


@pytest.mark.parametrize(
    ("faction_name", "leader"),
    [("Cleversmart Kobolds", "Shee-Ra Cleversmart the Sixteenth"), ("Derro", "Derro Overlord")],
)
def test_what_leaders_add_is_told_in_prose(document: str, faction_name: str, leader: str) -> None:
    text, entry = _entry(document, faction_name, leader)
    assert isinstance(entry, Unit) and entry.leader
    for pattern, bonus in (
        (r"increases the (\w+ \w+) and (Morale) of any army \w+ is leading by \+(\d)", entry.lead_bonus),
        (r"increases the (\w+ \w+) and (Morale) of garrisoned troops by \+(\d)", entry.garrison_bonus),
    ):
        told = re.search(pattern, text)
        assert told and bonus == {FIGURES[told[1]]: int(told[3]), FIGURES[told[2]]: int(told[3])}


def test_the_mount_of_the_kobold_leader(document: str) -> None:
    text, entry = _entry(document, "Cleversmart Kobolds", "Shee-Ra Cleversmart the Sixteenth")
    assert isinstance(entry, Unit)
    (mount,) = entry.options
    gained = re.search(r"gains \+(\d) (\w+), \+(\d) (\w+) and \+(\d) (\w+)", text)
    abilities = re.search(r"gains the (\w+), (\w+) and (\w+ \d) abilities", text)
    price = re.search(r"costs (.*? Metal)", text)
    assert gained and abilities and price
    row = gained.groups()
    assert mount.bonus == {FIGURES[row[at + 1]]: int(row[at]) for at in (0, 2, 4)}
    assert mount.abilities == abilities.groups()
    assert mount.cost.bundle == amounts(price[1])


@pytest.mark.parametrize("name", FACTIONS)
def test_limits_on_recruits_and_places_are_told_in_prose(document: str, name: str) -> None:
    texts = {block.name: " ".join(block.lines) for block in read_blocks(document, name)}
    for block, entry in pairs(document, name):
        text = texts[block.name]
        if isinstance(entry, Unit):
            rooms = " ".join(texts[room] for need in entry.requires for room in need.names)
            assert entry.count_limit == (1 if f"a single {entry.name}" in rooms else None), entry.name
            assert entry.per_week == (1 if "only one can be summoned per week" in rooms else None), entry.name
        elif isinstance(entry, Structure):
            only_dungeons = "in Warrens, not outposts" in text or "in Warrens founded by" in text
            expanded = [texts[other] for need in entry.requires if need.replaces for other in need.names]
            only_dungeons |= any("in Warrens founded by" in other for other in expanded)
            outposts = block.part != "Rooms" or "can be constructed in Outposts" in text
            assert ("outpost" in entry.places) == (outposts and not only_dungeons), entry.name
            replaced = re.search(r"you already have a ([\w ]+), the \1 is replaced", text)
            assert entry.replaces_present == ((replaced[1],) if replaced else ()), entry.name


def test_grenades_need_the_crew_of_the_murder_holes_they_replace(document: str) -> None:
    _, grenades = _entry(document, "Cleversmart Kobolds", "Grenades")
    _, holes = _entry(document, "Cleversmart Kobolds", "Murder Holes")
    assert isinstance(grenades, Structure) and isinstance(holes, Structure)
    assert (grenades.crew, grenades.kind) == (holes.crew, holes.kind)


def test_messages_a_week(document: str) -> None:
    told = re.search(r"Each player can send (\w+) message", document)
    assert told
    allowance = {"one": 1, "two": 2, "three": 3}[told[1]]
    assert {faction(name).message_allowance for name in FACTIONS} == {allowance}


def test_the_dwarves_are_what_the_example_post_says(document: str) -> None:
    dwarves = faction("Dwarves")
    units = {form: unit for unit in dwarves.units for form in (unit.name, unit.plural)}
    structures = {form: item for item in dwarves.structures for form in (item.name, item.plural)}
    post = document[document.index("[spoiler=Production]Here") : document.index("[spoiler=Trade]Note")]
    lines = re.findall(r"^(Recruit )?(\d+ )?([A-Z][\w' ]+): ([+-]\d[^\[\n]*)", post, re.MULTILINE)
    lines = [line for line in lines if line[2] not in FIGURES]
    assert len(lines) == 4 + 2 + 2 + 1  # Production, Upkeep, Construction, Recruitment
    for recruited, count, name, text in lines:
        number = int(count or 1)
        price, _, weeks = text.partition(", " if "weeks" in text else "\n")
        if weeks:
            begun = structures[name]
            assert begun.cost == Cost((amounts(price),)) and begun.weeks == int(weeks.split()[0])
        elif recruited:
            cost = units[name].cost
            assert cost is not None and cost.bundle * number == amounts(price)
        elif name in units:
            upkeep = units[name].upkeep
            assert upkeep is not None and upkeep.bundle * number == amounts(price)
        else:
            assert structures[name].produces * number == amounts(price)
    built = post[post.index("[spoiler=Dungeons and Outposts]") : post.index("[spoiler=Armies]")]
    listed = [re.sub(r"^\d+ |\[/spoiler\]$", "", line.strip()) for line in built.partition("Example:")[2].splitlines()]
    listed = [line for line in listed if line and "(" not in line]
    assert len(listed) == 11 + 3 + 2
    assert not set(listed) - set(structures)
