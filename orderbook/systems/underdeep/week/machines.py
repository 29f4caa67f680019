"""Units whose figures are dice, from week to week (UD-KOB-13, UD-KOB-14).

Recruitment rolls for those it raises. Whoever came into play in another way is rolled for here, and what changes from
week to week is rolled for all of them before anybody moves.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from orderbook.campaign.canonical import Json, to_json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.rolled import (
    EACH_WEEK,
    WHEN_MADE,
    has_rolled,
    is_rolled,
    is_rolled_weekly,
    roll_abilities,
    roll_figures,
)
from orderbook.systems.underdeep.week.state import Group, in_order
from orderbook.systems.underdeep.week.turning import set_apart


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every one that is rolled for: as it was made, if nobody has done that yet, and as it is this week."""
    for group in in_order(desk.state.groups.values()):
        unit = desk.unit(group)
        if unit is None or group.owner not in desk.state.players:
            continue
        if is_rolled(unit) or is_rolled_weekly(unit):
            for name in (yield from _single_out(desk, group)):
                yield from _roll(desk, desk.state.groups[name], unit)


def _single_out(desk: Desk, group: Group) -> Generator[Event, None, list[str]]:
    """Each of a group by itself, as a group of its own: no two are alike. Returns their ids."""
    names = [group.id]
    while desk.state.groups[group.id].count > 1:
        part = yield from set_apart(desk, group, 1, ("UD-KOB-13",))
        names.append(part.id)
    return names


def _roll(desk: Desk, group: Group, unit: Unit) -> Iterator[Event]:
    whose = f"{group.unit} ({group.id})"
    missing = [label for label in WHEN_MADE if label not in group.figures]
    figures, rolls = roll_figures(desk.rolls, unit, whose, missing)
    abilities: tuple[str, ...] = ()
    if not has_rolled(unit, group.abilities):
        abilities, further = roll_abilities(desk.rolls, unit, whose)
        rolls = (*rolls, *further)
    weekly, further = roll_figures(desk.rolls, unit, f"{whose} this week", EACH_WEEK)
    figures |= weekly
    if figures or abilities:
        data: dict[str, Json] = {"group": group.id, "figures": to_json(figures), "abilities": [*abilities]}
        yield desk.event(
            Happened.GAINED, data, known_to=(group.owner,), rules=("UD-KOB-13", "UD-KOB-14"),
            rolls=(*rolls, *further),
        )  # fmt: skip
