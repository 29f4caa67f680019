"""Creatures that come at a call, and go again when their time is over (UD-SPELL-SUMMON-1, UD-KOB-18, UD-KOB-19)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.indexes import all_units_index
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.spell import Spell
from orderbook.systems.underdeep.week.state import Group, Status
from orderbook.systems.underdeep.week.statuses import SUMMONED

SUMMONED_WEEKS = 4
"""So long a Mudspriggan lasts (UD-KOB-19)."""
_BRACKET = re.compile(r"\((?P<unit>[^()]+)\)")


def summon(spell: Spell) -> Iterator[Event | Question]:
    """One unit of the kind the caster's entry names, for some weeks (UD-SPELL-SUMMON-1, UD-KOB-18, UD-KOB-19)."""
    unit = spell.desk.unit(spell.caster)
    words = (*(unit.abilities if unit is not None else ()), *spell.caster.abilities)
    kinds = [match["unit"] for word in words if word.startswith("Summon") and (match := _BRACKET.search(word))]
    found = all_units_index(spell.desk.rulebook).find(kinds[0]) if kinds else None
    entry = found.value[0] if found is not None and "random" not in kinds[0].lower() else None
    if entry is None:
        question = spell.desk.question(
            "madspawn",
            (spell.orders.player, spell.place.line),
            f"{spell.caster.unit} of {spell.orders.player} summon.",
            rules=("UD-SPELL-SUMMON-1",), post=spell.place,
        )  # fmt: skip
        if spell.desk.ruling(question) is None:
            yield question
        return
    lasting = Status(SUMMONED, None, {"last_week": spell.desk.week + SUMMONED_WEEKS - 1})
    group = Group(
        spell.desk.new_id(spell.orders.player, "g"), spell.orders.player, entry.name, 1, entry.faction,
        spell.caster.site, spell.caster.region, posture=spell.caster.posture, raised=spell.desk.week,
        statuses=(lasting,),
    )  # fmt: skip
    yield spell.desk.event(
        Happened.GROUP_ENTERED, {"group": write(group)}, known_to=(spell.orders.player,),
        rules=("UD-SPELL-SUMMON-1", "UD-KOB-18"), post=spell.place,
    )  # fmt: skip


def vanish(desk: Desk, group: Group) -> Iterator[Event]:
    """A summoned unit is gone when its weeks are over (UD-KOB-19)."""
    last = next((one.figures.get("last_week", 0) for one in group.statuses if one.name == SUMMONED), None)
    if last is not None and desk.week > last:
        data: dict[str, Json] = {"group": group.id, "unit": group.unit, "count": group.count, "why": "vanished"}
        yield desk.event(Happened.LOST, data, known_to=(group.owner,), rules=("UD-KOB-19",))
