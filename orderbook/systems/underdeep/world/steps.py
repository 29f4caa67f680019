"""What a step across the map costs, rule by rule, and who may not take it.

What terrain costs and whom it spares stands in ``terrain.toml`` (UD-MOV-21, UD-TER-02, UD-TER-17, UD-TER-19, UD-TER-20,
UD-TER-22, UD-TER-24). By their abilities Flyers, Climbers, Teleporters and the Huge are spared more of it
(UD-ABL-FLYER-1, UD-ABL-CLIMBING-2 to UD-ABL-CLIMBING-4, UD-ABL-TELEPORTER-1, UD-ABL-HUGE-2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from orderbook.systems.underdeep.world.map import Chasm, Place, Way, WorldMap
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.systems.underdeep.world.terrain import Terrain, load_terrain
from orderbook.text.records import record


@record
class Cause:
    """A part of a cost: so much Speed, for what, by which rule. 0 Speed where an ability spares the cost."""

    speed: int
    text: str
    rule: str


@record
class StepCost:
    """The Speed of one step: the sum of its causes. ``perils`` are the hazards it brings, which cost no Speed.

    ``instalments``: the Speed may be gathered over several weeks (UD-MOV-22).
    """

    causes: tuple[Cause, ...] = ()
    perils: tuple[Cause, ...] = ()
    instalments: bool = False

    @property
    def cost(self) -> int:
        return sum(cause.speed for cause in self.causes)


@record
class Barred:
    """A step that cannot be taken, why, and by which rule."""

    reason: str
    rule: str


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Where a mover stands: a region and, where a chasm splits it, the side; "" where it has no sides."""

    region: Region
    side: str = ""


def spots_of(world: WorldMap, region: Region) -> tuple[Spot, ...]:
    """Every spot of a region: one, or two where a chasm runs through it; none off the map."""
    place = world.place(region)
    return tuple(Spot(region, side) for side in place.all_sides) if place is not None else ()


def moves_from(world: WorldMap, spot: Spot, mover: Mover) -> Iterator[tuple[Spot, StepCost | Barred]]:
    """Every move from a spot: along a way, to the other side of a cut region, up or down a chasm.

    In an order that depends on the map alone. Includes the moves this mover may not make, with the reason.
    """
    place = world.places[spot.region]
    for way in world.ways_at(spot.region):
        to = way.other_end(spot.region)
        if place.side_towards(to) != spot.side or (way.one_way and way.start != spot.region):
            continue
        arrival = Spot(to, world.places[to].side_towards(spot.region))
        yield arrival, _judge(_way_cost(world, way, spot.region, to, mover), mover, to)
    chasm = world.chasm_at(spot.region)
    if chasm is None:
        return
    for side in place.sides:
        if side != spot.side:
            yield Spot(spot.region, side), _judge(_crossing(chasm, place, mover), mover, spot.region)
    if chasm.continuous:
        for mouth in world.mouths(chasm.name):
            if mouth.layer != spot.region.layer:
                for arrival in spots_of(world, mouth):
                    yield arrival, _judge(_descent(world, chasm, spot, arrival, mover), mover, mouth)


def all_moves(world: WorldMap, spot: Spot, mover: Mover) -> tuple[tuple[Spot, StepCost | Barred], ...]:
    """``moves_from``, worked out once for a map."""
    known = world.memo.get((spot, mover))
    if known is None:
        known = world.memo[spot, mover] = tuple(moves_from(world, spot, mover))
    return known  # type: ignore[return-value]


def open_moves(world: WorldMap, spot: Spot, mover: Mover) -> tuple[tuple[Spot, StepCost, int], ...]:
    """The moves a mover can make from a spot, each with its Speed; worked out once for a map."""
    key = (spot, mover, "open")
    known = world.memo.get(key)
    if known is None:
        moves = all_moves(world, spot, mover)
        known = tuple((arrival, how, how.cost) for arrival, how in moves if isinstance(how, StepCost))
        world.memo[key] = known
    return known  # type: ignore[return-value]


def step_cost(world: WorldMap, start: Region, end: Region, mover: Mover) -> StepCost | Barred:
    """The cost of going straight from one region to another, the cheapest way there is, or why it cannot be done.

    A region cut by a chasm is left from whichever side is better.
    """
    for region in (start, end):
        if region not in world:
            return Barred(f"{region} is not on the map", "UD-MOV-01")
    if start == end:
        return StepCost()
    refusals: list[Barred] = []
    best: StepCost | None = None
    for spot in spots_of(world, start):
        for arrival, outcome in moves_from(world, spot, mover):
            if arrival.region != end:
                continue
            if isinstance(outcome, Barred):
                refusals.append(outcome)
            elif best is None or outcome.cost < best.cost:
                best = outcome
    if best is not None:
        return best
    return refusals[0] if refusals else Barred(f"no way leads from {start} to {end}", "UD-MOV-01")


def _judge(outcome: StepCost | Barred, mover: Mover, to: Region) -> StepCost | Barred:
    """Bars a step that takes more Speed than the mover can raise in a week (UD-MOV-02)."""
    if isinstance(outcome, Barred) or outcome.cost <= mover.budget or (outcome.instalments and mover.budget > 0):
        return outcome
    dearest = max(outcome.causes, key=lambda cause: cause.speed)
    rule = next((word.short_rule for word in load_terrain().values() if word.verb == dearest.text), "UD-MOV-02")
    march = " on a Forced March" if mover.budget != mover.speed else ""
    return Barred(f"the step to {to} takes {outcome.cost} Speed and the unit has {mover.budget}{march}", rule)


