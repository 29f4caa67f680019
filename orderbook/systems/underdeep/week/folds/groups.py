"""Events about units and persons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    group_of,
    items,
    maybe_text,
    misfit,
    note_number,
    pay_into,
    player_of,
    put_group,
    put_player,
    text,
    whole,
)
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, Group, Status, Unpaid
from orderbook.systems.underdeep.week.values import CAPTIVE, SISTERS, Posture, Where


def _enter(state: GameState, data: Data) -> GameState:
    """A ``group`` is in play, which was not before."""
    group = read(Group, data.get("group"))
    if group.id in state.groups:
        raise misfit(data, "group")
    return note_number(put_group(state, group), group.id)


def _recruit(state: GameState, data: Data) -> GameState:
    """A ``group`` is raised and paid for by the ``player``: ``amounts`` (UD-UNI-02)."""
    return pay_into(_enter(state, data), data, goods(data))


def _join(state: GameState, data: Data) -> GameState:
    """The ``groups`` become one with ``group``: they were alike, and stood in one place."""
    into = group_of(state, data)
    for name in items(data, "groups"):
        other = group_of(state, {"group": name})
        into = replace(into, count=into.count + other.count, unpaid=add_unpaid(into.unpaid, other.unpaid))
        state = _follow(put_group(state, replace(other, count=0)), other.id, into.id)
    return put_group(state, replace(into, raised=None))


def _follow(state: GameState, old: str, new: str) -> GameState:
    """What a group has done to others is the doing of the one it joined."""
    changed = {
        name: replace(group, statuses=tuple(replace(one, by=new) if one.by == old else one for one in group.statuses))
        for name, group in state.groups.items()
        if any(one.by == old for one in group.statuses)
    }
    return replace(state, groups={**state.groups, **changed}) if changed else state


def _split(state: GameState, data: Data) -> GameState:
    """Some of a ``group`` become the ``part``, a group of its own, with debts of its own."""
    group = group_of(state, data)
    part = read(Group, data.get("part"))
    if part.count > group.count or part.owing > group.owing:
        raise misfit(data, "part")
    rest = replace(group, count=group.count - part.count, unpaid=take_unpaid(group.unpaid, part.unpaid))
    return note_number(put_group(put_group(state, rest), part), part.id)


def _move(state: GameState, data: Data) -> GameState:
    """A ``group`` is in a ``region`` now, within a ``site`` or not, in a ``posture``; ``came_from`` where, if told.

    ``side`` is that of a chasm; ``fatigue`` and ``wounds`` are what they are now, ``crossing`` a region beyond the
    Darksea and the Speed paid: each as it was where it is not told. ``purses``: they lie in wait for those.
    """
    group = group_of(state, data)
    region, came_from = maybe_text(data, "region"), maybe_text(data, "came_from")
    return put_group(
        state,
        replace(
            group,
            region=read(Where, region) if region is not None else None,
            came_from=read(Where, came_from) if came_from is not None else None,
            site=maybe_text(data, "site"),
            place=str(data.get("place", "")),
            posture=Posture(str(data.get("posture", Posture.OPEN))),
            side=str(data.get("side", "")),
            fatigue=whole(data, "fatigue") if "fatigue" in data else group.fatigue,
            wounds=whole(data, "wounds") if "wounds" in data else group.wounds,
            crossing=_crossing(data) if "crossing" in data else group.crossing,
            purses=bool(data.get("purses", False)),
        ),
    )


def _crossing(data: Data) -> tuple[Where, int] | None:
    pair = items(data, "crossing")
    return (read(Where, pair[0]), int(str(pair[1]))) if pair else None


def _owe(state: GameState, data: Data) -> GameState:
    """What members of a ``group`` are owed now: ``unpaid``, in place of what it was."""
    unpaid = tuple(read(Unpaid, part) for part in items(data, "unpaid"))
    return put_group(state, replace(group_of(state, data), unpaid=unpaid))


def _desert(state: GameState, data: Data) -> GameState:
    """So many (``count``) of a ``group`` leave; ``unpaid`` is what those who stay are owed, ``into`` what the deserters
    are from now on: wandering monsters (UD-UPK-05)."""
    group = group_of(state, data)
    into = data.get("into")
    gone = whole(data, "count")
    unpaid = tuple(read(Unpaid, part) for part in items(data, "unpaid"))
    state = put_group(state, replace(group, count=group.count - gone, unpaid=unpaid))
    return put_group(state, read(Group, into)) if into is not None else state


def _lose(state: GameState, data: Data) -> GameState:
    """So many (``count``) of a ``group`` are no more, those with debts last unless ``unpaid`` tells what is left."""
    group = group_of(state, data)
    left = group.count - whole(data, "count")
    if "unpaid" in data:
        unpaid = tuple(read(Unpaid, part) for part in items(data, "unpaid"))
    else:
        unpaid = limit_unpaid(group.unpaid, left)
    return put_group(state, replace(group, count=left, unpaid=unpaid))


def _kill(state: GameState, data: Data) -> GameState:
    """As ``_lose``; Sisters who were not taken prisoner are back in the Abyss, from where a ritual may call them, and
    what they carried stays behind (UD-SUC-17)."""
    group = group_of(state, data)
    state = _lose(state, data)
    player = state.players.get(group.owner)
    if group.unit not in SISTERS or player is None or data.get("why") == CAPTIVE:
        return state
    bare = Group(group.id, group.owner, group.unit, whole(data, "count"), group.faction, person=group.person)
    return put_player(state, replace(player, fallen=(*player.fallen, bare)))


def _come_back(state: GameState, data: Data) -> GameState:
    """One of the ``player``'s banished (the first of the ``fallen`` group of that id) is in play again: a ``group``."""
    player = player_of(state, data)
    old = text(data, "fallen")
    left: list[Group] = []
    found = False
    for one in player.fallen:
        if one.id == old and not found:
            found = True
            one = replace(one, count=one.count - 1)
        left += [one] if one.count else []
    if not found:
        raise misfit(data, "fallen")
    return _enter(put_player(state, replace(player, fallen=tuple(left))), data)


