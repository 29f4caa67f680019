"""Leaders: which regiments they may join; on the march whom they give away, and whom the queen of the Kobolds hides.

UD-ABL-LEADERSHIP-1 to UD-ABL-LEADERSHIP-3, UD-ABL-FOLLOWER-1, UD-KOB-10, UD-KOB-12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from orderbook.rulebook.model import Unit, ability_stems
from orderbook.systems.underdeep.battle.unseen import INFILTRATOR
from orderbook.systems.underdeep.joining import Bar, allowed_by_mount, is_follower, why_not_join
from orderbook.systems.underdeep.post.orders.model import Actor, Order, Verb
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.movement import Band, Orders, Posture
from orderbook.systems.underdeep.week.rolled import is_chosen
from orderbook.systems.underdeep.week.squads import Squad, is_meant, is_of_type
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.statuses import abilities_of
from orderbook.systems.underdeep.world.region import Region

_LEADERSHIP = ability_stems("Leadership")


def written_abilities(unit: Unit, group: Group) -> tuple[str, ...]:
    """All abilities of a group: what was chosen or rolled in place of the choice, and what holds for a time.

    Officers of every rank have Leadership from the moment they are promoted (UD-ABL-LEADERSHIP-1, UD-CMD-03).
    """
    listed = (ability for ability in unit.abilities if not (is_chosen(ability) and group.abilities))
    abilities = (*listed, *abilities_of(group))
    if group.rank is not None and not any(ability_stems(each) == _LEADERSHIP for each in abilities):
        abilities = (*abilities, "Leadership")
    return abilities


def bar_of(desk: Desk, leader: Group, host: Group) -> Bar | None:
    """What keeps a leader or Follower out of a regiment; None where nothing does, or one of them is unknown."""
    unit, other = desk.unit(leader), desk.unit(host)
    if unit is None or other is None:
        return None
    own = written_abilities(unit, leader)
    return why_not_join(own, other.name, written_abilities(other, host), allowed_by_mount(unit, own))


def goes_along(desk: Desk, group: Group) -> bool:
    """Whether a group is one of Followers (UD-ABL-FOLLOWER-1)."""
    unit = desk.unit(group)
    return unit is not None and is_follower(written_abilities(unit, group))


def joined_by(desk: Desk, group: Group, order: Order, others: Iterable[Group]) -> list[Group]:
    """The groups among others whose regiments an order has a group lead or join; empty where it does neither."""
    hosts = [other for other in others if other.rank is None and other.id != group.id]
    if any(actor.leads and is_meant(desk, actor, group) for actor in order.actors):
        led = [actor for actor in order.actors if not actor.leads]
        return [host for host in hosts if any(is_meant(desk, actor, host) for actor in led)]
    named = [action.unit for action in order.does(Verb.JOIN) if action.unit is not None]
    if not any(is_meant(desk, actor, group) for actor in order.actors):
        return []
    return [host for host in hosts if any(is_of_type(desk, name, host) for name in named)]


def unfit_leaders(
    desk: Desk, order: Order, called: Sequence[tuple[Actor, list[Squad]]], groups: Iterable[Group]
) -> Iterator[tuple[Actor, Squad, Group, Bar]]:
    """Leaders whom an order has join regiments of which none takes them, with one of those and why."""
    own = {group.id: group for group in groups}
    for actor, squads in called:
        for squad in squads:
            leader = own[squad.group]
            hosts = joined_by(desk, leader, order, own.values()) if leader.rank is not None else []
            bars = [(host, bar_of(desk, leader, host)) for host in hosts]
            if bars and all(bar is not None for _, bar in bars):
                host, bar = bars[0]
                assert bar is not None
                yield actor, squad, host, bar


def lead_bands(desk: Desk, bands: Iterable[Band], orders: Iterable[Orders]) -> list[Band]:
    """The bands of the week as their leaders make them: a leader is in the largest regiment that has his orders and
    that he may join.

    Infiltrators whom one leads who is none go seen as long as he is with them; a queen who is one makes Infiltrators
    of the regiment she leads.
    """
    led = {band.id: band for band in bands}
    parties = [order.bands for order in orders]
    ordered = {name for party in parties for name in party}
    for names in (*parties, *_in_ambush(list(led.values()), ordered)):
        members = [(desk.state.groups[name], led[name]) for name in names if name in led]
        for group, leader in members:
            if group.rank is None:
                continue
            hosts = [band for other, band in members if other.rank is None and bar_of(desk, group, other) is None]
            if not hosts:
                continue
            host = led[max(hosts, key=lambda band: (band.count, band.id)).id]
            led[group.id] = replace(led[group.id], host=host.id)
            if not leader.has(INFILTRATOR):
                led[host.id] = replace(led[host.id], exposed=True)
            elif hides_her_regiment(desk.unit(group)) and not host.has(INFILTRATOR):
                led[host.id] = replace(led[host.id], abilities=(*host.abilities, INFILTRATOR))
    return list(led.values())


def _in_ambush(bands: Iterable[Band], ordered: set[str]) -> list[tuple[str, ...]]:
    """Those who lie in one ambush since the week before and are told nothing new."""
    lying: dict[tuple[str, Region], list[str]] = {}
    for band in bands:
        if band.posture is Posture.AMBUSH and band.id not in ordered:
            lying.setdefault((band.owner, band.place), []).append(band.id)
    return [tuple(names) for _, names in sorted(lying.items())]


def hides_her_regiment(unit: Unit | None) -> bool:
    """Whether any regiment such a ruler leads is one of Infiltrators (UD-KOB-10)."""
    return unit is not None and unit.leader and unit.has_ability(INFILTRATOR)


def is_infiltrator(desk: Desk, group: Group) -> bool:
    """Whether a group goes unseen of its own."""
    unit = desk.unit(group)
    return (unit is not None and unit.has_ability(INFILTRATOR)) or INFILTRATOR in abilities_of(group)
