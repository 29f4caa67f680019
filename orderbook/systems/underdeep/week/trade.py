"""Trade: goods promised last week arrive or go back, goods promised now leave (UD-TRD-01, UD-TRD-05 to UD-TRD-09).

Settings: exchange-between-units, traded-goods-leave, blockade-test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.post.model import TradeLine
from orderbook.systems.underdeep.post.reader import tight_span
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.purchases import tell_shortage
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.routes import ALLIED, Blocked, are_beside, find_block, find_cut, find_destination
from orderbook.systems.underdeep.week.state import Trade, in_order
from orderbook.text.fold import fold

_TOLD = re.compile(
    r"(?<![-+0-9.,~])(?<![-+] )\b(?P<number>[0-9]{1,7})\s+(?P<resource>gold|metal|food|bodies|souls|slaves)\b",
    re.IGNORECASE,
)
"""An amount without a sign: what is talked of, not what leaves or comes."""

_FOR = re.compile(r"\b(?:in (?:return|exchange) for|against|for)\b", re.IGNORECASE)
_GIVES = re.compile(
    r"\b(?:to|send|sends|sending|give|gives|giving|deliver\w*|pay|pays|paying|owe[sd]?)\b", re.IGNORECASE
)
_TAKES = re.compile(r"\b(?:from|receiv\w*|gets?|gives? me|sends? me|pays? me|to (?:me|us))\b", re.IGNORECASE)


def run_arrivals(desk: Desk) -> Iterator[Event | Question]:
    """Goods on their way reach the taker, or go back where the road is closed (UD-TRD-05, UD-TRD-06)."""
    for trade in in_order(desk.state.trades.values()):
        if trade.agreed >= desk.week:
            continue
        block = _bar_to(desk, trade)
        both = (trade.giver, trade.taker)
        if block is not None:
            yield desk.event(
                Happened.TRADE_ABORTED,
                {"trade": trade.id, "why": block.why},
                known_to=both,
                rules=tuple(dict.fromkeys(("UD-TRD-06", block.rule, "UD-TRD-09"))),
            )
            continue
        if trade.held:
            gone = replace(trade, held=False)
            yield desk.event(Happened.TRADE_SENT, {"trade": write(gone)}, known_to=both, rules=("UD-TRD-05",))
        came = desk.arrived.setdefault(trade.taker, {})
        came[trade.giver] = came.get(trade.giver, Bundle()) + trade.goods
        yield desk.event(Happened.TRADE_ARRIVED, {"trade": trade.id}, known_to=both, rules=("UD-TRD-05", "UD-TRD-09"))


def _bar_to(desk: Desk, trade: Trade) -> Blocked | None:
    """What keeps goods from arriving: the state of both ends as the week closed, or whatever befell the receiving one
    within it (setting blockade-test); and that a giver who still had them has them no more."""
    late = desk.options.chose("blockade-test", "any-time-receiving-end")
    block = (Blocked(trade.cut, trade.cut_rule) if trade.cut else None) if late else None
    if not late:
        block = find_block(desk, trade.giver, trade.taker)
    held = desk.state.players[trade.giver].wealth
    if block is None and trade.held and not can_pay(held, trade.goods):
        return Blocked(f"{trade.giver} cannot deliver: {tell_shortage(held, trade.goods)}", "UD-TRD-05")
    return block


def run_watch(desk: Desk) -> Iterator[Event | Question]:
    """Goods of this week whose place of arrival has just been besieged or cut off, if that alone stops them."""
    if not desk.options.chose("blockade-test", "any-time-receiving-end"):
        return
    for trade in in_order(desk.state.trades.values()):
        block = find_cut(desk, trade.giver, trade.taker, trade.to) if trade.agreed == desk.week else None
        if block is not None and not trade.cut:
            yield desk.event(
                Happened.TRADE_CUT, {"trade": trade.id, "why": block.why, "rule": block.rule}, rules=("UD-TRD-06",)
            )


def run(desk: Desk) -> Iterator[Event | Question]:
    """The Trade tabs: what leaves this week, and what is claimed to have come."""
    came = {player: dict(desk.arrived.get(player, {})) for player in desk.playing()}
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            continue
        for line in orders.post.trade:
            if line.flow:
                yield from _settle(desk, orders, line, came[player])
        if goods_stay(desk):
            for line in _promises(desk, orders):
                yield from _settle(desk, orders, line, came[player])


def goods_stay(desk: Desk) -> bool:
    """Whether goods are the giver's until they are delivered (setting traded-goods-leave)."""
    return desk.options.chose("traded-goods-leave", "at-delivery")


