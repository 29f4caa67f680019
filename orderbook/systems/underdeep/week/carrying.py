"""Mimics taken along by those who can carry them, and left in a region or at a site (UD-KOB-70).

They go with their carriers, so that they are where those are when the march is over.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from orderbook.campaign.event import Event, PostPlace
from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.carrying import carried
from orderbook.systems.underdeep.post.orders.model import Action, Order
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.squads import Roster
from orderbook.systems.underdeep.week.state import FieldTrap, Group
from orderbook.systems.underdeep.world.region import Region

_RULES = ("UD-KOB-70",)


def run(desk: Desk) -> Iterator[Event]:
    """Every order to carry something, in the order of the posts."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in orders.post.orders if orders is not None else ():
            for order in line.orders:
                for action, entry in carried(order):
                    assert orders is not None
                    yield from _carry(desk, orders, line.text, order, action, entry)


def _carry(
    desk: Desk, orders: PlayerOrders, text: str, order: Order, action: Action, entry: Structure
) -> Iterator[Event]:
    place = orders.place(action.span)
    told = [group for group in desk.state.groups_of(orders.player) if order in desk.told.get(group.id, ())]
    carriers = [group for group in told if group.unit in entry.carried_by]
    if not carriers:
        why = f"{entry.name} goes only where {' or '.join(entry.carried_by)} carry it"
        yield desk.void(orders, text, why, place, _RULES[0])
        return
    carrier, start = carriers[0], _start(desk, orders, order)
    for number in range(action.count or 1):
        if (
            start is None
            or carrier.region is None
            or not (yield from _take(desk, orders, entry, start, carrier, place))
        ):
            if not number:
                why = f"there is no {entry.name} in {start or 'a place that is known'}"
                yield desk.void(orders, text, why, place, _RULES[0])
            return


def _start(desk: Desk, orders: PlayerOrders, order: Order) -> Region | None:
    """Where the carriers were when they set out."""
    roster = Roster(desk, orders)
    spots = [order.place_of(actor) for actor in order.actors]
    named = next((region for spot in spots if (region := roster.region_of(spot)) is not None), None)
    return named or (roster.region_of(order.origin) if order.origin is not None else None)


def _take(
    desk: Desk, orders: PlayerOrders, entry: Structure, start: Region, carrier: Group, place: PostPlace
) -> Generator[Event, None, bool]:
    """One is taken from the open, else out of a site of one's own; returns whether there was one."""
    player, to = orders.player, carrier.region
    assert to is not None
    known = (player,)
    free = [trap for trap in desk.state.traps_of(player) if trap.name == entry.name and trap.region == start]
    trap = next((trap for trap in free if trap.is_set), None)
    if trap is None:
        site = next(
            (site for site in desk.state.sites_of(player) if site.region == start and site.working(entry.name)), None
        )
        if site is None or (to == start and carrier.site == site.id):
            return False
        trap = FieldTrap(desk.new_id(player, "x"), player, entry.name, to, entry.faction)
        yield desk.event(
            Happened.TRAP_CARRIED_OFF, {"player": player, "site": site.id, "name": entry.name, "trap": write(trap)},
            known_to=known, rules=_RULES, post=place,
        )  # fmt: skip
    elif to != start:
        yield desk.event(
            Happened.TRAP_MOVED, {"player": player, "trap": trap.id, "name": trap.name, "region": str(to)},
            known_to=known, rules=_RULES, post=place,
        )  # fmt: skip
    home = desk.state.sites.get(carrier.site) if carrier.site is not None else None
    if home is not None and home.owner == player and home.founding is None:
        yield desk.event(
            Happened.TRAP_BROUGHT_IN, {"player": player, "trap": trap.id, "name": trap.name, "site": home.id},
            known_to=known, rules=_RULES, post=place,
        )  # fmt: skip
    return True
