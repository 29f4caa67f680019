"""How far goods travel between two sites, and what closes a region to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from fractions import Fraction

from orderbook.systems.underdeep.world.map import Way, WorldMap
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.systems.underdeep.world.steps import Spot, spots_of

_DEFAULT = Rulings()


def distance_between(world: WorldMap, a: Region, b: Region, blocked: Container[Region] = ()) -> int | None:
    """The number of regions strictly between two sites by the shortest trade route, or ``None`` if there is none.

    Sites in one region or in neighbouring ones have 0 between them; ``is_within_range`` judges the number.
    ``blocked`` regions are not passed (UD-TRD-12); the sites' own regions are not looked up in it, since a siege of
    a site is another rule's affair.
    """
    route = trade_route(world, a, b, blocked)
    return None if route is None else max(len(route) - 2, 0)


def trade_route(world: WorldMap, a: Region, b: Region, blocked: Container[Region] = ()) -> tuple[Region, ...] | None:
    """The regions of the shortest trade route, both sites included; of equally short ones always the same.

    Goods pass cave entrances and bridges, never a chasm (UD-TRD-03) nor the Surface, where no site trades either
    (UD-TRD-15). A way that leads one way only carries no trade: goods go to and fro.
    """
    if a not in world or b not in world or "Surface" in (a.layer, b.layer):
        return None
    queue = deque(spots_of(world, a))
    came: dict[Spot, Spot | None] = dict.fromkeys(queue)
    while queue:
        spot = queue.popleft()
        if spot.region == b:
            return _trace(came, spot)
        if spot.region != a and spot.region in blocked:
            continue
        for arrival in _carry(world, spot):
            if arrival not in came:
                came[arrival] = spot
                queue.append(arrival)
    return None


def _carry(world: WorldMap, spot: Spot) -> list[Spot]:
    """Where goods can go next: over the ways of this side, and over the ways of both sides where there is a bridge."""
    place = world.places[spot.region]
    reached: list[Spot] = []
    for way in world.ways_at(spot.region):
        to = way.other_end(spot.region)
        if _carries_trade(way) and not (place.is_cut and place.side_towards(to) != spot.side):
            reached.append(Spot(to, world.places[to].side_towards(spot.region)))
    return reached


def _carries_trade(way: Way) -> bool:
    return not way.one_way and not way.crosses_chasm and "Surface" not in (way.start.layer, way.end.layer)


def _trace(came: dict[Spot, Spot | None], spot: Spot | None) -> tuple[Region, ...]:
    path: list[Region] = []
    while spot is not None:
        path.append(spot.region)
        spot = came[spot]
    return tuple(reversed(path))


def is_within_range(distance: int | None, rulings: Rulings = _DEFAULT) -> bool:
    """Whether two sites so far apart can trade (UD-TRD-02). Takes what ``distance_between`` gives."""
    return distance is not None and distance <= (16 if rulings.trade_distance == "sixteen-between" else 15)


def closes_region(normal: int = 0, large: int = 0, huge: int = 0, rulings: Rulings = _DEFAULT) -> bool:
    """Whether one player's army of this make-up closes a region to an enemy's trade (UD-TRD-11).

    Counts units in plain sight outside a garrison. Mixed armies add up by fractions, so that 13 normal-sized and 6
    Large units close it together, unless the campaign rules that one size alone must suffice.
    """
    shares = [Fraction(normal, 25), Fraction(large, 12), Fraction(huge, 1)]
    return (max(shares) if rulings.mixed_blockade == "one-size-alone" else sum(shares)) >= 1
