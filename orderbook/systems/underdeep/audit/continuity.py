"""Whether one post carries on from another: by the Wealth it must have begun with, and by what was being built."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.audit.readings import ReadPost
from orderbook.systems.underdeep.checks.estate import key_of
from orderbook.systems.underdeep.post.titles import Heading

_OF_A_BALANCE = 2
"""What an agreeing balance counts for; an agreeing countdown counts for one."""


def fit(before: ReadPost, after: ReadPost) -> int:
    """How well ``after`` carries on from ``before``: above 0 if more speaks for it than against it.

    Balances of 0 prove nothing, and a slip puts out one balance of several.
    """
    balances = 0
    for resource in {*before.stated, *after.implied}:
        if before.stated[resource] == after.implied[resource]:
            balances += _OF_A_BALANCE
        else:
            balances -= _OF_A_BALANCE
    return balances + _fit_of_projects(before, after)


def _fit_of_projects(before: ReadPost, after: ReadPost) -> int:
    due = Counter((name, weeks - 1) for name, weeks in _projects(before, begun=True) if weeks > 1)
    shown = Counter(_projects(after, begun=False))
    if not due and not shown:
        return 0
    agreeing = sum((due & shown).values())
    return agreeing - (sum(due.values()) + sum(shown.values()) - 2 * agreeing)


def _projects(entry: ReadPost, *, begun: bool) -> Iterator[tuple[str, int]]:
    """Projects with their weeks remaining; with those of this week if ``begun``."""
    for line in entry.reading.post.construction:
        if line.weeks and not line.complete and not line.cancelled and (begun or line.heading is Heading.UNDER):
            yield f"{fold_name(line.site.name) if line.site else ''}/{key_of(line.subject)}", line.weeks


def is_same_week(first: ReadPost, second: ReadPost) -> bool:
    """Whether two posts tell of one week: most of the Wealth they must have begun with is the same, all projects are.

    A post that carries on from the other does not, though a week in which nothing moved may look like it.
    """
    if words_of(first) == words_of(second):
        return True
    known = {*first.implied, *second.implied}
    agreeing = sum(first.implied[resource] == second.implied[resource] for resource in known)
    return (
        2 * agreeing > len(known)
        and Counter(_projects(first, begun=False)) == Counter(_projects(second, begun=False))
        and fit(first, second) <= 0
        and fit(second, first) <= 0
    )


def words_of(entry: ReadPost) -> list[str]:
    """What a post says, whatever its line ends and blanks."""
    return entry.reading.paste.view.split()


def speaks_against(before: ReadPost, after: ReadPost) -> bool:
    """Whether at least two balances are known on both sides and none agrees."""
    common = [resource for resource in before.stated if resource in after.implied]
    return len(common) >= 2 and not any(before.stated[resource] == after.implied[resource] for resource in common)


def chain(posts: Sequence[ReadPost]) -> list[ReadPost]:
    """The posts in the order in which they carry on from each other; in the order given where nothing tells.

    The best links are made first, each post getting one before and one behind it; links of posts that were given
    one after the other come before equally good ones.
    """
    if all(fit(before, after) > 0 for before, after in pairwise(posts)):
        return list(posts)
    after_of: dict[int, int] = {}
    before_of: dict[int, int] = {}
    for _, first, second in sorted(_links(posts)):
        if first not in after_of and second not in before_of and _end_of(second, after_of) != first:
            after_of[first], before_of[second] = second, first
    ordered: list[ReadPost] = []
    for start in range(len(posts)):
        if start not in before_of:
            place: int | None = start
            while place is not None:
                ordered.append(posts[place])
                place = after_of.get(place)
    return ordered


def _links(posts: Sequence[ReadPost]) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Possible links with their rank. Only posts that agree in a balance are compared: a long series stays quick."""
    states: dict[tuple[str, int], list[int]] = defaultdict(list)
    for place, entry in enumerate(posts):
        for item in entry.stated.items():
            states[item].append(place)
    for place, entry in enumerate(posts):
        candidates = {other for item in entry.implied.items() for other in states.get(item, ())} - {place}
        for other in candidates:
            points = fit(posts[other], entry)
            if points > 0:
                yield (-points, abs(place - other)), other, place


def _end_of(place: int, after_of: dict[int, int]) -> int:
    while place in after_of:
        place = after_of[place]
    return place
