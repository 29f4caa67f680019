"""What a party does next, what it costs each of its bands, and when it is done.

The rulebook does not say in what order the steps of several players happen. Here every band spreads its Speed evenly
over the week: with s of its S Speed spent, s/S of the week has passed, on a Forced March s/2S. Bands that go together
keep to the slowest. So a step's time depends on nobody else's orders, and players have no order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from orderbook.systems.underdeep.week.movement.bands import Band
from orderbook.systems.underdeep.week.movement.boarding import boarding_bar
from orderbook.systems.underdeep.week.movement.deeds import deed_bar, deed_cost
from orderbook.systems.underdeep.week.movement.field import Field, Party
from orderbook.systems.underdeep.week.movement.legs import Leg, find_leg, find_way, is_next
from orderbook.systems.underdeep.week.movement.orders import Deed, DeedKind, March, Step, Teleport
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.steps import Barred, Cause
from orderbook.systems.underdeep.world.travel import cheapest_route, explain_barred

_PASSAGE = 1
"""The Speed that it takes to go through a portal: the rules name none, so that of a step next door."""


@dataclass(frozen=True)
class Plan:
    """A party's next step: when it is done, what it costs whom, who cannot take it and why.

    ``legs`` are there for marches. ``partly`` are bands that pay what they have left on the way over the Darksea
    (UD-MOV-22).
    ``waits``: for a transport that is elsewhere.
    """

    step: Step
    time: Fraction
    costs: dict[str, int] = field(default_factory=dict)
    legs: dict[str, Leg] = field(default_factory=dict)
    refused: tuple[tuple[str, Barred], ...] = ()
    partly: frozenset[str] = frozenset()
    waits: bool = False


def plan_next(field: Field, party: Party) -> Plan | None:
    """The plan for the first step in the queue; ``None`` where nothing is left to do or nobody to do it."""
    bands = field.alive(party)
    while party.queue and bands:
        step = party.queue[0]
        if isinstance(step, Deed):
            return _plan_deed(field, party, bands, step)
        if step.to == bands[0].place:
            party.queue.popleft()
            continue
        if isinstance(step, March) and not all(band.has("Teleporter") for band in bands):
            if step.straight or _can_step(field, party, bands, step.to):
                return _plan_march(field, party, bands, step)
            way = find_way(field, party, bands, step.to)
            if way is None or len(way) == 1:
                if is_next(field.ground.world, bands[0].place, step.to):
                    return _plan_march(field, party, bands, step)
                return Plan(step, party.time, refused=_explain(field, party, bands, step.to))
            party.queue.popleft()
            hops = [March(to, straight=True) for to in way[:-1]]
            party.queue.extendleft(reversed([*hops, March(way[-1], step.care, straight=True)]))
            continue
        if isinstance(step, Teleport) and step.portal is not None:
            return _plan_passage(field, party, bands, step, step.portal)
        return _plan_teleport(field, party, bands, Teleport(step.to))
    return None


def _can_step(field: Field, party: Party, bands: list[Band], to: Region) -> bool:
    """Whether a region is the next one for any of them, however much Speed is left."""
    world = field.ground.world
    return any(
        not isinstance(find_leg(world, band.spot, to, band.mover(marching=party.forced)), Barred) for band in bands
    )


def _explain(field: Field, party: Party, bands: list[Band], to: Region) -> tuple[tuple[str, Barred], ...]:
    told = []
    for band in bands:
        bar = explain_barred(field.ground.world, band.place, to, band.mover(marching=party.forced))
        told.append((band.id, bar or Barred(f"they find no way to {to} together", "UD-MOV-01")))
    return tuple(told)


def budget_of(band: Band, party: Party) -> int:
    """The Speed a band can put into its week's march (UD-MOV-25)."""
    return band.mover(marching=party.forced).budget


def _plan_march(field: Field, party: Party, bands: list[Band], step: March) -> Plan:
    costs: dict[str, int] = {}
    legs: dict[str, Leg] = {}
    refused: list[tuple[str, Barred]] = []
    partly: set[str] = set()
    magma = "magma" in field.ground.world.places[step.to].features
    for band in bands:
        if band.aboard is not None:
            refused.append((band.id, Barred("who is aboard a transport goes where it goes", "UD-ABL-TRANSPORT-1")))
            continue
        leg = find_leg(field.ground.world, band.spot, step.to, band.mover(marching=party.forced))
        if isinstance(leg, Barred):
            refused.append((band.id, leg))
            continue
        paid = band.crossing[1] if band.crossing is not None and band.crossing[0] == step.to else 0
        cost, left = max(leg.cost + (step.care if magma else 0) - paid, 0), budget_of(band, party) - band.spent
        if cost > left and leg.instalments and left > 0:
            partly.add(band.id)
            cost = left
        elif cost > left:
            refused.append((band.id, _too_dear(band, party, f"the step to {step.to}", cost, left)))
            continue
        costs[band.id], legs[band.id] = cost, leg
    time = _time(field, party, costs)
    return Plan(step, time, costs, legs, tuple(refused), frozenset(partly))


def _too_dear(band: Band, party: Party, what: str, cost: int, left: int) -> Barred:
    reason = f"{what} takes {cost} Speed and they have {max(left, 0)} left"
    if party.forced and band.mover().tireless:
        return Barred(f"{reason}; without Morale there is no Forced March", "UD-MOV-28")
    return Barred(reason, "UD-MOV-01")


