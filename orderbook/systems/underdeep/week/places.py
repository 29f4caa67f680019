"""A place that a ruling names: a region, or a site of anybody's."""

from __future__ import annotations

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.state import Site
from orderbook.systems.underdeep.world.region import Region, parse_region


def find_place(desk: Desk, text: str) -> tuple[Region | None, Site | None]:
    """The region and the site that a text names, either or both None."""
    region = parse_region(text.strip().rstrip("."))
    if region is not None:
        return region, None
    wanted = fold_name(text.strip().rstrip("."))
    sites = sorted(desk.state.sites.values(), key=lambda one: one.id)
    site = next((one for one in sites if fold_name(one.name) == wanted), None)
    return (site.region, site) if site is not None else (None, None)
