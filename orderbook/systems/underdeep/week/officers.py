"""Commanders and Captains: promoted from units at the site, and demoted (UD-CMD-01, UD-CMD-02, UD-CMD-13)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.model import ArmyLine
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group, Site
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank

RANK_OF = {Kind.DUNGEON: Rank.COMMANDER, Kind.OUTPOST: Rank.CAPTAIN}
"""Who is over a site (UD-CMD-01)."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """Demotions first, so that a post is free for another (UD-CMD-13); then officers whom Armies names."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None or orders.is_first:
            continue
        yield from _demote(desk, orders)
        for line in orders.post.armies:
            if line.rank in (Rank.COMMANDER.value, Rank.CAPTAIN.value) and line.person:
                yield from _promote(desk, orders, line)


def _demote(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    for order_line in orders.post.orders:
        for order in order_line.orders:
            if not any(order.does(Verb.DEMOTE)):
                continue
            names = {fold_name(actor.person) for actor in order.actors if actor.person}
            text = fold_name(order_line.text)
            for officer in _officers(desk, orders.player):
                if fold_name(officer.person) in names or fold_name(officer.person) in text:
                    yield desk.event(
                        Happened.DEMOTED,
                        {"group": officer.id, "person": officer.person},
                        known_to=(orders.player,),
                        rules=("UD-CMD-13",),
                        post=orders.place(order_line.line.span),
                    )


def _officers(desk: Desk, player: str) -> list[Group]:
    return [group for group in desk.state.groups_of(player) if group.rank in (Rank.COMMANDER, Rank.CAPTAIN)]


def _promote(desk: Desk, orders: PlayerOrders, line: ArmyLine) -> Iterator[Event]:
    """An officer whom the campaign does not know yet is promoted from those in the site's region (UD-CMD-02)."""
    officers = _officers(desk, orders.player)
    name = line.person or ""
    if any(fold_name(officer.person) == fold_name(name) for officer in officers):
        return
    text, place = orders.quote(line.span), orders.place(line.span)
    site = desk.state.sites.get(orders.sites.get(line.site, "")) if line.site is not None else None
    if site is None or site.owner != orders.player:
        yield desk.void(orders, text, "it is not told of which site", place, "UD-CMD-01")
        return
    rank = RANK_OF[site.kind]
    if rank.value != line.rank:
        why = f"{site} is {'an Outpost' if site.kind is Kind.OUTPOST else 'a Dungeon'} and has a {rank}"
        yield desk.void(orders, text, why, place, "UD-CMD-01")
        return
    if (old := desk.state.officer_of(site.id)) is not None:
        yield desk.void(orders, text, f"{old.person} is {rank} of {site}; demote him first", place, "UD-CMD-13")
        return
    ranks = _eligible(desk, orders, line, site)
    if ranks is None:
        why = f"no {line.unit.name if line.unit.text else 'unit'} of {orders.player} is in its region"
        yield desk.void(orders, text, why, place, "UD-CMD-02")
        return
    officer = Group(
        id=desk.new_id(orders.player, "g"),
        owner=orders.player,
        unit=ranks.unit,
        faction=ranks.faction,
        site=ranks.site,
        region=ranks.region,
        posture=ranks.posture,
        person=name,
        rank=rank,
        commands=site.id,
        figures=ranks.figures,
        abilities=ranks.abilities,
    )
    yield desk.event(
        Happened.PROMOTED,
        {"group": ranks.id, "officer": write(officer)},
        known_to=(orders.player,),
        rules=("UD-CMD-02", "UD-CMD-03", "UD-CMD-04"),
        post=place,
    )


def _eligible(desk: Desk, orders: PlayerOrders, line: ArmyLine, site: Site) -> Group | None:
    """The group to promote from: of the type named, in the garrison before the region, then anywhere (UD-CMD-10)."""
    ranks = [group for group in desk.state.groups_of(orders.player) if group.rank is None and group.count > 0]
    if line.unit.text:
        ranks = [group for group in ranks if group.unit == unit_key(line.unit)]
    here = [group for group in ranks if group.site == site.id and group.posture is Posture.GARRISONED]
    near = [group for group in ranks if group.region == site.region and group.region is not None]
    return next(iter([*here, *near, *(ranks if not line.where or not near else [])]), None)
