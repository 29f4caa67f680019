"""What may be founded where, and what a region gives."""

import pytest

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.world.map import Place, WorldMap
from orderbook.systems.underdeep.world.region import Region, parse_region
from orderbook.systems.underdeep.world.sites import (
    founding_bar,
    gather_food,
    region_bonus,
    site_limit,
    utility_castings,
)
from orderbook.systems.underdeep.world.steps import Barred

FOUNDING = [
    ("Upperdeep 9", "Dungeon", 0, None),
    ("Upperdeep 9", "Outpost", 0, "UD-BLD-01"),
    ("Upperdeep 12", "Outpost", 0, None),
    ("Upperdeep 12", "Dungeon", 0, "UD-BLD-01"),
    ("Upperdeep 9", "Dungeon", 1, "UD-FND-06"),
    ("Middledeep 3", "Dungeon", 1, None),  # a ruin
    ("Middledeep 15", "Dungeon", 1, None),  # cut by the Crack: one on each side
    ("Middledeep 15", "Dungeon", 2, "UD-FND-06"),
    ("Surface 1", "Outpost", 0, "UD-FND-07"),
    ("Surface 4", "Dungeon", 0, "UD-FND-07"),
]


def place_at(sample: WorldMap, text: str) -> Place:
    region = parse_region(text)
    assert region is not None
    return sample.places[region]


@pytest.mark.parametrize(("region", "site", "present", "rule"), FOUNDING)
def test_founding(sample: WorldMap, region: str, site: str, present: int, rule: str | None) -> None:
    bar = founding_bar(place_at(sample, region), site, present)
    assert (bar.rule if bar else None) == rule


def test_the_game_master_judges_a_region_without_kind() -> None:
    assert founding_bar(Place(Region("Upperdeep", 1)), "Dungeon") is None


def test_a_bridge_makes_one_region_of_two_sides() -> None:
    halves = Place(Region("Upperdeep", 1), chasm="Gap", sides=("a", "b"))
    bridged = Place(Region("Upperdeep", 1), chasm="Gap", sides=("a", "b"), features=frozenset({"bridge"}))
    assert (site_limit(halves), site_limit(bridged)) == (2, 1)


BONUSES = [
    ("mushrooms", "Dungeon", {"Food": 25}),
    ("mushrooms", "Outpost", {"Food": 25}),
    ("crystals", "Dungeon", {"Gold": 20}),
    ("crystals", "Outpost", {}),
    ("lake", "Outpost", {"Food": 10}),
    ("lake pool stream", "Dungeon", {"Food": 10}),
    ("mushrooms crystals pool", "Dungeon", {"Gold": 20, "Food": 35}),
    ("river magma ruin", "Dungeon", {}),
]


@pytest.mark.parametrize(("features", "site", "expected"), BONUSES)
def test_what_a_region_yields(features: str, site: str, expected: dict[str, int]) -> None:
    place = Place(Region("Upperdeep", 1), features=frozenset(features.split()))
    assert region_bonus(place, site) == Bundle(expected)


GATHERING = [
    ("stream", "fish", 4, 10, 20),
    ("river", "fish", 3, 1, 1),
    ("coast", "fish", 4, 2, 4),
    ("mushrooms", "forage", 4, 1, 4),
    ("woods", "forage", 4, 3, 6),
    ("mushrooms", "fish", 4, 1, "UD-MOV-10"),
    ("stream", "forage", 4, 1, "UD-MOV-11"),
    ("stream", "fish", -1, 5, 0),
]


@pytest.mark.parametrize(("feature", "action", "speed", "units", "expected"), GATHERING)
def test_gathering_food(feature: str, action: str, speed: int, units: int, expected: int | str) -> None:
    place = Place(Region("Surface", 1), features=frozenset({feature}))
    outcome = gather_food(place, action, speed, units)
    assert (outcome.rule if isinstance(outcome, Barred) else outcome) == expected


def test_crystals_double_before_rooms_add() -> None:
    place = Place(Region("Upperdeep", 1), features=frozenset({"crystals"}))
    assert utility_castings(place, 2, 3) == 7
