"""The map as the commands ask about it: a file opened, a region found by its name, an answer in JSON and in words."""

from __future__ import annotations

from dataclasses import replace

from orderbook.systems.mapping import DrawRequest, MapAnswer, MapRequest, MapTools
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.world.card import describe_region, render_card
from orderbook.systems.underdeep.world.journey import describe_journey, plan_journey, render_journey
from orderbook.systems.underdeep.world.lint import lint_map
from orderbook.systems.underdeep.world.load import load_map
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.mapfile import MapError, MapProblem, UnreadableMap
from orderbook.systems.underdeep.world.marks import MarksError, marks_for, read_marks
from orderbook.systems.underdeep.world.picture import draw_map
from orderbook.systems.underdeep.world.region import LAYERS, Region, parse_region
from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.systems.underdeep.world.travel import reach
from orderbook.systems.underdeep.world.traveller import Traveller, find_traveller


def open_map(request: MapRequest) -> WorldMap:
    """The map of a request, read as the campaign rules. Raises ``RequestError`` with all that is wrong in the file."""
    try:
        world = load_map(str(request.map))
    except MapError as error:
        raise RequestError(str(error)) from error
    return replace(world, rulings=Rulings.from_settings(request.options.settings))


def find_region(world: WorldMap, typed: str) -> Region:
    """The region somebody means: by layer and number, or by its name. Raises ``RequestError`` with likely ones."""
    region = parse_region(typed)
    if region is not None:
        if region in world:
            return region
        raise RequestError(f"{region} is not on the map; {_neighbours_in_number(world, region)}")
    wanted = " ".join(typed.lower().split())
    named = [place.region for place in world.places.values() if place.name.lower() == wanted]
    if len(named) == 1:
        return named[0]
    if named:
        raise RequestError(f"{typed!r} is the name of {' and '.join(map(str, named))}; give layer and number")
    raise RequestError(f"{typed!r} is no region of the map; {_suggest(world, wanted)}")


def _neighbours_in_number(world: WorldMap, region: Region) -> str:
    layer = world.on_layer(region.layer)
    if not layer:
        return f"it has no region of the {region.layer}"
    near = sorted(sorted(layer, key=lambda other: (abs(other.number - region.number), other))[:3])
    return f"near it in number are {', '.join(map(str, near))}"


def _suggest(world: WorldMap, wanted: str) -> str:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    names = {place.name.lower(): place for place in world.places.values() if place.name}
    best = process.extractOne(wanted[:80], list(names), scorer=OSA.normalized_similarity, score_cutoff=0.6)
    if best is not None:
        return f"did you mean {names[best[0]]}?"
    return f"give layer ({', '.join(LAYERS)}) and number, as in Lowerdeep 51, or its name"


def _open(request: MapRequest) -> tuple[WorldMap, Traveller, frozenset[Region]]:
    world = open_map(request)
    traveller = find_traveller(request)
    return world, traveller, frozenset(find_region(world, stop) for stop in request.stops)


def show_region(request: MapRequest, typed: str) -> MapAnswer:
    """A region's card: what is there, and what it costs to leave it."""
    world = open_map(request)
    place = world.places[find_region(world, typed)]
    return MapAnswer(describe_region(world, place), render_card(world, place))


def show_route(request: MapRequest, start: str, goal: str) -> MapAnswer:
    """The cheapest way for a unit, step by step; not good where there is none."""
    world, traveller, stops = _open(request)
    journey = plan_journey(world, find_region(world, start), find_region(world, goal), traveller.mover, stops)
    return MapAnswer(
        {**traveller.describe(), **describe_journey(journey)},
        render_journey(journey, traveller.title),
        journey.route is not None,
    )


def show_reach(request: MapRequest, start: str) -> MapAnswer:
    """Every region a unit can get to in a week, by what it costs."""
    world, traveller, stops = _open(request)
    home = find_region(world, start)
    mover = traveller.mover
    costs = reach(world, home, mover, mover.budget, stops)
    by_cost: dict[int, list[Region]] = {}
    for region, cost in costs.items():
        if region != home:
            by_cost.setdefault(cost, []).append(region)
    head = f"From {world.places[home]}, {traveller.title} can reach in a week"
    lines = [f"{head}:" if by_cost else f"{head} no other region."]
    for cost in sorted(by_cost):
        beyond = f" (Forced March, {mover.speed - cost} to Attack and Morale)" if cost > mover.speed else ""
        lines.append(f"  {cost:>2} Speed{beyond}: {', '.join(str(world.places[region]) for region in by_cost[cost])}")
    data: dict[str, object] = {
        **traveller.describe(),
        "from": str(home),
        "regions": [{"region": str(region), "speed": costs[region]} for region in costs],
    }
    return MapAnswer(data, "\n".join(lines) + "\n")


def lint(request: MapRequest) -> MapAnswer:
    """What looks wrong on a map, a file that cannot be read included; good where nothing does."""
    world: WorldMap | None = None
    try:
        world = load_map(str(request.map))
        problems = lint_map(world)
    except UnreadableMap as error:
        raise RequestError(str(error)) from error
    except MapError as error:
        problems = list(error.problems)
    kind = "fault" if world is None else "doubt"
    data: dict[str, object] = {
        "file": str(request.map),
        "regions": len(world) if world is not None else None,
        "problems": [
            {"kind": kind, "where": each.where, "what": each.what, "mend": each.mend, "line": each.line or None}
            for each in problems
        ],
    }
    lines = [f"{kind}: {problem}" for problem in problems]
    if world is not None:
        size = f"{len(world)} regions, {len(world.ways)} ways"
        lines.append(
            f"{request.map}: {size}; " + (f"{_count(problems, kind)}." if problems else "nothing looks wrong.")
        )
    else:
        lines.append(f"{request.map}: not used, {_count(problems, kind)}.")
    return MapAnswer(data, "\n".join(lines) + "\n", not problems)


def _count(problems: list[MapProblem], kind: str) -> str:
    return f"1 {kind}" if len(problems) == 1 else f"{len(problems)} {kind}s"


def draw(request: MapRequest, wish: DrawRequest) -> str:
    """The map as SVG, with the marks the viewer may see."""
    world = open_map(request)
    for layer in wish.layers:
        if not world.on_layer(layer):
            raise RequestError(f"the map has no region of the {layer}")
    marks = []
    if wish.positions is not None:
        try:
            marks = read_marks(str(wish.positions))
        except MarksError as error:
            raise RequestError(str(error)) from error
        strange = [str(mark.region) for mark in marks if mark.region not in world]
        if strange:
            raise RequestError(f"{wish.positions} puts something in {strange[0]}, which is not on the map")
        players = list(dict.fromkeys(mark.player for mark in marks))
        if wish.viewer is not None and wish.viewer.lower() not in [player.lower() for player in players]:
            raise RequestError(f"{wish.positions} knows no player {wish.viewer!r}; it has {', '.join(players)}")
        marks = marks_for(marks, wish.viewer)
    elif wish.viewer is not None:
        raise RequestError("--viewer needs --positions, a file of who stands where")
    return draw_map(world, marks, viewer=wish.viewer or "", layers=wish.layers)


MAP_TOOLS = MapTools(show_region, show_route, show_reach, lint, draw)

__all__ = ["MAP_TOOLS", "find_region", "open_map"]
