"""Prisoners and slaves whom Derro torture to death to get their blood up for the battles of the week (UD-DER-07)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.post.orders.model import OrderLine, Verb
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group, Status
from orderbook.systems.underdeep.week.values import PRISONERS, SLAVES
from orderbook.systems.underdeep.world.region import Region

DERRO = "Derro"
VICTIMS, MOST = 5, 4
"""So many victims give +1 to Attack and Morale, which goes no higher than that."""

_TORTURE = re.compile(r"\btortur|\btorment", re.IGNORECASE)
_WHOM = re.compile(
    r"\b(?P<number>[0-9]{1,5}|all|every|the)\s+(?:of\s+)?(?:(?:our|the|my|their|captured|\w+)\s+){0,2}?"
    r"(?P<whom>prisoners?|captives?|slaves?)\b",
    re.IGNORECASE,
)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every line of orders that has victims tortured, in the order of the post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            continue
        for told in orders.post.orders:
            match = _WHOM.search(told.text) if _tortures(told) else None
            if match is not None:
                desk.settle(told, [order for order in told.orders if any(order.does(Verb.TREAT))])
                yield from _torture(desk, orders, told, match)


def _tortures(told: OrderLine) -> bool:
    return any(_TORTURE.search(action.text) for order in told.orders for action in order.does(Verb.TREAT))


def _torture(desk: Desk, orders: PlayerOrders, told: OrderLine, match: re.Match[str]) -> Iterator[Event]:
    """As many die as the order says; it is void where there are fewer, or where nobody is there to enjoy it."""
    player = orders.player
    resource = SLAVES if match["whom"].lower().startswith("slave") else PRISONERS
    there = int(desk.state.players[player].wealth[resource])
    wanted = int(match["number"]) if match["number"].isdecimal() else there
    troops = _tormentors(desk, player, told)
    why = ""
    if wanted > there or not wanted:
        why = f"there are {there} {resource.lower()}"
    elif not troops:
        why = "no Derro are there to do it"
    if why:
        yield desk.void(orders, told.text, why, orders.place(told.line.span), "UD-DER-07")
        return
    data: dict[str, Json] = {
        "player": player, "amounts": {resource: -wanted}, "text": f"the cells, where {wanted} were tortured to death",
    }  # fmt: skip
    yield desk.event(Happened.PLUNDERED, data, known_to=(player,), rules=("UD-DER-07",))
    bonus = min(wanted // VICTIMS, MOST)
    for group in troops if bonus else ():
        status = Status(f"Sadism {bonus}", desk.week)
        yield desk.event(
            Happened.STATUS_SET, {"group": group.id, "status": write(status)}, known_to=(player,), rules=("UD-DER-07",)
        )


def _tormentors(desk: Desk, player: str, told: OrderLine) -> list[Group]:
    """The player's Derro where the line says, or all of them where it names no place."""
    places: set[Region] = {
        spot.where
        for order in told.orders
        for spot in (order.origin, *(actor.place for actor in order.actors))
        if spot is not None and spot.where is not None
    }
    return [
        group
        for group in desk.state.groups_of(player)
        if (group.faction or desk.state.players[player].faction) == DERRO and (not places or group.region in places)
    ]
