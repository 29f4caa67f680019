"""Whom an order is about: groups of the state, or some of a group, each told what to do step by step (UD-ORD-31)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from orderbook.rulebook.model import Unit
from orderbook.rulebook.names import fold_name
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.model import Named
from orderbook.systems.underdeep.post.orders.model import Actor, Order, Spot
from orderbook.systems.underdeep.post.orders.names import core_of
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.movement import March, Teleport
from orderbook.systems.underdeep.week.movement.orders import Step
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group, Site, in_order
from orderbook.systems.underdeep.week.values import Rank
from orderbook.systems.underdeep.world.region import Region

_REGION_BEHIND = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(eq=False)
class Squad:
    """Some of a group under orders. ``start`` is where they stand, ``history`` the numbers of their orders in the post:
    who shares it goes together. ``given`` are those orders as they were read."""

    key: str
    group: str
    count: int
    start: Region
    steps: list[Step] = field(default_factory=list)
    history: tuple[int, ...] = ()
    forced: bool = False
    hostile: set[str] = field(default_factory=set)
    line: int | None = None
    given: list[Order] = field(default_factory=list)

    @property
    def end(self) -> Region:
        """Where they are bound for, as far as they have been told."""
        return next((step.to for step in reversed(self.steps) if isinstance(step, March | Teleport)), self.start)


class Roster:
    """A player's groups, and which of them have orders already."""

    def __init__(self, desk: Desk, orders: PlayerOrders) -> None:
        self.desk, self.orders = desk, orders
        self.groups = {group.id: group for group in desk.state.groups_of(orders.player)}
        self.free = {group.id: group.count for group in self.groups.values()}
        self.squads: list[Squad] = []
        self.chosen: str | None = None  # the regiment a spell is cast on

    # -- places -----------------------------------------------------------------------------------------------

    def site_at(self, spot: Spot) -> Site | None:
        """The site of the state that a place of an order is: one's own, else one of that name."""
        own = self.orders.sites.get(spot.site) if spot.site is not None else None
        if own is not None:
            return self.desk.state.sites.get(own)
        name = _bare_name(spot.site.name if spot.site is not None else spot.text)
        near = [site for site in in_order(self.desk.state.sites.values()) if spot.region in (None, site.region)]
        named = [site for site in near if name and _bare_name(site.name) == name]
        core = core_of(name)
        named = named or [site for site in near if core and core_of(_bare_name(site.name)) == core]
        return named[0] if len(named) == 1 else None

    def region_of(self, spot: Spot | None) -> Region | None:
        """The region of a place."""
        if spot is None:
            return None
        if spot.where is not None:
            return spot.where
        site = self.site_at(spot)
        return site.region if site is not None else self._region_named(spot.text)

    def _region_named(self, text: str) -> Region | None:
        """The one region that the map calls so."""
        name, world = _bare_name(text), self.desk.world
        if world is None or not name:
            return None
        named = [place.region for place in world.places.values() if _bare_name(place.name) == name]
        return named[0] if len(named) == 1 else None

    # -- troops -----------------------------------------------------------------------------------------------

    def call(self, order: Order, actor: Actor, number: int) -> list[Squad]:
        """The squads an actor stands for: units without orders before those that an earlier order sent there."""
        spot = order.place_of(actor)
        region = self.region_of(spot)
        wanted = _number_of(actor)
        found: list[Squad] = []
        caster = self.desk.cast_by.get(id(order))
        for group in sorted(self._matching(actor, region), key=lambda one: one.id != caster):
            left = self.free[group.id] if wanted is None else min(wanted, self.free[group.id])
            start = group.region or region
            if left <= 0 or start is None:
                continue
            self.free[group.id] -= left
            squad = Squad(f"{group.id}#{len(self.squads)}", group.id, left, start)
            self.squads.append(squad)
            found.append(squad)
            wanted = None if wanted is None else wanted - left
        if wanted or not found:
            found += self._under_orders(actor, region, wanted, number)
        return found

    def _matching(self, actor: Actor, region: Region | None) -> list[Group]:
        """Groups of a kind at a place, those first of whom it is known that they are there."""
        alike = [group for group in self.groups.values() if is_meant(self.desk, actor, group)]
        if region is None:
            return alike
        return [one for one in alike if one.region == region] + [one for one in alike if one.region is None]

    def _under_orders(self, actor: Actor, region: Region | None, wanted: int | None, number: int) -> list[Squad]:
        found: list[Squad] = []
        for squad in list(self.squads):
            if number in squad.history or not is_meant(self.desk, actor, self.groups[squad.group]):
                continue
            if region not in (None, squad.end) or (wanted is not None and wanted <= 0):
                continue
            if wanted is not None and wanted < squad.count:
                squad = self._part(squad, wanted)
            found.append(squad)
            wanted = None if wanted is None else wanted - squad.count
        return found

    def _part(self, squad: Squad, count: int) -> Squad:
        """Some of a squad, who go on by themselves."""
        squad.count -= count
        part = Squad(
            f"{squad.group}#{len(self.squads)}", squad.group, count, squad.start, list(squad.steps), squad.history,
            squad.forced, set(squad.hostile), squad.line, list(squad.given),
        )  # fmt: skip
        self.squads.append(part)
        return part

    def find_units(self, named: Named[Unit], region: Region | None, count: int | None, number: int) -> list[Squad]:
        """Squads of a type at a place, for orders in which they are not those who act."""
        actor = Actor(named.text, named.span, named, count)
        order = Order(origin=Spot(str(region), named.span, region) if region is not None else None)
        return self.call(order, actor, number)


