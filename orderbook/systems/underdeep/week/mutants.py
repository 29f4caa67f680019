"""Mutations: what each Mutant has, and who becomes one in the mutagenic pool (UD-DER-12, UD-DER-35, UD-DER-36).

An entry with an ability of the form ``Mutation (Choose 1: …)`` leaves the choice to the player. It is read where the
units are recruited, sent into the pool or listed; where nobody tells it the game master is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.model import ability_stems
from orderbook.systems.underdeep.battle.piece import find_choices
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.mutagen import LABORATORY, MUTANT, POOLED, find_immersions
from orderbook.systems.underdeep.post.orders.model import Actor, Order, OrderLine
from orderbook.systems.underdeep.week.captured import is_of_use
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.turning import set_apart, take
from orderbook.systems.underdeep.week.values import NOBODY

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_OPEN = re.compile(r"\s*\[any\]\s*", re.IGNORECASE)
_KIND = re.compile(r"\s*(?:to|against|from|vs\.?)?\s*[(\[:]?\s*(?P<kind>[a-z]+)", re.IGNORECASE)
_COUNT = re.compile(r"(?P<count>[0-9]{1,5})\s*x?\s+(?:(?:with|are|get|have|of them)\s+)*$", re.IGNORECASE)


def run(desk: Desk) -> Iterator[Event | Question]:
    """The pool first; then the mutation of all who have none yet."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is not None:
            yield from _immerse_all(desk, orders)
    yield from _choose_all(desk)


# -- the pool ---------------------------------------------------------------------------------------------------


def _immerse_all(desk: Desk, orders: PlayerOrders) -> Iterator[Event | Question]:
    """Everybody whom a post sends into the pool (UD-DER-35)."""
    told = list(find_immersions(orders.post.orders))
    for line, order, _ in told:
        desk.settle(line, [order])
    for line, order, actor in told:
        yield from _immerse(desk, orders, line, order, actor)


def _immerse(
    desk: Desk, orders: PlayerOrders, line: OrderLine, order: Order, actor: Actor
) -> Iterator[Event | Question]:
    assert actor.unit is not None
    place, name, spot = orders.place(line.line.span), unit_key(actor.unit), order.place_of(actor)
    region = spot.where if spot is not None else None
    groups = [
        group
        for group in desk.state.groups_of(orders.player)
        if group.unit == name and group.rank is None and region in (None, group.region) and _has_pool(desk, group)
    ]
    there = sum(group.count for group in groups)
    if not there or (actor.count or 0) > there:
        why = f"{there} {actor.unit.name} stand in a Dungeon with a {LABORATORY} that works"
        yield desk.void(orders, line.text.strip(), why, place, "UD-DER-35")
    elif name in POOLED:
        for group, count in take(groups, actor.count):
            yield from _turn(desk, orders, group, count, line.text, place)
    else:
        yield from _ask_of_others(desk, orders, line, name, actor.count or there, place)


def _has_pool(desk: Desk, group: Group) -> bool:
    """Whether units stand at a site of their owner's with a laboratory that works, within it or beside it."""
    return any(
        is_of_use(desk, site, LABORATORY)
        for site in desk.state.sites_of(group.owner)
        if site.id == group.site or (site.region == group.region and site.region is not None)
    )


def _turn(desk: Desk, orders: PlayerOrders, group: Group, count: int, text: str, place: PostPlace) -> Iterator[Event]:
    part = yield from set_apart(desk, group, count, ("UD-DER-35",))
    data: dict[str, Json] = {
        "group": part.id, "unit": MUTANT, "from": part.unit, "count": part.count, "abilities": [],
    }  # fmt: skip
    yield desk.event(Happened.CHANGED, data, known_to=(orders.player,), rules=("UD-DER-35",), post=place)
    now = desk.state.groups[part.id]
    yield from _give(desk, [now], read_mutations(text, _choices(desk, now), now.count), None, place)


def _ask_of_others(
    desk: Desk, orders: PlayerOrders, line: OrderLine, name: str, count: int, place: PostPlace
) -> Iterator[Question]:
    """What the pool makes of other units is the game master's, and the answer's effect (UD-DER-36)."""
    question = desk.question(
        "mutation-of-others",
        (orders.player, place.line, name),
        f'{orders.player} writes: "{line.text.strip()}" ({count} {name}).',
        rules=("UD-DER-36",),
        post=place,
    )
    if desk.ruling(question) is None:
        yield question


# -- the choice -------------------------------------------------------------------------------------------------