def _way_cost(world: WorldMap, way: Way, start: Region, to: Region, mover: Mover) -> StepCost | Barred:
    causes = _first_causes(world, way, start, to, mover)
    if isinstance(causes, Barred):
        return causes
    terrain = load_terrain()
    place = world.places[to]
    underground = "Surface" not in (start.layer, to.layer)
    obstacles = [terrain[name] for name in way.crosses if terrain[name].cost is not None]
    obstacles += [word for word in terrain.values() if word.name in place.features and word.fills_region]
    rulings = world.rulings
    surpluses = [_surplus(word, mover, rulings, underground, way.bridge) for word in obstacles]
    return _arrive(
        place,
        mover,
        rulings,
        (*causes, *surpluses),
        instalments=rulings.darksea_crossing == "by-instalments"
        and any(word.instalments and surplus.speed for word, surplus in zip(obstacles, surpluses, strict=True)),
    )


def _first_causes(world: WorldMap, way: Way, start: Region, to: Region, mover: Mover) -> tuple[Cause, ...] | Barred:
    """The step itself, before what the terrain adds."""
    flies = mover.flying or mover.teleporter
    if "along chasm" in way.crosses:
        if not flies:
            return Barred(f"from {start} to {to} the chasm can only be flown along", "UD-TER-15")
        return (Cause(1, f"flies along the chasm to {to}", "UD-TER-15"),)
    if way.is_cave_entrance:
        enters = Cause(1, f"passes the cave entrance to {to}", "UD-MOV-05")
    else:
        enters = Cause(1, f"enters {to}", "UD-MOV-01")
    if "chasm" not in way.crosses:
        return (enters,)
    if way.bridge:
        return (enters, Cause(0, "crosses the chasm by the bridge", "UD-TER-14"))
    chasm = world.chasm_on_way(way)
    if flies:
        return (enters, Cause(0, _passes_over(chasm, mover), "UD-TER-14"))
    # Down and up again is the whole of it: the total of 6 Speed has no further 1 for the region behind.
    return _climb_across(chasm, start, mover)


def _arrive(
    place: Place, mover: Mover, rulings: Rulings, causes: tuple[Cause, ...], *, instalments: bool = False
) -> StepCost | Barred:
    """The step into a region once its cost is known: what lies in wait there, or why nobody enters."""
    if not place.features:
        return StepCost(causes, (), instalments)
    perils: list[Cause] = []
    for word in load_terrain().values():
        if word.name not in place.features:
            continue
        if word.barred and not (mover.flying and rulings.ocean_flight == "open-to-flyers"):
            return Barred(f"{place.region} cannot be entered: {word.barred}", word.rule)
        # A teleporter is never slowed, but one that appears beside magma stands beside magma.
        who = mover if word.cost is not None else replace(mover, teleporter=False)
        if word.peril and not who.is_free_of(word.exemptions(rulings), underground=place.region.layer != "Surface"):
            perils.append(Cause(0, f"{place.region}: {word.peril}", word.peril_rule))
    return StepCost(causes, tuple(perils), instalments)


def _surplus(word: Terrain, mover: Mover, rulings: Rulings, underground: bool, bridge: bool) -> Cause:
    """What an obstacle adds to the step's 1 Speed."""
    if bridge and word.bridge:
        return Cause(0, f"crosses the {word.name} by the bridge", word.rule)
    if trait := mover.is_free_of(word.exemptions(rulings), underground=underground):
        return Cause(0, f"is not slowed by the {word.name} ({trait})", word.rule)
    return Cause((word.cost or 1) - (0 if rulings.crossing_cost == "on-top" else 1), word.verb, word.rule)


def _passes_over(chasm: Chasm, mover: Mover) -> str:
    return f"passes over {chasm.name}, being a {'flyer' if mover.flying else 'teleporter'}"


def _crossing(chasm: Chasm, place: Place, mover: Mover) -> StepCost | Barred:
    """To the other side of a region that a chasm runs through."""
    if "bridge" in place.features:
        return StepCost((Cause(0, f"crosses {chasm.name} by the bridge", "UD-TER-14"),))
    if mover.flying or mover.teleporter:
        return StepCost((Cause(0, _passes_over(chasm, mover), "UD-TER-14"),))
    climb = _climb_across(chasm, place.region, mover)
    return climb if isinstance(climb, Barred) else StepCost(climb)


def _climb_across(chasm: Chasm, start: Region, mover: Mover) -> tuple[Cause, ...] | Barred:
    if not mover.climbing:
        return Barred(f"{chasm.name} at {start} has no bridge: only flyers and climbers get across", "UD-TER-14")
    levels = chasm.levels_to_bottom(start)
    return (
        Cause(levels, f"climbs down to the bottom of {chasm.name}", "UD-TER-16"),
        Cause(levels, "climbs up the far wall", "UD-TER-16"),
    )


def _descent(world: WorldMap, chasm: Chasm, spot: Spot, arrival: Spot, mover: Mover) -> StepCost | Barred:
    """Up or down a chasm: flyers wherever it opens, climbers along the wall they are on."""
    to = arrival.region
    levels = abs(to.depth - spot.region.depth)
    way = f"{'down' if to.depth > spot.region.depth else 'up'} {chasm.name} to {to}"
    if mover.flying or mover.teleporter:
        cause = Cause(levels, f"flies {way}" if mover.flying else f"teleports {way}", "UD-TER-15")
    elif not mover.climbing:
        return Barred(f"only flyers and climbers change level through {chasm.name}", "UD-TER-15")
    elif arrival.side != spot.side:
        return Barred(f"{to} lies on the other wall of {chasm.name}", "UD-TER-16")
    else:
        cause = Cause(levels, f"climbs {way}", "UD-TER-16")
    return _arrive(world.places[to], mover, world.rulings, (cause,))
