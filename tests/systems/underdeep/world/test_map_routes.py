"""Routes, reach, paths as a player writes them, and why there is no route."""

import pytest

from orderbook.systems.underdeep.world.map import Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.systems.underdeep.world.travel import (
    Barred,
    Route,
    cheapest_route,
    explain_barred,
    follow_path,
    reach,
    split_weeks,
)


def regions(text: str) -> list[Region]:
    return [region for _, _, region in find_regions(text)]


def ends(text: str) -> tuple[Region, Region]:
    start, end = regions(text)
    return start, end


ROUTES = [
    ("U4 to U14", Mover(4), "U4 U6 U9 U10 U12 U14", 5),
    ("M44 to M41", Mover(4), "M44 M41", 2),  # by the ford
    ("U23 to U26", Mover(4), "U23 U26", 1),  # by the bridge
    ("U66 to U70", Mover(4), "U66 U70", 1),  # by the bridge over the rift
    ("U4 to U70", Mover(4), "U4 U6 S1 S3 S2 U70", 8),  # over the mountains and through the woods
    ("U4 to U70", Mover(4, flying=True), "U4 U6 S1 S3 S2 U70", 5),
    ("U4 to U70", Mover(2), "U4 U6 S1 S5 S7 S2 U70", 8),  # too slow for the mountains
    ("S4 to S2", Mover(4), "S4 S2", 3),  # a river and then the woods behind it
    ("U50 to L57", Mover(4, flying=True), "U50 L57", 2),
    ("M22 to M7", Mover(4, climbing=True), "M22 M15 M7", 4),  # down and up in Middledeep 15
    ("M22 to M7", Mover(4, flying=True), "M22 M15 M7", 2),
    ("L59 to L75", Mover(2), "L59 L72 L75", 5),  # over the Darksea
    ("L59 to L75", Mover(2, amphibious=True), "L59 L72 L75", 2),
    ("U4 to U4", Mover(4), "U4", 0),
]


@pytest.mark.parametrize(("asked", "mover", "path", "cost"), ROUTES)
def test_the_cheapest_route(sample: WorldMap, asked: str, mover: Mover, path: str, cost: int) -> None:
    route = cheapest_route(sample, *ends(asked), mover)
    assert route is not None
    assert (route.regions, route.cost) == (tuple(regions(path)), cost)
    assert follow_path(sample, regions(path), mover) == route


NO_ROUTES = [
    ("M22 to M3", Mover(4), "", "UD-TER-14", "The Crack at Middledeep 15 has no bridge"),
    ("S9 to S8", Mover(4, flying=True), "", "UD-TER-24", "Surface 8 cannot be entered: an ocean"),
    ("U4 to S3", Mover(2), "", "UD-TER-19", "the step to Surface 3 takes 3 Speed and the unit has 2"),
    ("U4 to U23", Mover(4), "U10", "UD-MOV-03", "Upperdeep 10 is held"),
    ("U4 to U5", Mover(4), "", "UD-MOV-01", "Upperdeep 5 is not on the map"),
    ("M41 to M44", Mover(1), "", "UD-MOV-02", "the step to Middledeep 44 takes 2 Speed"),
    ("U4 to U9", Mover(0), "", "UD-MOV-02", "the step to Upperdeep 6 takes 1 Speed and the unit has 0"),
]


@pytest.mark.parametrize(("asked", "mover", "stops", "rule", "reason"), NO_ROUTES)
def test_why_there_is_no_route(sample: WorldMap, asked: str, mover: Mover, stops: str, rule: str, reason: str) -> None:
    held = regions(stops + " Surface 1") if stops else []
    assert cheapest_route(sample, *ends(asked), mover, held) is None
    told = explain_barred(sample, *ends(asked), mover, held)
    assert told is not None
    assert told.rule == rule
    assert reason in told.reason


def test_no_way_of_any_kind() -> None:
    a, b = ends("U1 to U2")
    told = explain_barred(build_map([Place(a), Place(b)], []), a, b, Mover(4))
    assert told == Barred("no way of any kind leads from Upperdeep 1 to Upperdeep 2", "UD-MOV-01")


def test_nothing_to_explain_where_there_is_a_route(sample: WorldMap) -> None:
    assert explain_barred(sample, *ends("U4 to U14"), Mover(4)) is None


