"""A small map and short words for tests of movement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from orderbook.systems.underdeep.week.movement import (
    Band,
    Deed,
    DeedKind,
    Ground,
    Happening,
    Kind,
    March,
    Movement,
    Orders,
    Relation,
    Relations,
    move_week,
)
from orderbook.systems.underdeep.world.map import Chasm, Place, Way, WorldMap, build_map
from orderbook.systems.underdeep.world.region import Region, parse_region


def at(text: str) -> Region:
    region = parse_region(text)
    assert region is not None
    return region


def world(ways: str, features: Mapping[str, str] | None = None, **more: Any) -> WorldMap:
    """A map from ``"L1-L2 river, L2-L3"`` and ``{"L2": "magma bridge"}``; ``chasm={"L1": ("Gap", "west")}``."""
    found: dict[Region, Place] = {}
    made: list[Way] = []
    for text in ways.split(","):
        ends, *words = text.split()
        start, end = sorted(at(end) for end in ends.split("-"))
        crosses = tuple(sorted(word.replace("_", " ") for word in words if word not in ("bridge", "oneway")))
        made.append(Way(start, end, crosses, "bridge" in words, "oneway" in words))
        for region in (start, end):
            found.setdefault(region, Place(region, "surface" if region.layer == "Surface" else "cavern"))
    for name, words_of in (features or {}).items():
        place = found[at(name)]
        found[at(name)] = Place(place.region, place.kind, features=frozenset(words_of.split()))
    for name, (chasm, side) in more.get("chasm", {}).items():
        old = found[at(name)]
        found[at(name)] = Place(old.region, old.kind, features=old.features, chasm=chasm, sides=(side,))
    return build_map(found.values(), made, [Chasm("Gap", True, "Lowerdeep")] if "chasm" in more else [])


def ground(ways: str | WorldMap, features: Mapping[str, str] | None = None, **more: Any) -> Ground:
    """A ground on which A and B are enemies, A and C friends, others neutral."""
    plain = world(ways, features) if isinstance(ways, str) else ways
    pairs = {frozenset("AB"): Relation.ENEMIES, frozenset("AC"): Relation.ALLIED, **more.pop("pairs", {})}
    return Ground(plain, relations=Relations(pairs), **more)


def band(name: str, place: str, speed: int = 4, abilities: str = "", **more: Any) -> Band:
    """A band whose owner is the first letter of its name."""
    words = tuple(word.replace("_", " ") for word in abilities.split())
    figures = {"count": 10, "health": 5, "defence": 15, "attack": 2, "morale": 1, **more}
    return Band(name, name[0], "Unit", place=at(place), speed=speed, abilities=words, **figures)


def go(names: str, *steps: str | Deed | March, **more: Any) -> Orders:
    """Orders for bands; a text is a region to march to."""
    read = tuple(March(at(step)) if isinstance(step, str) else step for step in steps)
    return Orders(tuple(names.split()), read, **more)


def do(kind: DeedKind, speed: int = 0, **more: Any) -> Deed:
    return Deed(kind, speed, **more)


class Dice:
    """Rolls by name: the figure of the first key that the name contains, else the default. Remembers all names."""

    def __init__(self, default: int = 10, **figures: int) -> None:
        self.default, self.figures, self.asked = default, figures, list[str]()

    def __call__(self, what: str, sides: int) -> int:
        self.asked.append(what)
        return next((roll for key, roll in self.figures.items() if key in what), self.default)


def play(where: Ground, bands: Iterable[Band], orders: Iterable[Orders] = (), dice: Dice | None = None) -> Movement:
    return move_week(where, list(bands), list(orders), dice or Dice())


def kinds(movement: Movement, *wanted: Kind) -> list[Happening]:
    return [each for each in movement.happenings if each.kind in wanted]


def places(movement: Movement) -> dict[str, str]:
    return {name: f"{band.place.layer[0]}{band.place.number}" for name, band in movement.bands.items()}
