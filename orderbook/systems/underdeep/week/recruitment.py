"""Recruitment: units raised at once, paid in full, garrisoned where they were raised (UD-UNI, UD-REC).

Room, limit, place and price are what the checks say. Figures that are dice are rolled, for each unit on its own. Units
that mature are paid for at once, and are units when they are grown (UD-UNI-03).
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
from orderbook.systems.underdeep.week.captured import is_of_use
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.hiring import is_hiring
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import price_due, tell_shortage
from orderbook.systems.underdeep.week.rolled import is_rolled, roll_abilities, roll_figures
from orderbook.systems.underdeep.week.state import Group, Growing, Site
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
    if unit is not None and unit.maturing:
        growing = Growing(orders.player, unit.name, line.number, unit.maturing, unit.faction)
        data: dict[str, Json] = {**purse, "growing": write(growing), "site": site.id, "amounts": dict(due)}
        yield desk.event(Happened.SOWN, data, known_to=(orders.player,), rules=("UD-UNI-02", "UD-UNI-03"), post=place)
        return
    faction = unit.faction if unit is not None else desk.state.players[orders.player].faction
    raised = Group("", orders.player, unit_key(line.subject), line.number, faction, raised=desk.week)
    for number, (group, rolls) in enumerate(raise_units(desk, raised, unit, site)):
        price = due if group.count == line.number else _part(due, number, line.number)
        entered = replace(group, id=desk.new_id(orders.player, "g"))
        data = {**purse, "group": write(entered), "site": site.id, "amounts": dict(price)}
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
        if not any(is_of_use(desk, site, name) for name in need.names):
            return f"{' or '.join(need.names)} at {site} is of no use to its captor, or Broken", "UD-CAP-06", None
    return "", None, site


def _part(price: Bundle, number: int, of: int) -> Bundle:
    """What the one of that number, from 0, costs of a price for so many."""
    return Bundle((name, amount * (number + 1) // of - amount * number // of) for name, amount in price.items())


def raise_units(
    desk: Desk, raised: Group, unit: Unit | None, site: Site
) -> Iterator[tuple[Group, tuple[LoggedRoll, ...]]]:
    """The garrison that so many units make where they are raised, each with its dice: one group, or one for each that
    is rolled. A Lifespan begins now (UD-ORD-18)."""
    group = replace(
        raised, site=site.id, region=site.region, posture=Posture.GARRISONED, lives_until=end_of_life(desk, unit)
    )
    if unit is None or not is_rolled(unit):
        yield group, ()
        return
    for _ in range(raised.count):
        whose = f"{unit.name} of {raised.owner} at {site.name}"
        figures, rolls = roll_figures(desk.rolls, unit, whose)
        abilities, further = roll_abilities(desk.rolls, unit, whose)
        yield replace(group, count=1, figures=figures, abilities=abilities), (*rolls, *further)


def end_of_life(desk: Desk, unit: Unit | None, lifespan: int | None = None) -> int | None:
    """The last week that units live which are there from this week on, with so many weeks to live or all of them; None
    for those without a Lifespan."""
    weeks = lifespan if lifespan is not None else unit.lifespan if unit is not None else None
    return desk.week + weeks - 1 if weeks is not None else None
