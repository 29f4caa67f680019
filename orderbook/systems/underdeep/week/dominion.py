"""Units that obey a caster of Dominate beyond the battle: checked once a week, bound for good by a ritual, let go.

Rules: UD-SPELL-DOMINATE-3 to UD-SPELL-DOMINATE-5, UD-SUC-26.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, LoggedRoll, PostPlace
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.folds.groups import limit_unpaid
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Group, Status, in_order
from orderbook.systems.underdeep.week.statuses import BOUND, DOMINATED, RESISTED, find_status
from orderbook.systems.underdeep.week.values import NOBODY, Posture


def thralls_of(desk: Desk, caster: Group) -> list[Group]:
    """Those whom a caster has under lasting control by the spell alone."""
    own = desk.state.groups_of(caster.owner)
    return [one for one in own if (held := find_status(one, DOMINATED)) is not None and held.by == caster.id]


def is_thrall(group: Group) -> bool:
    """Whether a group obeys a caster of Dominate, by the spell or bound for good."""
    return find_status(group, DOMINATED) is not None or find_status(group, BOUND) is not None


# -- into a caster's power --------------------------------------------------------------------------------------


def take_over(desk: Desk, group: Group, caster: Group, count: int) -> tuple[Event, str]:
    """So many of a group obey the caster from now on, beyond the battle (UD-SPELL-DOMINATE-3); and what they are
    called (id)."""
    held = Status(DOMINATED, None, by=caster.id, whose=group.owner)
    event = _turn(desk, group, count, caster.owner, [held], rules=("UD-SPELL-DOMINATE-3",))
    part = event.data["part"]
    assert isinstance(part, dict)
    return event, str(part["id"])


def resist(desk: Desk, group: Group, caster: Group) -> Event:
    """Who resisted is safe from that caster for the rest of the week (UD-SPELL-DOMINATE-5)."""
    safe = Status(f"{RESISTED} of {caster.id}", desk.week, by=caster.id)
    data: dict[str, Json] = {"group": group.id, "status": write(safe)}
    return desk.event(Happened.STATUS_SET, data, known_to=(group.owner,), rules=("UD-SPELL-DOMINATE-5",))


def resisted(group: Group) -> frozenset[str]:
    """The casters (ids of their groups) who may not try to dominate a group this week."""
    return frozenset(status.by for status in group.statuses if status.name.startswith(RESISTED))


def bind(desk: Desk, thrall: Group, caster: Group, place: PostPlace | None) -> Iterator[Event]:
    """A thrall of the spell is the caster's for good (UD-SUC-26)."""
    held = find_status(thrall, DOMINATED)
    known = (caster.owner,)
    ended: dict[str, Json] = {"group": thrall.id, "status": DOMINATED}
    yield desk.event(Happened.STATUS_ENDED, ended, known_to=known, rules=("UD-SUC-26",), post=place)
    bound = Status(BOUND, None, by=caster.id, whose=held.whose if held is not None else "")
    data: dict[str, Json] = {"group": thrall.id, "status": write(bound)}
    yield desk.event(Happened.STATUS_SET, data, known_to=known, rules=("UD-SUC-26",), post=place)


# -- out of it --------------------------------------------------------------------------------------------------


def run(desk: Desk) -> Iterator[Event | Question]:
    """As the week begins each thrall of the spell tries to break free, once; those whose mistress is no more are.

    It takes a Morale check that beats a new Ranged Attack roll of the caster outright (UD-SPELL-DOMINATE-4); who is
    bound for good tries nothing, and is free when she is banished (UD-SUC-26).
    """
    for group in in_order(desk.state.groups.values()):
        held = find_status(group, DOMINATED) or find_status(group, BOUND)
        if held is None:
            continue
        caster = desk.state.groups.get(held.by)
        if caster is None or caster.owner != group.owner:
            rule = "UD-SUC-26" if held.name == BOUND else "UD-SPELL-DOMINATE-4"
            yield set_free(desk, group, group.count, rules=(rule,))
        elif held.name == DOMINATED:
            yield from _check(desk, group, caster)


def _check(desk: Desk, group: Group, caster: Group) -> Iterator[Event]:
    morale = figure_of(desk, group, "morale")
    if morale is None:
        return
    power = figure_of(desk, caster, "ranged_attack") or 0
    rolls: list[LoggedRoll] = []
    free = 0
    for _ in range(group.count):
        told = f"{group.unit} ({group.id})"
        strength = desk.rolls.roll(f"{caster.unit} ({caster.id}) keep {told} under control", 20)
        will = desk.rolls.roll(f"{told} try to break free", 20)
        rolls += [strength, will]
        free += will.roll + morale > strength.roll + power
    if free:
        safe = Status(f"{RESISTED} of {caster.id}", desk.week, by=caster.id)
        yield set_free(desk, group, free, (safe,), ("UD-SPELL-DOMINATE-4", "UD-SPELL-DOMINATE-5"), rolls=rolls)
    else:
        data: dict[str, Json] = {"group": group.id, "status": write(find_status(group, DOMINATED))}
        yield desk.event(
            Happened.STATUS_SET, data, known_to=(group.owner,), rules=("UD-SPELL-DOMINATE-4",), rolls=rolls
        )


def set_free(
    desk: Desk,
    group: Group,
    count: int,
    safe: tuple[Status, ...] = (),
    rules: tuple[str, ...] = (),
    *,
    rolls: list[LoggedRoll] | None = None,
    place: PostPlace | None = None,
) -> Event:
    """So many thralls are their old owner's again, where they stand."""
    held = find_status(group, DOMINATED) or find_status(group, BOUND)
    assert held is not None
    owner = held.whose if held.whose in desk.state.players else NOBODY
    return _turn(desk, group, count, owner, safe, rules=rules, rolls=rolls, place=place)


def _turn(
    desk: Desk,
    group: Group,
    count: int,
    owner: str,
    statuses: tuple[Status, ...] | list[Status],
    *,
    rules: tuple[str, ...],
    rolls: list[LoggedRoll] | None = None,
    place: PostPlace | None = None,
) -> Event:
    kept = tuple(one for one in group.statuses if one.name not in (DOMINATED, BOUND))
    known = desk.state.players.get(group.owner)
    part = replace(
        group,
        id=group.id if count >= group.count else _part_id(desk, group, owner),
        owner=owner,
        count=count,
        faction=group.faction or (known.faction if known is not None else ""),
        site=None,
        posture=Posture.OPEN,
        rank=None,
        commands=None,
        unpaid=limit_unpaid(group.unpaid, max(count - (group.count - group.owing), 0)),
        wounds=0,
        statuses=(*kept, *statuses),
    )
    data: dict[str, Json] = {"group": group.id, "unit": group.unit, "count": count, "part": write(part)}
    return desk.event(Happened.TURNED, data, known_to=(group.owner, owner), rules=rules, rolls=rolls or (), post=place)


def _part_id(desk: Desk, group: Group, owner: str) -> str:
    """Ids are told apart by whose things were first; what was nobody's gets one by its group."""
    for player in (group.owner, owner):
        if player in desk.state.players:
            return desk.new_id(player, "g")
    return f"{NOBODY}/g{desk.week}-{group.id}"
