"""Laws of movement over generated weeks: players have no order, nobody is lost or doubled, secrets are kept."""

import hashlib
import random
import time
from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.systems.underdeep.week.movement import (
    Band,
    Deed,
    DeedKind,
    Ground,
    Kind,
    March,
    Movement,
    Orders,
    Posture,
    Relation,
    Site,
    Teleport,
    Trap,
    move_week,
)
from orderbook.systems.underdeep.world.map import Place, Way, build_map
from orderbook.systems.underdeep.world.region import Region
from tests.systems.underdeep.week.movement_kit import at, band, go, ground

OWNERS = "ABCD"
REGIONS = [Region(layer, number) for layer in ("Surface", "Upperdeep", "Lowerdeep") for number in (1, 2, 3)]
TERRAIN = ["mushrooms", "magma", "darksea", "mountains", "swamp", "river", "bridge", "graveyard"]
ABILITIES = [
    "Infiltrator",
    "Flying",
    "Climbing",
    "Detector",
    "Teleporter",
    "Scout",
    "Tunneling",
    "Demolitions",
    "Large",
]


def rolled(what: str, sides: int) -> int:
    """A die that depends on its name alone."""
    return hashlib.sha256(what.encode()).digest()[0] % sides + 1


@st.composite
def grounds(draw: st.DrawFn) -> Ground:
    places = [
        Place(
            region,
            "surface" if region.layer == "Surface" else "cavern",
            features=frozenset(draw(st.sets(st.sampled_from(TERRAIN), max_size=2))),
        )
        for region in REGIONS
    ]
    pairs = draw(st.sets(st.tuples(st.sampled_from(REGIONS), st.sampled_from(REGIONS)), min_size=6, max_size=18))
    ways = {
        (min(a, b), max(a, b)): Way(min(a, b), max(a, b), draw(st.sampled_from([(), (), ("river",), ("darksea",)])))
        for a, b in sorted(pairs)
        if a != b
    }
    owner = st.sampled_from(OWNERS)
    sites = tuple(
        Site(f"Site {n}", region, draw(owner), draw(st.sampled_from(["Dungeon", "Outpost"])), walls=(12,),
             traps=(Trap("Gas", "A", 4, 9),), finished=draw(st.booleans()))
        for n, region in enumerate(draw(st.lists(st.sampled_from(REGIONS), max_size=4, unique=True)))
    )  # fmt: skip
    relations = {frozenset({a, b}): draw(st.sampled_from(Relation)) for a in OWNERS for b in OWNERS if a < b}
    traps = {
        region: (Trap("Snare", draw(owner), 4, 9),) for region in draw(st.sets(st.sampled_from(REGIONS), max_size=3))
    }
    bodies = {region: draw(st.integers(0, 30)) for region in draw(st.sets(st.sampled_from(REGIONS), max_size=3))}
    made = ground(build_map(places, ways.values()))
    return Ground(made.world, sites, traps, bodies, relations=type(made.relations)(relations))


steps = st.one_of(
    st.builds(March, st.sampled_from(REGIONS), st.integers(0, 1)),
    st.builds(March, st.sampled_from(REGIONS)),
    st.builds(Teleport, st.sampled_from(REGIONS)),
    st.builds(
        Deed, st.sampled_from(DeedKind), st.integers(0, 4), region=st.none() | st.sampled_from(REGIONS),
        target=st.sampled_from(["", "", "A", "A1", "B0", "Site 0"]),
    ),
)  # fmt: skip


