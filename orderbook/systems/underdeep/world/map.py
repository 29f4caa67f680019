"""The region graph: places, the ways between them, chasms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from orderbook.systems.underdeep.world.dwellers import NO_DWELLERS, Dwellers
from orderbook.systems.underdeep.world.region import LAYERS, Region
from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.text.records import record

KINDS = ("cavern", "corridor", "surface")


@record
class Deposit:
    """A vein a mine can be built on. ``size`` is the game master's secret and never shown by ``repr``."""

    resource: str
    size: int | None = field(default=None, repr=False)


@record
class Place:
    """What the map says of one region. ``kind`` is ``None`` where it does not say.

    ``chasm`` names the chasm the region opens on, ``sides`` the wall (or both walls) of it that belong to the
    region. A region with two sides is cut in two: ``across`` holds the neighbours behind the cut. ``declared`` is
    false for a region that only the ways of others mention. ``dwellers`` are those of whom only the game master knows.
    """

    region: Region
    kind: str | None = None
    name: str = ""
    features: frozenset[str] = frozenset()
    deposits: tuple[Deposit, ...] = ()
    chasm: str | None = None
    sides: tuple[str, ...] = ()
    across: frozenset[Region] = frozenset()
    position: tuple[int, int] | None = None
    note: str = ""
    declared: bool = True
    dwellers: Dwellers = NO_DWELLERS

    @property
    def is_cut(self) -> bool:
        """Whether a chasm runs through the region with no bridge over it (UD-FND-06)."""
        return len(self.sides) > 1 and "bridge" not in self.features

    @property
    def has_dwellers(self) -> bool:
        """Whether the map tells who lives there."""
        return self.dwellers != NO_DWELLERS

    @property
    def has_graves(self) -> bool:
        """Whether there is a graveyard: settlements have theirs (UD-BDY-01)."""
        return not self.features.isdisjoint(("graveyard", "settlement"))

    @property
    def all_sides(self) -> tuple[str, ...]:
        return self.sides or ("",)

    def side_towards(self, neighbour: Region) -> str:
        """The side of the region from which a neighbour is reached; "" where the region has no sides."""
        if not self.sides:
            return ""
        return self.sides[-1] if neighbour in self.across else self.sides[0]

    def __str__(self) -> str:
        return f"{self.name} ({self.region})" if self.name else str(self.region)


@record
class Way:
    """A border that can be passed. ``start`` comes before ``end`` in region order unless it is ``one_way``.

    ``crosses`` names the terrain on the way; ``both_ends`` tells whether the map names it at both ends.
    """

    start: Region
    end: Region
    crosses: tuple[str, ...] = ()
    bridge: bool = False
    one_way: bool = False
    both_ends: bool = field(default=False, compare=False)

    @property
    def is_cave_entrance(self) -> bool:
        """Whether the way changes level (UD-MOV-05)."""
        return self.start.layer != self.end.layer

    @property
    def crosses_chasm(self) -> bool:
        """Whether only flyers and climbers can pass (UD-TER-14)."""
        return "along chasm" in self.crosses or ("chasm" in self.crosses and not self.bridge)

    def other_end(self, region: Region) -> Region:
        return self.end if region == self.start else self.start


@record
class Chasm:
    """A chasm. ``continuous``: its shaft joins the levels it opens on. ``deepest`` is the lowest layer it reaches."""

    name: str
    continuous: bool = True
    deepest: str = "Lowerdeep"

    def levels_to_bottom(self, region: Region) -> int:
        """Speed a climber needs from a region down to the very bottom, a step below the lowest level (UD-TER-16)."""
        return max(LAYERS.index(self.deepest) - region.depth, 0) + 1


@dataclass(frozen=True)
class WorldMap:
    """A map: what it says of each region, its ways and chasms. Order of the parts never matters.

    ``rulings``: how the campaign reads what the rulebook leaves open; ``dataclasses.replace`` sets others.
    """

    places: Mapping[Region, Place]
    ways: tuple[Way, ...] = ()
    chasms: Mapping[str, Chasm] = field(default_factory=dict)
    title: str = ""
    rulings: Rulings = field(default_factory=Rulings)

    def __contains__(self, region: object) -> bool:
        return region in self.places

    def __len__(self) -> int:
        return len(self.places)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        return tuple(sorted(self.places))

    @cached_property
    def _ways_at(self) -> dict[Region, tuple[Way, ...]]:
        at: dict[Region, list[Way]] = {region: [] for region in self.places}
        for way in self.ways:
            at[way.start].append(way)
            at[way.end].append(way)
        return {
            region: tuple(sorted(ways, key=lambda way: (way.other_end(region), way.start, way.crosses, way.bridge)))
            for region, ways in at.items()
        }

    @cached_property
    def memo(self) -> dict[object, object]:
        """What has been worked out about this map already, for whoever asks the same again and again."""
        return {}

    @cached_property
    def _mouths(self) -> dict[str, tuple[Region, ...]]:
        mouths: dict[str, list[Region]] = {}
        for region in self.regions:
            if (chasm := self.places[region].chasm) is not None:
                mouths.setdefault(chasm, []).append(region)
        return {chasm: tuple(regions) for chasm, regions in mouths.items()}

    def place(self, region: Region) -> Place | None:
        return self.places.get(region)

    def ways_at(self, region: Region) -> tuple[Way, ...]:
        """The ways that begin or end in a region, one-way ones included, in order of the region at the other end."""
        return self._ways_at.get(region, ())

    def way_between(self, start: Region, end: Region) -> Way | None:
        """The way that may be gone from one region straight to another, if there is one."""
        for way in self.ways_at(start):
            if way.other_end(start) == end and (not way.one_way or way.start == start):
                return way
        return None

    def neighbours(self, region: Region) -> tuple[Region, ...]:
        """The regions joined to this one by a way, whoever can pass it; without the levels of a chasm."""
        return tuple(dict.fromkeys(way.other_end(region) for way in self.ways_at(region)))

    def mouths(self, chasm: str) -> tuple[Region, ...]:
        """The regions that open on a chasm."""
        return self._mouths.get(chasm, ())

    def chasm_on_way(self, way: Way) -> Chasm:
        """The chasm a way crosses: that of its ends, else one as deep as the level it is on."""
        for region in (way.start, way.end):
            if (chasm := self.chasm_at(region)) is not None:
                return chasm
        return Chasm("the chasm", continuous=False, deepest=max(way.start, way.end).layer)

    def chasm_at(self, region: Region) -> Chasm | None:
        place = self.places.get(region)
        return self.chasms.get(place.chasm) if place is not None and place.chasm is not None else None

    def on_layer(self, layer: str) -> tuple[Region, ...]:
        return tuple(region for region in self.regions if region.layer == layer)


def build_map(places: Iterable[Place], ways: Iterable[Way], chasms: Iterable[Chasm] = (), title: str = "") -> WorldMap:
    """A map from its parts; regions that only a way names are added undeclared, chasms that only a place names too."""
    known = {place.region: place for place in places}
    ordered = tuple(sorted(ways, key=lambda way: (way.start, way.end, way.crosses, way.bridge)))
    for way in ordered:
        for region in (way.start, way.end):
            known.setdefault(region, Place(region, declared=False))
    named = {
        name: Chasm(name, deepest=region.layer)
        for region in sorted(known)  # from the top down: the deepest mouth is met last and stands
        if (name := known[region].chasm) is not None
    }
    named.update((chasm.name, chasm) for chasm in chasms)
    return WorldMap({region: known[region] for region in sorted(known)}, ordered, named, title)
