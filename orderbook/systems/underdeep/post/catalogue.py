"""Names of a post matched with the rule data of its faction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from orderbook.rulebook.indexes import entry_forms, ritual_index, structure_index, unit_index
from orderbook.rulebook.model import Faction, Ritual, Rulebook, Section, Structure, Unit
from orderbook.rulebook.names import NameIndex, NameMatch, fold_name


@dataclass(frozen=True)
class Catalogue:
    """What the names of one faction mean; nothing has a meaning where no rule data knows the faction."""

    faction: Faction | None
    units: NameIndex[Unit]
    structures: NameIndex[Structure]
    rituals: NameIndex[Ritual]
    rulebook: Rulebook | None = None

    def owner_of_room(self, text: str) -> Faction | None:
        """The other faction that has a Room of exactly this name, where this one's data is complete and has none."""
        if self.rulebook is None or self.faction is None or not self.faction.complete or self.structure(text):
            return None
        wanted = fold_name(text)
        for faction in self.rulebook.factions:
            rooms = (room for room in faction.structures if room.section is Section.ROOM)
            if faction is not self.faction and any(wanted in map(fold_name, entry_forms(room)) for room in rooms):
                return faction
        return None

    def unit(self, text: str) -> NameMatch[Unit] | None:
        return self.units.find(text)

    def structure(self, text: str) -> NameMatch[Structure] | None:
        return self.structures.find(text)

    def unit_named(self, name: str) -> Unit | None:
        """The unit of exactly this rulebook name."""
        match = self.units.find(name)
        return match.value if match and match.name == name else None

    def structure_named(self, name: str) -> Structure | None:
        """The structure of exactly this rulebook name."""
        match = self.structures.find(name)
        return match.value if match and match.name == name else None


def build_catalogue(rulebook: Rulebook, faction: Faction | None) -> Catalogue:
    """The catalogue of ``faction``; an empty one for a faction without rule data."""
    if faction is None:
        return Catalogue(None, NameIndex(()), NameIndex(()), NameIndex(()))
    return _build(_Key(rulebook, faction))


@dataclass(frozen=True, eq=False)
class _Key:
    """Rulebook and faction by identity, so that looking up is quick."""

    rulebook: Rulebook
    faction: Faction

    def __hash__(self) -> int:
        return hash((id(self.rulebook), id(self.faction)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.rulebook is other.rulebook and self.faction is other.faction


@lru_cache(maxsize=16)
def _build(key: _Key) -> Catalogue:
    faction, rulebook = key.faction, key.rulebook
    return Catalogue(
        faction,
        unit_index(faction, rulebook),
        structure_index(faction, rulebook),
        ritual_index(faction, rulebook),
        rulebook,
    )
