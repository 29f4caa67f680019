"""Messages: delivered as they were written, to so many as are allowed (UD-COM-01 to UD-COM-04).

Who has a mindlink, or whose Characters meet in person, writes as often as he likes (UD-COM-05, UD-SPELL-MINDLINK-1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.checks.messages import allowance, writes_freely
from orderbook.systems.underdeep.post.model import Message
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.mindlinks import linked_pairs
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.parleys import meeting_pairs
from orderbook.systems.underdeep.week.people import find_player


@dataclass(frozen=True, slots=True)
class Letter:
    """A message with its text."""

    message: Message
    text: str


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every message of every post, in its order."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is not None:
            yield from _deliver(desk, orders)


def _deliver(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    most = allowance(orders.context)
    free = linked_pairs(desk) | meeting_pairs(desk)
    sent: Counter[str] = Counter()
    for letter in letters_of(orders):
        for recipient in letter.message.recipients:
            key = find_player(desk, recipient, but=orders.player)
            place = orders.place(letter.message.span)
            if key is None:
                why = "the campaign has no such player"
                yield _hold_back(desk, orders, recipient, letter, why, ())
                continue
            counts = frozenset((orders.player, key)) not in free
            counts = counts and not writes_freely(desk.faction_of(orders.player), desk.faction_of(key))
            sent[key] += counts
            if counts and sent[key] > most:
                why = f"{most} messages a week to one player are allowed"
                yield _hold_back(desk, orders, recipient, letter, why, ("UD-COM-01",))
                continue
            yield desk.event(
                Happened.MESSAGE_DELIVERED,
                {"player": orders.player, "to": key, "addressed": recipient, "text": letter.text},
                known_to=(orders.player, key),
                rules=("UD-COM-04",) if counts else ("UD-COM-04", "UD-COM-05"),
                post=place,
            )


def _hold_back(
    desk: Desk, orders: PlayerOrders, recipient: str, letter: Letter, why: str, rules: tuple[str, ...]
) -> Event:
    return desk.event(
        Happened.MESSAGE_HELD_BACK,
        {"player": orders.player, "addressed": recipient, "text": letter.text, "why": why},
        known_to=(orders.player,),
        rules=rules,
        post=orders.place(letter.message.span),
    )


def letters_of(orders: PlayerOrders) -> list[Letter]:
    """The messages of a post with their texts: each runs from its title to the next one's."""
    view = orders.reading.paste.view
    spoilers: list[tuple[int, str]] = []
    ends: list[int] = []
    own: list[tuple[int, str]] = []
    for section in orders.post.sections:
        if section.tab is not Tab.MESSAGES:
            continue
        ends.append(section.inner.end if section.inner is not None else section.title_span.end)
        own += [(line.span.start, line.text) for line in section.lines]
        for _, span, lines in section.children:
            spoilers.append((span.start, "\n".join(line.text for line in lines).strip()))
    by_start = dict(spoilers)
    messages = sorted(orders.post.messages, key=lambda message: message.span.start)
    found: list[Letter] = []
    for message, following in zip_longest(messages, messages[1:]):
        start = message.span.start
        if start in by_start:
            found.append(Letter(message, by_start[start]))
            continue
        end = following.span.start if following is not None else max(ends, default=len(view))
        body = [text for at, text in own if message.span.start <= at < end and at != start]
        found.append(Letter(message, "\n".join(body).strip()))
    return found
