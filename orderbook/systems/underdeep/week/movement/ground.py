"""What bands move through: the map, the sites on it, traps in the open, Bodies, and how players stand to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.region import Region


class Relation(StrEnum):
    """How two players stand to each other, as the campaign has it on record."""

    ALLIED = "allied"
    NEUTRAL = "neutral"
    ENEMIES = "enemies"


@dataclass(frozen=True)
class Relations:
    """The record. ``unrecorded`` is what two players are of whom it says nothing (setting unrecorded-relation)."""

    pairs: Mapping[frozenset[str], Relation] = field(default_factory=dict)
    unrecorded: Relation = Relation.NEUTRAL

    def between(self, one: str, other: str) -> Relation:
        """Everybody is allied to himself; with what is nobody's none has a relation."""
        if one == other:
            return Relation.ALLIED
        if not one or not other:
            return Relation.NEUTRAL
        return self.pairs.get(frozenset({one, other}), self.unrecorded)

    def are_enemies(self, one: str, other: str) -> bool:
        return self.between(one, other) is Relation.ENEMIES

    def are_friends(self, one: str, other: str) -> bool:
        return self.between(one, other) is Relation.ALLIED


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap: what it adds to its die, the damage it does, and the traits of those it cannot hurt ("flying", "huge").

    ``owner`` is spared together with his friends. ``id`` is the campaign's own name for one in the open. One that
    ``holds`` units instead of hurting them takes that many of them at most, by a die, and a single one of the Large;
    ``holds_large`` says whether it takes the Large at all; no trap holds the Huge (UD-KOB-49, UD-KOB-53).
    ``once``: it is gone when it has gone off. ``is_rune``: who has Detection with him passes it by
    (UD-SPELL-RUNE-TRAP-2).
    """

    name: str
    owner: str
    attack: int
    damage: int
    damage_type: str = ""
    spares: tuple[str, ...] = ()
    id: str = ""
    holds: int = 0
    holds_large: bool = False
    once: bool = False
    is_rune: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A Dungeon, an Outpost or a Settlement. One that is not ``finished`` is being founded: it bars nobody and protects
    nobody. Nor does a ruin, whose owner is nobody.

    ``walls`` are the Defence figures of its walls and doors, ``defences`` what a scout sees of its strength, ``traps``
    those inside. ``tunnel`` is the Speed a tunnel below it takes, ``None`` where none can break in
    (UD-ABL-TUNNELING-5). ``locate`` is the Speed its enemies need to find the entrance, if no Detector is with them and
    they are none of its ``besiegers``; ``invisible``: without one they do not find it at all (UD-KOB-45 to UD-KOB-47).
    """

    name: str
    region: Region
    owner: str
    kind: str = "Dungeon"
    side: str = ""
    finished: bool = True
    walls: tuple[int, ...] = ()
    defences: tuple[str, ...] = ()
    traps: tuple[Trap, ...] = ()
    tunnel: int | None = 3
    locate: int = 0
    invisible: bool = False
    besiegers: frozenset[str] = frozenset()

    @property
    def is_ruin(self) -> bool:
        """Whether nobody lives there any more."""
        return not self.owner and self.kind != "Settlement"


@dataclass(frozen=True)
class Ground:
    """Where the week is played. ``bodies`` lie in regions, ``graves`` hold others (a graveyard that is not among them
    holds nobody knows how many), ``tunnels`` tells the Speed dug by owner and site.

    ``entrenched_foraging``: "ends-entrenchment" or "refused", as the campaign reads UD-MOV-12.
    """

    world: WorldMap
    sites: tuple[Site, ...] = ()
    traps: Mapping[Region, tuple[Trap, ...]] = field(default_factory=dict)
    bodies: Mapping[Region, int] = field(default_factory=dict)
    graves: Mapping[Region, int] = field(default_factory=dict)
    tunnels: Mapping[tuple[str, str], int] = field(default_factory=dict)
    relations: Relations = field(default_factory=Relations)
    entrenched_foraging: str = "ends-entrenchment"

    @cached_property
    def _sites_at(self) -> dict[Region, tuple[Site, ...]]:
        at: dict[Region, list[Site]] = {}
        for site in sorted(self.sites, key=lambda site: (site.region, site.name)):
            at.setdefault(site.region, []).append(site)
        return {region: tuple(sites) for region, sites in at.items()}

    def sites_at(self, region: Region) -> tuple[Site, ...]:
        return self._sites_at.get(region, ())

    def has_graves(self, region: Region) -> bool:
        """Whether there is a graveyard, or a settlement with its graveyards (UD-BDY-01)."""
        known = region in self.graves or any(site.kind == "Settlement" for site in self.sites_at(region))
        return known or self.world.places[region].has_graves

    def site(self, name: str, region: Region | None = None) -> Site | None:
        """The site of a name, in a region if that is given."""
        return next((s for s in self.sites if s.name == name and region in (None, s.region)), None)

    def barring_outpost(self, region: Region, owner: str) -> Site | None:
        """The Outpost that keeps a player's bands from passing a region (UD-MOV-03)."""
        return next(
            (
                site
                for site in self.sites_at(region)
                if site.kind == "Outpost" and site.finished and self.relations.are_enemies(owner, site.owner)
            ),
            None,
        )

    def barred_regions(self, owner: str) -> frozenset[Region]:
        """The regions with an Outpost of an enemy."""
        return frozenset(site.region for site in self.sites if self.barring_outpost(site.region, owner) is not None)


def players_of(owners: Iterable[str]) -> tuple[str, ...]:
    """Owners in their order of names, each once."""
    return tuple(sorted(set(owners)))
