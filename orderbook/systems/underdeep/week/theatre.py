"""The ground of a week's movement, by the state: sites with their walls, Bodies, tunnels, relations, the map.

A campaign without a map goes by what its players write: each march they order is a step that can be taken, and each
region they look into lies beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from orderbook.rulebook.model import Structure, split_figure
from orderbook.systems.underdeep.week.captured import why_useless
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.entrances import is_disguise, is_invisible, speed_to_find
from orderbook.systems.underdeep.week.field_traps import trap_of, traps_in_wait
from orderbook.systems.underdeep.week.movement import Ground, Relation, Relations, Trap
from orderbook.systems.underdeep.week.movement import Site as GroundSite
from orderbook.systems.underdeep.week.movement.deeds import TUNNEL
from orderbook.systems.underdeep.week.state import Site
from orderbook.systems.underdeep.world.map import Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.region import Region, parse_region

_WALLS = ("wall", "gate")
_ADDED = re.compile(r"\+?\s*([0-9]+)\s+to\s+", re.IGNORECASE)


class Names:
    """What movement calls each site: its name, with its region or its id where there are two of that name."""

    def __init__(self, sites: Iterable[Site]) -> None:
        self._by_id: dict[str, str] = {}
        self._ids: dict[str, str] = {}
        for site in sorted(sites, key=lambda site: site.id):
            self.add(site)

    def add(self, site: Site) -> None:
        """A site that came to be known as the week's orders were read."""
        name = next(name for name in (site.name, str(site), site.id) if name not in self._ids)
        self._by_id[site.id] = name
        self._ids[name] = site.id

    @property
    def by_id(self) -> dict[str, str]:
        """All names by id."""
        return dict(self._by_id)

    def of(self, site: str | None) -> str | None:
        """The name of a site, by its id."""
        return self._by_id.get(site) if site is not None else None

    def id(self, name: str | None) -> str | None:
        """The id of the site of a name."""
        return self._ids.get(name) if name is not None else None


def make_ground(desk: Desk, names: Names, steps: Iterable[tuple[Region, Region]]) -> Ground:
    """What bands move through. ``steps`` are those that orders ask for: without a map they are the ways."""
    world = desk.world if desk.world is not None else imply_map(desk, steps)
    return Ground(
        with_bridges(desk, world),
        tuple(_site(desk, names, site) for site in desk.state.sites.values() if site.region is not None),
        traps_in_wait(desk),
        bodies=_bodies(desk),
        graves=_graves(desk),
        tunnels={
            (owner, name): dug
            for site in desk.state.sites.values()
            for owner, dug in site.tunnels.items()
            if (name := names.of(site.id)) is not None
        },
        relations=relations_of(desk),
        entrenched_foraging=(
            "refused" if desk.options.chose("entrenched-foraging", "refused") else "ends-entrenchment"
        ),
    )


def relations_of(desk: Desk) -> Relations:
    """How players stand to each other by the record."""
    pairs = {
        frozenset(key.split("|")): Relation(value)
        for key, value in desk.state.relations.items()
    }  # fmt: skip
    enemies = desk.options.chose("unrecorded-relation", "enemies")
    return Relations(pairs, Relation.ENEMIES if enemies else Relation.NEUTRAL)


def imply_map(desk: Desk, steps: Iterable[tuple[Region, Region]]) -> WorldMap:
    """The map that orders speak of: every region anybody is in or goes to, a way for each step."""
    regions = {group.region for group in desk.state.groups.values()}
    regions |= {site.region for site in desk.state.sites.values()}
    ways = set()
    for start, end in steps:
        regions |= {start, end}
        if start != end:
            ways.add((min(start, end), max(start, end)))
    places = [Place(region) for region in sorted(region for region in regions if region is not None)]
    return build_map(places, [Way(start, end) for start, end in sorted(ways)])