def test_a_held_region_may_be_entered_but_not_passed(sample: WorldMap) -> None:
    held = regions("U10, Surface 1")
    assert cheapest_route(sample, *ends("U4 to U10"), Mover(4), held) is not None
    assert cheapest_route(sample, *ends("U10 to U4"), Mover(4), held) is not None
    assert cheapest_route(sample, *ends("U4 to U12"), Mover(4), held) is None
    assert cheapest_route(sample, *ends("U4 to U12"), Mover(4, teleporter=True), held) is not None
    assert set(reach(sample, regions("U4")[0], Mover(4), 99, held)) == set(regions("U4 U6 U9 U10 S1"))


def test_reach_of_a_week(sample: WorldMap) -> None:
    found = reach(sample, *regions("U26"), Mover(2), 2)
    assert {str(region): cost for region, cost in found.items()} == {
        "Upperdeep 19": 2,
        "Upperdeep 23": 1,
        "Upperdeep 26": 0,
        "Upperdeep 28": 2,
        "Upperdeep 31": 1,
        "Upperdeep 38": 2,
        "Middledeep 76": 2,
    }


def test_reach_from_nowhere(sample: WorldMap) -> None:
    assert reach(sample, *regions("U5"), Mover(4), 4) == {}


PATHS = [
    ("U4 U9", "UD-MOV-01", "no way leads from Upperdeep 4 to Upperdeep 9"),
    ("U4 U5", "UD-MOV-01", "Upperdeep 5 is not on the map"),
    ("M22 M15 M7", "UD-TER-14", "Middledeep 7 is on the far one"),
    ("", "UD-MOV-01", "no region is given"),
]


@pytest.mark.parametrize(("path", "rule", "reason"), PATHS)
def test_a_path_that_cannot_be_gone(sample: WorldMap, path: str, rule: str, reason: str) -> None:
    outcome = follow_path(sample, regions(path), Mover(4))
    assert isinstance(outcome, Barred)
    assert (outcome.rule, reason in outcome.reason) == (rule, True)


def test_a_path_may_take_a_longer_way_and_rest(sample: WorldMap) -> None:
    outcome = follow_path(sample, regions("U9 U9 U10 U9"), Mover(4))
    assert isinstance(outcome, Route)
    assert (outcome.cost, len(outcome.steps)) == (2, 2)


def test_perils_of_a_route(sample: WorldMap) -> None:
    walk = cheapest_route(sample, *ends("U38 to U48"), Mover(4))
    leap = cheapest_route(sample, *ends("U38 to U48"), Mover(4, teleporter=True))
    into = cheapest_route(sample, *ends("U31 to U45"), Mover(4, teleporter=True))
    assert [route and [peril.rule for peril in route.perils] for route in (walk, leap, into)] == [
        ["UD-TER-10"],
        [],
        ["UD-TER-10"],
    ]


WEEKS = [
    ("U4 to U14", 4, [4, 1]),
    ("U4 to U14", 1, [1, 1, 1, 1, 1]),
    ("L61 to L75", 3, [1, 5]),  # two Speed of the first week go into the crossing, which ends in the second
    ("L61 to L75", 2, [1, 0, 5]),
    ("U6 to U70", 4, [4, 3]),
    ("U6 to U70", 2, None),  # the mountains do not fit into a week
    ("U4 to U4", 0, []),
]


@pytest.mark.parametrize(("asked", "speed", "spent"), WEEKS)
def test_weeks_of_a_route(sample: WorldMap, asked: str, speed: int, spent: list[int] | None) -> None:
    route = cheapest_route(sample, *ends(asked), Mover(4))
    assert route is not None
    weeks = split_weeks(route, speed)
    assert (weeks if weeks is None else [sum(step.cost for step in week) for week in weeks]) == spent


def test_a_cut_region_is_one_region_to_those_who_pass_the_bridge() -> None:
    u1, u2, u3 = regions("U1 U2 U3")
    for features, expected in ((frozenset[str](), None), (frozenset({"bridge"}), 2)):
        hall = Place(u2, chasm="Gap", sides=("west", "east"), across=frozenset({u3}), features=features)
        route = cheapest_route(build_map([hall], [Way(u1, u2), Way(u2, u3)]), u1, u3, Mover(4))
        assert (route.cost if route else None) == expected


def test_of_equal_routes_the_one_through_the_first_regions_is_taken() -> None:
    u1, u2, u3, u4 = regions("U1 U2 U3 U4")
    route = cheapest_route(build_map([], [Way(u3, u4), Way(u1, u3), Way(u2, u4), Way(u1, u2)]), u1, u4, Mover(4))
    assert route is not None
    assert route.regions == (u1, u2, u4)