def _promises(desk: Desk, orders: PlayerOrders) -> Iterator[TradeLine]:
    """Terms without a sign by which a player is to give something: of a line "30 Gold to Bert for 10 Food" the first
    half. Signed amounts move in the week of the post, and these do not."""
    moving = {line.span for line in orders.post.trade if line.flow}
    for entry in orders.post.tab_lines:
        span = tight_span(entry.line)
        if entry.tab is not Tab.TRADE or span in moving:
            continue
        given = _FOR.split(fold(entry.line.text), maxsplit=1)[0]
        partner = find_player(desk, given, but=orders.player)
        goods = Bundle((match["resource"].capitalize(), -int(match["number"])) for match in _TOLD.finditer(given))
        if partner is not None and goods and _GIVES.search(given) and not _TAKES.search(given):
            yield TradeLine(span, goods, partner)


def _settle(desk: Desk, orders: PlayerOrders, line: TradeLine, came: dict[str, Bundle]) -> Iterator[Event | Question]:
    partner = find_player(desk, line.partner, but=orders.player) if line.partner else None
    sent = Bundle((resource, -amount) for resource, amount in line.flow.items() if amount < 0)
    got = Bundle((resource, amount) for resource, amount in line.flow.items() if amount > 0)
    if partner is None:
        yield from _trade_outside(desk, orders, line)
        return
    if sent and not (goods_stay(desk) and desk.arrived.get(partner, {}).get(orders.player) == sent):
        yield from _send(desk, orders, line, partner, sent)
    if got:
        known = came.get(partner, Bundle())
        if can_pay(known, got):
            came[partner] = known - got
        else:
            yield _not_come(desk, orders, line, partner, got, known)


def _not_come(desk: Desk, orders: PlayerOrders, line: TradeLine, partner: str, got: Bundle, known: Bundle) -> Event:
    """A receipt the campaign knows nothing of: goods come by themselves when they come."""
    message = f"{render_bundle(got)} from {partner} is claimed, but {render_bundle(known)} has come this week."
    place = orders.place(line.span)
    return desk.event(
        Happened.FOUND_WRONG,
        {
            "player": orders.player,
            "check": "wealth-sum",
            "severity": "error",
            "message": message,
            "tab": Tab.TRADE.value,
            "line": place.line,
        },
        known_to=(orders.player,),
        rules=("UD-TRD-05",),
        post=place,
    )


