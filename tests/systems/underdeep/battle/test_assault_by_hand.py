"""The assault that docs/assault.md works out by hand: the engine gives the same, roll for roll."""

import re
from pathlib import Path
from typing import Any

import pytest

from orderbook.systems.battling import BattleRequest
from orderbook.systems.underdeep.battle.command import fight_file
from orderbook.text.source import SourceText

PAGE = (Path(__file__).parents[4] / "docs" / "assault.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| #", "| who"))
]
ROLLS = [row for row in ROWS if len(row) == 6 and row[0].isdigit()]
ENDS = [row for row in ROWS if len(row) == 4 and row[1].isdigit()]


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    written = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]
    return fight_file(BattleRequest(SourceText(written, "assault.toml"))).describe()


def test_every_die_is_rolled_for_what_the_page_says(result: dict[str, Any]) -> None:
    assert [row[0] for row in ROLLS] == [str(number) for number in range(1, len(ROLLS) + 1)]
    assert [(row[1], int(row[2])) for row in ROLLS] == [(die["what"], die["roll"]) for die in result["dice"]]


def test_every_attack_comes_to_what_the_page_says(result: dict[str, Any]) -> None:
    attacks = [attack for each in result["rounds"] for attack in each["attacks"]]
    attacks += [spell["attack"] for each in result["rounds"] for spell in each["spells"]]
    theirs = sorted(
        (each["by"], each["on"], each["roll"], each["total"], each["against"], float(each["damage"]))
        for each in attacks
    )
    ours: list[tuple[str, str, int, int, int, float]] = []
    for _, what, die, total, against, damage in ROLLS:
        match = re.fullmatch(r"(.*?) (?:strikes|casts Curse on|shoots? at|attack) (.*)", what)
        if match is not None:
            ours.append((match[1], match[2], int(die), int(total), int(against), float(damage)))
    ours = [each for each in ours if each[:3] != ("Axemen", "Palisade", 8)]  # the higher of two dice under a curse
    assert theirs == sorted(ours)


def test_every_morale_check_comes_to_what_the_page_says(result: dict[str, Any]) -> None:
    theirs = [(m["regiment"], m["roll"], m["total"], m["need"]) for each in result["rounds"] for m in each["morale"]]
    ours = [
        (match[1], int(die), int(total), int(need))
        for _, what, die, total, need, _ in ROLLS
        if (match := re.fullmatch(r"(.*) checks? morale", what))
    ]
    assert theirs == ours


def test_it_ends_as_the_page_says(result: dict[str, Any]) -> None:
    theirs = [[r["name"], str(r["standing"]), f"{r['health']:g}", r["state"]] for r in result["regiments"]]
    assert theirs == ENDS
    assert result["winner"] == "Dwarves"
    assert result["site"]["broken"] == ["Palisade"]
    assert sorted(result["site"]["to_reset"]) == ["Acid Pit", "Poison Gas Trap", "Snare"]
    assert result["site"]["breached"] == "walls" and result["site"]["round_of_breach"] == 3
