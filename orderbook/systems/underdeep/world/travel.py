"""Routes across the map: the cheapest one, all that is in reach, and why somewhere is not."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.steps import (
    Barred,
    Cause,
    Spot,
    StepCost,
    moves_from,
    open_moves,
    spots_of,
    step_cost,
)
from orderbook.systems.underdeep.world.trade import distance_between, is_within_range
from orderbook.text.records import record

__all__ = [
    "Barred",
    "Cause",
    "Mover",
    "Route",
    "Step",
    "StepCost",
    "cheapest_route",
    "distance_between",
    "explain_barred",
    "follow_path",
    "is_within_range",
    "reach",
    "split_weeks",
    "step_cost",
]


@record
class Step:
    """One step of a route. From a region to itself where a climber crosses the chasm that cuts it."""

    start: Region
    end: Region
    how: StepCost

    @property
    def cost(self) -> int:
        return self.how.cost


@record
class Route:
    """A way from ``start`` to ``end``; ``perils`` are the hazards met on it."""

    start: Region
    end: Region
    steps: tuple[Step, ...]
    perils: tuple[Cause, ...] = ()

    @property
    def cost(self) -> int:
        return sum(step.cost for step in self.steps)

    @property
    def regions(self) -> tuple[Region, ...]:
        """The regions passed, both ends included, each once where the route stays in it."""
        path = [self.start]
        path.extend(step.end for step in self.steps if step.end != path[-1])
        return tuple(path)


_AMPLE = 1000  # Speed that no step on any map exceeds
_Trace = dict[Spot, tuple[Spot, StepCost]]
_Ends = dict[Spot, tuple[int, tuple[Step, ...]]]


def _search(
    world: WorldMap,
    starts: Iterable[Spot],
    mover: Mover,
    stops: Container[Region],
    limit: int | None = None,
    goal: Region | None = None,
) -> tuple[dict[Spot, int], _Trace]:
    """Dijkstra. Among equal costs the fewest steps, then the regions first in order: the file's order is no matter."""
    costs: dict[Spot, int] = {}
    came: _Trace = {}
    origins = tuple(starts)
    best: dict[Spot, tuple[int, int]] = dict.fromkeys(origins, (0, 0))
    queue = sorted((0, 0, spot) for spot in origins)
    while queue:
        cost, hops, spot = heapq.heappop(queue)
        if spot in costs:
            continue
        costs[spot] = cost
        if spot.region == goal:
            break
        if spot.region in stops and not mover.teleporter and spot not in origins:
            continue
        for arrival, outcome, speed in open_moves(world, spot, mover):
            label = (cost + speed, hops + 1)
            if (limit is None or label[0] <= limit) and (arrival not in best or label < best[arrival]):
                best[arrival] = label
                came[arrival] = (spot, outcome)
                heapq.heappush(queue, (*label, arrival))
    return costs, came


def cheapest_route(
    world: WorldMap, start: Region, goal: Region, mover: Mover, stops: Container[Region] = ()
) -> Route | None:
    """The route that costs least Speed, or ``None`` when there is none; of equal ones always the same.

    ``stops`` are regions that may be entered but not passed, such as those with an enemy Outpost (UD-MOV-03).
    A single step may not take more than a week's Speed; a route may take several weeks.
    """
    if start not in world or goal not in world:
        return None
    costs, came = _search(world, spots_of(world, start), mover, stops, goal=goal)
    arrived = [spot for spot in spots_of(world, goal) if spot in costs]
    if not arrived:
        return None
    spot = min(arrived, key=lambda spot: (costs[spot], spot))
    steps: list[Step] = []
    while spot in came:
        before, how = came[spot]
        if how.cost or before.region != spot.region:
            steps.append(Step(before.region, spot.region, how))
        spot = before
    return _make_route(start, goal, tuple(reversed(steps)), mover)


def _make_route(start: Region, goal: Region, steps: tuple[Step, ...], mover: Mover) -> Route:
    # A teleporter is in the regions between no more than in the rock around them.
    felt = steps[-1:] if mover.teleporter else steps
    return Route(start, goal, steps, tuple(dict.fromkeys(peril for step in felt for peril in step.how.perils)))


def reach(world: WorldMap, start: Region, mover: Mover, speed: int, stops: Container[Region] = ()) -> dict[Region, int]:
    """Every region that can be reached for at most ``speed`` Speed and the least it costs, in order of region."""
    if start not in world:
        return {}
    costs, _ = _search(world, spots_of(world, start), mover, stops, limit=speed)
    found: dict[Region, int] = {}
    for spot, cost in costs.items():
        found[spot.region] = min(cost, found.get(spot.region, cost))
    return {region: found[region] for region in sorted(found)}


