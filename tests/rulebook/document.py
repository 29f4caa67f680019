"""A small reader of the rule document, for comparing the rule data with it. It shares nothing with the loader."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Faction, RuleEntry
from orderbook.systems.underdeep.rules import underdeep_rulebook

CHECKOUT = Path(__file__).resolve().parents[2]
LISTS = {"Units": "unit", "Rooms": "room", "Rituals": "ritual", "Traps and Defences": "defence"}
FACTIONS = ("Cleversmart Kobolds", "Succubi", "Derro")

RESOURCES = {"Soul": "Souls", "Body": "Bodies"}
FIGURES = {
    "Ranged Attack": "ranged_attack",
    "Ranged Damage": "ranged_damage",
    "Melee Attack": "melee_attack",
    "Melee Damage": "melee_damage",
    "Attack": "attack",
    "Damage": "damage",
    "Defence": "defence",
    "Defense": "defence",
    "Health": "health",
    "Speed": "speed",
    "Morale": "morale",
}


@dataclass(frozen=True)
class Block:
    """One ``[ic=...]`` block: its name, what stands in brackets behind it, and its text line by line."""

    section: str
    part: str
    name: str
    brackets: str
    lines: tuple[str, ...]

    def label(self, *labels: str) -> str | None:
        """What stands behind the first of these labels that begins a line."""
        for line in self.lines:
            head, colon, rest = line.partition(":")
            if colon and head in labels:
                return rest.strip()
        return None

    @property
    def labels(self) -> list[str]:
        return [line.partition(":")[0] for line in self.lines if ":" in line]


def read_document() -> str:
    """The rule document with plain spaces; skips the test where it is not at hand."""
    path = CHECKOUT / os.environ.get("ORDERBOOK_SEEDS", "../shared/seeds") / "underdeep.txt"
    if not path.is_file():
        pytest.skip("the rule document is not there; name its folder in ORDERBOOK_SEEDS to compare the data with it")
    return path.read_text(encoding="utf-8").replace("\u00a0", " ")


def read_section(document: str, title: str) -> str:
    """The text of a top section, ``[spoiler=title`` to the next section's beginning."""
    start = document.index(f"[spoiler={title}")
    following = document.find("[spoiler=", start + 1)
    return document[start : following if following >= 0 else len(document)]


def read_blocks(document: str, section: str) -> list[Block]:
    blocks = []
    text = read_section(document, section)
    part, at = "", 0
    while (start := text.find("[ic=", at)) >= 0:
        for line in text[at:start].splitlines():
            part = line.strip() if line.strip() in LISTS else part
        close, end = text.index("]", start), text.index("[/ic]", start)
        name, _, brackets = text[start + 4 : close].partition(" (")
        lines = tuple(line.strip() for line in text[close + 1 : end].splitlines() if line.strip())
        blocks.append(Block(section, part, name.strip(), brackets.rstrip(")"), lines))
        at = end
    return blocks


def faction(name: str) -> Faction:
    return next(faction for faction in underdeep_rulebook().factions if faction.name == name)


def pairs(document: str, name: str) -> list[tuple[Block, RuleEntry]]:
    blocks, entries = read_blocks(document, name), faction(name).entries
    assert [(block.part, block.name) for block in blocks] == [
        (next(part for part, section in LISTS.items() if section == entry.section), entry.name) for entry in entries
    ]
    return list(zip(blocks, entries, strict=True))


def amounts(text: str) -> Bundle:
    found = re.findall(r"(\d+) (\w+)", text)
    assert found, text
    return Bundle((RESOURCES.get(resource, resource), int(amount)) for amount, resource in found)
