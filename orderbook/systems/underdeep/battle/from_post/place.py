"""The place of a battle, as somebody typed it: a region, or a site by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.model import ArmyLine, Site
from orderbook.systems.underdeep.post.orders.model import Spot
from orderbook.systems.underdeep.world.region import Region, find_regions


class NoPlace(ValueError):
    """What was typed is no place of these posts; ``str(error)`` says how to mend it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the battle is. A site without a region is known by its name alone."""

    region: Region | None
    site: str = ""

    def __str__(self) -> str:
        return str(self.region) if self.region is not None else self.site

    def holds_spot(self, spot: Spot | None) -> bool:
        """Whether a spot of the Orders is here."""
        if spot is None:
            return False
        return self._holds(spot.where, spot.site.name if spot.site is not None else spot.text)

    def holds_line(self, line: ArmyLine) -> bool:
        """Whether a line of Armies is here."""
        region = line.where or (line.site.region if line.site is not None else None)
        return self._holds(region, line.site.name if line.site is not None else line.host)

    def holds_site(self, site: Site | None) -> bool:
        """Whether a site is here."""
        return site is not None and self._holds(site.region, site.name)

    def _holds(self, region: Region | None, site: str) -> bool:
        if self.region is not None and region is not None:
            return region == self.region
        return bool(self.site and site) and fold_name(site) == fold_name(self.site)


def find_place(text: str, sites: Sequence[Site]) -> Place:
    """The place of ``--at``: a region, or a site that one of the posts lists. Raises ``NoPlace``."""
    regions = find_regions(text)
    folded = fold_name(text)
    if regions:
        region = regions[0][2]
        named = next((site.name for site in sites if site.region == region), "")
        return Place(region, named)
    for site in sites:
        if fold_name(site.name) == folded:
            return Place(site.region, site.name)
    known = ", ".join(sorted({site.name for site in sites})) or "no site"
    raise NoPlace(
        f'"{text}" is no region and no site of these posts; write one such as "Upperdeep 28". They list {known}'
    )
