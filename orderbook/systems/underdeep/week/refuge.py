"""Where those run who belong to nobody any more."""

from __future__ import annotations

from collections import deque

from orderbook.campaign.event import Event, LoggedRoll
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.folds.groups import limit_unpaid
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Group, Unpaid
from orderbook.systems.underdeep.week.values import NOBODY, Posture
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.travel import cheapest_route


def find_refuge(desk: Desk, start: Region | None) -> Region | None:
    """The closest region that nobody occupies, of equally close ones the first in order; None where no map tells.

    Occupied is a region with units of a player or with a site of one (UD-UPK-05).
    """
    if desk.world is None or start is None or start not in desk.world:
        return None
    taken = {group.region for group in desk.state.groups.values() if group.owner}
    taken |= {site.region for site in desk.state.sites.values() if site.owner}
    seen = {start}
    ring = deque([(0, start)])
    found: list[tuple[int, Region]] = []
    while ring:
        distance, region = ring.popleft()
        if found and distance > found[0][0]:
            break
        if region not in taken:
            found.append((distance, region))
        for neighbour in desk.world.neighbours(region):
            if neighbour not in seen:
                seen.add(neighbour)
                ring.append((distance + 1, neighbour))
    return min(region for _, region in found) if found else None


def _held_by_strangers(desk: Desk, owner: str) -> frozenset[Region]:
    """Every region in which somebody stands, or holds a site, who is no friend."""
    state = desk.state
    held = {(group.owner, group.region) for group in state.groups.values()}
    held |= {(site.owner, site.region) for site in state.sites.values() if site.owner}
    friends = {name for name, _ in held if state.are_friends(owner, name)}
    return frozenset(region for name, region in held if region is not None and name not in friends)


def find_escape(desk: Desk, owner: str, start: Region) -> bool:
    """Whether there is anywhere to go from a region: one beside it that no stranger is in (UD-MRL-11).

    Without a map nobody is surrounded.
    """
    if desk.world is None or start not in desk.world:
        return True
    return not _held_by_strangers(desk, owner).issuperset(desk.world.neighbours(start))


def find_retreat(
    desk: Desk, owner: str, start: Region, speed: int, mover: Mover, *, came_from: Region | None
) -> Region:
    """Where those go who leave a battle: by the way they came if it is free, else to the closest free region, and on
    towards the closest friends as far as Speed goes, never twice as far (UD-MRL-06, UD-MRL-08, UD-MRL-09)."""
    world = desk.world
    if world is None or start not in world:
        return came_from or start
    closed = _held_by_strangers(desk, owner) - {start}
    free = [region for region in world.neighbours(start) if region not in closed]
    if came_from in free:
        free = [came_from]
    routes = [route for region in free if (route := cheapest_route(world, start, region, mover, closed)) is not None]
    routes = [route for route in routes if route.cost <= speed]
    if not routes:
        return start
    first = min(routes, key=lambda route: (route.cost, route.end))
    left, at = speed - first.cost, first.end
    ways = [
        route
        for region in sorted(_friendly(desk, owner) - closed - {start})
        if (route := cheapest_route(world, at, region, mover, closed | {start})) is not None
    ]
    for step in min(ways, key=lambda route: (route.cost, route.end)).steps if ways else ():
        if step.cost > left:
            break
        left -= step.cost
        at = step.end
    return at


def _friendly(desk: Desk, owner: str) -> set[Region]:
    """Where friends are: armies, Outposts, Dungeons."""
    owners = {owner, *(name for name in desk.state.players if desk.relation(owner, name) == "allied")}
    found = {group.region for group in desk.state.groups.values() if group.owner in owners}
    found |= {site.region for site in desk.state.sites.values() if site.owner in owners}
    return {region for region in found if region is not None}


def desert(
    desk: Desk,
    group: Group,
    gone: int,
    stay: list[Unpaid],
    rolls: list[LoggedRoll],
    rules: tuple[str, ...] = ("UD-UPK-04", "UD-UPK-05"),
    why: str = "",
) -> Event:
    """Deserters are wandering monsters from now on, in the closest region nobody occupies (UD-UPK-05).

    ``why`` is what drove them away, empty for want of pay.
    """
    refuge = find_refuge(desk, group.region)
    into = Group(
        id=f"{NOBODY}/g{desk.week}-{group.id}",
        owner=NOBODY,
        unit=group.unit,
        count=gone,
        faction=group.faction or desk.state.players[group.owner].faction,
        region=refuge,
        place="" if refuge is not None else f"near {group.region or group.place or 'its old post'}",
        posture=Posture.OPEN,
        figures=group.figures,
        abilities=group.abilities,
    )
    return desk.event(
        Happened.DESERTED,
        {
            "group": group.id,
            "unit": group.unit,
            "count": gone,
            "unpaid": [write(part) for part in limit_unpaid(stay, group.count - gone)],
            "into": write(into),
            **({"why": why} if why else {}),
        },
        known_to=(group.owner,),
        rules=rules,
        rolls=rolls,
    )
