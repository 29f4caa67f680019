"""Recruitment: units raised at once, paid in full, garrisoned where they were raised (UD-UNI, UD-REC).

Room, limit, place and price are what the checks say. Figures that are dice are rolled, for each unit on its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, LoggedRoll
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Ritual, Unit
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.outfits import find_outfit
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.captured import why_useless
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.hiring import is_hiring
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import price_due, tell_shortage
from orderbook.systems.underdeep.week.rolled import is_rolled, roll_abilities, roll_figures
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.values import Posture

BARRING = ("recruit-prerequisite", "recruit-limit", "recruit-place")
"""Checks whose errors make a line void."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every line of Recruitment, in the order of the post."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        for line in orders.post.recruitment if orders is not None else []:
            if orders is not None and not line.cancelled and not _is_something_else(desk, orders, line):
                yield from _recruit(desk, orders, line)


def _is_something_else(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> bool:
    """Whether a line is about a ritual, mercenaries or something bought for a unit, which other phases see to."""
    if isinstance(line.subject.entry, Ritual) or is_hiring(line, orders.quote(line.span)):
        return True
    return find_outfit(desk.faction_of(orders.player), line) is not None


def _recruit(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> Iterator[Event]:
    place, text = orders.place(line.span), orders.quote(line.span)
    why, rule, site = _find_site(desk, orders, line)
    if site is None:
        yield desk.void(orders, text, why, place, rule)
        return
    unit = line.subject.entry if isinstance(line.subject.entry, Unit) else None
    choices = tuple(-(choice * line.number) for choice in unit.cost.choices) if unit is not None and unit.cost else ()
    due = price_due(line, choices)
    if due is None:
        yield desk.void(orders, text, "what they cost is not known, and the line does not tell", place, "UD-UNI-02")
        return
    held, purse = desk.purse(orders.player, site)
    if not can_pay(held, -due):
        yield desk.void(orders, text, tell_shortage(held, -due), place, "UD-UNI-02")
        return
    for group, rolls, price in _raise(desk, orders, line, unit, site, due):
        entered = replace(group, id=desk.new_id(orders.player, "g"))
        data: dict[str, Json] = {**purse, "group": write(entered), "site": site.id, "amounts": dict(price)}
        yield desk.event(
            Happened.RECRUITED,
            data,
            known_to=(orders.player,),
            rules=("UD-UNI-02", "UD-REC-02"),
            post=place,
            rolls=rolls,
        )


def _find_site(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> tuple[str, str | None, Site | None]:
    """Where a line raises its units; else why it cannot, and the rule."""
    site_id = orders.site_id(line)
    if site_id is None:
        return "the campaign knows no such site", "UD-ORD-17", None
    site = desk.state.sites[site_id]
    if site.founding is not None:
        return f"{site} does not stand yet", "UD-UNI-01", None
    barred = orders.errors_in(line.span, BARRING)
    if barred:
        return barred[0].message, barred[0].rule, None
    unit = line.subject.entry
    if isinstance(unit, Unit) and (unit.leader or unit.summoned):
        return f"{unit.name} cannot be recruited", "UD-UNI-01", None
    for need in unit.requires if isinstance(unit, Unit) else ():
        if not any(_works(desk, site, name) for name in need.names):
            return f"{' or '.join(need.names)} at {site} is of no use to its captor, or Broken", "UD-CAP-06", None
    return "", None, site


def _works(desk: Desk, site: Site, name: str) -> bool:
    entry = desk.structure(site, name)
    return site.working(name) > 0 and (entry is None or why_useless(desk, site, entry) is None)


def _raise(
    desk: Desk, orders: PlayerOrders, line: LedgerLine, unit: Unit | None, site: Site, due: Bundle
) -> Iterator[tuple[Group, tuple[LoggedRoll, ...], Bundle]]:
    """The groups a line raises, each with its dice and its part of the price: one, or one for each that is rolled."""
    group = Group(
        id="",
        owner=orders.player,
        unit=unit_key(line.subject),
        count=line.number,
        faction=unit.faction if unit is not None else desk.state.players[orders.player].faction,
        site=site.id,
        region=site.region,
        posture=Posture.GARRISONED,
        raised=desk.week,
    )
    if unit is None or not is_rolled(unit):
        yield group, (), due
        return
    for number in range(line.number):
        part = Bundle((name, amount * (number + 1) // line.number - amount * number // line.number)
                      for name, amount in due.items())  # fmt: skip
        whose = f"{unit.name} of {orders.player} at {site.name}"
        figures, rolls = roll_figures(desk.rolls, unit, whose)
        abilities, further = roll_abilities(desk.rolls, unit, whose)
        yield replace(group, count=1, figures=figures, abilities=abilities), (*rolls, *further), part
