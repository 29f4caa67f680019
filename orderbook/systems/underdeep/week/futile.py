"""Orders that nobody can carry out: to hold a bridge without being dug in at one, to stop a besieger's tunnel.

They are void, cost nothing, and the player is told why (UD-BRI-01, UD-TUN-06).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.post.orders.model import Actor, Order, OrderLine, Verb
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.theatre import with_bridges
from orderbook.systems.underdeep.week.values import Posture
from orderbook.systems.underdeep.world.region import Region

_STOPS_TUNNEL = re.compile(
    r"\b(?:collaps|fill|block|stop|flood|destroy|cav(?:e|ing) in|seal|plug|smoke|counter|bring(?:ing)? down|wreck)\w*\b"
    r"(?:\s+\S+){0,5}?\s+tunnels?\b",
    re.IGNORECASE,
)
_OTHER_TUNNEL = re.compile(r"\bescape tunnel|\bour own tunnel|\bmy own tunnel", re.IGNORECASE)
_AGAINST_BESIEGERS = (Verb.ATTACK, Verb.TUNNEL, Verb.BUILD, Verb.MOVE)


def run(desk: Desk) -> Iterator[Event | Question]:
    """What is void of each player's orders, before anybody moves."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            continue
        is_besieged = any(site.is_besieged for site in desk.state.sites_of(player))
        for told in orders.post.orders:
            if is_besieged and _stops_tunnel(told):
                desk.settle(told, told.orders)
                why = "nothing stops a tunnel but an attack on the besiegers"
                yield desk.void(orders, told.text, why, orders.place(told.line.span), "UD-TUN-06")
                continue
            for order in told.orders:
                if _holds_bridge(order) and (bar := _bridge_bar(desk, orders, order)):
                    desk.settle(told, [order])
                    yield desk.void(orders, told.text, bar, orders.place(told.line.span), "UD-BRI-01")


def _stops_tunnel(told: OrderLine) -> bool:
    if not _STOPS_TUNNEL.search(told.text) or _OTHER_TUNNEL.search(told.text):
        return False
    return not any(any(order.does(*_AGAINST_BESIEGERS)) for order in told.orders)


def _holds_bridge(order: Order) -> bool:
    """Whether it has a bridge held and does nothing else that would be lost with it."""
    verbs = {action.verb for action in order.actions}
    words = " ".join(f"{each.text} {each.object} {' '.join(s.text for s in each.targets)}" for each in order.actions)
    return verbs == {Verb.HOLD} and "bridge" in words.lower()


def _bridge_bar(desk: Desk, orders: PlayerOrders, order: Order) -> str:
    """Why those named cannot hold a bridge; "" if they can, or if nobody can tell who is meant."""
    named = [actor for actor in order.actors if actor.unit is not None or actor.everyone]
    troops = [group for actor in named for group in _groups_of(desk, orders.player, order, actor)]
    if not troops or len(named) < len(order.actors):
        return ""
    if not any(_digs_in(orders, group) for group in troops):
        return "only troops entrenched at a bridge can hold it"
    regions = {group.region for group in troops if group.region is not None}
    if desk.world is not None and regions and not any(_has_bridge(desk, region) for region in regions):
        return f"there is no bridge in {' or '.join(str(region) for region in sorted(regions))}"
    return ""


def _groups_of(desk: Desk, player: str, order: Order, actor: Actor) -> list[Group]:
    spot = order.place_of(actor)
    region = spot.where if spot is not None else None
    return [
        group
        for group in desk.state.groups_of(player)
        if (actor.everyone or (actor.unit is not None and actor.unit.name == group.unit))
        and region in (None, group.region)
    ]


def _digs_in(orders: PlayerOrders, group: Group) -> bool:
    """Whether a group is entrenched, or told to entrench this week."""
    if group.posture is Posture.ENTRENCHED:
        return True
    return any(
        actor.everyone or (actor.unit is not None and actor.unit.name == group.unit)
        for told in orders.post.orders
        for order in told.orders
        if any(order.does(Verb.ENTRENCH, Verb.BESIEGE))
        for actor in order.actors
    )


def _has_bridge(desk: Desk, region: Region) -> bool:
    if desk.world is None:
        return True
    place = with_bridges(desk, desk.world).place(region)
    return place is None or "bridge" in place.features
