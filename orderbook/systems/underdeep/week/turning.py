"""Some of a group set apart, when something is done to so many of them and not to the rest."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import replace

from orderbook.campaign.event import Event
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.folds.groups import limit_unpaid
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Group


def set_apart(desk: Desk, group: Group, count: int, rules: tuple[str, ...]) -> Generator[Event, None, Group]:
    """So many of a group as a group of their own, those without debts first; the group itself if that is all of it."""
    now = desk.state.groups[group.id]
    if count >= now.count:
        return now
    in_debt = max(count - (now.count - now.owing), 0)
    part = replace(now, id=desk.new_id(now.owner, "g"), count=count, wounds=0, unpaid=limit_unpaid(now.unpaid, in_debt))
    yield desk.event(Happened.SPLIT, {"group": now.id, "part": write(part)}, known_to=(now.owner,), rules=rules)
    return desk.state.groups[part.id]


def take(groups: Iterable[Group], wanted: int | None) -> list[tuple[Group, int]]:
    """How many of each group make up so many in all, the first groups first; all of them where no number is given."""
    found: list[tuple[Group, int]] = []
    for group in groups:
        number = group.count if wanted is None else min(group.count, wanted)
        if number > 0:
            found.append((group, number))
            wanted = None if wanted is None else wanted - number
    return found
