"""The rulebook's worked examples on the sample map, each by its id."""

from itertools import pairwise

import pytest

from orderbook.systems.underdeep.world.load import lint_map
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region, find_regions, parse_region
from orderbook.systems.underdeep.world.sites import gather_food, utility_castings
from orderbook.systems.underdeep.world.steps import StepCost, step_cost
from orderbook.systems.underdeep.world.trade import closes_region, distance_between, is_within_range, trade_route
from orderbook.systems.underdeep.world.travel import cheapest_route

WALKER = Mover(4)


def at(text: str) -> Region:
    region = parse_region(text)
    assert region is not None
    return region


def between(world: WorldMap, sites: str, army: str = "") -> int | None:
    a, b = (region for _, _, region in find_regions(sites))
    return distance_between(world, a, b, [region for _, _, region in find_regions(army)])


def test_the_sample_map_is_without_fault(sample: WorldMap) -> None:
    assert lint_map(sample) == []
    assert 55 <= len(sample) <= 70
    assert {place.kind for place in sample.places.values()} == {"cavern", "corridor", "surface"}


def test_ud_ex_trd_01_eleven_regions_between(sample: WorldMap) -> None:
    assert between(sample, "Upperdeep 4, Upperdeep 48") == 11
    assert is_within_range(11)


def test_ud_ex_trd_02_no_route_round_the_orcs(sample: WorldMap) -> None:
    assert closes_region(normal=25)
    distance = between(sample, "Upperdeep 4, Upperdeep 48", army="Upperdeep 45")
    assert distance is not None
    assert not is_within_range(distance)


def test_ud_ex_trd_03_detour_by_lowerdeep_65(sample: WorldMap) -> None:
    assert sample.way_between(at("Middledeep 90"), at("Lowerdeep 67")) is not None
    free = trade_route(sample, at("Middledeep 96"), at("Lowerdeep 63"))
    detour = trade_route(sample, at("Middledeep 96"), at("Lowerdeep 63"), [at("Lowerdeep 66"), at("Lowerdeep 69")])
    assert free is not None
    assert detour is not None
    assert at("Lowerdeep 65") in detour
    assert is_within_range(len(detour) - 2)
    assert between(sample, "Middledeep 96, Lowerdeep 63", army="Lowerdeep 66") == len(free) - 2


def test_ud_ex_trd_04_the_second_cave_entrance(sample: WorldMap) -> None:
    route = trade_route(sample, at("Middledeep 96"), at("Lowerdeep 63"), [at("Lowerdeep 67")])
    assert route is not None
    assert (at("Middledeep 80"), at("Lowerdeep 69")) in pairwise(route)
    assert len(route) - 2 < 16


def test_ud_ex_trd_05_two_armies_cut_the_outpost_off(sample: WorldMap) -> None:
    distance = between(sample, "Middledeep 96, Lowerdeep 63", army="Lowerdeep 64 and Lowerdeep 68")
    assert distance is not None  # other routes can be drawn, but none is short enough
    assert not is_within_range(distance)
    for one in ("Lowerdeep 64", "Lowerdeep 68"):
        alone = between(sample, "Middledeep 96, Lowerdeep 63", army=one)
        assert is_within_range(alone)
    for size, number in (("normal", 25), ("large", 12), ("huge", 1)):
        assert closes_region(**{size: number})
        assert not closes_region(**{size: number - 1})


def test_ud_ex_ord_15_cannoneers_march_to_the_outpost(sample: WorldMap) -> None:
    route = cheapest_route(sample, at("Upperdeep 28"), at("Upperdeep 31"), WALKER)
    assert route is not None
    assert route.cost == 1


def test_ud_ex_ord_16_ironbound_march_to_the_bridge(sample: WorldMap) -> None:
    route = cheapest_route(sample, at("Upperdeep 28"), at("Upperdeep 26"), WALKER)
    assert route is not None
    assert route.cost == 2
    assert "bridge" in sample.places[at("Upperdeep 26")].features


