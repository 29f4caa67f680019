"""Recruits grow up, and units come to the end of their Lifespan, as the week begins (UD-UNI-03, UD-CMD-05).

Recruits of a unit that takes ``n`` weeks to mature, raised in week ``w``, are units when week ``w+n`` begins; units
with a Lifespan of ``n`` that are there from week ``w`` on are no more when week ``w+n`` begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, LoggedRoll
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.post.growth import weeks_to_grow
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.recruitment import raise_units
from orderbook.systems.underdeep.week.state import Group, Growing, Site, in_order

OLD_AGE = "of old age"
"""Why units are lost whose Lifespan is over."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """A week's growth at every site, those who are grown, and those who die of old age; what a first post says is as of
    this week."""
    newcomers = {name for name, orders in desk.orders.items() if orders.is_first}
    for site in in_order(desk.state.sites.values()):
        yield from _wither(desk, site)
    for site in in_order(desk.state.sites.values()):
        if site.growing and site.owner not in newcomers:
            yield from _grow(desk, site)
    for name in sorted(newcomers):
        yield from _enter(desk, desk.orders[name])
    for group in in_order(desk.state.groups.values()):
        if group.lives_until is not None and group.lives_until < desk.week and group.rank is None:
            data: dict[str, Json] = {"group": group.id, "unit": group.unit, "count": group.count, "why": OLD_AGE}
            yield desk.event(Happened.LOST, data, known_to=(group.owner,), rules=("UD-ORD-18", "UD-CMD-05"))


def _wither(desk: Desk, site: Site) -> Iterator[Event]:
    """What grows where its owner has been driven out comes to nothing."""
    for growing in site.growing:
        if growing.owner != site.owner:
            data: dict[str, Json] = {"site": site.id, "growing": write(growing)}
            yield desk.event(Happened.WITHERED, data, known_to=(growing.owner, site.owner), rules=("UD-UNI-03",))


def _grow(desk: Desk, site: Site) -> Iterator[Event]:
    yield desk.event(Happened.GREW_ON, {"site": site.id}, known_to=(site.owner,), rules=("UD-UNI-03",))
    for growing in desk.state.sites[site.id].growing:
        if growing.weeks > 0:
            continue
        grown = Group("", growing.owner, growing.unit, growing.count, growing.faction)
        groups: list[Json] = []
        dice: list[LoggedRoll] = []
        numbers = desk.state.players[growing.owner].numbers
        for number, (group, rolls) in enumerate(raise_units(desk, grown, desk.unit(grown), site), 1):
            groups.append(write(replace(group, id=f"{growing.owner}/g{numbers + number}")))
            dice += rolls
        data: dict[str, Json] = {"site": site.id, "growing": write(growing), "groups": groups}
        yield desk.event(Happened.GREW_UP, data, known_to=(growing.owner,), rules=("UD-UNI-03",), rolls=dice)


def _enter(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    """What a first post shows as growing (UD-ORD-18)."""
    only = orders.post.sites[0] if len(orders.post.sites) == 1 else None
    for line in orders.post.growing if not orders.context.first_turn else []:
        shown = line.site or only
        site = desk.state.sites.get(orders.sites.get(shown, "")) if shown is not None else None
        place = orders.place(line.span)
        if site is None:
            why = "it is not told at which site they grow"
            yield desk.void(orders, orders.quote(line.span), why, place, "UD-ORD-17")
            continue
        growing = _growing(orders, line)
        data: dict[str, Json] = {
            "player": orders.player, "growing": write(growing), "site": site.id, "amounts": {},
        }  # fmt: skip
        yield desk.event(Happened.SOWN, data, known_to=(orders.player,), rules=("UD-ORD-18",), post=place)


def _growing(orders: PlayerOrders, line: LedgerLine) -> Growing:
    unit = line.subject.entry
    assert isinstance(unit, Unit)  # only known units are read as growing
    weeks = weeks_to_grow(line, orders.week)
    left = min(max(weeks, 1), unit.maturing) if weeks is not None else unit.maturing
    return Growing(orders.player, unit.name, line.number, left, unit.faction)
