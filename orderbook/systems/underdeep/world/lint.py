"""What looks wrong on a map that can be read: islands, regions without a kind, ways that lead nowhere known."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.mapfile import MapProblem
from orderbook.systems.underdeep.world.region import Region


def lint_map(world: WorldMap) -> list[MapProblem]:
    """All doubts about a map, by region. An empty list for a map that holds together."""
    problems: list[tuple[Region, MapProblem]] = []
    for check in (_unknown_regions, _kinds, _one_way, _half_named, _chasm_ways, _walls, _across, _islands):
        problems.extend(check(world))
    return [problem for _, problem in sorted(problems, key=lambda found: (found[0], found[1].what))]


_Found = Iterator[tuple[Region, MapProblem]]


def _unknown_regions(world: WorldMap) -> _Found:
    for region in world.regions:
        if not world.places[region].declared:
            named = ", ".join(str(other) for other in world.neighbours(region))
            mend = f"Describe {region}, or correct the number in the ways."
            yield region, MapProblem(str(region), f"is named by the ways of {named} and has no entry", mend)


def _kinds(world: WorldMap) -> _Found:
    for region in world.regions:
        place = world.places[region]
        if not place.declared:
            continue
        if place.kind is None:
            mend = 'Say kind = "cavern" (for Dungeons) or kind = "corridor" (for Outposts).'
            yield region, MapProblem(str(region), "has no kind", mend)
        elif (place.kind == "surface") != (region.layer == "Surface"):
            mend = "Surface regions are of kind surface, all others cavern or corridor."
            yield region, MapProblem(str(region), f"is of kind {place.kind}", mend)
        if region.layer == "Surface" and place.deposits:
            yield region, MapProblem(str(region), "has a deposit nobody can mine", "Move it underground (UD-FND-07).")


def _one_way(world: WorldMap) -> _Found:
    for way in world.ways:
        if way.one_way:
            what = f"leads to {way.end} one way only"
            yield way.start, MapProblem(str(way.start), what, 'Take out "one way" if there is a way back.')


def _half_named(world: WorldMap) -> _Found:
    """On a map that names its ways at both ends, one named at a single end is probably a slip of the number."""
    inner = [way for way in world.ways if not way.one_way]
    doubled = sum(way.both_ends for way in inner)
    if 2 * doubled <= len(inner):
        return
    for way in inner:
        if not way.both_ends:
            what = f"and {way.end} are joined by a way that only one of them names"
            mend = "Most ways of this map stand at both ends; add this one at the other, or correct it."
            yield way.start, MapProblem(str(way.start), what, mend)


def _chasm_ways(world: WorldMap) -> _Found:
    for way in world.ways:
        if not {"chasm", "along chasm"} & set(way.crosses):
            if abs(way.start.depth - way.end.depth) > 1:
                mend = "A cave entrance joins neighbouring layers; check the layer."
                yield way.start, MapProblem(str(way.start), f"has a cave entrance straight to {way.end}", mend)
            continue
        start, end = world.places[way.start], world.places[way.end]
        what = f"has a way to {way.end} over a chasm"
        if start.chasm is None and end.chasm is None:
            yield way.start, MapProblem(str(way.start), f"{what} that neither names", 'Name it: chasm = "The Gullet".')
        elif start.chasm and end.chasm and start.chasm != end.chasm:
            mend = "A way crosses one chasm; give both ends the same, or leave one away."
            yield way.start, MapProblem(str(way.start), f"{what}, and each names another", mend)
        elif (
            "chasm" in way.crosses
            and start.chasm == end.chasm
            and start.side_towards(way.end) in ("", end.side_towards(way.start))
        ):
            mend = 'Give each its wall, sides = ["west"] and sides = ["east"], or climbers find a short cut.'
            yield way.start, MapProblem(str(way.start), f"{what} and lies on no other wall", mend)


def _walls(world: WorldMap) -> _Found:
    """A climber stays on the wall he is on, so that each mouth of a chasm has to say which wall is its own."""
    for name in sorted(world.chasms):
        mouths = world.mouths(name)
        walls = sorted({side for region in mouths for side in world.places[region].sides})
        if len(walls) > 2:
            mend = "A chasm has two; check the spelling."
            yield mouths[0], MapProblem(f"chasm {name}", f"has the walls {', '.join(walls)}", mend)
        for region in mouths:
            if walls and not world.places[region].sides:
                mend = f'Other regions on it do: sides = ["{walls[0]}"].'
                yield region, MapProblem(str(region), f"does not say on which wall of {name} it lies", mend)
        if not mouths:
            mend = f'Name it in the regions that open on it: chasm = "{name}".'
            yield world.regions[0], MapProblem(f"chasm {name}", "is named by no region", mend)


def _across(world: WorldMap) -> _Found:
    for region in world.regions:
        place = world.places[region]
        for other in sorted(place.across - set(world.neighbours(region))):
            mend = "Name it among the ways, or take it out of across."
            yield region, MapProblem(str(region), f"has {other} across its chasm and no way there", mend)
        spans = len(place.sides) > 1 or "river" in place.features or any(way.bridge for way in world.ways_at(region))
        if "bridge" in place.features and not spans:
            mend = "Say what it spans: a way with river and bridge, or a river in the region."
            yield region, MapProblem(str(region), "has a bridge over nothing", mend)


def _islands(world: WorldMap) -> _Found:
    """Regions nobody can get to from the main part of the map, not even on wings."""
    parts = _parts(world)
    for part in parts[1:]:
        names = ", ".join(str(region) for region in part)
        what = "is joined to nothing" if len(part) == 1 else f"is cut off with {names}"
        yield part[0], MapProblem(str(part[0]), what, "Add the way that leads there.")


def _parts(world: WorldMap) -> list[list[Region]]:
    """The map's unconnected parts, the largest first."""
    left = dict.fromkeys(world.regions)
    parts: list[list[Region]] = []
    while left:
        first = next(iter(left))
        del left[first]
        part, waiting = [first], [first]
        while waiting:
            region = waiting.pop()
            chasm = world.chasm_at(region)
            shaft = world.mouths(chasm.name) if chasm is not None and chasm.continuous else ()
            for other in (*world.neighbours(region), *shaft):
                if other in left:
                    del left[other]
                    part.append(other)
                    waiting.append(other)
        parts.append(sorted(part))
    return sorted(parts, key=lambda part: (-len(part), part[0]))
