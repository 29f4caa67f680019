"""A region's card: what is there, what it brings and costs, and where one gets from it.

What is counted for a site (UD-TER-01, UD-TER-05, UD-TER-09), the Speed for Food (UD-MOV-10, UD-MOV-11, UD-TER-21) and
what may be founded (UD-FND-06, UD-BLD-01) are told by the functions that apply those rules. Sizes of deposits are not
shown.
"""

from __future__ import annotations

from orderbook.systems.underdeep.world.map import Place, Way, WorldMap
from orderbook.systems.underdeep.world.sites import founding_bar, region_bonus, site_limit, terrain_at

_SITES = ("Dungeon", "Outpost")


def describe_region(world: WorldMap, place: Place) -> dict[str, object]:
    """The card as JSON values."""
    chasm = world.chasm_at(place.region)
    return {
        "region": str(place.region),
        "name": place.name,
        "kind": place.kind,
        "features": [word.name for word in terrain_at(place)],
        "deposits": [deposit.resource for deposit in place.deposits],
        "chasm": None
        if chasm is None
        else {
            "name": chasm.name,
            "continuous": chasm.continuous,
            "deepest": chasm.deepest,
            "levels_to_bottom": chasm.levels_to_bottom(place.region),
            "sides": list(place.sides),
            "opens_on": [str(mouth) for mouth in world.mouths(chasm.name) if mouth != place.region],
        },
        "may_be_founded": [site for site in _SITES if founding_bar(place, site) is None],
        "sites_at_most": site_limit(place),
        "bonus": {site: _bonus(world, place, site) for site in _SITES},
        "perils": [word.peril for word in terrain_at(place) if word.peril],
        "ways": [_describe_way(world, place, way) for way in world.ways_at(place.region)],
    }


def _bonus(world: WorldMap, place: Place, site: str) -> dict[str, str]:
    if founding_bar(place, site) is not None:
        return {}
    bonus = region_bonus(place, site, world.rulings)
    return {resource: str(bonus[resource]) for resource in bonus}


def _describe_way(world: WorldMap, place: Place, way: Way) -> dict[str, object]:
    other = way.other_end(place.region)
    return {
        "to": str(other),
        "name": world.places[other].name,
        "crosses": list(way.crosses),
        "bridge": way.bridge,
        "cave_entrance": way.is_cave_entrance,
        "closed_from_here": way.one_way and way.start != place.region,
    }


def describe_way(place: Place, way: Way) -> str:
    """What lies on a way, seen from one end: ``river, bridge``; nothing for plain ground."""
    told = list(way.crosses)
    if way.is_cave_entrance:
        told.insert(0, "cave entrance")
    if way.bridge:
        told.append("bridge")
    if way.one_way:
        told.append("one way, out" if way.start == place.region else "one way, in")
    return ", ".join(told)


def render_card(world: WorldMap, place: Place) -> str:
    """The card as text for a terminal."""
    heading = f"{place}: {_kind_of(place)}"
    lines = [heading, ""]
    lines += [f"  {label:<10} {text}" for label, text in _facts(world, place) if text]
    ways = world.ways_at(place.region)
    lines += ["", "  Ways:" if ways else "  No way leads here."]
    for way in ways:
        to = world.places[way.other_end(place.region)]
        told = describe_way(place, way)
        far = " (far side of the chasm)" if place.is_cut and place.side_towards(to.region) == place.sides[-1] else ""
        lines.append(f"    {to}{': ' + told if told else ''}{far}")
    return "\n".join(lines) + "\n"


def _kind_of(place: Place) -> str:
    if not place.declared:
        return "named by the ways of others only"
    return {"surface": "on the Surface", None: "neither cavern nor corridor is said"}.get(place.kind, str(place.kind))


def _facts(world: WorldMap, place: Place) -> list[tuple[str, str]]:
    words = terrain_at(place)
    facts = [
        ("Features", ", ".join(word.name for word in words)),
        ("Deposits", ", ".join(deposit.resource for deposit in place.deposits)),
        ("Sites", _founding(place)),
    ]
    facts += [
        ("Bonus", f"{bonus} a week more for a{'n' if site == 'Outpost' else ''} {site}")
        for site in _SITES
        if founding_bar(place, site) is None and (bonus := region_bonus(place, site, world.rulings))
    ]
    gathering = [(f"{price} Speed for 1 Food", deed) for word in words for price, deed in
                 ((word.forage, "foraging"), (word.fish, "fishing")) if price is not None]  # fmt: skip
    facts += [("Food", f"{deed}, {price}") for price, deed in dict.fromkeys(gathering)]
    facts += [("Entering", f"{word.cost} Speed; {_spared(word.free)}") for word in words if word.fills_region]
    facts += [("Peril", word.peril) for word in words if word.peril]
    facts += [("Closed", word.barred) for word in words if word.barred]
    if (chasm := world.chasm_at(place.region)) is not None:
        others = [str(mouth) for mouth in world.mouths(chasm.name) if mouth != place.region]
        levels = chasm.levels_to_bottom(place.region)
        shaft = "joins the levels" if chasm.continuous else "joins no levels"
        walls = f", {' and '.join(place.sides)} wall" if place.sides else ""
        facts.append(("Chasm", f"{chasm.name}{walls}; {levels} Speed to climb to its bottom; {shaft}"))
        if others:
            facts.append(("", f"opens on {', '.join(others)} too"))
    if place.note:
        facts.append(("Note", place.note))
    return facts


def _spared(free: tuple[str, ...]) -> str:
    return f"1 for {' and '.join(free)} units" if free else "for everybody"


def _founding(place: Place) -> str:
    possible = [site for site in _SITES if founding_bar(place, site) is None]
    if not possible:
        bar = founding_bar(place, _SITES[0])
        return bar.reason if bar is not None else ""
    limit = site_limit(place)
    many = "" if limit == 1 else ", one on each side of the chasm" if limit else ", beside the ruin"
    return f"room for a{'n' if possible[0] == 'Outpost' else ''} {' or an '.join(possible)}{many}"
