"""Units let go: by an order, at any time (UD-DIS-01, UD-DIS-02); thralls of a Succubus (UD-SUC-26)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.battle.from_post.wording import stem_of, stems_of
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.orders.model import Order, OrderLine, Verb
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.dominion import is_thrall, set_free
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.world.region import Region


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every order to dismiss."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in orders.post.orders if orders is not None else []:
            for order in line.orders:
                if orders is not None and any(order.does(Verb.DISMISS)):
                    yield from _dismiss(desk, orders, line, order)


def _dismiss(desk: Desk, orders: PlayerOrders, line: OrderLine, order: Order) -> Iterator[Event | Question]:
    place, text = orders.place(line.line.span), line.text.strip()
    thralls = _thralls(desk, orders, order)
    for thrall in thralls:
        yield set_free(desk, thrall, thrall.count, rules=("UD-SUC-26",), place=place)
    if thralls:
        return
    for unit, count, where in _whom(order):
        groups = [
            group
            for group in desk.state.groups_of(orders.player)
            if group.unit == unit and group.rank is None and where in (None, group.region)
        ]
        there = sum(group.count for group in groups)
        wanted = there if count is None else count
        if not there or wanted > there:
            yield desk.void(orders, text, f"there are {there} {unit} to dismiss", place, "UD-DIS-01")
            continue
        owing = sum(group.owing for group in groups)
        for group in groups:
            gone = min(group.count, wanted)
            wanted -= gone
            if gone:
                yield _let_go(desk, orders, group, gone, line)
        yield from _ask_fate(desk, orders, line, unit, there if count is None else count, owing)


def _thralls(desk: Desk, orders: PlayerOrders, order: Order) -> list[Group]:
    """Those under somebody's control whom an order lets go: they are named by their type (UD-SUC-26)."""
    said: set[str] = set()
    for action in order.does(Verb.DISMISS):
        named = action.unit.name if action.unit is not None else ""
        said |= stems_of(" ".join((named, action.object, *(spot.text for spot in action.targets))))
    own = [group for group in desk.state.groups_of(orders.player) if is_thrall(group)]
    return [group for group in own if stem_of(group.unit) in said]


def _whom(order: Order) -> Iterator[tuple[str, int | None, Region | None]]:
    """Units an order lets go: those who are told to, or those it speaks of."""
    for action in order.does(Verb.DISMISS):
        spots = [spot.where for spot in action.targets if spot.where is not None]
        if action.unit is not None:
            where = spots[0] if spots else order.origin.where if order.origin is not None else None
            yield unit_key(action.unit), action.count, where
            return
    for actor in order.actors:
        if actor.unit is not None:
            spot = order.place_of(actor)
            yield unit_key(actor.unit), actor.count, spot.where if spot is not None else None


def _let_go(desk: Desk, orders: PlayerOrders, group: Group, gone: int, line: OrderLine) -> Event:
    return desk.event(
        Happened.DISMISSED,
        {"group": group.id, "unit": group.unit, "count": gone},
        known_to=(orders.player,),
        rules=("UD-DIS-01",),
        post=orders.place(line.line.span),
    )


def _ask_fate(
    desk: Desk, orders: PlayerOrders, line: OrderLine, unit: str, count: int, owing: int
) -> Iterator[Question]:
    """What becomes of them is the game master's (UD-DIS-02 to UD-DIS-04); asked only of those who were owed Gold."""
    if not owing:
        return
    place = orders.place(line.line.span)
    question = desk.question(
        "dismissed-troops",
        (orders.player, place.line, unit),
        f"{orders.player} let {count} {unit} go, {min(owing, count)} of whom are still owed something.",
        rules=("UD-DIS-03",),
        post=place,
    )
    if desk.ruling(question) is None:
        yield question
