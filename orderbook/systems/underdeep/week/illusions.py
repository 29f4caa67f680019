"""Illusory doubles of regiments: made by a spell, shown as real, gone with the first damage.

UD-SPELL-ILLUSORY-DUPLICATE-1, UD-SPELL-ILLUSORY-DUPLICATE-4. What exposes them stands in ``movement.sight``
and at Scry.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.regiments import REGIMENT_AT_MOST
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.spell import Spell
from orderbook.systems.underdeep.week.state import Status
from orderbook.systems.underdeep.week.statuses import ILLUSORY

_RULE = "UD-SPELL-ILLUSORY-DUPLICATE-1"
_ONE_AT_A_TIME = "UD-SPELL-ILLUSORY-DUPLICATE-4"


def finds_no_original(spell: Spell) -> tuple[str, str] | None:
    """Why there can be no double, and the rule: nobody there, an illusion, or one that has a double already."""
    group = spell.target()
    if group is None:
        return f"there are no {spell.action.object or 'units'} to cast it on", _RULE
    if group.double_of:
        return "an illusion has no double", _RULE
    if any(one.double_of == group.id for one in spell.desk.state.groups_of(group.owner)):
        return "they have a double already", _ONE_AT_A_TIME
    return None


def make_double(spell: Spell) -> Iterator[Event | Question]:
    """A double of one regiment beside it, hidden like it."""
    desk, group = spell.desk, spell.target()
    if group is None:
        return
    double = replace(
        group, id=desk.new_id(group.owner, "g"), count=min(group.count, REGIMENT_AT_MOST), double_of=group.id,
        statuses=(Status(ILLUSORY),), unpaid=(), wounds=0, person="", rank=None, commands=None, raised=desk.week,
        hire=None, items=(),
    )  # fmt: skip
    yield desk.event(
        Happened.GROUP_ENTERED, {"group": write(double)}, known_to=(spell.orders.player, group.owner), rules=(_RULE,),
        post=spell.place,
    )  # fmt: skip