def _number_of(actor: Actor) -> int | None:
    """How many an order is about; None for all there are. A bare name in the singular is one unit: "Slinger to
    Lowerdeep 9" in a post that writes "x5 Slinger" for five."""
    unit = actor.unit.entry if actor.unit is not None else None
    if actor.person is not None:
        return None
    if actor.count is None and unit is not None and actor.unit is not None and not actor.everyone:
        written = fold_name(actor.text)
        singular = {fold_name(name) for name in (unit.name, *unit.aliases)} - {fold_name(unit.plural)}
        if written in singular and fold_name(pluralise(unit.name)) != fold_name(unit.name):
            return 1
    return actor.count


def is_meant(desk: Desk, actor: Actor, group: Group) -> bool:
    """Whether an actor of an order is a group, or some of it."""
    if actor.person is not None:
        name = fold_name(actor.person)
        unit = actor.unit.entry if actor.unit is not None else None
        if group.person and (fold_name(group.person) == name or name in fold_name(group.person).split()):
            return True
        return group.rank is Rank.LEADER and unit is not None and unit.leader
    if actor.everyone or actor.unit is None:
        return group.commands is None
    if bool(group.double_of) is not actor.illusory:
        return False
    return group.rank is None and is_of_type(desk, actor.unit, group)


def is_of_type(desk: Desk, named: Named[Unit], group: Group) -> bool:
    """Whether a name in a post means the type of a group; of units of no list of the player's the words count."""
    if unit_key(named) == group.unit:
        return True
    unit = desk.unit(group)
    names = (group.unit, pluralise(group.unit), unit.plural if unit is not None else "")
    return named.entry is None and fold_name(named.name) in {fold_name(name) for name in names if name}


def steps_taken(squads: Iterable[Squad]) -> list[tuple[Region, Region]]:
    """The steps that squads are to take, each from one region to another."""
    found: list[tuple[Region, Region]] = []
    for squad in squads:
        at = squad.start
        for step in squad.steps:
            if isinstance(step, March | Teleport):
                found.append((at, step.to))
                at = step.to
            elif step.region is not None:
                found.append((at, step.region))
    return found


def _bare_name(text: str) -> str:
    """A site's name without its article and the region behind it: orders leave out either."""
    return fold_name(_REGION_BEHIND.sub("", text)).removeprefix("the ")
