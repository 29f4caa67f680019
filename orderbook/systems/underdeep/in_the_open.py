"""What stands or is built in the open: in a region, and at no Dungeon or Outpost of it (UD-ABL-TRAPMAKING-1)."""

from __future__ import annotations

import re

from orderbook.rulebook.model import Structure
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.model import LedgerLine, Site, SiteKind
from orderbook.systems.underdeep.world.region import Region, parse_region

TRAPMAKING = "Trapmaking"

_OUTSIDE = re.compile(
    r"\b(?:in|into|across|around|round)\s+the\s+(?:caverns?|corridors?|field|open|region|wild)\b|"
    r"\boutside\b|\bfield\s+trap\b",
    re.IGNORECASE,
)


def is_open_ground(site: Site) -> bool:
    """Whether a heading of the post is a region and no site: nothing but the region's name stands in it."""
    if site.kind is not None or site.region is None:
        return False
    return parse_region(site.name) == site.region or fold_name(site.name) == fold_name(str(site.region))


def region_of(line: LedgerLine) -> Region | None:
    """The region in which a line builds in the open; None for what is built at a site, or nobody knows where.

    A Dungeon has a cavern round it with traps of its own, so that a line may stand under the Dungeon and say that it is
    about the cavern; an Outpost has none (UD-ABL-TRAPMAKING-4).
    """
    site = line.site
    if site is None:
        return line.region
    if is_open_ground(site):
        return site.region
    is_outside = site.kind is not SiteKind.OUTPOST and says_outside(line)
    return site.region or line.region if is_outside else None


def says_outside(line: LedgerLine) -> bool:
    """Whether a line says that it is about the cavern round a site, and not about the site."""
    return _OUTSIDE.search(line.note) is not None


def is_field_trap(entry: Structure) -> bool:
    """Whether a structure is a trap that can be set in the open at all: no wall, no Room, none that needs walls round
    it (UD-KOB-67)."""
    return entry.kind == "trap" and not entry.indoors
