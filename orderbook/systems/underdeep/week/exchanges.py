"""One thing given for another where a faction can: Bodies for Food by Kobolds, slaves at a Slave Pit (UD-KOB-07,
UD-KOB-27, UD-KOB-28)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.checks.dealing import (
    PRICE_OF_A_SLAVE,
    SLAVE_PIT,
    eats_carrion,
    find_feast,
    heads_of,
)
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import tell_shortage

CAPTIVES = ("Slaves", "Prisoners")
"""Whom the pit takes, those first whom it sells."""

_CAPTIVE = re.compile(r"\b(?:slave|prisoner)s?\b", re.IGNORECASE)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every such line of Production, in the order of the post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in orders.post.production if orders is not None else []:
            if orders is not None and is_exchange(desk, orders, line):
                yield from _exchange(desk, orders, line)


def is_exchange(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> bool:
    """Whether a line gives one thing for another by what the faction, or a room of the player's, can do."""
    if line.cancelled or line.unread or not line.flow:
        return False
    if eats_carrion(desk.faction_of(orders.player)) and find_feast(line):
        return True
    text = orders.quote(line.span)
    has_pit = any(site.working(SLAVE_PIT) for site in desk.state.sites_of(orders.player))
    return has_pit and _CAPTIVE.search(text) is not None and heads_of(line) > 0 and bool(_paid(line))


def _paid(line: LedgerLine) -> Bundle:
    return Bundle((name, amount) for name, amount in line.flow.items() if name in ("Gold", "Food"))


def _exchange(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> Iterator[Event]:
    place, text = orders.place(line.span), orders.quote(line.span)
    feast = find_feast(line)
    if feast and eats_carrion(desk.faction_of(orders.player)):
        moved, rule = Bundle({"Bodies": -feast, "Food": feast}), "UD-KOB-07"
    else:
        moved, rule = _trade_captives(desk, orders, line)
    held = desk.state.players[orders.player].wealth
    spent = Bundle((name, -amount) for name, amount in moved.items() if amount < 0)
    if not all(held[name] >= amount for name, amount in spent.items()):
        yield desk.void(orders, text, tell_shortage(held, spent), place, rule)
        return
    yield desk.event(
        Happened.GRANTED,
        {"player": orders.player, "amounts": dict(moved), "text": render_bundle(spent) + " exchanged"},
        known_to=(orders.player,),
        rules=(rule,),
        post=place,
    )


def _trade_captives(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> tuple[Bundle, str]:
    """What so many heads bring or cost at the pit's own price, whatever the line says of it."""
    heads, paid = heads_of(line), _paid(line)
    resource, amount = next(iter(paid.items()))
    if amount < 0:
        return Bundle({"Gold": -heads * PRICE_OF_A_SLAVE, "Slaves": heads}), "UD-KOB-28"
    held = desk.state.players[orders.player].wealth
    named = next((name for name in CAPTIVES if line.flow[name] < 0), None)
    order = (named,) if named is not None else CAPTIVES
    left, gone = heads, {}
    for name in order:
        number = left if name == order[-1] else min(left, max(held[name], 0))
        left -= number
        if number:
            gone[name] = -number
    return Bundle({**gone, resource: heads * PRICE_OF_A_SLAVE}), "UD-KOB-27"
