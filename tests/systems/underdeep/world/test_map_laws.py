"""Laws that hold on every map."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.systems.underdeep.world.load import MapError, load_map
from orderbook.systems.underdeep.world.map import Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import LAYERS, Region
from orderbook.systems.underdeep.world.steps import Spot, moves_from, spots_of
from orderbook.systems.underdeep.world.trade import distance_between, trade_route
from orderbook.systems.underdeep.world.travel import (
    Barred,
    StepCost,
    cheapest_route,
    explain_barred,
    follow_path,
    reach,
    split_weeks,
    step_cost,
)

REGIONS = [Region(layer, number) for layer in LAYERS for number in (1, 2, 3)]
WAY_TERRAIN = ["river", "lake", "darksea", "dense mushrooms", "chasm", "along chasm"]
REGION_TERRAIN = ["mushrooms", "magma", "darksea", "mountains", "woods", "swamp", "ocean", "ruin", "bridge"]

movers = st.builds(
    Mover,
    st.integers(0, 8),
    **{name: st.booleans() for name in ("flying", "climbing", "huge", "amphibious", "marching")},
    teleporter=st.sampled_from([False, False, False, True]),
)


@st.composite
def worlds(draw: st.DrawFn, symmetric: bool = False) -> WorldMap:
    """Maps of up to twelve regions; a ``symmetric`` one has nothing that costs more one way than the other."""
    chosen = draw(st.lists(st.sampled_from(REGIONS), min_size=2, max_size=12, unique=True))
    pairs = draw(st.lists(st.tuples(st.sampled_from(chosen), st.sampled_from(chosen)), max_size=20))
    ways: dict[tuple[Region, Region], Way] = {}
    for start, end in pairs:
        if start != end:
            key = (min(start, end), max(start, end))
            crosses = tuple(draw(st.lists(st.sampled_from(WAY_TERRAIN), max_size=2, unique=True).map(sorted)))
            one_way = not symmetric and draw(st.integers(0, 5)) == 0
            ways[key] = Way(*((start, end) if one_way else key), crosses, draw(st.booleans()), one_way)
    if symmetric:  # a climb down and up depends on the level it begins on
        ways = {key: way for key, way in ways.items() if "chasm" not in way.crosses or key[0].layer == key[1].layer}
    places = []
    for region in chosen:
        neighbours = [b if a == region else a for a, b in ways if region in (a, b)]
        sides = draw(st.sampled_from([(), ("west",), ("east",), ("west", "east")]))
        far = draw(st.sets(st.sampled_from(neighbours))) if neighbours and len(sides) == 2 else set()
        terrain = frozenset() if symmetric else frozenset(draw(st.sets(st.sampled_from(REGION_TERRAIN), max_size=2)))
        places.append(
            Place(region, features=terrain, chasm="Gap" if sides else None, sides=sides, across=frozenset(far))
        )
    return build_map(places, ways.values())


def ends(data: st.DataObject, world: WorldMap) -> tuple[Region, Region]:
    return data.draw(st.sampled_from(world.regions)), data.draw(st.sampled_from(world.regions))


@settings(max_examples=60)
@given(worlds(symmetric=True), movers)
def test_costs_are_the_same_both_ways_on_even_terrain(world: WorldMap, mover: Mover) -> None:
    for a in world.regions:
        for b in world.regions:
            there, back = step_cost(world, a, b, mover), step_cost(world, b, a, mover)
            assert isinstance(there, Barred) == isinstance(back, Barred)
            if isinstance(there, StepCost) and isinstance(back, StepCost):
                assert there.cost == back.cost


@settings(max_examples=80)
@given(worlds(), movers, st.data())
def test_a_route_costs_what_its_steps_cost_and_can_be_gone(world: WorldMap, mover: Mover, data: st.DataObject) -> None:
    start, goal = ends(data, world)
    route = cheapest_route(world, start, goal, mover)
    assert (route is None) == (explain_barred(world, start, goal, mover) is not None)
    if route is None:
        return
    assert route.cost == sum(step.cost for step in route.steps)
    assert all(step.cost == sum(cause.speed for cause in step.how.causes) for step in route.steps)
    assert (route.regions[0], route.regions[-1]) == (start, goal)
    gone = follow_path(world, route.regions, mover)
    assert not isinstance(gone, Barred)
    assert gone.cost == route.cost
    weeks = split_weeks(route, mover.budget)
    assert weeks is not None
    assert [step for week in weeks for step in week] == list(route.steps)


@settings(max_examples=60)
@given(worlds(), movers, st.integers(0, 12), st.data())
def test_reach_agrees_with_routes(world: WorldMap, mover: Mover, speed: int, data: st.DataObject) -> None:
    start, stop = ends(data, world)
    found = reach(world, start, mover, speed, {stop})
    for goal in world.regions:
        route = cheapest_route(world, start, goal, mover, {stop})
        assert found.get(goal) == (route.cost if route is not None and route.cost <= speed else None)


@settings(max_examples=60)
@given(worlds(), movers, st.data())
def test_no_cheaper_route_exists(world: WorldMap, mover: Mover, data: st.DataObject) -> None:
    """Against costs found by improving until nothing improves (Bellman and Ford), with no queue and no order."""
    start, _ = ends(data, world)
    costs: dict[Spot, int] = dict.fromkeys(spots_of(world, start), 0)
    changed = True
    while changed:
        changed = False
        for spot, cost in list(costs.items()):
            for arrival, outcome in moves_from(world, spot, mover):
                if isinstance(outcome, StepCost) and cost + outcome.cost < costs.get(arrival, 10**6):
                    costs[arrival] = cost + outcome.cost
                    changed = True
    for goal in world.regions:
        route = cheapest_route(world, start, goal, mover)
        known = [costs[spot] for spot in spots_of(world, goal) if spot in costs]
        assert (route.cost if route else None) == min(known, default=None)


@settings(max_examples=60)
@given(worlds(), movers, st.integers(), st.data())
def test_the_order_of_the_parts_does_not_matter(world: WorldMap, mover: Mover, seed: int, data: st.DataObject) -> None:
    start, goal = ends(data, world)
    places, ways = list(world.places.values()), list(world.ways)
    shuffle = random.Random(seed).shuffle
    shuffle(places)
    shuffle(ways)
    other = build_map(places, ways)
    assert other == world
    assert cheapest_route(other, start, goal, mover) == cheapest_route(world, start, goal, mover)
    assert list(reach(other, start, mover, 9).items()) == list(reach(world, start, mover, 9).items())
    assert trade_route(other, start, goal) == trade_route(world, start, goal)
    assert explain_barred(other, start, goal, mover) == explain_barred(world, start, goal, mover)


@settings(max_examples=60)
@given(worlds(), st.sets(st.sampled_from(REGIONS), max_size=3), st.data())
def test_trade_distance(world: WorldMap, blocked: set[Region], data: st.DataObject) -> None:
    a, b = ends(data, world)
    free, hindered = distance_between(world, a, b), distance_between(world, a, b, blocked)
    assert free == distance_between(world, b, a)
    assert hindered is None or (free is not None and hindered >= free)
    route = trade_route(world, a, b, blocked)
    if route is not None:
        assert hindered == max(len(route) - 2, 0)
        assert not blocked & set(route[1:-1])
        assert all(region.layer != "Surface" for region in route)


@pytest.fixture(scope="session")
def sample_text() -> str:
    return (Path(__file__).parents[4] / "samples" / "map" / "underdeep.toml").read_text("utf-8")


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("maps") / "map.toml"


def sections(text: str) -> Iterator[str]:
    """The regions of a map file, each with its heading."""
    current: list[str] = []
    for line in text.splitlines():
        if line.startswith("[") and current:
            yield "\n".join(current)
            current = []
        if line.startswith("[") or current:
            current.append(line)
    yield "\n".join(current)


@settings(max_examples=20)
@given(st.randoms(use_true_random=False))
def test_the_order_of_a_file_does_not_matter(sample_text: str, scratch: Path, shuffler: random.Random) -> None:
    parts = list(sections(sample_text))
    shuffler.shuffle(parts)
    whole = scratch.with_suffix(".whole")
    scratch.write_text("\n".join(parts), "utf-8")
    whole.write_text("\n".join(sections(sample_text)), "utf-8")
    assert load_map(str(scratch)) == load_map(str(whole))


@settings(max_examples=60)
@given(st.integers(0, 6000), st.integers(0, 40), st.text(max_size=6))
def test_a_damaged_sample_raises_nothing_but_map_error(
    sample_text: str, scratch: Path, at: int, cut: int, put: str
) -> None:
    damaged = sample_text[:at] + put + sample_text[at + cut :]
    scratch.write_bytes(damaged.encode("utf-8", "surrogatepass"))
    try:
        world = load_map(str(scratch))
    except MapError as error:
        assert error.problems
    else:
        assert len(world) > 50
