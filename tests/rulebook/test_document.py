"""Every figure of the rule data against the rule document, entry by entry."""

from __future__ import annotations

import re

import pytest

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import UNLIMITED, Cost, Requirement, Ritual, Structure, Unit
from orderbook.systems.underdeep.rules import underdeep_rulebook
from tests.rulebook.document import FACTIONS, FIGURES, amounts, faction, pairs, read_blocks, read_section

OTHER_LABELS = {
    "Cost", "Soul Cost", "Upkeep", "Construction Time", "Prerequisites", "Prerequisite",
    "Special Abilities", "Speical Abilities", "Benefit", "Effect",
}  # fmt: skip

# Where the data says something else than the document on purpose: sentences for figures, and its slips.
REWORDED = {
    ("Poison Gas Trap", "damage"): "2 Health of every unit",
    ("Reinforced Gate", "defence"): "+5 to Palisade",
}
CORRECTED = {"Cavern of Cacaphony": "Cavern of Cacophony"}
ROLLED = re.compile(r"\s*\(roll [^)]*\)")

# Benefits shorten the names of units or misspell them.
RECRUITED = {
    "Aklys-Hurlers": "Derro Aklys-Hurler",
    "Filchers": "Derro Filcher",
    "Gibber Mouthers": "Gibbering Mouther",
    "a single Black Dragon": "Black Dragon",
    "Kobold Dire Rat Cavalry": "Kobold Dire Rat Cavalry",
}


@pytest.mark.parametrize("name", FACTIONS)
def test_every_block_of_the_document_is_an_entry_in_the_same_order(document: str, name: str) -> None:
    assert pairs(document, name)


@pytest.mark.parametrize("name", FACTIONS)
def test_no_label_of_the_document_is_left_unread(document: str, name: str) -> None:
    for block in read_blocks(document, name):
        for label in block.labels:
            # A colon far into a line stands in prose.
            assert label in FIGURES or label in OTHER_LABELS or len(label.split()) > 3, (block.name, label)