@st.composite
def weeks(draw: st.DrawFn) -> tuple[Ground, list[Band], list[Orders]]:
    where = draw(grounds())
    bands: list[Band] = []
    for owner in OWNERS:
        for number in range(draw(st.integers(0, 4))):
            region = draw(st.sampled_from(REGIONS))
            home = next((s for s in where.sites_at(region) if s.owner == owner and s.finished), None)
            posture = draw(st.sampled_from(Posture))
            if posture is Posture.GARRISONED and home is None:
                posture = Posture.OPEN
            bands.append(
                Band(
                    f"{owner}{number}", owner, "Unit", draw(st.integers(1, 50)), region, draw(st.integers(0, 6)),
                    attack=2, defence=draw(st.integers(8, 22)), health=draw(st.integers(1, 9)),
                    abilities=tuple(sorted(draw(st.sets(st.sampled_from(ABILITIES), max_size=3)))),
                    morale=draw(st.sampled_from([0, 2, None])), posture=posture,
                    site=home.name if home is not None and posture is Posture.GARRISONED else None,
                    capacity=draw(st.sampled_from([0, 0, 60])), fatigue=draw(st.integers(0, 2)),
                )
            )  # fmt: skip
    orders: list[Orders] = []
    for owner in OWNERS:
        names = [each.id for each in bands if each.owner == owner]
        places = {each.id: each.place for each in bands}
        while names and draw(st.booleans()):
            first = names.pop(0)
            more = [name for name in names if places[name] == places[first] and draw(st.booleans())]
            names = [name for name in names if name not in more]
            hostile = draw(st.sampled_from([frozenset[str](), frozenset("B")])) - {owner}
            told = draw(st.lists(steps, max_size=5))
            orders.append(Orders((first, *more), tuple(told), draw(st.booleans()), frozenset(hostile)))
    return where, bands, orders


Week = tuple[Ground, list[Band], list[Orders]]


@settings(max_examples=60, deadline=None)
@given(weeks(), st.randoms(use_true_random=False))
def test_the_order_of_players_and_bands_is_irrelevant(week: Week, chance: random.Random) -> None:
    where, bands, orders = week
    first = move_week(where, bands, orders, rolled)
    chance.shuffle(bands)
    chance.shuffle(orders)
    assert move_week(where, bands, orders, rolled) == first


@settings(max_examples=60, deadline=None)
@given(weeks())
def test_nobody_is_lost_doubled_or_made(week: Week) -> None:
    where, bands, orders = week
    movement = move_week(where, bands, orders, rolled)
    assert set(movement.bands) | set(movement.fallen) == {each.id for each in bands}
    assert not set(movement.bands) & set(movement.fallen)
    dead: dict[str, int] = {}
    for event in movement.happenings:
        if event.kind is Kind.HAZARD:
            dead[str(event.data["band"])] = dead.get(str(event.data["band"]), 0) + int(str(event.data["dead"]))
    for before in bands:
        after = movement.bands.get(before.id) or movement.fallen[before.id]
        assert after.count == before.count - dead.get(before.id, 0)
        assert (after.owner, after.unit, after.health) == (before.owner, before.unit, before.health)
        assert after.place in where.world


@settings(max_examples=60, deadline=None)
@given(weeks())
def test_nobody_spends_more_than_there_is(week: Week) -> None:
    where, bands, orders = week
    movement = move_week(where, bands, orders, rolled)
    forced = {name for order in orders if order.forced for name in order.bands}
    for each in movement.bands.values():
        limit = each.speed * (2 if each.id in forced and each.morale is not None else 1)
        assert 0 <= each.spent <= limit
        if each.spent > each.speed:
            assert each.fatigue > 0
    taken: dict[Region, int] = {}
    for event in movement.happenings:
        if event.kind is Kind.GATHERED and event.data["resource"] == "Bodies":
            taken[event.region] = taken.get(event.region, 0) + int(str(event.data["amount"]))
    for region, there in where.bodies.items():
        assert movement.bodies[region] == there - taken.get(region, 0) >= 0


@settings(max_examples=60, deadline=None)
@given(weeks())
def test_time_runs_forward_and_moves_join_up(week: Week) -> None:
    where, bands, orders = week
    movement = move_week(where, bands, orders, rolled)
    times = [event.time for event in movement.happenings]
    assert times == sorted(times)
    assert all(0 <= moment <= 1 for moment in times)
    at_: dict[str, str] = {each.id: str(each.place) for each in bands}
    for event in movement.happenings:
        if event.kind is Kind.MOVED:
            for told in _list(event.data, "bands"):
                assert at_[told["band"]] == event.data["start"]
                at_[told["band"]] = str(event.data["end"])
    assert all(at_[name] == str(each.place) for name, each in movement.bands.items())


def _list(data: Mapping[str, object], key: str) -> list[dict[str, Any]]:
    value = data[key]
    assert isinstance(value, list)
    return value


