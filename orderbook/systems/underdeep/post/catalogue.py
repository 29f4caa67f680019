"""Names of a post matched with the rule data of its faction, and with structures only the post knows."""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.rulebook.model import Faction, Rulebook, Structure, Unit
from orderbook.rulebook.names import NameIndex, NameMatch, structure_index, unit_index


@dataclass(frozen=True)
class Catalogue:
    """What the names of one faction mean; of all factions where nobody knows which it is."""

    faction: Faction | None
    units: NameIndex[Unit]
    structures: NameIndex[Structure]

    def unit(self, text: str) -> NameMatch[Unit] | None:
        return self.units.find(text)

    def structure(self, text: str) -> NameMatch[Structure] | None:
        return self.structures.find(text)


def build_catalogue(rulebook: Rulebook, faction: Faction | None) -> Catalogue:
    """The catalogue of ``faction``, or of every faction of the rulebook."""
    factions = (faction,) if faction else rulebook.factions
    return Catalogue(faction, unit_index(*factions), structure_index(*factions))
