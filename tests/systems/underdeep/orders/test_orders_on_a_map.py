"""Marches and trades on a map: ways that are not there, Speed that does not reach, sites too far apart."""

from pathlib import Path

import pytest
from support.orders import judge, region

from orderbook.systems.underdeep.world.load import load_map
from orderbook.systems.underdeep.world.map import Place, Way, WorldMap, build_map

KOBOLDS = "Cleversmart Kobolds"
TABS = {
    "Dungeons": "[b]Skitterhole (Lowerdeep 4)[/b]\nBurrow",
    "Armies": """
10 Kobold Slingers - Garrisoned at Skitterhole (Lowerdeep 4)
1 Black Dragon - Garrisoned at Skitterhole (Lowerdeep 4)
2 Kobold Dire Rat Cavalry - Garrisoned at Skitterhole (Lowerdeep 4)
2 Kobold Shinycasters - Garrisoned at Skitterhole (Lowerdeep 4)
4 Kobold Skulkers - Entrenched in Lowerdeep 55
""",
}


@pytest.fixture(scope="module")
def world() -> WorldMap:
    return load_map(str(Path(__file__).with_name("map.toml")))


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ("Move 5 Slingers from LD4 to LD5 (1 Speed) and entrench (1 Speed).", []),
        ("5 Slingers at Skitterhole move to LD22 (3 Speed)", []),
        ("5 Slingers at Skitterhole move to LD22 (2 Speed)", [("order-path", "2 Speed")]),
        ("5 Slingers at Skitterhole move to LD22", []),
        ("5 Slingers (LD4): move to LD6 (1 Speed)", [("order-path", "1 Speed")]),  # a river
        ("5 Slingers (LD4): move to LD6 (2 Speed)", []),
        ("1 Black Dragon (LD4): move to LD6 (1 Speed)", []),
        ("5 Slingers (LD4): move to LD5 and LD7 (2 Speed)", [("order-path", "2 Speed")]),  # mushrooms
        ("5 Slingers (LD4): move to LD7 (3 Speed)", []),
        ("5 Slingers (LD4): move to LD7 via LD5 (3 Speed)", []),
        ("5 Slingers (LD4): move to LD7 via LD20 (3 Speed)", [("order-path", "3 Speed")]),
        ("5 Slingers (LD4): move to LD5 (1 Speed), move to LD7 (1 Speed)", [("order-path", "1 Speed")]),
        ("5 Slingers (LD4): move to LD10 (4 Speed)", [("order-path", "LD10")]),  # a chasm
        ("1 Black Dragon (LD4): move to LD10 (3 Speed)", []),
        ("5 Slingers (LD4): move to LD90 (4 Speed)", [("order-path", "LD90")]),  # an island
        ("5 Slingers (LD4): move to LD77 (4 Speed)", [("order-path", "LD77")]),  # not on the map
        ("5 Slingers (LD4): move towards LD24 (4 Speed)", []),
        ("5 Slingers (LD4): move to LD24 by Forced March (5 Speed)", []),
        ("5 Slingers (LD4): move to LD24 by Forced March (8 Speed)", []),
        ("5 Slingers (LD4): garrison Far Keep (LD24) (2 Speed)", [("order-path", "2 Speed")]),
        ("5 Slingers (LD4): move to Far Keep (1 Speed)", []),  # wherever that may be
        ("5 Slingers (LD4): scout LD5 (1 Speed)", []),
        ("5 Slingers (LD4): scout LD21 (1 Speed)", [("order-path", "LD21")]),
        ("5 Slingers (LD4): move to LD20 (1 Speed), scout LD21 (1 Speed)", []),
        ("5 Slingers (LD4): scout LD21", []),
        ("5 Slingers (LD4): scout LD4 (1 Speed)", []),
        ("5 Slingers (LD4): move to LD5 (1 Speed), return to LD4 (1 Speed), move to LD20 (1 Speed)", []),
        ("5 Slingers and 1 Black Dragon (LD4): move to LD10 (4 Speed)", [("order-path", "LD10")]),
        ("4 Skulkers (LD55): move to LD56 (1 Speed)", []),  # where they stand is not on the map
        ("All units at LD4 move to LD10 (4 Speed)", []),
        ("20 Skulkers (LD4): move to LD90 (4 Speed)", [("order-unit", "Skulkers")]),  # told once
        ("5 Slingers (LD4) board the barge and move to LD10 (4 Speed)", []),
        ("2 Shinycasters (LD4): move to LD9 (5 Speed)", [("order-speed", "5 Speed"), ("order-path", "LD9")]),
    ],
)
def test_marches(world: WorldMap, orders: str, told: list[tuple[str, str]]) -> None:
    assert judge(TABS | {"Orders": orders}, KOBOLDS, world=world) == told


