"""The order of the weeks: from headers, else from what carries on from what, else as the posts were given.

Missing weeks, weeks posted twice, posts edited or given out of order are told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import PurePath

from orderbook.books.book import Remark
from orderbook.books.bundle import sort_resources
from orderbook.systems.underdeep.audit.continuity import chain, fit, is_same_week, speaks_against, words_of
from orderbook.systems.underdeep.audit.readings import ReadPost
from orderbook.systems.underdeep.post.titles import parse_week

_NAMED_AT_MOST = 6


@dataclass(frozen=True)
class Placed:
    """A post in its week. ``number`` is the game's week, None where nobody tells it.

    ``follows`` says that the post before it in the series is that of the week before.
    """

    number: int | None
    entry: ReadPost
    follows: bool

    @property
    def label(self) -> str:
        return f"week {self.number}" if self.number is not None else PurePath(self.entry.file).name


@dataclass(frozen=True)
class Series:
    """The posts in order of their weeks, one a week."""

    weeks: tuple[Placed, ...]
    remarks: tuple[Remark, ...]


def put_in_order(posts: list[ReadPost]) -> Series:
    """The series of the posts given."""
    remarks: list[Remark] = []
    numbers = {id(entry): _told_week(entry) for entry in posts}
    dated: dict[int, list[ReadPost]] = {}
    undated: list[ReadPost] = []
    for entry in posts:
        number = numbers[id(entry)]
        if number is None:
            undated.append(entry)
        else:
            dated.setdefault(number, []).append(entry)
    if dated:
        remarks += _renumber(dated)
        chosen = {number: _choose(number, rivals, remarks) for number, rivals in dated.items()}
        undated = _drop_rivals(undated, chosen, remarks)
        left = _fill_in(chosen, undated)
        weeks = _line_up(chosen, left)
    else:
        weeks = _number_none(chain(_drop_rivals(undated, {}, remarks)))
    remarks += _tell_gaps(weeks)
    remarks += _tell_order([placed.entry for placed in weeks])
    remarks += _tell_edits(weeks)
    return Series(tuple(weeks), tuple(remarks))


def _told_week(entry: ReadPost) -> int | None:
    """The week of the post's header, or of the name of its file."""
    if entry.reading.post.week is not None:
        return entry.reading.post.week
    return parse_week(PurePath(entry.file).stem.replace("_", " "))


def _renumber(dated: dict[int, list[ReadPost]]) -> list[Remark]:
    """Moves a post whose header still names the week before to the week after, which nobody else claims.

    That is so where it carries on from the other post of that week, and not from what that one carries on from.
    """
    remarks: list[Remark] = []
    for number in sorted(dated):
        rivals = dated[number]
        if len(rivals) < 2 or number + 1 in dated:
            continue
        first, last = rivals[0], rivals[-1]
        from_before = max((fit(other, last) for other in dated.get(number - 1, [])), default=0)
        if fit(first, last) > max(from_before, 0):
            rivals.remove(last)
            dated[number + 1] = [last]
            text = (
                f"{last.file} calls itself week {number}, but carries on from {first.file}: read as week {number + 1}."
            )
            remarks.append(Remark("week-number", "warning", text, file=last.file))
    return remarks


def _choose(number: int, rivals: list[ReadPost], remarks: list[Remark]) -> ReadPost:
    """The last post of a week counts; all are told."""
    winner = rivals[0]
    for entry in rivals[1:]:
        remarks.append(_tell_rival(f"Week {number}", winner, entry))
        winner = _latest(winner, entry)
    return winner


def _tell_rival(when: str, older: ReadPost, newer: ReadPost) -> Remark:
    if words_of(older) == words_of(newer):
        text = f"{when} was posted twice, in the same words: {older.file} and {newer.file}."
        return Remark("doubled-post", "warning", text, file=newer.file)
    changes = ", ".join(
        f"{resource} {older.stated[resource]} -> {newer.stated[resource]}"
        for resource in sort_resources({*older.stated, *newer.stated})
        if older.stated[resource] != newer.stated[resource]
    )
    what = f"the stated Wealth differs ({changes})" if changes else "both state the same Wealth"
    text = f"{when} was posted again: {older.file}, then {newer.file}, which counts; {what}."
    return Remark("edited-post", "warning", text, file=newer.file)


def _latest(older: ReadPost, newer: ReadPost) -> ReadPost:
    """The post that counts of two of one week, in the place of the first; of equal ones it is the first."""
    if words_of(older) == words_of(newer):
        return older
    return replace(newer, post=replace(newer.post, place=older.post.place))


