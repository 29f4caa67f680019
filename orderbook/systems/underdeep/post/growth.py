"""Units that grow before they are units, and those that live for a time only (UD-UNI-03, UD-ORD-18).

Recruits of a unit that matures are paid for at once and shown in Recruitment, with the weeks they have still to grow,
until they are grown; a line there with weeks and without a price is about those.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.post.model import LedgerLine, Post

_GROWS = r"(?:matur|grow|ripen|germinat|sprout|develop)"
_WORD = re.compile(rf"\b{_GROWS}\w*", re.IGNORECASE)
_HEADING = re.compile(
    rf"\W*(?:(?:still|now|units|recruits|currently|yet|already)\W+)*{_GROWS}\w*"
    r"(?:\W+(?:units|troops|recruits|spores|fungoids|this week|already|still))*\s*(?P<colon>:|\W*$)",
    re.IGNORECASE,
)
_VERB = re.compile(rf"(?<=\s)(?:that\s+)?{_GROWS}(?:e|es|s|ing)?\s+(?:in|within|after|for|until)\b", re.IGNORECASE)
_WEEKS = re.compile(r"\b([0-9]{1,2})\s+(?:(?:more|further)\s+)?(?:weeks?|wks?)\b", re.IGNORECASE)
_NEXT_WEEK = re.compile(r"\bnext\s+week\b", re.IGNORECASE)
_BY_WEEK = re.compile(r"\b(?:in|by|until|as of)?\s*week\s+([0-9]{1,3})(?!\s*(?:of|/))\b", re.IGNORECASE)
_LIFE = re.compile(
    r"\blife\s?spans?\b\W{0,3}(?:(?:of|is|left|remaining)\W{1,2}){0,2}([0-9]{1,3})\b"
    r"|\b([0-9]{1,3})\s+(?:more\s+)?(?:weeks?\s+)?(?:left\s+|remaining\s+)?(?:to\s+live|of\s+life|(?:of\s+)?life\s?span)"
    r"|\blives?\s+(?:for\s+)?(?:another\s+)?([0-9]{1,3})\s+(?:more\s+)?weeks?\b",
    re.IGNORECASE,
)


def growing_heading(text: str) -> int | None:
    """Where a heading over growing units ends, such as ``Still growing:``, with what is listed behind it on the line;
    None for any other line."""
    match = _HEADING.match(text)
    return match.end() if match is not None else None


def blank_growing(text: str) -> str:
    """``4 Sporelings mature in 2 weeks`` without the words between the name and the figure, at the same length."""
    return _VERB.sub(lambda match: " " * (len(match[0]) - 1) + ",", text)


def matures(line: LedgerLine) -> int:
    """The weeks that the recruits of a line grow; 0 for units that are ready at once (UD-UNI-03)."""
    return line.subject.entry.maturing if isinstance(line.subject.entry, Unit) else 0


def weeks_to_grow(line: LedgerLine, week: int | None) -> int | None:
    """The weeks that a line of growing units shows; None where it tells none that can be read."""
    if line.weeks is not None:
        return line.weeks
    if (match := _WEEKS.search(line.note)) is not None:
        return int(match[1])
    if _NEXT_WEEK.search(line.note):
        return 1
    by = line.week_number
    if by is None and (match := _BY_WEEK.search(line.note)) is not None:
        by = int(match[1])
    return by - week if by is not None and week is not None and by > week else None


def is_growing(line: LedgerLine, *, headed: bool) -> bool:
    """Whether a line of Recruitment is about units that were paid for before; ``headed``: a heading says that it is."""
    takes = matures(line)
    if not takes or line.flow or line.unread or line.cancelled:
        return False
    weeks = weeks_to_grow(line, None)
    entry = line.subject.entry
    is_free = isinstance(entry, Unit) and (entry.cost is None or not any(entry.cost.choices))
    if is_free and weeks is not None and weeks >= takes:
        return False  # recruited now, for nothing
    return headed or weeks is not None or line.week_number is not None or _WORD.search(line.note) is not None


def ready_recruits(post: Post | None) -> Iterable[LedgerLine]:
    """The lines of Recruitment whose units are there at once: all but those that have to grow first (UD-UNI-03)."""
    return [line for line in post.recruitment if not matures(line)] if post is not None else []


def weeks_after(post: Post, week: int | None) -> list[tuple[LedgerLine, int | None]]:
    """What grows when the week after a post's begins: each line, and the weeks left then; 0 for those grown by then.

    None where the post does not tell.
    """
    found: list[tuple[LedgerLine, int | None]] = [
        (line, matures(line) - 1)
        for line in post.recruitment
        if matures(line) and not line.cancelled and line.number > 0
    ]
    for line in post.growing:
        weeks = weeks_to_grow(line, week)
        found.append((line, max(weeks - 1, 0) if weeks is not None else None))
    return found


def read_lifespan(text: str) -> int | None:
    """The weeks that units have still to live, this one counted, by words such as ``(Lifespan 3)``."""
    match = _LIFE.search(text)
    return next((int(figure) for figure in match.groups() if figure), None) if match is not None else None