@pytest.mark.parametrize("name", FACTIONS)
def test_costs(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        written = block.label("Cost", "Soul Cost")
        if written is None:
            assert entry.cost is None, entry.name
        elif written == "None":
            assert entry.cost == Cost(), entry.name
        elif written.startswith("See "):
            assert entry.cost is not None and entry.cost.text and not entry.cost.bundle, entry.name
        else:
            base, _, per_unit = written.partition("+")
            assert entry.cost == Cost((amounts(base),), amounts(per_unit) if per_unit else Bundle()), entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_upkeep(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        written = block.label("Upkeep")
        if not isinstance(entry, Unit):
            assert written is None
        elif written is None:
            assert entry.upkeep == Cost() and (entry.leader or entry.summoned), entry.name
        else:
            assert entry.upkeep == Cost(tuple(amounts(choice) for choice in written.split(" or "))), entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_figures(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        wanted: dict[str, int | str] = {}
        for label, key in FIGURES.items():
            written = block.label(label)
            if written is not None:
                text = ROLLED.sub("", written)
                number = re.fullmatch(r"[+-]?\d+", text)
                wanted[key] = REWORDED.get((entry.name, key), int(text) if number else text)
        assert (entry.stats if not isinstance(entry, Ritual) else {}) == wanted, entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_construction_times_and_limits(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        if not isinstance(entry, Structure):
            continue
        time = block.label("Construction Time")
        weeks = None if time is None else 0 if time == "None" else int(re.fullmatch(r"(\d+) weeks?", time)[1])  # type: ignore[index]
        assert entry.weeks == weeks, entry.name
        bracket = re.fullmatch(r"(?:Limit (\d+))?(Unlimited)?(?:, counts as (.+))?", block.brackets)
        assert bracket, block.brackets
        assert entry.limit == (int(bracket[1]) if bracket[1] else UNLIMITED if bracket[2] else None), entry.name
        assert entry.counts_as == bracket[3], entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_prerequisites(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        if isinstance(entry, Ritual):
            continue
        if isinstance(entry, Unit):
            written = block.brackets.removeprefix("Requires: ") if block.brackets.startswith("Requires") else None
            assert entry.summoned == (block.brackets == "Summoned Unit"), entry.name
        else:
            written = block.label("Prerequisites", "Prerequisite")
        wanted = []
        for part in written.split(", ") if written else ():
            replaces = part.endswith(" (replaces)")
            words = part.removesuffix(" (replaces)")
            count, words = (4, "Mushroom Patch") if words == "4 Mushroom Patches" else (1, words)
            wanted.append(Requirement(tuple(CORRECTED.get(one, one) for one in words.split(" or ")), count, replaces))
        assert entry.requires == tuple(wanted), entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_abilities(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        written = block.label("Special Abilities", "Speical Abilities") or ""
        if isinstance(entry, Unit):
            text = written.replace("and roll 1d4 upon creation", "Roll 1d4")
            wanted = re.split(r", (?![^(]*\))", text) if text else []
            assert list(entry.abilities) == wanted, entry.name
        elif isinstance(entry, Structure):
            # Here the document mixes abilities and prose; an ability ends with its number or its bracket.
            named = re.findall(r"(?:Poison|Disease|Regeneration) \d+|(?:Fear|Confusion Aura) \(DC \d+\)", written)
            assert list(entry.abilities) == named, entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_production(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        if not isinstance(entry, Structure):
            continue
        benefit = block.label("Benefit") or ""
        made = re.search(r"produces? (?:up to )?(\d+ \w+(?: and \d+ \w+)?)", benefit)
        mined = re.search(r"mine up to (\d+ Gold) and up to (\d+ Metal)", benefit)
        text = made[1] if made else " ".join(mined.groups()) if mined else ""
        assert entry.produces == (amounts(text) if text else Bundle()), entry.name
        assert entry.up_to == ("up to" in benefit and bool(text)), entry.name
        assert entry.deposit == ("deposit" in benefit), entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_recruits(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        if not isinstance(entry, Structure):
            continue
        told = re.search(
            r"You can (?:recruit|construct) ([^.]*?)(?:, although.*)?(?:\.|$)", block.label("Benefit") or ""
        )
        units = re.split(r", and |, | and ", told[1]) if told else []
        wanted = [RECRUITED.get(unit, unit.removesuffix("s")) for unit in units]
        assert list(entry.recruits) == wanted, entry.name
        requiring = [
            unit.name for unit in faction(name).units if any(entry.name in need.names for need in unit.requires)
        ]
        assert sorted(entry.recruits) == sorted(requiring), entry.name


@pytest.mark.parametrize("name", FACTIONS)
def test_opening_wealth_and_starting_package(document: str, name: str) -> None:
    text = read_section(document, name)
    resources = re.search(r"begins? (?:the game|play) with ([^.]*)\.", text[text.index("Starting Resources") :])
    assert resources
    assert faction(name).opening == amounts(resources[1])
    package = re.search(r"Starting Dungeon: .*?(?:begins with|contains) (.*?)\.", text)
    wanted = re.split(r", and |, ", package[1]) if package else []
    held = {room.name: room.starting for room in faction(name).structures if room.starting}
    assert held == {re.sub(r"^(?:an?|1) ", "", one): 1 for one in wanted}


@pytest.mark.parametrize("name", FACTIONS)
def test_crews(document: str, name: str) -> None:
    for block, entry in pairs(document, name):
        if isinstance(entry, Structure) and entry.name != "Grenades":
            crew = re.search(r"must be manned by (\d)", " ".join(block.lines))
            assert entry.crew == (int(crew[1]) if crew else 0), entry.name
            assert (entry.kind == "manned") == bool(crew), entry.name


def test_each_source_names_the_place(document: str) -> None:
    for name in FACTIONS:
        for block, entry in pairs(document, name):
            assert entry.source == f"{name} / {block.part} / {block.name}"


@pytest.mark.parametrize("section", ["Abilities", "Spells"])
def test_abilities_and_spells_are_all_there_with_their_kinds(document: str, section: str) -> None:
    book = underdeep_rulebook()
    entries = book.abilities if section == "Abilities" else book.spells
    blocks = read_blocks(document, section)
    assert [block.name for block in blocks] == [entry.name for entry in entries]
    for block, entry in zip(blocks, entries, strict=True):
        assert list(entry.kinds) == [kind for kind in block.brackets.lower().split(", ") if kind], entry.name
        assert entry.source == f"{section} / {block.name}"


def test_texts_are_our_own(document: str) -> None:
    """No run of eight words stands in the document too, figures and names aside."""
    book = underdeep_rulebook()
    said = " ".join(re.findall(r"[a-z']+", document.lower()))
    names = " ".join(entry.name.lower() for owner in book.factions for entry in owner.entries)
    texts = [entry.text for entry in (*book.abilities, *book.spells)]
    for owner in book.factions:
        texts += owner.notes
        for entry in owner.entries:
            texts += entry.notes
            if isinstance(entry, Ritual):
                texts.append(entry.effect)
    for text in texts:
        words = re.findall(r"[a-z']+", text.lower())
        for start in range(len(words) - 7):
            run = " ".join(words[start : start + 8])
            assert run not in said or run in names, text
