"""Bridges built, crossed and brought down; what captors can use; mines of one region on one deposit."""

from __future__ import annotations

from pathlib import Path

import pytest

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.week.state import RegionFacts, Site, Standing
from orderbook.systems.underdeep.week.values import Kind
from tests.systems.underdeep.week.row_kit import KOBOLDS, at, screechers, slingers, week_of

RIVER = """
[Lowerdeep.1]
kind = "cavern"
deposits = ["Gold 500"]
ways = ["2: river"]

[Lowerdeep.2]
kind = "corridor"
ways = [3]

[Lowerdeep.3]
kind = "cavern"
ways = [4]

[Lowerdeep.4]
kind = "cavern"
"""


@pytest.fixture
def river(tmp_path: Path) -> Path:
    path = tmp_path / "river.toml"
    path.write_text(RIVER, encoding="utf-8")
    return path


CROSS = "Move 10 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 ({} Speed)."


@pytest.mark.parametrize(("bridges", "speed"), [(0, 2), (1, 1)])
def test_a_bridge_that_players_built_shortens_the_way(river: Path, bridges: int, speed: int) -> None:
    week = week_of(river, CROSS.format(speed), slingers(), regions={"Lowerdeep 2": RegionFacts(bridges=bridges)})
    (marched,) = week.events("marched")
    assert [band["speed"] for band in marched.data["bands"]] == [speed]  # type: ignore[index, union-attr, call-overload]


BRIDGE = "Beginning Construction:\nBridge at Lowerdeep 1: -25 Gold, -10 Metal, 1 week remaining"


def test_a_bridge_is_paid_and_stands_when_the_next_week_begins(river: Path) -> None:
    week = week_of(river, "None", slingers(), construction=BRIDGE)
    (built,) = week.events("bridge-built")
    paid = Bundle({name: -int(str(amount)) for name, amount in built.data["amounts"].items()})  # type: ignore[union-attr]
    assert week.after.players["Anna"].wealth == Bundle({"Gold": 500, "Food": 500, "Metal": 100}) - paid - Bundle(
        {"Gold": 10, "Food": 10}
    )
    facts = week.after.facts_of(at("L1"))
    assert (facts.bridges, facts.bridging) == (0, 1)


def test_no_bridge_is_built_under_the_eyes_of_enemies(river: Path) -> None:
    week = week_of(
        river, "None", slingers(), screechers(4, "L1"), relation="", construction=BRIDGE,
        options={"unrecorded-relation": "enemies"},
    )  # fmt: skip
    assert not week.events("bridge-built")
    assert "UD-BRG-02" in {rule for event in week.events("order-void") for rule in event.cause.rules}


def test_two_mines_of_one_region_draw_on_one_deposit(river: Path) -> None:
    mine = (Standing("Kobold Mine", 1, 0, KOBOLDS),)
    ruin = Site("/r-1", "Old Pit", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, standing=mine, captured=3)
    hole = Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True, standing=mine)
    dug = {"Lowerdeep 1": RegionFacts(mined=Bundle({"Gold": 250}))}
    week = week_of(river, "None", slingers(), sites=(hole, ruin), regions=dug)
    gold = sum(int(str(event.data["amounts"].get("Gold", 0))) for event in week.events("produced"))  # type: ignore[union-attr]
    assert gold == 250
    assert week.after.facts_of(at("L1")).mined["Gold"] == 500


@pytest.mark.parametrize(("captured", "works"), [(3, {"Mushroom Patch"}), (None, {"Mushroom Patch"})])
def test_a_captor_uses_what_anybody_understands(river: Path, captured: int | None, works: set[str]) -> None:
    rooms = (Standing("Kobold Barracks", 1, 0, KOBOLDS), Standing("Mushroom Patch", 2, 0, KOBOLDS))
    taken = Site("Bert/s9", "Taken", "Bert", Kind.DUNGEON, at("L3"), KOBOLDS, standing=rooms, captured=captured)
    week = week_of(river, "None", screechers(4, "L3"), sites=(taken,))
    told = [event for event in week.events("produced") if event.data["site"] == "Bert/s9"]
    assert {str(event.data["source"]) for event in told} == works
    assert sum(int(str(event.data["amounts"]["Food"])) for event in told) == 40  # type: ignore[call-overload, index]
