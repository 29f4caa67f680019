"""Prisoners who have been held since an earlier week: killed for their Bodies, or enslaved (UD-SAC-08, UD-RAI-07)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.post.orders.model import Order, OrderLine
from orderbook.systems.underdeep.week.conquest import wish_for_prisoners
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.values import PRISONERS, SLAVES

_COUNTED = re.compile(r"\b([0-9]{1,6})\s+(?:of\s+)?(?:(?:the|our|my)\s+)?prisoners?\b", re.IGNORECASE)
_BECOME = {"kill": "Bodies", "enslave": SLAVES}


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every order that deals with prisoners there are already, in the order of the post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in orders.post.orders if orders is not None else []:
            for order in line.orders:
                if orders is not None and desk.state.players[player].wealth[PRISONERS] > 0:
                    yield from _deal(desk, orders, line, order)


def _deal(desk: Desk, orders: PlayerOrders, line: OrderLine, order: Order) -> Iterator[Event]:
    wish = wish_for_prisoners(order)
    if desk.is_settled(order) or wish not in _BECOME or "prisoner" not in line.text.lower() or len(order.actions) != 1:
        return  # with other deeds in it, an order means those who are yet to be taken
    place, text = orders.place(order.actions[0].span), line.text.strip()
    held = desk.state.players[orders.player].wealth[PRISONERS]
    match = _COUNTED.search(text)
    number = int(match[1]) if match is not None else held
    desk.settle(line, (order,))
    if number > held:
        yield desk.void(orders, text, f"there are {held} prisoners", place, "UD-RAI-07")
        return
    amounts: dict[str, Json] = {PRISONERS: -number, _BECOME[wish]: number}
    yield desk.event(
        Happened.GRANTED,
        {"player": orders.player, "amounts": amounts, "text": "killed prisoners" if wish == "kill" else "new slaves"},
        known_to=(orders.player,),
        rules=("UD-SAC-08", "UD-RAI-07"),
        post=place,
    )