def with_bridges(desk: Desk, world: WorldMap) -> WorldMap:
    """The map with the bridges that players have built since, and without those they brought down (UD-BRG-01)."""
    changed = {region: facts.bridges for name, facts in desk.state.regions.items() if (region := parse_region(name))}
    built = {region for region, bridges in changed.items() if bridges > 0} & set(world.places)
    fallen = {region for region, bridges in changed.items() if bridges < 0} & set(world.places)
    if not built and not fallen:
        return world
    places = dict(world.places)
    for region in (*built, *fallen):
        place = places[region]
        features = place.features | {"bridge"} if region in built else place.features - {"bridge"}
        places[region] = replace(place, features=features)
    ways = tuple(
        replace(way, bridge=True)
        if way.start in built or way.end in built
        else replace(way, bridge=False)
        if way.start in fallen or way.end in fallen
        else way
        for way in world.ways
    )
    return replace(world, places=places, ways=ways)


def _bodies(desk: Desk) -> dict[Region, int]:
    found: dict[Region, int] = {}
    for name, facts in desk.state.regions.items():
        region = parse_region(name)
        if region is not None and facts.bodies > 0:
            found[region] = facts.bodies
    return found


def _graves(desk: Desk) -> dict[Region, int]:
    return {
        region: facts.graves
        for name, facts in desk.state.regions.items()
        if facts.graves is not None and (region := parse_region(name)) is not None
    }


def _site(desk: Desk, names: Names, site: Site) -> GroundSite:
    assert site.region is not None
    entries = usable_structures_of(desk, site)
    added = sum(_strengthening(entry) for entry, number in entries if number)
    walls = tuple(
        split[0] + added
        for entry, _ in entries
        if entry.kind in _WALLS and (split := split_figure(entry.stats.get("defence", ""))) is not None
    )
    stands = site.founding is None and not site.is_ruin
    return GroundSite(
        names.of(site.id) or site.id,
        site.region,
        site.owner,
        site.kind.value.capitalize(),
        finished=stands,
        walls=walls,
        defences=tuple(
            f"{number} {entry.name if number == 1 else entry.plural}"
            for entry, number in entries
            if entry.kind not in ("", "trap") and not is_disguise(entry)
        ),
        traps=tuple(trap for entry, number in entries for trap in _traps(site, entry, number)),
        tunnel=tunnel_below(entries),
        locate=max((speed_to_find(entry) for entry, _ in entries), default=0),
        invisible=any(is_invisible(entry) for entry, _ in entries),
        besiegers=frozenset(site.besieged_by),
    )


def structures_of(desk: Desk, site: Site) -> list[tuple[Structure, int]]:
    """The structures of a site that work, with how many of each, by name."""
    found: list[tuple[Structure, int]] = []
    for one in sorted(site.standing, key=lambda one: (one.name, one.faction)):
        entry = desk.structure(site, one.name, one.faction)
        if entry is not None and one.count > one.broken:
            found.append((entry, one.count - one.broken))
    return found


def usable_structures_of(desk: Desk, site: Site) -> list[tuple[Structure, int]]:
    """Those that work for who holds the site: not all that its builders left serves a captor (UD-CAP-03)."""
    return [(entry, number) for entry, number in structures_of(desk, site) if why_useless(desk, site, entry) is None]


def tunnel_below(entries: list[tuple[Structure, int]]) -> int | None:
    """The Speed a tunnel below a site takes: more below some walls, None where it cannot break in
    (UD-ABL-TUNNELING-3, UD-ABL-TUNNELING-5)."""
    named = [entry.tunnel for entry, _ in entries if entry.tunnel is not None]
    return None if 0 in named else max(named, default=TUNNEL)


def _strengthening(entry: Structure) -> int:
    """What a structure adds to the Defence of the walls: "+5 to Palisade"."""
    match = _ADDED.match(str(entry.stats.get("defence", "")))
    return int(match[1]) if match is not None else 0


def _traps(site: Site, entry: Structure, number: int) -> list[Trap]:
    trap = trap_of(entry, site.owner)
    return [trap] * number if trap is not None else []