def _turn(state: GameState, data: Data) -> GameState:
    """Some of a ``group``, or all, are somebody else's from now on: the ``part`` (UD-SPELL-DOMINATE-3)."""
    group = group_of(state, data)
    part = read(Group, data.get("part"))
    if part.count > group.count:
        raise misfit(data, "part")
    left = group.count - part.count
    state = put_group(state, replace(group, count=left, unpaid=limit_unpaid(group.unpaid, left)))
    return note_number(put_group(state, part), part.id)


def _learn(state: GameState, data: Data) -> GameState:
    """A ``group`` has an ``ability`` more, for good."""
    group = group_of(state, data)
    return put_group(state, replace(group, abilities=(*group.abilities, text(data, "ability"))))


def _promote(state: GameState, data: Data) -> GameState:
    """One of a ``group`` becomes an ``officer`` (UD-CMD-02)."""
    group = group_of(state, data)
    officer = read(Group, data.get("officer"))
    left = group.count - 1
    state = put_group(state, replace(group, count=left, unpaid=limit_unpaid(group.unpaid, left)))
    return note_number(put_group(state, officer), officer.id)


def _steal(state: GameState, data: Data) -> GameState:
    """Thieves (``group``) of the ``player`` have picked pockets: ``amounts`` go into the Wealth, ``items``, each with
    the group that carried it, to them (UD-ABL-THIEVING-2, UD-ABL-THIEVING-4)."""
    for pair in items(data, "items"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise misfit(data, "items")
        bearer, item = group_of(state, {"group": pair[0]}), str(pair[1])
        kept = list(bearer.items)  # what only a post tells of is not in there
        if item in kept:
            kept.remove(item)
        state = put_group(state, replace(bearer, items=tuple(kept)))
        thieves = group_of(state, data)
        state = put_group(state, replace(thieves, items=(*thieves.items, item)))
    return pay_into(state, data, goods(data))


def _demote(state: GameState, data: Data) -> GameState:
    """A person (``group``) is one of the ranks again, and what was left of a Lifespan resumes (UD-CMD-13,
    UD-CMD-05)."""
    group = group_of(state, data)
    until = state.week + group.life_left if group.life_left is not None else group.lives_until
    ranks = replace(group, person="", rank=None, commands=None, lives_until=until, life_left=None)
    return put_group(state, ranks)


def _set_status(state: GameState, data: Data) -> GameState:
    """Something holds for a ``group``: a ``status``, in place of one of that name."""
    group = group_of(state, data)
    status = read(Status, data.get("status"))
    others = tuple(one for one in group.statuses if one.name != status.name)
    return put_group(state, replace(group, statuses=(*others, status)))


def _end_status(state: GameState, data: Data) -> GameState:
    """A ``status`` holds for a ``group`` no more."""
    group = group_of(state, data)
    kept = tuple(one for one in group.statuses if one.name != data.get("status"))
    return put_group(state, replace(group, statuses=kept))


# -- debts of some of a group ---------------------------------------------------------------------------------


def add_unpaid(one: Iterable[Unpaid], other: Iterable[Unpaid]) -> tuple[Unpaid, ...]:
    """The debts of two groups together; those who are owed the same are counted together."""
    counts: dict[tuple[object, object], Unpaid] = {}
    for part in (*one, *other):
        key = (part.arrears, part.debt)
        before = counts.get(key)
        counts[key] = part if before is None else replace(before, count=before.count + part.count)
    return tuple(sorted(counts.values(), key=_by_weight))


def take_unpaid(unpaid: Iterable[Unpaid], gone: Iterable[Unpaid]) -> tuple[Unpaid, ...]:
    """The debts that stay when those who are owed ``gone`` leave."""
    left = {(part.arrears, part.debt): part.count for part in unpaid}
    for part in gone:
        left[part.arrears, part.debt] = left.get((part.arrears, part.debt), 0) - part.count
    return tuple(sorted((Unpaid(count, *key) for key, count in left.items() if count > 0), key=_by_weight))


def limit_unpaid(unpaid: Iterable[Unpaid], count: int) -> tuple[Unpaid, ...]:
    """The debts of the last ``count`` of a group, those longest without pay last."""
    kept: list[Unpaid] = []
    for part in sorted(unpaid, key=_by_weight, reverse=True):
        number = min(part.count, count)
        count -= number
        if number:
            kept.append(replace(part, count=number))
    return tuple(reversed(kept))


def _by_weight(part: Unpaid) -> tuple[int, str]:
    return part.arrears.gold + part.arrears.metal + part.arrears.food, str(part.debt)


GROUP_FOLDS = (
    (Happened.GROUP_ENTERED, _enter),
    (Happened.RECRUITED, _recruit),
    (Happened.HIRED, _recruit),
    (Happened.JOINED, _join),
    (Happened.SPLIT, _split),
    (Happened.MOVED, _move),
    (Happened.UNPAID, _owe),
    (Happened.STOLEN, _steal),
    (Happened.DESERTED, _desert),
    (Happened.STARVED, _kill),
    (Happened.DISMISSED, _lose),
    (Happened.LOST, _kill),
    (Happened.PROMOTED, _promote),
    (Happened.DEMOTED, _demote),
    (Happened.STATUS_SET, _set_status),
    (Happened.STATUS_ENDED, _end_status),
    (Happened.RETURNED, _come_back),
    (Happened.TURNED, _turn),
    (Happened.LEARNED, _learn),
)