def _trade_outside(desk: Desk, orders: PlayerOrders, line: TradeLine) -> Iterator[Event | Question]:
    """A partner who is none of the players is the game master's."""
    place = orders.place(line.span)
    question = desk.question(
        "outside-trade",
        (orders.player, place.line),
        f'{orders.player} writes "{orders.quote(line.span)}" ({render_bundle(line.flow, signed=True)}).',
        rules=("UD-TRD-01",),
        post=place,
        choices=YES_NO,
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    text = orders.quote(line.span)
    if not is_yes(answer):
        yield desk.void(orders, text, "the game master does not allow it", place, "UD-TRD-01")
        return
    price = Bundle((resource, -amount) for resource, amount in line.flow.items() if amount < 0)
    held = desk.state.players[orders.player].wealth
    if not can_pay(held, price):
        yield desk.void(orders, text, tell_shortage(held, price), place, "UD-TRD-01")
        return
    yield desk.event(
        Happened.TRADED_OUTSIDE,
        {"player": orders.player, "partner": line.partner, "amounts": dict(line.flow)},
        known_to=(orders.player,),
        rules=("UD-TRD-01",),
        post=place,
        ruling=question.id,
    )


def _send(desk: Desk, orders: PlayerOrders, line: TradeLine, partner: str, goods: Bundle) -> Iterator[Event | Question]:
    giver, place, text = orders.player, orders.place(line.span), orders.quote(line.span)
    if _is_over(desk, giver, partner, goods):
        why = f"it was carried out as the week began, and {partner}'s post has no terms for another"
        yield desk.void(orders, text, why, place, "UD-TRD-08")
        return
    at_once = _hands_over(desk, giver, partner)
    block = None if at_once else find_block(desk, giver, partner)
    if block is not None:
        yield desk.void(orders, text, block.why, place, block.rule)
        return
    stays = goods_stay(desk) and not at_once
    held = desk.state.players[giver].wealth
    if not stays and not can_pay(held, goods):
        yield desk.void(orders, text, tell_shortage(held, goods), place, "UD-TRD-01")
        return
    ruling = None
    doubt = _doubt(desk, partner, giver, goods)
    if doubt:
        question = desk.question(
            "trade-terms",
            (giver, partner),
            f"{giver} sends {render_bundle(goods)} to {partner}, whose post {doubt}.",
            rules=("UD-TRD-01",),
            post=place,
            choices=YES_NO,
        )
        answer = desk.ruling(question)
        if answer is None:
            yield question
            return
        if not is_yes(answer):
            yield desk.void(orders, text, f"{partner} has not agreed to it", place, "UD-TRD-01")
            return
        ruling = question.id
    to = "" if at_once else find_destination(desk, giver, partner)
    trade = Trade(desk.new_id(giver, "t"), giver, partner, goods, desk.week, held=stays, to=to)
    yield desk.event(
        Happened.TRADE_SENT,
        {"trade": write(trade)},
        known_to=(giver, partner),
        rules=("UD-TRD-05", "UD-TRD-08"),
        post=place,
        ruling=ruling,
    )
    if at_once:
        yield desk.event(Happened.TRADE_ARRIVED, {"trade": trade.id}, known_to=(giver, partner), rules=("UD-TRD-07",))


def _is_over(desk: Desk, giver: str, partner: str, goods: Bundle) -> bool:
    """Whether a line only repeats the trade that was carried out as the week began, and should have gone (UD-TRD-08).

    It does if the partner's post, too, has nothing of the giver but what it books of that trade.
    """
    orders = desk.orders.get(partner)
    if orders is None or desk.arrived.get(partner, {}).get(giver) != goods:
        return False
    texts = [line.line.text for line in orders.post.tab_lines if line.tab is Tab.TRADE]
    about = [text for text in texts if find_player(desk, text, but=partner) == giver]
    booked = [
        line
        for line in orders.post.trade
        if line.flow and min(line.flow.values()) > 0 and line.partner
        if find_player(desk, line.partner, but=partner) == giver
    ]
    return len(about) <= len(booked)


def _hands_over(desk: Desk, giver: str, taker: str) -> bool:
    """Whether goods go from hand to hand at once (UD-TRD-07; setting exchange-between-units)."""
    if desk.options.chose("exchange-between-units", "sites-only"):
        return False
    anybody = desk.options.chose("exchange-between-units", "any-players")
    return (anybody or desk.relation(giver, taker) == ALLIED) and are_beside(desk, giver, taker)


def _doubt(desk: Desk, player: str, partner: str, goods: Bundle) -> str:
    """Why it is not sure that a player has agreed to what a partner sends; empty where both posts fit (UD-TRD-01).

    The Trade tab has to name the partner, and where it tells what is to come, without a sign, it has to be as much.
    """
    orders = desk.orders.get(player)
    lines = [line.line.text for line in orders.post.tab_lines if line.tab is Tab.TRADE] if orders is not None else []
    about = [text for text in lines if find_player(desk, text, but=player) == partner]
    if not about:
        return f"says nothing of a trade with {partner}"
    told: dict[str, set[int]] = {}
    for match in (match for text in about for match in _TOLD.finditer(fold(text))):
        told.setdefault(match["resource"].capitalize(), set()).add(int(match["number"]))
    for resource, amount in goods.items():
        if amount not in told.get(resource, {amount}):
            return f"speaks of {' and '.join(map(str, sorted(told[resource])))} {resource}"
    return ""
