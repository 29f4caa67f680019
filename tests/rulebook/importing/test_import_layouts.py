"""One faction post in the layouts of many hands: all of them give the same data."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from orderbook.text.source import decode_source
from tests.rulebook.importing.kit import BRINE, read, tables

LABEL = r"(?m)^([A-Z][A-Za-z ]{2,20}):"
BLOCK = r"\[ic=([^\]]*)\] ?"
PRICE = r"(?m)^((?:Cost|Upkeep): .*)"
JOINED = r"\n(?=(?:Upkeep|Melee Damage|Ranged Damage|Health|Speed|Morale|Construction Time|Damage):)"


def nest(text: str) -> str:
    """Each list in a spoiler of its own within that of the faction."""
    titles = ("Units", "Rooms", "Traps and Defences")
    for title in titles:
        text = text.replace(f"\n{title}\n\n[ic", f"\n[spoiler={title}]\n[ic").replace(
            f"[/ic]\n\n[spoiler={title}]", f"[/ic][/spoiler]\n\n[spoiler={title}]"
        )
    return text.replace("outposts.[/ic]\n\n[spoiler", "outposts.[/ic][/spoiler]\n\n[spoiler").rstrip() + "[/spoiler]"


def each_price(text: str, separator: str) -> str:
    return re.sub(PRICE, lambda match: match[1].replace(", ", separator).replace(",", separator), text)


LAYOUTS: dict[str, Callable[[str], str]] = {
    "no-break spaces": lambda text: re.sub(r"\. (?=[A-Z])", ". \u00a0", text).replace(": ", ":\u00a0"),
    "bold labels": lambda text: re.sub(LABEL, r"[b]\1:[/b]", text),
    "bold words before the colon": lambda text: re.sub(LABEL, r"[b]\1[/b]:", text),
    "coloured headings": lambda text: re.sub(r"(?m)^(Units|Rooms)$", r"[size=18][b][u]\1[/u][/b][/size]", text),
    "a spoiler for each list": nest,
    "a spoiler for each list, one never closed": lambda text: nest(text).replace("[/spoiler]", "", 1),
    "lists side by side, no spoiler around them": lambda text: (
        nest(text).replace("[spoiler=Brine Court (created by Marrow)]", "").rstrip().removesuffix("[/spoiler]")
    ),
    "a spoiler for each entry": lambda text: text.replace("[ic=", "[spoiler=").replace("[/ic]", "[/spoiler]"),
    "bold headings and no blocks": lambda text: re.sub(BLOCK, r"[b]\1[/b]\n", text).replace("[/ic]", "\n"),
    "plain headings and no blocks": lambda text: re.sub(BLOCK, r"\1\n", text).replace("[/ic]", "\n"),
    "the heading inside the block": lambda text: re.sub(BLOCK, r"[ic]\1\n", text),
    "quoted titles": lambda text: re.sub(r"\[ic=([^\]]*)\]", r'[ic="\1"]', text),
    "limits behind a dash": lambda text: re.sub(r"\[ic=([^\]]*) \(([^\]]*)\)\]", r"[ic=\1 - \2]", text),
    "no spoiler": lambda text: re.sub(r"\[/?spoiler[^\]]*\]", "", text),
    "tags in capitals": lambda text: re.sub(r"\[(/?)(ic|spoiler|b)", lambda m: f"[{m[1]}{m[2].upper()}", text),
    "quoted whole": lambda text: f"[quote=Marrow]{text}[/quote]",
    "a list of labels": lambda text: re.sub(r"(?m)^(?=[A-Z][A-Za-z ]{2,20}:)", "[*]", text),
    "some closing tags lost": lambda text: text.replace("[/ic]", "", 3),
    "all closing tags lost": lambda text: text.replace("[/ic]", ""),
    "labels joined by blanks": lambda text: re.sub(JOINED, " ", text),
    "labels joined by commas": lambda text: re.sub(JOINED, ", ", text),
    "labels without blanks": lambda text: re.sub(r"(?m)^(Cost|Attack|Health|Benefit|Speed): ", r"\1:", text),
    "equals signs": lambda text: re.sub(r"(?m)^(Cost|Upkeep|Health|Speed): ", r"\1 = ", text),
    "no colons": lambda text: re.sub(r"(?m)^(Cost|Health|Speed|Melee Attack): ", r"\1 ", text),
    "semicolons in prices": lambda text: each_price(text, "; "),
    "and in prices": lambda text: each_price(text, " and "),
    "plus in prices": lambda text: each_price(text, " + "),
    "empty lines between all": lambda text: text.replace("\n", "\n\n"),
    "another spelling": lambda text: text.replace("and Defences", "& Defenses").replace("Defence:", "Defense:"),
    "headings lost": lambda text: text.replace("\nUnits\n", "\n").replace("\nRooms\n", "\n"),
}  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_same_data(layout: Callable[[str], str]) -> None:
    text = layout(BRINE)
    assert text != BRINE
    assert tables(read(text)) == tables(read(BRINE))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_same_data_in_any_encoding_and_with_any_line_ends(encoding: str) -> None:
    from orderbook.rulebook.importing.read import read_rules

    source = decode_source(BRINE.replace("\n", "\r\n").encode(encoding), "post.txt")
    assert tables(read_rules(source)) == tables(read(BRINE))


def test_order_of_lists_makes_no_difference_to_entries() -> None:
    start, units, rooms, rest = re.split(r"(?m)^(?=Units$|Rooms$|Traps and Defences$)", BRINE)
    swapped = read(start + rooms + units + rest)
    assert tables(swapped) == tables(read(BRINE))


def test_two_factions_and_abilities_in_one_post() -> None:
    other = BRINE.replace("Brine Court", "Ash Court")
    commons = "[spoiler=Spells]\n[ic=Drown (Combat)]Water rises.\n\nIt hurts.[/ic]\n[/spoiler]"
    imported = read(f"{BRINE}\n{commons}\n{other}")
    found = tables(imported)
    assert [faction.name for faction in imported.factions] == ["Brine Court", "Ash Court"]
    assert found["", "spell", "Drown"] == {"name": "Drown", "kinds": ["combat"], "text": "Water rises.\n\nIt hurts."}
    assert found["Ash Court", "unit", "Tide Wyrm"] == found["Brine Court", "unit", "Tide Wyrm"]


def test_abilities_learn_from_entries_what_stands_behind_their_names() -> None:
    blocks = "".join(f"[ic={name}]It hurts.[/ic]\n" for name in ("Fear", "Huge", "Poison"))
    commons = f"[spoiler=Abilities]\n{blocks}[/spoiler]"
    found = tables(read(f"{BRINE}\n{commons}"))
    assert [found["", "ability", name].get("parameters") for name in ("Fear", "Huge", "Poison")] == [
        ["dc"],
        None,
        ["number"],
    ]


def test_a_faction_of_the_same_name_and_an_entry_of_the_same_name_are_told() -> None:
    twice = read(f"{BRINE}\n{BRINE}")
    assert [faction.name for faction in twice.factions] == ["Brine Court", "Brine Court (2)"]
    assert any("second faction" in remark.message for remark in twice.all_remarks())
    doubled = read(BRINE.replace("[ic=Sea Gate (Limit 1)]", "[ic=Coral Wall (Limit 1)]"))
    assert any('"Coral Wall" is there twice' in remark.message for remark in doubled.all_remarks())
    assert not doubled.factions[0].header["complete"]


def test_a_list_of_what_the_first_dungeon_has() -> None:
    said = "The Grotto contains a Tidal Throne, 2 Kelp Beds, and a Brine Shaft."
    listed = BRINE.replace(said, "").replace(
        "Starting Wealth:", "Starting Rooms: Tidal Throne, 2 Kelp Beds, Brine Shaft\n\nStarting Wealth:"
    )
    assert tables(read(listed)) == tables(read(BRINE))


def test_lines_of_figures_without_an_entry_are_told() -> None:
    stray = "\n\nNet Mender - Cost: 5 Salt, Upkeep: 1 Salt\n\nRooms\n"
    imported = read(BRINE.replace("\nRooms\n", stray, 1))
    (remark,) = (remark for remark in imported.all_remarks() if remark.kind == "unread")
    assert remark.written == "Net Mender - Cost: 5 Salt, Upkeep: 1 Salt"
    assert BRINE.count("\n", 0, BRINE.index("\nRooms\n")) + 2 <= imported.lines_of(remark.span)[0]


def test_a_story_and_who_posted_it_are_no_rules() -> None:
    faction = read(BRINE).factions[0]
    assert not any("salt works" in note or "Marrow" in note for note in faction.header["notes"])


def test_a_singular_that_is_another_entry_is_no_other_name() -> None:
    found = tables(read(BRINE.replace("[ic=Fog Bank", "[ic=Boiling Pipe")))
    assert "aliases" not in found["Brine Court", "defence", "Boiling Pipes"]