def _plan_teleport(field: Field, party: Party, bands: list[Band], step: Teleport) -> Plan:
    costs: dict[str, int] = {}
    legs: dict[str, Leg] = {}
    refused: list[tuple[str, Barred]] = []
    for band in bands:
        bar = _teleport_bar(field, band, step)
        mover = band.mover(marching=party.forced)
        route = cheapest_route(field.ground.world, band.place, step.to, mover) if bar is None else None
        if bar is None and route is None:
            bar = explain_barred(field.ground.world, band.place, step.to, mover)
        if bar is not None or route is None:
            refused.append((band.id, bar or Barred(f"{step.to} cannot be reached", "UD-ABL-TELEPORTER-1")))
        elif route.cost > (left := mover.budget - band.spent):
            refused.append((band.id, _too_dear(band, party, f"to teleport to {step.to}", route.cost, left)))
        else:
            last = find_leg(field.ground.world, band.spot, step.to, mover)
            if isinstance(last, Barred):  # not next door: it arrives on the side it likes best
                place = field.ground.world.places[step.to]
                before = next((region for region in reversed(route.regions[:-1])), band.place)
                arrival = type(band.spot)(step.to, place.side_towards(before))
                last = Leg(arrival, route.cost, route.perils)
            costs[band.id] = route.cost
            legs[band.id] = last
    return Plan(step, _time(field, party, costs), costs, legs, tuple(refused))


def _plan_passage(field: Field, party: Party, bands: list[Band], step: Teleport, portal: Region) -> Plan:
    """Through a portal, for who stands before it and has 1 Speed left (UD-DER-39)."""
    costs: dict[str, int] = {}
    legs: dict[str, Leg] = {}
    refused: list[tuple[str, Barred]] = []
    for band in bands:
        if step.to not in field.ground.world:
            refused.append((band.id, Barred(f"{step.to} is not on the map", "UD-MOV-01")))
        elif band.place != portal:
            refused.append((band.id, Barred(f"the portal is in {portal}", "UD-DER-39")))
        elif band.spent + _PASSAGE > budget_of(band, party):
            left = budget_of(band, party) - band.spent
            refused.append((band.id, _too_dear(band, party, f"the portal to {step.to}", _PASSAGE, left)))
        else:
            side = field.ground.world.places[step.to].all_sides[0]
            costs[band.id] = _PASSAGE
            legs[band.id] = Leg(
                type(band.spot)(step.to, side), _PASSAGE, causes=(Cause(_PASSAGE, "the portal", "UD-DER-39"),)
            )
    return Plan(step, _time(field, party, costs), costs, legs, tuple(refused))


def _teleport_bar(field: Field, band: Band, step: Teleport) -> Barred | None:
    if not band.has("Teleporter"):
        return Barred("only Teleporters can do that", "UD-ABL-TELEPORTER-1")
    if step.to not in field.ground.world:
        return Barred(f"{step.to} is not on the map", "UD-MOV-01")
    if band.site is not None:
        site = field.ground.site(band.site, band.place)
        if site is not None and site.walls:
            return Barred(f"the walls of {site.name} stop a Teleporter", "UD-ABL-TELEPORTER-2")
    return None


def _plan_deed(field: Field, party: Party, bands: list[Band], deed: Deed) -> Plan:
    if deed.kind in (DeedKind.BOARD, DeedKind.DISEMBARK):
        return _plan_transport(field, party, bands, deed)
    costs: dict[str, int] = {}
    refused: list[tuple[str, Barred]] = []
    for band in bands:
        bar = deed_bar(field, band, deed)
        cost = deed_cost(field, band, deed)
        if bar is None and band.spent + cost > band.speed:
            within = party.forced and band.spent + cost <= 2 * band.speed
            rule = "UD-MOV-27" if within else "UD-MOV-01"
            extra = "; the extra Speed of a Forced March is for marching" if within else ""
            left = max(band.speed - band.spent, 0)
            bar = Barred(f"to {deed} takes {cost} Speed and they have {left} left{extra}", rule)
        if bar is not None:
            refused.append((band.id, bar))
        else:
            costs[band.id] = cost
    return Plan(deed, _time(field, party, costs), costs, {}, tuple(refused))


def _plan_transport(field: Field, party: Party, bands: list[Band], deed: Deed) -> Plan:
    """Getting in or off is free; both may have to wait for the transport."""
    costs: dict[str, int] = {}
    refused: list[tuple[str, Barred]] = []
    waits, time = False, party.time
    for band in bands:
        carrier = field.bands.get(deed.target if deed.kind is DeedKind.BOARD else band.aboard or "")
        driver = field.party_of(carrier.id) if carrier is not None else None
        coming = driver is not None and driver.will_march and carrier is not None
        if deed.kind is DeedKind.BOARD:
            bar = boarding_bar(field, band, deed)
            waits = waits or (coming and carrier is not None and carrier.place != band.place)
        elif carrier is None:
            bar = Barred("they are aboard no transport", "UD-ABL-TRANSPORT-1")
        else:
            elsewhere = deed.region is not None and carrier.place != deed.region
            bar = Barred(f"the transport does not come to {deed.region}", "UD-ABL-TRANSPORT-1") if elsewhere else None
            waits = waits or (coming and (elsewhere or deed.region is None))
        if bar is not None:
            refused.append((band.id, bar))
        else:
            costs[band.id] = 0
            time = max(time, driver.time if driver is not None else time)
    return Plan(deed, time, costs, {}, tuple(refused), waits=waits)


def _time(field: Field, party: Party, costs: dict[str, int]) -> Fraction:
    """When the slowest of them is done."""
    times = [party.time]
    for name, cost in costs.items():
        band = field.bands[name]
        budget = budget_of(band, party)
        if budget > 0:
            times.append(Fraction(min(band.spent + cost, budget), budget))
    return max(times)
