"""Minds linked by a spell: who is, writes to each other as often as he likes.

UD-SPELL-MINDLINK-1, UD-SPELL-MINDLINK-2.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.spell import Spell
from orderbook.systems.underdeep.week.state import Status
from orderbook.systems.underdeep.week.statuses import MINDLINKED


def finds_no_mind(spell: Spell) -> tuple[str, str] | None:
    """Why there can be no link, and the rule."""
    return ("it names no player of the campaign", "UD-SPELL-MINDLINK-1") if _whose(spell) is None else None


def link(spell: Spell) -> Iterator[Event | Question]:
    """A mindlink with one player for the rest of the week; each caster holds one at a time."""
    desk, player, whose = spell.desk, spell.orders.player, _whose(spell)
    if whose is None:
        return
    caster = desk.state.groups[spell.caster.id]
    held = [status for status in caster.statuses if status.name.startswith(MINDLINKED)]
    for status in held[: max(len(held) + 1 - caster.count, 0)]:
        ended: dict[str, Json] = {"group": caster.id, "status": status.name}
        known = (player, status.name.removeprefix(MINDLINKED).strip())
        yield desk.event(Happened.STATUS_ENDED, ended, known_to=known, rules=("UD-SPELL-MINDLINK-2",))
    data: dict[str, Json] = {"group": caster.id, "status": write(Status(f"{MINDLINKED} {whose}", desk.week))}
    yield desk.event(
        Happened.STATUS_SET, data, known_to=(player, whose), rules=("UD-SPELL-MINDLINK-1",), post=spell.place
    )


def _whose(spell: Spell) -> str | None:
    said = " ".join((spell.action.object, *(spot.text for spot in spell.action.targets)))
    return find_player(spell.desk, said, but=spell.orders.player)


def linked_pairs(desk: Desk) -> set[frozenset[str]]:
    """The pairs of players who are linked this week."""
    return {
        frozenset((group.owner, status.name.removeprefix(MINDLINKED).strip()))
        for group in desk.state.groups.values()
        for status in group.statuses
        if status.name.startswith(MINDLINKED) and (status.until is None or status.until >= desk.week)
    }