def test_ud_ex_mov_01_fishing(sample: WorldMap) -> None:
    assert gather_food(sample.places[at("Upperdeep 61")], "fish", speed=4, units=10) == 20


def test_ud_ex_mov_02_foraging(sample: WorldMap) -> None:
    assert gather_food(sample.places[at("Upperdeep 9")], "forage", speed=2, units=20) == 40


def test_ud_ex_mov_03_forced_march_of_eight(sample: WorldMap) -> None:
    assert WALKER.forced_march_penalty(8) == 4
    assert WALKER.forced_march_penalty(9) is None


def test_ud_ex_mov_04_two_weeks_of_it() -> None:
    penalties = [WALKER.forced_march_penalty(8), WALKER.forced_march_penalty(8)]
    assert 2 - sum(filter(None, penalties)) == -6  # Attack +2
    assert 1 - sum(filter(None, penalties)) == -7  # Morale +1


def test_ud_ex_mov_05_forage_first_then_march(sample: WorldMap) -> None:
    foraged = gather_food(sample.places[at("Upperdeep 9")], "forage", speed=4, units=1)
    march = cheapest_route(sample, at("Upperdeep 9"), at("Upperdeep 19"), WALKER)
    assert foraged == 4
    assert march is not None
    assert march.cost == 4
    assert WALKER.forced_march_penalty(4 + march.cost) == 4


@pytest.mark.parametrize(
    ("mover", "cost"),
    [(WALKER, 2), (Mover(4, huge=True), 1), (Mover(4, flying=True), 1), (Mover(4, climbing=True), 2)],
    ids=["walker", "huge", "flyer", "climber"],
)
def test_ud_ex_ter_01_dense_mushrooms(sample: WorldMap, mover: Mover, cost: int) -> None:
    outcome = step_cost(sample, at("Middledeep 37"), at("Middledeep 39"), mover)
    assert isinstance(outcome, StepCost)
    assert outcome.cost == cost
    assert outcome.causes[-1].rule == "UD-TER-02"


def test_ud_ex_ter_02_scry_among_crystals(sample: WorldMap) -> None:
    assert utility_castings(sample.places[at("Upperdeep 14")], normal=1, from_rooms=1) == 3
    assert utility_castings(sample.places[at("Upperdeep 28")], normal=1, from_rooms=1) == 2


@pytest.mark.parametrize(("layer", "cost"), [("Upperdeep", 6), ("Middledeep", 4), ("Lowerdeep", 2)])
def test_ud_ex_ter_04_climbing_across_the_chasm(sample: WorldMap, layer: str, cost: int) -> None:
    west, east = Region(layer, 50), Region(layer, 57)
    climber = Mover(6, climbing=True)
    route = cheapest_route(sample, west, east, climber)
    assert route is not None
    assert route.cost == cost
    down = step_cost(sample, west, Region("Lowerdeep", 50), climber)
    assert isinstance(down, StepCost)
    assert 2 * (down.cost + 1) == cost  # down to the lowest level, a step to the bottom, and up again
    flight = cheapest_route(sample, west, east, Mover(6, flying=True))
    assert flight is not None
    assert flight.cost == 1


def test_ud_ex_teleporter_hounds(sample: WorldMap) -> None:
    """Speed 6, from Upperdeep 49 to Upperdeep 61, the chasm and enemy armies in between."""
    hounds = Mover.from_abilities(6, ["Teleporter"])
    held = [at("Upperdeep 50"), at("Upperdeep 57")]
    route = cheapest_route(sample, at("Upperdeep 49"), at("Upperdeep 61"), hounds, stops=held)
    assert route is not None
    assert route.cost <= 6
    assert cheapest_route(sample, at("Upperdeep 49"), at("Upperdeep 61"), WALKER, stops=held) != route
