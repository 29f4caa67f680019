"""Trapmakers: how many of them are where (UD-ABL-TRAPMAKING-2)."""

from __future__ import annotations

from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import SiteState
from orderbook.systems.underdeep.checks.order_troops import final_spot
from orderbook.systems.underdeep.in_the_open import TRAPMAKING
from orderbook.systems.underdeep.post.model import ArmyLine
from orderbook.systems.underdeep.world.region import Region


def count_standing(context: Context, region: Region) -> int | None:
    """The units with Trapmaking that stand in a region as the week begins; None where Armies do not tell."""
    if not context.post.armies:
        return None
    found = 0
    for line in context.post.armies:
        place = line.where or (line.site.region if line.site is not None else None)
        if place is None or (place == region and line.unit.entry is None and line.rank is None):
            return None
        if place == region and _makes_traps(line):
            found += line.count if line.rank is None else 1
    return found


def count_trapmakers(context: Context, region: Region) -> int | None:
    """The units with Trapmaking that stand in a region as the week begins, or are sent there; None if unknown."""
    standing, coming = count_standing(context, region), count_coming(context, region)
    return None if standing is None or coming is None else standing + coming


def count_coming(context: Context, region: Region) -> int | None:
    """The units with Trapmaking that orders send to a region; None where they do not tell how many or who."""
    found = 0
    for order in (order for line in context.post.orders for order in line.orders):
        for actor in order.actors:
            unit = actor.unit.entry if actor.unit is not None else None
            end, start = final_spot(order, actor), order.place_of(actor)
            if end is None or end.where != region or (start is not None and start.where == region):
                continue
            if actor.person is None and (actor.everyone or unit is None):
                return None
            if unit is not None and unit.has_ability(TRAPMAKING):
                if actor.count is None:
                    return None
                found += actor.count
    return found


def work_may_rest(context: Context, state: SiteState) -> bool:
    """Whether work on traps in the open may have come to a halt since last week, for want of trapmakers."""
    region = state.site.region
    makers = count_standing(context, region) if region is not None else None
    return makers is None or makers < len(state.before)


def _makes_traps(line: ArmyLine) -> bool:
    return isinstance(line.unit.entry, Unit) and line.unit.entry.has_ability(TRAPMAKING)