def _choices(desk: Desk, group: Group) -> tuple[str, ...]:
    """What the units of a group may choose from; nothing where they chose, or have no choice."""
    unit = desk.unit(group)
    for ability in unit.abilities if unit is not None else ():
        choices = find_choices(ability)
        if choices is not None:
            stems = {ability_stems(choice)[:1] for choice in choices}
            has = {ability_stems(own)[:1] for own in group.abilities}
            return () if stems & has else choices
    return ()


def _choose_all(desk: Desk) -> Iterator[Event | Question]:
    """Those who have no mutation, place by place: as the post says, else as the game master rules (UD-DER-12)."""
    unchosen: dict[tuple[str, str, str, str], list[Group]] = {}
    for player in desk.playing():
        for group in desk.state.groups_of(player):
            if group.owner != NOBODY and _choices(desk, group):
                site = desk.state.sites.get(group.site) if group.site is not None else None
                where = site.name if site is not None else str(group.region or group.place)
                unchosen.setdefault((player, group.unit, where, group.person), []).append(group)
    for (player, unit, where, person), groups in unchosen.items():
        choices, number = _choices(desk, groups[0]), sum(group.count for group in groups)
        chosen = _as_posted(desk.orders.get(player), groups[0], choices, number)
        ruling = None
        if not chosen:
            question = desk.question(
                "mutation",
                (player, unit, where, *([person] if person else [])),
                f"{player} has {number} {person or unit} at {where} of whom no post tells.",
                rules=("UD-DER-12",),
                choices=choices,
            )
            answer = desk.ruling(question)
            if answer is None:
                yield question
                continue
            chosen, ruling = read_mutations(answer, choices, number), question.id
        yield from _give(desk, groups, chosen, ruling, None)


def _as_posted(orders: PlayerOrders | None, group: Group, choices: Sequence[str], number: int) -> list[tuple[str, int]]:
    """What the lines of Recruitment or Armies say of a type at a place, if they tell it of so many."""
    if orders is None:
        return []
    raised = [(line.site, line.subject, line.number, line.span) for line in orders.post.recruitment]
    listed = [(line.site, line.unit, line.count, line.span) for line in orders.post.armies if line.rank is None]
    for lines in (raised, listed):
        found = [
            each
            for site, named, count, span in lines
            if unit_key(named) == group.unit and (site is None or orders.sites.get(site) == group.site)
            for each in read_mutations(orders.quote(span), choices, count)
        ]
        if sum(count for _, count in found) == number:
            return found
    return []


def read_mutations(text: str, choices: Sequence[str], number: int) -> list[tuple[str, int]]:
    """The mutations that a text gives to so many units, with how many have each.

    One for all of them, or several with their numbers that make up the whole. Empty where it tells neither.
    """
    wanted = {ability_stems(choice)[:1]: choice for choice in choices}
    found: list[tuple[str, int | None]] = []
    for match in _WORD.finditer(text):
        choice = wanted.get(ability_stems(match[0])[:1]) or wanted.get(ability_stems(match[0].rstrip("sS"))[:1])
        if choice is None:
            continue
        if _OPEN.search(choice):
            kind = _KIND.match(text, match.end())
            if kind is None or kind["kind"].lower() in ("any", "one"):
                continue
            choice = f"{_OPEN.sub('', choice)} ({kind['kind'].capitalize()})"
        count = _COUNT.search(text, 0, match.start())
        found.append((choice, int(count["count"]) if count is not None else None))
    if len({name for name, _ in found}) == 1 and found[0][1] in (None, number):
        return [(found[0][0], number)]
    counts = [(name, count) for name, count in found if count is not None]
    return counts if len(counts) == len(found) and sum(count for _, count in counts) == number else []


def _give(
    desk: Desk, groups: list[Group], chosen: list[tuple[str, int]], ruling: str | None, place: PostPlace | None
) -> Iterator[Event]:
    """Gives each of some groups their mutations, in order."""
    left = Counter({group.id: group.count for group in groups})
    for name, wanted in chosen:
        rest = [desk.state.groups[group.id] for group in groups if left[group.id]]
        for group, count in take(rest, wanted):
            left[group.id] -= count
            part = yield from set_apart(desk, group, count, ("UD-DER-12",))
            data: dict[str, Json] = {"group": part.id, "abilities": [name]}
            yield desk.event(
                Happened.GAINED, data, known_to=(part.owner,), rules=("UD-DER-12",), ruling=ruling, post=place
            )
