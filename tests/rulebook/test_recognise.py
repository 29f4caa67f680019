"""Whose post it is, told from the names in it."""

from __future__ import annotations

import pytest

from orderbook.rulebook.recognise import guess_faction
from orderbook.systems.underdeep.rules import underdeep_rulebook


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["4 Mushroom Patches: +80 Food", "[b]Derro Mine[/b]: +150 Gold"], "Derro"),
        (["20 Kobold Slingers: -20 Gold", "Burrow", "Palisade"], "Cleversmart Kobolds"),
        (["Thane's Hall", "2 Apiaries: +30 Food"], "Dwarves"),
        (["Cast Back For More: -50 Souls", "3 Demonic Guardians"], "Succubi"),
        (["We, the Derro, greet you", "Food: 10"], "Derro"),
        # letters to enemies weigh less than what one owns
        (["Dear Kobolds, dear Kobolds, dear Kobolds", "Jabberling Pit", "Cave of Chaos"], "Derro"),
        # a captured Dungeon does not make a Derro of a Kobold
        (["Burrow", "Midden", "Workshop", "Bat Roost", "Derro Mine"], "Cleversmart Kobolds"),
        # unclear
        (["Burrow", "Derro Mine"], None),
        (["Pit Trap", "Mushroom Patch", "Escape Tunnel"], None),
        (["Kobolds and Derro met."], None),
        (["Gold: 5"], None),
        ([], None),
    ],
)
def test_the_faction_is_told_by_names_of_its_own(lines: list[str], wanted: str | None) -> None:
    found = guess_faction(underdeep_rulebook(), lines)
    assert (found.name if found else None) == wanted


def test_order_of_lines_does_not_matter() -> None:
    lines = ["Burrow", "Derro Mine", "Midden", "Bat Roost", "Kobolds"]
    assert guess_faction(underdeep_rulebook(), lines) == guess_faction(underdeep_rulebook(), lines[::-1])
