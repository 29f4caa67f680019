"""Spells that a leader finds in a study: begun by an order, learned at the end of the last week of it, by a die.

Rules: UD-DER-29 to UD-DER-31, UD-CAP-05.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.castings import STUDY
from orderbook.systems.underdeep.post.orders.model import Action, OrderLine
from orderbook.systems.underdeep.week.captured import is_of_use
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.state import Group, Site, Status, in_order
from orderbook.systems.underdeep.week.statuses import RESEARCH, abilities_of, find_status
from orderbook.systems.underdeep.week.values import Posture, Rank

LIBRARY = "Overlord's Library"
WEEKS, WEEKS_WITH_LIBRARY = 3, 1
"""How long a spell takes to find, in a Study and with a Library beside it."""


def begin(
    desk: Desk, orders: PlayerOrders, line: OrderLine, action: Action, groups: list[Group], place: PostPlace
) -> Iterator[Event]:
    """An order to research: the leader has to be garrisoned where the Study is; one spell at a time (UD-DER-29)."""
    for group in groups:
        if find_status(group, RESEARCH) is not None:
            continue  # it goes on
        why = None
        if group.rank is not Rank.LEADER:
            why = f"{group.person or group.unit} is no ruler; only the Overlord researches spells"
        elif _study(desk, group) is None:
            why = f"he is not garrisoned where a working {STUDY} stands"
        elif not _unknown(desk, group):
            why = "he knows every spell there is"
        if why is not None:
            yield desk.void(orders, line.text, why, place, "UD-DER-29")
            continue
        data: dict[str, Json] = {"group": group.id, "status": write(Status(RESEARCH, None, {"weeks": 0}))}
        yield desk.event(Happened.STATUS_SET, data, known_to=(orders.player,), rules=("UD-DER-29",), post=place)


def run(desk: Desk) -> Iterator[Event | Question]:
    """At the end of the week: who was at his books all the time is a week further, or has found a spell. Which one, a
    die says; it is his for good (UD-DER-29 to UD-DER-31)."""
    for group in in_order(desk.state.groups.values()):
        going = find_status(group, RESEARCH)
        site = _study(desk, group) if going is not None else None
        if going is None or site is None:
            continue
        done = going.figures.get("weeks", 0) + 1
        known = (group.owner,)
        if done < (WEEKS_WITH_LIBRARY if is_of_use(desk, site, LIBRARY) else WEEKS):
            data: dict[str, Json] = {"group": group.id, "status": write(Status(RESEARCH, None, {"weeks": done}))}
            yield desk.event(Happened.STATUS_SET, data, known_to=known, rules=("UD-DER-29",))
            continue
        spells = _unknown(desk, group)
        ended: dict[str, Json] = {"group": group.id, "status": RESEARCH}
        yield desk.event(Happened.STATUS_ENDED, ended, known_to=known, rules=("UD-DER-29",))
        if spells:
            die = desk.rolls.roll(f"which spell {group.person or group.unit} ({group.id}) finds", len(spells))
            learned: dict[str, Json] = {"group": group.id, "ability": spells[die.roll - 1]}
            rules = ("UD-DER-29", "UD-DER-30", "UD-DER-31")
            yield desk.event(Happened.LEARNED, learned, known_to=known, rules=rules, rolls=(die,))


def _study(desk: Desk, group: Group) -> Site | None:
    """The site in whose garrison a group is, if it has a Study that is of use there."""
    site = desk.state.sites.get(group.site) if group.site is not None else None
    if site is None or group.posture is not Posture.GARRISONED or site.owner != group.owner:
        return None
    return site if is_of_use(desk, site, STUDY) else None


def _unknown(desk: Desk, group: Group) -> list[str]:
    """The spells of the rulebook that a group does not have, by name."""
    unit = desk.unit(group)
    has = (*(unit.abilities if unit is not None else ()), *abilities_of(group))
    spells = sorted(spell.name for spell in desk.rulebook.spells)
    return [name for name in spells if not any(ability.startswith(name) for ability in has)]
