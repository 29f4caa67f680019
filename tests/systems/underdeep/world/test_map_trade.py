"""How far goods travel, and what stops them."""

import pytest

from orderbook.systems.underdeep.world.map import Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.systems.underdeep.world.trade import closes_region, distance_between, trade_route


def regions(text: str) -> list[Region]:
    return [region for _, _, region in find_regions(text)]


def line(*crossings: Way) -> WorldMap:
    return build_map([], crossings)


U1, U2, U3, S1, S2, M1 = regions("U1 U2 U3 S1 S2 M1")

DISTANCES = [
    ("neighbours", line(Way(U1, U2)), "U1 U2", 0),
    ("the same region", line(Way(U1, U2)), "U1 U1", 0),
    ("one between", line(Way(U1, U2), Way(U2, U3)), "U1 U3", 1),
    ("by a cave entrance", line(Way(U1, M1), Way(U1, U2)), "U2 M1", 1),
    ("over a river", line(Way(U1, U2, ("river",))), "U1 U2", 0),
    ("over a chasm", line(Way(U1, U2, ("chasm",))), "U1 U2", None),
    ("over a bridged chasm", line(Way(U1, U2, ("chasm",), True)), "U1 U2", 0),
    ("along a chasm", line(Way(U1, U2, ("along chasm",))), "U1 U2", None),
    ("one way only", line(Way(U1, U2, one_way=True)), "U1 U2", None),
    ("over the Surface", line(Way(S1, U1), Way(S1, S2), Way(S2, U2)), "U1 U2", None),
    ("from the Surface", line(Way(S1, U1), Way(U1, U2)), "S1 U2", None),
    ("off the map", line(Way(U1, U2)), "U1 U9", None),
]


@pytest.mark.parametrize(("name", "world", "sites", "expected"), DISTANCES, ids=[case[0] for case in DISTANCES])
def test_distance(name: str, world: WorldMap, sites: str, expected: int | None) -> None:
    a, b = regions(sites)
    assert distance_between(world, a, b) == expected
    if not any(way.one_way for way in world.ways):
        assert distance_between(world, b, a) == expected


def test_no_goods_down_a_chasm(sample: WorldMap) -> None:
    """Upperdeep 50 and Lowerdeep 50 open on one shaft, but goods go round by Middledeep 22."""
    route = trade_route(sample, *regions("U50 L50"))
    assert route == tuple(regions("U50 U49 M22 L47 L49 L52 L50"))


def test_the_short_way_over_the_surface_is_no_trade_route(sample: WorldMap) -> None:
    a, b = regions("U4 U48")
    route = trade_route(sample, a, b)
    assert route is not None
    assert all(region.layer != "Surface" for region in route)


@pytest.mark.parametrize(("features", "expected"), [("", None), ("bridge", 1)])
def test_a_region_cut_by_a_chasm(features: str, expected: int | None) -> None:
    hall = Place(
        U2, chasm="Gap", sides=("a", "b"), across=frozenset({U3}), features=frozenset(filter(None, [features]))
    )
    world = build_map([hall], [Way(U1, U2), Way(U2, U3)])
    assert distance_between(world, U1, U3) == expected
    assert distance_between(world, U2, U3) == distance_between(world, U2, U1) == 0  # a site may stand on either side


def test_the_sites_own_regions_are_not_on_the_way(sample: WorldMap) -> None:
    a, b = regions("U4 U48")
    assert distance_between(sample, a, b, {a, b}) == 11


ARMIES = [
    ((25, 0, 0), True), ((24, 0, 0), False), ((0, 12, 0), True), ((0, 11, 0), False), ((0, 0, 1), True),
    ((13, 6, 0), True), ((12, 6, 0), False), ((24, 1, 0), True), ((22, 1, 0), False), ((0, 0, 0), False),
]  # fmt: skip


@pytest.mark.parametrize(("army", "expected"), ARMIES)
def test_an_army_that_closes_a_region(army: tuple[int, int, int], expected: bool) -> None:
    assert closes_region(*army) is expected
