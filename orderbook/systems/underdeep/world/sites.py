"""What may be founded in a region, and what the region gives those who live or camp there."""

from __future__ import annotations

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.world.map import Place
from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.systems.underdeep.world.steps import Barred
from orderbook.systems.underdeep.world.terrain import Terrain, load_terrain

_DEFAULT = Rulings()
_SITE_OF_KIND = {"cavern": "Dungeon", "corridor": "Outpost"}


def founding_bar(place: Place, site: str, present: int = 0) -> Barred | None:
    """Why a "Dungeon" or an "Outpost" may not be founded in a region that holds ``present`` sites; ``None`` if it may.

    A region whose kind the map does not tell is the game master's to judge (UD-BLD-01) and gives no bar.
    """
    if place.region.layer == "Surface" or place.kind == "surface":
        return Barred(f"{place.region} is on the Surface, where nothing can be founded", "UD-FND-07")
    fitting = _SITE_OF_KIND.get(place.kind or "")
    if fitting is not None and fitting != site:
        return Barred(f"{place.region} is a {place.kind}: a place for {fitting}s, not for {site}s", "UD-BLD-01")
    limit = site_limit(place)
    if limit is not None and present >= limit:
        sides = ", one on each side of the chasm" if limit == 2 else ""
        return Barred(f"{place.region} holds {present} already; it has room for {limit}{sides}", "UD-FND-06")
    return None


def site_limit(place: Place) -> int | None:
    """How many Dungeons or Outposts a region may hold (UD-FND-06); ``None`` where a ruin lifts it (UD-RUI-04)."""
    if "ruin" in place.features:
        return None
    return 2 if place.is_cut else 1


def terrain_at(place: Place) -> tuple[Terrain, ...]:
    """The terrain a region has, in the order of the terrain table."""
    return tuple(word for word in load_terrain().values() if word.name in place.features)


def region_bonus(place: Place, site: str, rulings: Rulings = _DEFAULT) -> Bundle:
    """What a "Dungeon" or an "Outpost" yields more each week for its region (UD-TER-01, UD-TER-05, UD-TER-09).

    Crystals serve Dungeons alone unless the campaign rules otherwise. Several waters of one region count once.
    """
    everywhere = rulings.outpost_crystals == "outposts-too"
    by_rule = {word.bonus_rule: word.bonus for word in terrain_at(place) if everywhere or site in word.sites}
    return sum(by_rule.values(), Bundle())


def gather_food(place: Place, action: str, speed: int, units: int) -> int | Barred:
    """The Food that ``units`` gain who spend ``speed`` Speed each on "fish" or "forage" (UD-MOV-10, 11, UD-TER-21).

    Each unit gains whole Food only.
    """
    told = [word.fish if action == "fish" else word.forage for word in terrain_at(place)]
    prices = [price for price in told if price is not None]
    if not prices:
        what, rule = ("water", "UD-MOV-10") if action == "fish" else ("mushrooms or woods", "UD-MOV-11")
        return Barred(f"{place.region} has no {what}", rule)
    return units * (max(speed, 0) // min(prices))


def utility_castings(place: Place, normal: int, from_rooms: int = 0) -> int:
    """Castings of a Utility spell a week: crystals double the normal number, not what Rooms add (UD-TER-07)."""
    return (2 * normal if "crystals" in place.features else normal) + from_rooms
