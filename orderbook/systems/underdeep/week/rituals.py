"""Rituals that a post pays for in a tab of the books: their Souls are taken; who casts them comes later (UD-SUC-14)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Ritual
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import tell_shortage


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every line of a post that pays for a ritual, in whatever tab it stands."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in orders.post.ledger_lines() if orders is not None else ():
            if orders is not None and isinstance(line.subject.entry, Ritual) and not line.cancelled:
                yield from _cast(desk, orders, line, line.subject.entry)


def _cast(desk: Desk, orders: PlayerOrders, line: LedgerLine, ritual: Ritual) -> Iterator[Event]:
    """The price is the line's own where it pays enough for a ritual, else the least the ritual costs."""
    price = Bundle((resource, -amount) for resource, amount in line.flow.items() if amount < 0)
    if not price and not line.unread:
        return  # what a ritual brought is no casting
    least = ritual.cost.bundle + ritual.cost.per_unit
    if not can_pay(price, least):
        price = least
    held = desk.state.players[orders.player].wealth
    place = orders.place(line.span)
    if not can_pay(held, price):
        yield desk.void(orders, orders.quote(line.span), tell_shortage(held, price), place, "UD-SUC-14")
        return
    casts = price["Souls"] // least["Souls"] if least["Souls"] and not ritual.cost.per_unit else 1
    data: dict[str, Json] = {"player": orders.player, "ritual": ritual.name, "amounts": dict(-price)}
    key = (orders.player, ritual.name)
    desk.paid_rituals[key] = desk.paid_rituals.get(key, 0) + max(casts, 1)
    each = Bundle((resource, amount // max(casts, 1)) for resource, amount in price.items())
    desk.ritual_prices[key] = each
    yield desk.event(Happened.RITUAL_CAST, data, known_to=(orders.player,), rules=("UD-SUC-14",), post=place)


def run_income(desk: Desk) -> Iterator[Event | Question]:
    """What rituals of last week bring now (UD-SUC-27)."""
    for player in desk.playing():
        coming = desk.state.players[player].coming
        if coming:
            yield desk.event(Happened.RITUAL_PAID, {"player": player, "amounts": dict(coming)}, known_to=(player,))