def follow_path(world: WorldMap, path: Sequence[Region], mover: Mover) -> Route | Barred:
    """The route that goes through the given regions in turn, each next to the one before, or the first bar on it.

    A region that follows itself is taken as one stay.
    """
    for region in path:
        if region not in world:
            return Barred(f"{region} is not on the map", "UD-MOV-01")
    if not path:
        return Barred("no region is given", "UD-MOV-01")
    ends: _Ends = dict.fromkeys(spots_of(world, path[0]), (0, ()))
    for start, end in pairwise(path):
        if start == end:
            continue
        ends = _extend(world, _extend(world, ends, start, mover, ends), end, mover)
        if not ends:
            outcome = step_cost(world, start, end, mover)
            return (
                outcome
                if isinstance(outcome, Barred)
                else Barred(
                    f"the chasm through {start} lies between its two sides: {end} is on the far one", "UD-TER-14"
                )
            )
    _, steps = min(ends.values(), key=lambda found: (found[0], len(found[1])))
    return _make_route(path[0], path[-1], steps, mover)


def _extend(world: WorldMap, ends: _Ends, to: Region, mover: Mover, waiting: _Ends | None = None) -> _Ends:
    """All that can be made of half-walked paths by one move into ``to``, the cheapest for each spot.

    ``waiting`` are paths that may also stay as they are.
    """
    longer: _Ends = dict(waiting or {})
    for spot, (cost, steps) in ends.items():
        for arrival, outcome in moves_from(world, spot, mover):
            if arrival.region != to or isinstance(outcome, Barred):
                continue
            total = cost + outcome.cost
            if arrival not in longer or total < longer[arrival][0]:
                step = () if spot.region == to and not outcome.cost else (Step(spot.region, to, outcome),)
                longer[arrival] = (total, steps + step)
    return longer


def explain_barred(
    world: WorldMap, start: Region, goal: Region, mover: Mover, stops: Container[Region] = ()
) -> Barred | None:
    """Why a mover finds no route, in one sentence; ``None`` when it does find one.

    Names the first step the mover cannot take on the route of somebody whom no terrain stops.
    """
    for region in (start, goal):
        if region not in world:
            return Barred(f"{region} is not on the map", "UD-MOV-01")
    if cheapest_route(world, start, goal, mover, stops) is not None:
        return None
    # The bar is told from the place it is met at: what this mover can reach, and the way on from there.
    within, _ = _search(world, spots_of(world, start), mover, stops)
    unhindered = replace(mover, speed=_AMPLE, flying=True, teleporter=True)
    _, came = _search(world, spots_of(world, start), unhindered, ())
    arrived = [spot for spot in spots_of(world, goal) if spot in came]
    if not arrived:
        if (bar := _bar_at(world, goal)) is not None:
            return bar
        return Barred(f"no way of any kind leads from {start} to {goal}", "UD-MOV-01")
    spot = min(arrived)
    while came[spot][0] not in within:
        spot = came[spot][0]
    before = came[spot][0]
    if before.region in stops and not mover.teleporter and before.region != start:
        return Barred(f"{before.region} is held and cannot be passed", "UD-MOV-03")
    for arrival, outcome in moves_from(world, before, mover):
        if arrival == spot and isinstance(outcome, Barred):
            return outcome
    return Barred(f"{spot.region} cannot be reached from {before.region}", "UD-MOV-01")


def _bar_at(world: WorldMap, goal: Region) -> Barred | None:
    """The reason nobody at all enters a region, where there is one (UD-TER-24)."""
    free = Mover(_AMPLE, flying=True, teleporter=True)
    for neighbour in world.neighbours(goal):
        if isinstance(outcome := step_cost(world, neighbour, goal, free), Barred):
            return outcome
    return None


def split_weeks(route: Route, speed: int) -> tuple[tuple[Step, ...], ...] | None:
    """The steps of a route week by week at ``speed`` a week, or ``None`` if a step never fits into one.

    A step is made within a week (UD-MOV-02), save one that may be paid by instalments, which is listed in the
    week it is completed (UD-MOV-22).
    """
    weeks: list[tuple[Step, ...]] = []
    current: list[Step] = []
    left = speed
    for step in route.steps:
        owed = step.cost
        if owed > speed and (speed <= 0 or not step.how.instalments):
            return None
        while owed > left:
            if step.how.instalments:
                owed -= left
            weeks.append(tuple(current))
            current, left = [], speed
        left -= owed
        current.append(step)
    if current:
        weeks.append(tuple(current))
    return tuple(weeks)
