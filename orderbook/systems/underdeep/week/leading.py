"""Leaders on the march: whom they give away, and whom the queen of the Kobolds hides.

UD-ABL-LEADERSHIP-3, UD-KOB-10.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.battle.unseen import INFILTRATOR
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.movement import Band, Orders, Posture
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.statuses import abilities_of
from orderbook.systems.underdeep.world.region import Region


def lead_bands(desk: Desk, bands: Iterable[Band], orders: Iterable[Orders]) -> list[Band]:
    """The bands of the week as their leaders make them: a leader is in the largest regiment that has his orders.

    Infiltrators whom one leads who is none go seen as long as he is with them; a queen who is one makes Infiltrators
    of the regiment she leads.
    """
    led = {band.id: band for band in bands}
    parties = [order.bands for order in orders]
    ordered = {name for party in parties for name in party}
    for names in (*parties, *_in_ambush(list(led.values()), ordered)):
        members = [(desk.state.groups[name], led[name]) for name in names if name in led]
        hosts = [band for group, band in members if group.rank is None]
        if not hosts:
            continue
        host = max(hosts, key=lambda band: (band.count, band.id))
        for group, leader in members:
            if group.rank is None:
                continue
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
