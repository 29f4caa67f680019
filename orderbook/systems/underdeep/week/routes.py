"""Whether goods can pass between two players: sites that are close enough, none besieged, no road closed (UD-TRD)."""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.values import Kind, Posture
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.trade import closes_region, distance_between, is_within_range

ENEMIES, ALLIED = "enemies", "allied"


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why no goods can pass, and the rule."""

    why: str
    rule: str


def find_block(desk: Desk, one: str, other: str) -> Blocked | None:
    """What keeps goods from passing between two players now; None where some pair of their sites is open.

    Without a map, and where no post tells where a site is, distance bars nothing.
    """
    ours, theirs = _open_sites(desk, one), _open_sites(desk, other)
    for player, sites in ((one, ours), (other, theirs)):
        if not sites:
            every = [s for s in desk.state.sites_of(player) if s.founding is None and not s.is_settlement]
            if every:
                return Blocked(f"every site of {player} is besieged", "UD-TRD-10")
            return Blocked(f"{player} has no Dungeon or Outpost to trade from", "UD-TRD-02")
    if desk.world is None:
        return None
    blocked = closed_regions(desk, one, other, desk.world)
    reachable = False
    for site in ours:
        for far in theirs:
            if site.region is None or far.region is None or not {site.region, far.region} <= desk.world.places.keys():
                return None
            if _in_range(desk.world, site.region, far.region, blocked):
                return None
            reachable = reachable or _in_range(desk.world, site.region, far.region, frozenset())
    if reachable:
        return Blocked(f"enemies close every road between {one} and {other}", "UD-TRD-12")
    return Blocked(f"no site of {one} is within 16 regions of one of {other}", "UD-TRD-02")


def find_destination(desk: Desk, giver: str, taker: str) -> str:
    """The site of the taker, by id, that goods go to: one end of the nearest open pair; without a map the capital."""
    ours, theirs = _open_sites(desk, giver), _open_sites(desk, taker)
    usual = min(theirs, key=lambda site: (not site.capital, site.id), default=None)
    world = desk.world
    if world is None:
        return usual.id if usual is not None else ""
    blocked = closed_regions(desk, giver, taker, world)
    ways = [
        (distance, far.id)
        for site in ours
        for far in theirs
        if site.region is not None and far.region is not None and {site.region, far.region} <= world.places.keys()
        if (distance := distance_between(world, site.region, far.region, blocked)) is not None
    ]
    return min(ways)[1] if ways else usual.id if usual is not None else ""


def find_cut(desk: Desk, giver: str, taker: str, to: str) -> Blocked | None:
    """What keeps goods from arriving at a site of the taker's now: a siege, its loss, or that no road to it is open.

    What befalls the giver's sites does not count (setting blockade-test).
    """
    site = desk.state.sites.get(to)
    if site is None or site.owner != taker:
        return Blocked(f"{taker} does not hold the place where the goods should arrive", "UD-TRD-02")
    if site.is_besieged:
        return Blocked(f"{site.name} is besieged", "UD-TRD-06")
    world = desk.world
    if world is None or site.region is None or site.region not in world:
        return None
    starts = [
        one.region
        for one in desk.state.sites_of(giver)
        if one.founding is None and not one.is_settlement and one.region is not None and one.region in world
    ]
    blocked = closed_regions(desk, giver, taker, world)
    if starts and not any(_in_range(world, start, site.region, blocked) for start in starts):
        return Blocked(f"enemies close every road to {site.name}", "UD-TRD-12")
    return None


def _open_sites(desk: Desk, player: str) -> list[Site]:
    """Those goods can go from and to; a settlement of the Surface is none (UD-TRD-15)."""
    return [
        site
        for site in desk.state.sites_of(player)
        if site.founding is None and not site.is_besieged and not site.is_settlement
    ]


def _in_range(world: WorldMap, a: Region, b: Region, blocked: frozenset[Region]) -> bool:
    return is_within_range(distance_between(world, a, b, blocked), world.rulings)


def closed_regions(desk: Desk, one: str, other: str, world: WorldMap) -> frozenset[Region]:
    """Regions closed to the trade of two players: by an army in the open, or an Outpost, of an enemy of either.

    An enemy Dungeon closes nothing (UD-TRD-11, UD-TRD-13).
    """
    hostile = {
        player
        for player in desk.state.players
        if player not in (one, other) and ENEMIES in (desk.relation(player, one), desk.relation(player, other))
    }
    closed = {
        site.region
        for site in desk.state.sites.values()
        if site.owner in hostile and site.kind is Kind.OUTPOST and site.region is not None and site.founding is None
    }
    armies: dict[tuple[str, Region], list[Group]] = {}
    for group in desk.state.groups.values():
        if group.owner in hostile and group.region is not None and _is_in_sight(desk, group):
            armies.setdefault((group.owner, group.region), []).append(group)
    for (_, region), groups in armies.items():
        sizes = {"Huge": 0, "Large": 0, "": 0}
        for group in groups:
            sizes[_size(desk, group)] += group.count
        if closes_region(sizes[""], sizes["Large"], sizes["Huge"], world.rulings):
            closed.add(region)
    return frozenset(closed)


def _is_in_sight(desk: Desk, group: Group) -> bool:
    """Whether units stand in the open for all to see: no garrison, and not Infiltrated (UD-TRD-14)."""
    unit = desk.unit(group)
    hidden = unit is not None and unit.has_ability("Infiltrator")
    return group.posture is not Posture.GARRISONED and not hidden


def _size(desk: Desk, group: Group) -> str:
    unit = desk.unit(group)
    return next((size for size in ("Huge", "Large") if unit is not None and unit.has_ability(size)), "")


def are_beside(desk: Desk, one: str, other: str) -> bool:
    """Whether units of two players stand in one region or in neighbouring ones (UD-TRD-07)."""
    ours = {group.region for group in desk.state.groups_of(one) if group.region is not None}
    theirs = {group.region for group in desk.state.groups_of(other) if group.region is not None}
    if ours & theirs:
        return True
    if desk.world is None:
        return False
    return any(theirs & set(desk.world.neighbours(region)) for region in ours if region in desk.world)
