"""Messages: how many to whom (UD-COM-01 to UD-COM-03; ambiguity 1 of the economy rules)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.post.titles import Tab

LIMIT = CheckDoc(
    "message-limit",
    Severity.ERROR,
    "More messages to one player than are allowed.",
    "Two messages a week to each other player, answers included. Special rooms and races have more.",
    ("UD-COM-01", "UD-COM-02", "UD-COM-03"),
    "[spoiler=Message to Despot Harn] (the third)",
    "[spoiler=Message to Despot Harn] (the second)",
)
DOCS = (LIMIT,)

EXTRA_MESSAGE_ROOM = "Bat Roost"
"""A leader garrisoned with one may send one message more to each player (UD-KOB-24)."""
_USUAL_ALLOWANCE = 2


def allowance(context: Context) -> int:
    """Messages to each other player this week."""
    base = context.faction.message_allowance if context.faction else _USUAL_ALLOWANCE
    leaders = [line for line in context.post.armies if line.rank == "Leader"]
    for leader in leaders:
        rooms = [line for line in context.post.structures if line.structure.name == EXTRA_MESSAGE_ROOM]
        if any(room.site is not None and room.site is leader.site for room in rooms):
            return base + 1
    return base


def check_messages(context: Context) -> Iterator[Slip]:
    """The first message too many to each recipient."""
    most = allowance(context)
    sent: Counter[str] = Counter()
    for message in context.post.messages:
        for recipient in message.recipients:
            key = fold_name(recipient)
            sent[key] += 1
            if sent[key] == most + 1:
                total = sum(key in map(fold_name, other.recipients) for other in context.post.messages)
                yield slip(
                    LIMIT,
                    message.span,
                    f"{total} messages to {recipient}; {most} a week are allowed.",
                    tab=Tab.MESSAGES,
                    stated=total,
                    computed=most,
                )
