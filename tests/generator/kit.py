"""What a faction may own and what it costs: the rule data, with the questions a campaign asks of it.

Everything here is read from the rule data alone, so that the campaigns do not share the checker's judgement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import UNLIMITED, Faction, Requirement, Section, Structure, Unit
from orderbook.systems.underdeep.rules import underdeep_rulebook

TERRAIN = {
    "Mushroom Forest": Bundle({"Food": 25}),
    "Crystals": Bundle({"Gold": 20}),  # Dungeons only
    "Pool": Bundle({"Food": 10}),
}
ROOM_CAP = 50


def pluralise(name: str) -> str:
    """``Mushroom Patch`` to ``Mushroom Patches``, ``Pit of Rats`` to ``Pits of Rats``; names that are plurals stay."""
    head, of, tail = name.partition(" of ")
    if head.endswith(("Cavalry", "s")) and not head.endswith("ss"):
        return name
    if head.endswith("y") and head[-2] not in "aeiou":
        return head[:-1] + "ies" + of + tail
    head += "es" if head.endswith(("ch", "sh", "ss", "x")) else "s"
    return head + of + tail


@dataclass(frozen=True)
class Kit:
    """A faction's lists by name."""

    faction: Faction
    structures: dict[str, Structure] = field(hash=False)
    units: dict[str, Unit] = field(hash=False)

    @property
    def name(self) -> str:
        return self.faction.name

    @property
    def leader(self) -> Unit:
        return next(unit for unit in self.units.values() if unit.leader)

    def is_room(self, name: str) -> bool:
        return self.structures[name].section is Section.ROOM

    def cost(self, name: str) -> Bundle:
        """Price of one structure or unit; empty for what has none."""
        entry = self.structures.get(name) or self.units[name]
        return entry.cost.bundle if entry.cost else Bundle()

    def upkeep(self, unit: str) -> Bundle:
        entry = self.units[unit].upkeep
        return entry.bundle if entry else Bundle()

    def produces(self, name: str) -> Bundle:
        return self.structures[name].produces

    def family(self, name: str) -> tuple[str, ...]:
        """Every structure that shares the limit of ``name``."""
        head = self.structures[name].counts_as or name
        return tuple(
            other.name
            for other in self.structures.values()
            if other.name == head or other.counts_as == head or other.name == name
        )

    def limit(self, name: str) -> int | None:
        """How many of a kind a site may hold; ``None`` for any number."""
        limit = self.structures[name].limit
        return None if limit == UNLIMITED else 1 if limit is None else int(limit)

    def is_counted(self, name: str) -> bool:
        """Whether a careful writer puts a number in front: a site may hold several."""
        return self.limit(name) != 1

    def replaced(self, name: str) -> tuple[Requirement, ...]:
        return tuple(need for need in self.structures[name].requires if need.replaces)

    def replaces_any(self, name: str) -> bool:
        return bool(self.replaced(name) or self.structures[name].replaces_present)

    def is_capital_only(self, name: str) -> bool:
        """The headquarters, and what directly needs one."""
        entry = self.structures[name]
        return entry.headquarters or any(
            self.structures[other].headquarters for need in entry.requires for other in need.names
        )

    def counts_as_room(self, name: str) -> bool:
        """Whether it takes one of a Dungeon's 50 places."""
        return self.is_room(name) and not self.is_capital_only(name)

    def recruitable(self, standing: dict[str, int]) -> list[Unit]:
        """Units a Dungeon with these structures may raise, those with odd bounds left out."""
        return [
            unit
            for unit in self.units.values()
            if unit.cost
            and unit.requires
            and not unit.summoned
            and all(any(standing.get(name) for name in need.names) for need in unit.requires)
        ]

    def is_infiltrator(self, unit: str) -> bool:
        return any(ability.startswith("Infiltrator") for ability in self.units[unit].abilities)

    def is_tunneller(self, unit: str) -> bool:
        """Whether it may dig, or might: an ability rolled at random counts as perhaps."""
        return any(re.search(r"tunnell?ing", ability, re.IGNORECASE) for ability in self.units[unit].abilities)

    def speed(self, unit: str) -> int | None:
        speed = self.units[unit].stats.get("speed")
        return speed if isinstance(speed, int) else None


@lru_cache(maxsize=1)
def load_kits() -> dict[str, Kit]:
    """The factions with rooms of their own, by name."""
    return {
        faction.name: Kit(
            faction,
            {entry.name: entry for entry in faction.structures},
            {unit.name: unit for unit in faction.units},
        )
        for faction in underdeep_rulebook().factions
        if faction.rooms and faction.complete
    }
