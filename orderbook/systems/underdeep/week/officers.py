"""Commanders and Captains: promoted from units at the site, and demoted (UD-CMD-01, UD-CMD-02, UD-CMD-10, UD-CMD-12,
UD-CMD-13). A Lifespan stands still meanwhile (UD-CMD-05).

Whom Armies names as an officer is promoted, and whom an order names. The garrison comes before others in the region;
somebody from elsewhere sets out for the site at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.orders.model import Action, Verb
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.naming import find_name, tells_past
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group, Site, Status
from orderbook.systems.underdeep.week.statuses import UNDER_WAY
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from orderbook.systems.underdeep.world.region import Region

RANK_OF = {Kind.DUNGEON: Rank.COMMANDER, Kind.OUTPOST: Rank.CAPTAIN}
"""Who is over a site (UD-CMD-01)."""


@dataclass(frozen=True)
class _Wish:
    """Somebody a post wants promoted: ``unit`` is the type, empty for any; ``where`` they stand, if it tells."""

    text: str
    place: PostPlace
    name: str
    rank: str
    unit: str
    called: str
    site: Site | None
    where: Region | None


def run(desk: Desk) -> Iterator[Event | Question]:
    """Demotions first, so that a post is free for another (UD-CMD-13); then whom Armies and Orders name."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None or orders.is_first:
            continue
        yield from _demote(desk, orders)
        for wish in (*_listed(desk, orders), *_ordered(desk, orders)):
            yield from _promote(desk, orders, wish)


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


# -- whom the post wants ----------------------------------------------------------------------------------------


def _listed(desk: Desk, orders: PlayerOrders) -> Iterator[_Wish]:
    """Officers in Armies."""
    for line in orders.post.armies:
        if line.rank not in (Rank.COMMANDER.value, Rank.CAPTAIN.value):
            continue
        site = desk.state.sites.get(orders.sites.get(line.site, "")) if line.site is not None else None
        key = unit_key(line.unit) if line.unit.text else ""
        called = line.unit.name if line.unit.text else "unit"
        text, place = orders.quote(line.span), orders.place(line.span)
        yield _Wish(text, place, line.person or "", line.rank or "", key, called, site, line.where)


def _ordered(desk: Desk, orders: PlayerOrders) -> Iterator[_Wish]:
    """Orders to promote somebody, with the name they give."""
    for line in orders.post.orders:
        for order in line.orders:
            for action in order.does(Verb.PROMOTE):
                site = _site_meant(desk, orders, action)
                unit = action.unit
                name = find_name(orders, line.text)
                yield _Wish(
                    line.text.strip(), orders.place(action.span), name, "", unit_key(unit) if unit is not None else "",
                    unit.name if unit is not None else "unit", site, None,
                )  # fmt: skip


def _site_meant(desk: Desk, orders: PlayerOrders, action: Action) -> Site | None:
    """The site somebody is to be over: the last the order names, else the only one without an officer."""
    for spot in reversed(action.targets):
        known = orders.sites.get(spot.site) if spot.site is not None else None
        if known is not None:
            return desk.state.sites.get(known)
        at = [
            site for site in desk.state.sites_of(orders.player) if site.region is not None and site.region == spot.where
        ]
        if at:
            return at[0]
    free = [
        site
        for site in desk.state.sites_of(orders.player)
        if site.founding is None and not site.capital and desk.state.officer_of(site.id) is None
    ]
    return free[0] if len(free) == 1 else None


# -- promotion --------------------------------------------------------------------------------------------------


def _promote(desk: Desk, orders: PlayerOrders, wish: _Wish) -> Iterator[Event]:
    """An officer whom the campaign does not know yet is promoted from those in the site's region (UD-CMD-02)."""
    site = wish.site
    if wish.name and any(fold_name(one.person) == fold_name(wish.name) for one in _officers(desk, orders.player)):
        return
    old = desk.state.officer_of(site.id) if site is not None else None
    if not wish.name and wish.rank and old is not None:
        return  # Armies names the site's officer by rank alone
    why = _why_not(desk, orders, wish, old)
    ranks = _eligible(desk, orders, wish, site) if why is None and site is not None else None
    if why is None and ranks is None:
        why = f"no {wish.called} of {orders.player} is in its region", "UD-CMD-02"
    if why is not None or site is None or ranks is None:
        said, rule = why or ("", "UD-CMD-02")
        yield desk.void(orders, wish.text, said, wish.place, rule)
        return
    is_elsewhere = ranks.region != site.region and ranks.site != site.id
    officer = Group(
        id=desk.new_id(orders.player, "g"),
        owner=orders.player,
        unit=ranks.unit,
        faction=ranks.faction,
        site=ranks.site,
        region=ranks.region,
        posture=ranks.posture,
        person=wish.name,
        rank=RANK_OF[site.kind],
        commands=site.id,
        figures=ranks.figures,
        abilities=ranks.abilities,
        statuses=(Status(UNDER_WAY),) if is_elsewhere else (),
        life_left=ranks.lives_until - desk.week if ranks.lives_until is not None else None,
    )
    yield desk.event(
        Happened.PROMOTED,
        {"group": ranks.id, "officer": write(officer)},
        known_to=(orders.player,),
        rules=("UD-CMD-02", "UD-CMD-03", "UD-CMD-04", *(("UD-CMD-10",) if is_elsewhere else ())),
        post=wish.place,
    )
    if not tells_past(orders, wish.name, wish.text, (wish.called, str(site))):
        yield desk.event(
            Happened.OFFICER_WANTED,
            {"site": site.id, "why": f"{wish.name} is {officer.rank} now; tell a little of who that is"},
            known_to=(orders.player,),
            rules=("UD-CMD-02",),
            post=wish.place,
        )


def _why_not(desk: Desk, orders: PlayerOrders, wish: _Wish, old: Group | None) -> tuple[str, str] | None:
    """Why nobody can be promoted as the post wants it, with the rule; None where nothing speaks against it."""
    site = wish.site
    if site is None or site.owner != orders.player:
        return "it is not told of which site", "UD-CMD-01"
    if site.founding is not None:
        return f"{site} does not stand yet", "UD-CMD-01"
    if site.is_settlement:
        return f"{site} is a captured settlement and has no officer", "UD-RAI-17"
    rank = RANK_OF[site.kind]
    if wish.rank and rank.value != wish.rank:
        return f"{site} is {'an Outpost' if site.kind is Kind.OUTPOST else 'a Dungeon'} and has a {rank}", "UD-CMD-01"
    if not wish.name:
        return f"the new {rank} of {site} has no name; give one, and a little of who that is", "UD-CMD-02"
    if old is not None:
        return f"{old.person} is {rank} of {site}; demote him first", "UD-CMD-13"
    return None


def _eligible(desk: Desk, orders: PlayerOrders, wish: _Wish, site: Site) -> Group | None:
    """The group to promote from: of the type named, in the garrison before the region, then anywhere (UD-CMD-10,
    UD-CMD-12)."""
    ranks = [group for group in desk.state.groups_of(orders.player) if group.rank is None and group.count > 0]
    if wish.unit:
        ranks = [group for group in ranks if group.unit == wish.unit]
    here = [group for group in ranks if group.site == site.id and group.posture is Posture.GARRISONED]
    near = [group for group in ranks if group.region == site.region and group.region is not None]
    return next(iter([*here, *near, *(ranks if not wish.where or not near else [])]), None)