@settings(max_examples=60, deadline=None)
@given(weeks())
def test_battles_are_between_those_who_are_there(week: Week) -> None:
    where, bands, orders = week
    movement = move_week(where, bands, orders, rolled)
    seen: set[str] = set()
    for battle in movement.battles:
        owners = {name for quarrel in battle.quarrels for name in (quarrel.one, quarrel.other)}
        assert all(quarrel.attacker in ("", quarrel.one, quarrel.other) for quarrel in battle.quarrels)
        for owner, names in battle.bands.items():
            assert owner in owners
            for name in names:
                assert name not in seen
                seen.add(name)
                assert movement.bands[name].place == battle.region
                assert movement.bands[name].owner == owner


def _is_no_boarding(step: object) -> bool:
    return not (isinstance(step, Deed) and step.kind is DeedKind.BOARD)


def secret_ids(movement: Movement, bands: list[Band]) -> set[str]:
    """Bands that were hidden all week and that nobody found."""
    found = {told["band"] for e in movement.happenings if e.kind is Kind.DISCOVERED for told in _list(e.data, "bands")}
    found |= {
        str(told["unit"]).removeprefix("Secret ")
        for e in movement.happenings
        if e.kind is Kind.SCOUTED and e.data["keen"]  # a Detector's scouting finds them (UD-ABL-INFILTRATOR-4)
        for told in _list(e.data, "bands")
    }
    return {
        each.id for each in bands
        if each.has("Infiltrator") and each.id not in found
        and not (movement.bands.get(each.id) or movement.fallen[each.id]).exposed
        and not any(each.id == rider.aboard or each.aboard for rider in movement.bands.values())
    }  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(weeks())
def test_what_nobody_found_stands_in_no_event_of_others(week: Week) -> None:
    """Each hidden band is of a unit of its own name: it must not be told to anybody else."""
    where, bands, orders = week
    named = [
        Band(**{**{f: getattr(each, f) for f in each.__slots__}, "unit": f"Secret {each.id}"})
        if each.has("Infiltrator") and each.capacity == 0 else each
        for each in bands
    ]  # fmt: skip
    orders = [Orders(o.bands, tuple(filter(_is_no_boarding, o.steps)), o.forced, o.hostile) for o in orders]
    traps = Ground(where.world, tuple(Site(s.name, s.region, s.owner, s.kind, s.side, s.finished, s.walls) for s in
                   where.sites), {}, where.bodies, relations=where.relations)  # fmt: skip
    movement = move_week(traps, named, orders, rolled)
    for name in secret_ids(movement, named):
        owner = name[0]
        for event in movement.happenings:
            if event.known_to - {owner, "gm"}:
                assert f"Secret {name}" not in str(event.data)
                assert f"'{name}'" not in str(event.data)


def _apart(one: Region, other: Region) -> int:
    return abs(one.number // 100 - other.number // 100) + abs(one.number % 100 - other.number % 100)


def test_a_week_of_many_players_is_quick() -> None:
    """Twelve players with thirty regiments each on five hundred regions."""
    size = 25
    regions = [Region("Lowerdeep", 100 * y + x) for y in range(20) for x in range(size)]
    known = set(regions)
    ways = [
        Way(region, other)
        for region in regions
        for other in (Region("Lowerdeep", region.number + 1), Region("Lowerdeep", region.number + 100))
        if other in known
    ]
    world = build_map([Place(region, "cavern") for region in regions], ways)
    where = ground(world)
    chance = random.Random(7)
    bands = [
        band(f"{owner}{number}", f"L{chance.choice(regions).number}", 4)
        for owner in "ABCDEFGHIJKL"
        for number in range(30)
    ]
    orders = [go(each.id, str(chance.choice([r for r in regions if _apart(r, each.place) <= 6]))) for each in bands]
    begun = time.perf_counter()
    movement = move_week(where, bands, orders, rolled)
    assert time.perf_counter() - begun < 10  # far less on a machine with nothing else to do
    assert len(movement.bands) == 360


def test_all_is_well_with_nobody() -> None:
    movement = move_week(ground("L1-L2"), [], [], rolled)
    assert movement.happenings == ()
    assert at("L1") in ground("L1-L2").world
