"""Constructs mended for Metal, organic ones for Bodies (UD-ABL-CONSTRUCT-4, UD-ABL-REPAIR-1).

An order to repair them says so, or a line of Construction with the price. As much is spent as the player says, and
never more than there is to mend and to pay with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.names import is_named
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.orders.model import OrderLine, Verb
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.world.region import Region

PLAIN, SKILLED = 1, 2
"""Health that a unit of Metal, or a Body, restores: by itself, and where somebody with Repair is in the region."""

_HEALS = re.compile(r"\b(?:heal|mend|repair|restore|fix|patch)", re.IGNORECASE)
_PRICE = re.compile(r"(?P<price>[0-9]{1,6})\s*(?:Metal|Body|Bodies)\b", re.IGNORECASE)
_HEALTH = re.compile(r"(?P<health>[0-9]{1,6})\s*(?:points?\s+of\s+)?Health\b", re.IGNORECASE)
_ORGANIC = re.compile(r"\b(?:brain|flesh|organic)\b", re.IGNORECASE)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every line that has Constructs repaired, in the order of the post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            continue
        for line in orders.post.construction:
            if repairs_units(desk, orders, line):
                text = orders.quote(line.span)
                yield from _mend_all(desk, orders, text, set(_sites_of(orders, line)), orders.place(line.span))
        for told in orders.post.orders:
            if _orders_repair(told) and _named(desk, player, told.text):
                desk.settle(told, [order for order in told.orders if any(order.does(Verb.REPAIR, Verb.TREAT))])
                yield from _mend_all(desk, orders, told.text, _places_of(told), orders.place(told.line.span))


def repairs_units(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> bool:
    """Whether a line of Construction has units repaired, and no structure."""
    named = bool(_named(desk, orders.player, line.subject.text))
    return line.repair and not line.cancelled and line.subject.entry is None and named


def _orders_repair(told: OrderLine) -> bool:
    return any(_HEALS.search(action.text) for order in told.orders for action in order.does(Verb.REPAIR, Verb.TREAT))


def _sites_of(orders: PlayerOrders, line: LedgerLine) -> Iterator[Region]:
    if line.site is not None and line.site.region is not None:
        yield line.site.region


def _places_of(told: OrderLine) -> set[Region]:
    """The regions a line of orders names."""
    spots = [
        spot
        for order in told.orders
        for spot in (
            order.origin,
            *(actor.place for actor in order.actors),
            *(target for action in order.actions for target in (*action.targets, action.origin)),
        )
    ]
    return {spot.where for spot in spots if spot is not None and spot.where is not None}


def _named(desk: Desk, player: str, text: str) -> list[Group]:
    """A player's Constructs that a text names, by their type or its last word."""
    found: list[Group] = []
    for group in desk.state.groups_of(player):
        unit = desk.unit(group)
        if unit is not None and unit.has_ability("Construct"):
            last = group.unit.split()[-1]
            names = (group.unit, pluralise(group.unit), last, pluralise(last), *unit.aliases)
            if is_named(text, *names):
                found.append(group)
    return found


def _mend_all(desk: Desk, orders: PlayerOrders, text: str, places: set[Region], where: PostPlace) -> Iterator[Event]:
    groups = [
        group for group in _named(desk, orders.player, text) if group.wounds and (not places or group.region in places)
    ]
    if not groups:
        yield desk.void(orders, text.strip(), "none of them is damaged", where, "UD-ABL-CONSTRUCT-4")
        return
    price, health = _PRICE.search(text), _HEALTH.search(text)
    may_pay = int(price["price"]) if price is not None else None
    may_heal = int(health["health"]) if health is not None else None
    for group in groups:
        rate = SKILLED if _is_repairer_near(desk, group) else PLAIN
        resource = "Bodies" if _is_organic(desk, group) else "Metal"
        held, purse = desk.purse(orders.player, desk.state.sites[group.site] if group.site is not None else None)
        points = group.wounds if may_heal is None else min(group.wounds, may_heal)
        paid = min(-(-points // rate), max(held[resource], 0), *([may_pay] if may_pay is not None else []))
        healed = min(points, paid * rate)
        if not healed:
            why = f"there is no {resource} left for {group.unit}"
            yield desk.void(orders, text.strip(), why, where, "UD-ABL-CONSTRUCT-4")
            continue
        may_pay = None if may_pay is None else may_pay - paid
        may_heal = None if may_heal is None else may_heal - healed
        yield desk.event(
            Happened.MENDED,
            {**purse, "group": group.id, "wounds": group.wounds - healed, "amounts": dict(Bundle({resource: -paid}))},
            known_to=(orders.player,),
            rules=("UD-ABL-CONSTRUCT-4", *(("UD-ABL-REPAIR-1",) if rate == SKILLED else ())),
            post=where,
        )


def _is_repairer_near(desk: Desk, group: Group) -> bool:
    """Whether somebody with Repair who is a friend is in the same region (UD-ABL-REPAIR-1)."""
    for other in desk.state.standing_in(group.region) if group.region is not None else []:
        unit = desk.unit(other)
        if desk.state.are_friends(other.owner, group.owner) and unit is not None and unit.has_ability("Repair"):
            return True
    return False


def _is_organic(desk: Desk, group: Group) -> bool:
    """Whether a Construct is of flesh: Brain and Flesh Golems by their names, others where their entry says so."""
    unit = desk.unit(group)
    said = (*unit.abilities, *unit.notes) if unit is not None else ()
    return any(_ORGANIC.search(text) for text in (group.unit, *said))
