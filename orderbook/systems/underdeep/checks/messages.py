"""Messages: how many to whom (UD-COM-01 to UD-COM-03, UD-ORD-08, UD-ORD-09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.model import Faction
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.post.model import Message
from orderbook.systems.underdeep.post.titles import Tab

LIMIT = CheckDoc(
    "message-limit",
    Severity.ERROR,
    "More messages to one player than are allowed.",
    "Two messages a week to each other player, answers included. Special rooms and races have more. As one part of the "
    "rulebook speaks of one message and one reply, a second that is no reply is worth a warning in a post that tells "
    "replies apart, a note in any other.",
    (
        "UD-COM-01",
        "UD-COM-02",
        "UD-COM-03",
        "UD-ORD-09",
        "UD-KOB-26",
        "UD-SPELL-MINDLINK-1",
        "UD-SPELL-MINDLINK-2",
    ),
    "[spoiler=Message to Despot Harn] (the third)",
    "[spoiler=Message to Despot Harn] (the second)",
)
DOCS = (LIMIT,)

EXTRA_MESSAGE_ROOM = "Bat Roost"
"""A leader garrisoned with one may send one message more to each player (UD-KOB-26)."""
_USUAL_ALLOWANCE = 2


def allowance(context: Context) -> int:
    """Messages to each other player this week."""
    return _base(context) + _extra(context)


def unasked_allowance(context: Context) -> int:
    """How many of them may be no replies, where the campaign has as many replies as messages (UD-ORD-09)."""
    return allowance(context) - _base(context) // 2


def _base(context: Context) -> int:
    return context.faction.message_allowance if context.faction else _USUAL_ALLOWANCE


def _extra(context: Context) -> int:
    """One more with the leader in a garrison that has the room for it (UD-KOB-26)."""
    rooms = [line for line in context.post.structures if line.structure.name == EXTRA_MESSAGE_ROOM]
    leaders = [line for line in context.post.armies if line.rank == "Leader"]
    return int(any(room.site is not None and room.site is leader.site for leader in leaders for room in rooms))


def check_messages(context: Context) -> Iterator[Slip]:
    """The first message too many to each recipient. Settings: message-allowance, first-message-recipient.

    By the default a second message that is no reply is worth a warning. Whether one answers something only its title
    tells: in a post that calls none a reply it is no more than a note.
    """
    most, most_unasked = allowance(context), unasked_allowance(context)
    replies_apart = context.options.chose("message-allowance", "one-message-one-reply")
    titled_only = context.options.chose("first-message-recipient", "titled-spoilers-only")
    messages = [message for message in context.post.messages if message.titled or not titled_only]
    linked, kin = list_mindlinks(context), _names_of_kin(context)
    marks_replies = any(message.reply for message in messages)
    unasked_severity = Severity.ERROR if replies_apart else Severity.WARNING if marks_replies else Severity.INFO
    sent: Counter[str] = Counter()
    unasked: Counter[str] = Counter()
    for message in messages:
        for recipient in message.recipients:
            key = fold_name(recipient)
            if (
                key in context.free_recipients
                or any(key in text for text in linked)
                or any(_says(recipient, name) for name in kin)
            ):
                continue
            sent[key] += 1
            unasked[key] += not message.reply
            total = sum(key in map(fold_name, other.recipients) for other in messages)
            if sent[key] == most + 1:
                yield _too_many(message, f"{total} messages to {recipient}; {most} a week are allowed.", total, most)
            elif not message.reply and unasked[key] == most_unasked + 1 and total <= most:
                limit = "are allowed" if most_unasked != 1 else "is allowed"
                yield _too_many(
                    message,
                    f"{unasked[key]} messages to {recipient} that are no replies; {most_unasked} a week "
                    f"{limit if replies_apart else 'may be all that is meant'}. If this one answers something, call it "
                    "a reply in its title.",
                    unasked[key],
                    most_unasked,
                    unasked_severity,
                )
    if titled_only:
        yield from _check_titles(context)


def writes_freely(faction: Faction | None, other: Faction | None) -> bool:
    """Whether the players of two factions write to each other without limit (UD-COM-03)."""
    if faction is None or other is None:
        return False
    called = {fold_name(name) for name in (other.name, *other.aliases)}
    return any(fold_name(name) in called for name in faction.unlimited_messages_to)


def _names_of_kin(context: Context) -> list[str]:
    """What a reader may be called to whom the faction's players write without limit: by faction or by ruler."""
    rulebook = context.catalogue.rulebook
    if context.faction is None or not context.faction.unlimited_messages_to or rulebook is None:
        return []
    kin = [faction for faction in rulebook.factions if writes_freely(context.faction, faction)]
    names = [name for faction in kin for name in (faction.name, *faction.aliases)]
    rulers = [unit for faction in kin for unit in faction.units if unit.leader]
    return [fold_name(name) for name in (*names, *(name for unit in rulers for name in (unit.name, *unit.titles)))]


def _says(recipient: str, name: str) -> bool:
    return f" {name} " in f" {fold_name(recipient)} "


def list_mindlinks(context: Context) -> list[str]:
    """Orders that cast Mindlink: whom they name may be written to without counting (UD-SPELL-MINDLINK-1).

    Of several by the same caster the first counts, for a caster holds one link at a time (UD-SPELL-MINDLINK-2).
    """
    found: list[str] = []
    held: Counter[tuple[str, ...]] = Counter()
    for line in context.post.orders:
        for order in line.orders:
            for _ in (action for action in order.actions if action.spell == "Mindlink"):
                casters = tuple(fold_name(actor.text) for actor in order.actors)
                held[casters] += 1
                if held[casters] <= max(sum(actor.count or 1 for actor in order.actors), 1):
                    found.append(fold_name(line.text))
    return found


def _too_many(message: Message, text: str, stated: int, computed: int, severity: Severity = Severity.ERROR) -> Slip:
    return slip(LIMIT, message.span, text, tab=Tab.MESSAGES, stated=stated, computed=computed, severity=severity)


def _check_titles(context: Context) -> Iterator[Slip]:
    for message in context.post.messages:
        if not message.titled:
            yield slip(
                LIMIT,
                message.span,
                "A message here is for nobody until it stands in a spoiler whose title names its reader.",
                tab=Tab.MESSAGES,
                rule="UD-ORD-08",
                severity=Severity.WARNING,
            )