def test_without_a_map_no_way_is_judged() -> None:
    assert judge(TABS | {"Orders": "5 Slingers (LD4): move to LD90 (4 Speed)"}, KOBOLDS) == []


def test_phase_shift_passes_over_everything(world: WorldMap) -> None:
    orders = "2 Shinycasters cast Phase-Shift on the Slingers.\n5 Slingers (LD4): move to LD10 (3 Speed)"
    assert "order-path" not in [check for check, _ in judge(TABS | {"Orders": orders}, KOBOLDS, world=world)]


def long_corridor(length: int) -> WorldMap:
    """Lowerdeep 1 to ``length`` in a row; the last one is called World's End."""
    places = [Place(region(f"LD{n}"), "corridor", "World's End" if n == length else "") for n in range(1, length + 1)]
    ways = [Way(region(f"LD{n}"), region(f"LD{n + 1}")) for n in range(1, length)]
    return build_map([*places, Place(region("LD99"), "cavern", "Lost Hall")], ways)


@pytest.mark.parametrize(
    ("trade", "length", "told"),
    [
        ("To Despot Harn at Lowerdeep 18: -50 Food", 18, []),
        ("To Despot Harn at Lowerdeep 19: -50 Food", 19, [("trade-range", "To Despot Harn at Lowerdeep 19: -50 Food")]),
        ("To Despot Harn at World's End: -50 Food", 18, []),
        ("To Despot Harn at World's End: -50 Food", 19, [("trade-range", "To Despot Harn at World's End: -50 Food")]),
        ("To Despot Harn at Lowerdeep 99: -50 Food", 9, [("trade-range", "To Despot Harn at Lowerdeep 99: -50 Food")]),
        ("To Despot Harn at Lowerdeep 77: -50 Food", 9, []),  # not on the map
        ("To Despot Harn: -50 Food", 30, []),
        ("From Lowerdeep 1 to Despot Harn: -50 Food", 30, []),
        ("Harn at Lowerdeep 30 will have 50 Food next week", 30, []),  # talk of a trade to come
        (
            "From Lowerdeep 1 to Lowerdeep 19: -50 Food",
            19,
            [("trade-range", "From Lowerdeep 1 to Lowerdeep 19: -50 Food")],
        ),
    ],
)
def test_trades(trade: str, length: int, told: list[tuple[str, str]]) -> None:
    tabs = {"Dungeons": "[b]Skitterhole (Lowerdeep 1)[/b]\nBurrow", "Trade": trade}
    assert judge(tabs, KOBOLDS, world=long_corridor(length)) == told
    assert judge(tabs, KOBOLDS) == []


def test_the_nearest_own_site_counts() -> None:
    dungeons = "[b]Skitterhole (Lowerdeep 1)[/b]\nBurrow\n\n[b]Needle Outpost (Lowerdeep 5)[/b]\nSnare"
    tabs = {"Dungeons": dungeons, "Trade": "To Despot Harn at Lowerdeep 22: -50 Food"}
    assert judge(tabs, KOBOLDS, world=long_corridor(22)) == []
    tabs["Trade"] = "From Lowerdeep 1 to Despot Harn at Lowerdeep 22: -50 Food"
    assert [check for check, _ in judge(tabs, KOBOLDS, world=long_corridor(22))] == ["trade-range"]


def test_a_site_of_unknown_place_may_be_the_nearest() -> None:
    dungeons = "[b]Skitterhole (Lowerdeep 1)[/b]\nBurrow\n\n[b]Needle Outpost[/b]\nSnare"
    tabs = {"Dungeons": dungeons, "Trade": "To Despot Harn at Lowerdeep 22: -50 Food"}
    assert judge(tabs, KOBOLDS, world=long_corridor(22)) == []