def _drop_rivals(posts: list[ReadPost], dated: dict[int, ReadPost], remarks: list[Remark]) -> list[ReadPost]:
    """Posts without a week of which each tells of a week of its own; of those that tell of one the last counts."""
    kept: list[ReadPost] = []
    for entry in posts:
        number = next((number for number, other in dated.items() if is_same_week(other, entry)), None)
        twin = dated[number] if number is not None else next((one for one in kept if is_same_week(one, entry)), None)
        if twin is None:
            kept.append(entry)
            continue
        older, newer = (twin, entry) if twin.post.place < entry.post.place else (entry, twin)
        remarks.append(_tell_rival(f"Week {number}" if number is not None else "One week", older, newer))
        if number is not None:
            dated[number] = _latest(older, newer)
        else:
            kept[kept.index(twin)] = _latest(older, newer)
    return kept


def _fill_in(chosen: dict[int, ReadPost], undated: list[ReadPost]) -> list[ReadPost]:
    """Puts posts without a week into free weeks beside those they carry on from; the rest is given back."""
    known: dict[tuple[int, int], int] = {}

    def points(before: ReadPost | None, after: ReadPost | None) -> int:
        if before is None or after is None:
            return 0
        key = (id(before), id(after))
        if key not in known:
            known[key] = fit(before, after)
        return known[key]

    left = list(undated)
    while left:
        free = sorted({near for week in chosen for near in (week - 1, week + 1) if near > 0 and near not in chosen})
        ranked = [
            (points(chosen.get(week - 1), entry) + points(entry, chosen.get(week + 1)), -week, -place)
            for place, entry in enumerate(left)
            for week in free
        ]
        best, week, place = max(ranked, default=(0, 0, 0))
        if best <= 0:
            break
        chosen[-week] = left.pop(-place)
    return left


def _line_up(chosen: dict[int, ReadPost], left: list[ReadPost]) -> list[Placed]:
    """The dated posts by week; behind each the undated ones that were given behind it and fit nowhere."""
    weeks: list[tuple[int | None, ReadPost]] = [(number, chosen[number]) for number in sorted(chosen)]
    for entry in left:
        behind = max((at for at, (_, other) in enumerate(weeks) if other.post.place < entry.post.place), default=-1)
        number_before = weeks[behind][0] if behind >= 0 else None
        free = number_before is not None and all(number != number_before + 1 for number, _ in weeks)
        weeks.insert(behind + 1, (number_before + 1 if free and number_before is not None else None, entry))
    placed: list[Placed] = []
    for at, (number, entry) in enumerate(weeks):
        before = weeks[at - 1][0] if at else None
        placed.append(Placed(number, entry, number is not None and before == number - 1))
    return placed


def _number_none(posts: list[ReadPost]) -> list[Placed]:
    """Posts of which none tells its week: each is taken to follow the one before, unless nothing in it agrees."""
    return [Placed(None, entry, at > 0 and not speaks_against(posts[at - 1], entry)) for at, entry in enumerate(posts)]


def _tell_gaps(weeks: list[Placed]) -> list[Remark]:
    remarks: list[Remark] = []
    for before, placed in pairwise(weeks):
        if placed.follows:
            continue
        if before.number is None or placed.number is None:
            text = (
                f"{placed.entry.file} does not carry on from {before.entry.file}: a week may be missing between them. "
                "The books begin anew there."
            )
        else:
            missing = [str(number) for number in range(before.number + 1, placed.number)]
            listed = missing if len(missing) <= _NAMED_AT_MOST else [missing[0], "...", missing[-1]]
            text = (
                f"Week {listed[0]} is missing" if len(missing) == 1 else f"Weeks {', '.join(listed)} are missing"
            ) + f". The books begin anew with week {placed.number}."
        remarks.append(Remark("missing-week", "warning", text, file=placed.entry.file))
    return remarks


def _tell_order(posts: list[ReadPost]) -> list[Remark]:
    places = [entry.post.place for entry in posts]
    if places == sorted(places):
        return []
    names = [entry.file for entry in posts]
    listed = names if len(names) <= 2 * _NAMED_AT_MOST else [*names[:_NAMED_AT_MOST], "...", *names[-_NAMED_AT_MOST:]]
    text = f"The posts were not given in the order of their weeks; they are read in this one: {', '.join(listed)}."
    return [Remark("out-of-order", "warning", text)]


def _tell_edits(weeks: list[Placed]) -> list[Remark]:
    return [
        Remark(
            "edited-post", "info",
            f"The post of {placed.label} was edited after it was posted ({placed.entry.post.edited}); what it said "
            "before is not known.", file=placed.entry.file,
        )
        for placed in weeks
        if placed.entry.post.edited
    ]  # fmt: skip
