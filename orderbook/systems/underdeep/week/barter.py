"""One thing given for another by a line of Orders, where Production says nothing of it: "Convert 10 Bodies into Food",
"Sell 6 prisoners at the Slave Pit" (UD-KOB-07, UD-KOB-27, UD-KOB-28)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.checks.dealing import PRICE_OF_A_SLAVE, SLAVE_PIT, eats_carrion
from orderbook.systems.underdeep.post.orders.model import OrderLine
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.exchanges import is_exchange
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import tell_shortage
from orderbook.systems.underdeep.week.values import PRISONERS, SLAVES
from orderbook.text.source import Span

_COUNT = r"\s+(?:(?P<number>[0-9]{1,6})|all)\s*(?:of\s+)?(?:(?:the|our|my|these|remaining|rotten|half-rotten)\s+)*"
_LEAD = r"\W*(?:(?:we|i|they|shee-ra|please)\s+)?"
_FEAST = re.compile(rf"{_LEAD}(?:convert|turn|eat|cook|devour|feast\s+on){_COUNT}bod(?:y|ies)\b", re.IGNORECASE)
_SALE = re.compile(
    rf"{_LEAD}(?P<how>sell|auction(?:\s+off)?|convert|turn|eat|cook){_COUNT}(?P<whom>slave|prisoner|captive)s?\b",
    re.IGNORECASE,
)
_PURCHASE = re.compile(rf"{_LEAD}(?:buy|purchase){_COUNT}slaves?\b", re.IGNORECASE)
_TO_SOMEBODY = re.compile(r"\b(?:to|from)\s+(?!(?:the\s+|our\s+|my\s+)?(?:slave\s+)?(?:pit|food|gold|market)\b)[A-Z]")
_FOOD = re.compile(r"\bfood\b|\b(?:eat|cook)\b", re.IGNORECASE)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every such line of Orders, in the order of the post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None or any(is_exchange(desk, orders, line) for line in orders.post.production):
            continue
        for line in orders.post.orders:
            if _TO_SOMEBODY.search(line.text):
                continue
            if feast := _FEAST.match(line.text):
                if eats_carrion(desk.faction_of(player)):
                    yield _eat(desk, orders, line, feast)
            elif sale := _SALE.match(line.text):
                yield _sell(desk, orders, line, sale)
            elif purchase := _PURCHASE.match(line.text):
                heads = int(purchase["number"] or 0)
                yield _at_the_pit(desk, orders, line, {"Gold": -heads * PRICE_OF_A_SLAVE, SLAVES: heads}, "UD-KOB-28")


def _span(line: OrderLine) -> Span:
    return line.line.span_of(0, len(line.line.text))


def _held(desk: Desk, orders: PlayerOrders, resource: str) -> int:
    return max(desk.state.players[orders.player].wealth[resource], 0)


def _eat(desk: Desk, orders: PlayerOrders, line: OrderLine, match: re.Match[str]) -> Event:
    bodies = int(match["number"]) if match["number"] else _held(desk, orders, "Bodies")
    return _give(desk, orders, line, Bundle({"Bodies": -bodies, "Food": bodies}), "UD-KOB-07")


def _sell(desk: Desk, orders: PlayerOrders, line: OrderLine, match: re.Match[str]) -> Event:
    whom = SLAVES if match["whom"].lower() == "slave" else PRISONERS
    heads = int(match["number"]) if match["number"] else _held(desk, orders, whom)
    brings = "Food" if _FOOD.search(line.text) else "Gold"
    return _at_the_pit(desk, orders, line, {whom: -heads, brings: heads * PRICE_OF_A_SLAVE}, "UD-KOB-27")


def _at_the_pit(desk: Desk, orders: PlayerOrders, line: OrderLine, moved: dict[str, int], rule: str) -> Event:
    if any(site.working(SLAVE_PIT) for site in desk.state.sites_of(orders.player)):
        return _give(desk, orders, line, Bundle(moved), rule)
    desk.settle(line, line.orders)
    return desk.void(orders, line.text, f"{orders.player} has no {SLAVE_PIT}", orders.place(_span(line)), rule)


def _give(desk: Desk, orders: PlayerOrders, line: OrderLine, moved: Bundle, rule: str) -> Event:
    desk.settle(line, line.orders)
    held, place = desk.state.players[orders.player].wealth, orders.place(_span(line))
    spent = Bundle((name, -amount) for name, amount in moved.items() if amount < 0)
    if not spent:
        return desk.void(orders, line.text, "there is nothing to give", place, rule)
    if not all(held[name] >= amount for name, amount in spent.items()):
        return desk.void(orders, line.text, tell_shortage(held, spent), place, rule)
    return desk.event(
        Happened.GRANTED,
        {"player": orders.player, "amounts": dict(moved), "text": render_bundle(spent) + " exchanged"},
        known_to=(orders.player,), rules=(rule,), post=place,
    )  # fmt: skip
