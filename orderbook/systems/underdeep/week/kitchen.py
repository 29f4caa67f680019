"""The Poison Kitchen: who is recruited or garrisoned beside one has poison from then on (UD-KOB-30, UD-KOB-31)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.model import split_figure
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.week.captured import is_of_use
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.turning import set_apart, take
from orderbook.systems.underdeep.week.values import Posture

KITCHEN, POISON = "Poison Kitchen", "Poison 1"
POISONERS = ("Kobold Skulker", "Kobold Dire Rat Cavalry", "Kobold Commando")
"""Who gains poison there without asking; the rulebook names Commandoes, whom a campaign's own list may have."""
THROWERS = "Kobold Bottlethrower"
"""Who may have poison in place of fire."""

_POISON = re.compile(r"\bpoison\b", re.IGNORECASE)
_THROWERS = re.compile(r"\bbottle\s*throwers?\b", re.IGNORECASE)
_SWAPS = re.compile(
    r"\b(?:giv\w+\s+up|swap\w*|exchang\w+|replac\w+|trad\w+|switch\w*|chang\w+|forgo\w*|lose|instead|in place|"
    r"rather than)\b|\bfor\s+poison\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?P<number>[0-9]{1,5})\s*x?\s+(?:kobold\s+)?bottle\s*throwers?\b", re.IGNORECASE)


def run(desk: Desk) -> Iterator[Event | Question]:
    """Poisoners first, then whoever was told to give up fire, as recruits or by an order."""
    for player in desk.playing():
        for group in desk.state.groups_of(player):
            if group.unit in POISONERS and POISON not in group.abilities and _is_beside_kitchen(desk, group):
                data: dict[str, Json] = {"group": group.id, "abilities": [POISON]}
                yield desk.event(Happened.GAINED, data, known_to=(player,), rules=("UD-KOB-30",))
        orders = desk.orders.get(player)
        if orders is not None:
            yield from _swap_all(desk, orders)


def _is_beside_kitchen(desk: Desk, group: Group) -> bool:
    """Whether units are garrisoned at a site of their owner's with a kitchen that works."""
    site = desk.state.sites.get(group.site) if group.site is not None else None
    if site is None or site.owner != group.owner or group.posture is not Posture.GARRISONED:
        return False
    return is_of_use(desk, site, KITCHEN)


def _swap_all(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    for line in orders.post.recruitment:
        text = orders.quote(line.span)
        if not line.cancelled and unit_key(line.subject) == THROWERS and _POISON.search(text):
            yield from _swap(desk, orders, text, line.number, orders.place(line.span), fresh=True)
    for told in orders.post.orders:
        if all(words.search(told.text) for words in (_THROWERS, _POISON, _SWAPS)):
            match = _NUMBER.search(told.text)
            desk.settle(told, told.orders)
            number = int(match["number"]) if match is not None else None
            yield from _swap(desk, orders, told.text, number, orders.place(told.line.span), fresh=False)


def _swap(
    desk: Desk, orders: PlayerOrders, text: str, number: int | None, place: PostPlace, *, fresh: bool
) -> Iterator[Event]:
    """Fire given up for poison: the damage stays, its kind goes (UD-KOB-31)."""
    folded = fold_name(text)
    groups = [
        group
        for group in desk.state.groups_of(orders.player)
        if group.unit == THROWERS and POISON not in group.abilities and _is_beside_kitchen(desk, group)
    ]
    if fresh:
        groups = [group for group in groups if group.raised == desk.week]
    named = [one for one in groups if one.site is not None and fold_name(desk.state.sites[one.site].name) in folded]
    chosen = take(named or groups, number)
    if not chosen:
        why = f"no {THROWERS}s stand beside a {KITCHEN} that works"
        yield desk.void(orders, text.strip(), why, place, "UD-KOB-31")
    for group, count in chosen:
        part = yield from set_apart(desk, group, count, ("UD-KOB-31",))
        unit = desk.unit(part)
        split = split_figure(unit.stats.get("ranged_damage", "")) if unit is not None else None
        data: dict[str, Json] = {"group": part.id, "abilities": [POISON]}
        if split is not None:
            data["figures"] = {"ranged_damage": split[0]}
        yield desk.event(Happened.GAINED, data, known_to=(orders.player,), rules=("UD-KOB-31",), post=place)
