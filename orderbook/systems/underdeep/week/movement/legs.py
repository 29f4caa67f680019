"""One leg of a march: what the step costs a band from where it stands, and what keeps it from going.

The ground is judged by the map's own rules (``world.steps``); here stand the bars that other players set: an Outpost
in a corridor (UD-MOV-03) and a bridge that is held against Infiltrators on foot (UD-ABL-INFILTRATOR-5). Troops
entrenched by their Dungeon (UD-MOV-04) bar nobody by themselves: whoever comes there has a battle on his hands.
"""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.field import Field, Party
from orderbook.systems.underdeep.week.movement.ground import Site
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.steps import Barred, Cause, Spot, StepCost, all_moves, spots_of
from orderbook.systems.underdeep.world.travel import cheapest_route


@dataclass(frozen=True, slots=True)
class Leg:
    """A step a band can take: where it arrives, the Speed it costs in all, the hazards, by instalments or not."""

    arrival: Spot
    cost: int
    perils: tuple[Cause, ...] = ()
    causes: tuple[Cause, ...] = ()
    instalments: bool = False


def find_leg(world: WorldMap, spot: Spot, to: Region, mover: Mover) -> Leg | Barred:
    """The cheapest step to the next region, first across the chasm that cuts its own if need be.

    Where nobody has said on which side of a chasm a band stands, it stands on the better one.
    """
    if to not in world:
        return Barred(f"{to} is not on the map", "UD-MOV-01")
    sides = world.places[spot.region].all_sides
    starts: list[tuple[Spot, tuple[Cause, ...]]]
    starts = [(spot, ())] if spot.side in sides else [(each, ()) for each in spots_of(world, spot.region)]
    refusals: list[Barred] = []
    for origin, _ in list(starts):
        for arrival, outcome in all_moves(world, origin, mover):
            if arrival.region == spot.region:
                if isinstance(outcome, StepCost):
                    starts.append((arrival, outcome.causes))
                else:
                    refusals.append(outcome)
    legs: list[Leg] = []
    for start, before in starts:
        for arrival, outcome in all_moves(world, start, mover):
            if arrival.region != to:
                continue
            if isinstance(outcome, Barred):
                refusals.insert(0, outcome)
                continue
            causes = (*before, *outcome.causes)
            cost = sum(cause.speed for cause in causes)
            legs.append(Leg(arrival, cost, outcome.perils, causes, outcome.instalments))
    if legs:
        return min(legs, key=lambda leg: (leg.cost, leg.arrival))
    return refusals[0] if refusals else Barred(f"no way leads from {spot.region} to {to}", "UD-MOV-01")


def is_next(world: WorldMap, region: Region, to: Region) -> bool:
    """Whether a region can be entered from another in one step, by somebody."""
    chasm = world.chasm_at(region)
    shaft = world.mouths(chasm.name) if chasm is not None and chasm.continuous else ()
    return to in world.neighbours(region) or (to in shaft and to.layer != region.layer)


def common_mover(bands: list[Band], *, marching: bool) -> Mover:
    """One mover for all: the slowest Speed, and what each of them is spared by."""
    movers = [band.mover(marching=marching) for band in bands]
    traits = ("flying", "climbing", "huge", "amphibious", "fireproof")
    return Mover(
        min(mover.speed for mover in movers),
        **{trait: all(getattr(mover, trait) for mover in movers) for trait in traits},
        marching=marching and not any(mover.tireless for mover in movers),
    )


def find_way(field: Field, party: Party, bands: list[Band], to: Region) -> tuple[Region, ...] | None:
    """The regions to pass on the way to one further off; round the enemy's Outposts where that can be done."""
    world, start = field.ground.world, bands[0].place
    mover = common_mover(bands, marching=True)
    stops = field.ground.barred_regions(party.owner) - {start, to}
    for avoided in (stops, frozenset[Region]()):
        route = cheapest_route(world, start, to, mover, avoided)
        if route is not None:
            return route.regions[1:]
    return None


def held_outpost(field: Field, band: Band, to: Region) -> Site | None:
    """The enemy Outpost that keeps a band from going on; back the way it came it may go always (UD-MOV-03)."""
    outpost = field.ground.barring_outpost(band.place, band.owner)
    return outpost if outpost is not None and band.came_from is not None and to != band.came_from else None


def watched_bridge(field: Field, party: Party, band: Band, to: Region) -> Barred | None:
    """Why Infiltrators on foot do not get through a region with a bridge (UD-ABL-INFILTRATOR-5)."""
    place = field.ground.world.place(to)
    beyond = party.marches_on(to)
    if place is None or "bridge" not in place.features or beyond in (None, band.place):
        return None
    if not field.is_hidden(band) or band.mover().flying:
        return None
    for other in field.at(to):
        if other.posture is Posture.ENTRENCHED and field.ground.relations.are_enemies(band.owner, other.owner):
            return Barred(f"the bridge at {to} is held by entrenched troops of {other.owner}", "UD-ABL-INFILTRATOR-5")
    return None
