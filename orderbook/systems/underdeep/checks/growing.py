"""Units that still grow: Recruitment shows how long, from the week they are paid for until they are grown (UD-UNI-03,
UD-ORD-18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from orderbook.findings.model import CheckDoc, Fix, Severity
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.checks.wording import agree, counted, weeks_word
from orderbook.systems.underdeep.post.growth import matures, weeks_after, weeks_to_grow
from orderbook.systems.underdeep.post.model import LedgerLine, Named
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit

GROWING = CheckDoc(
    "recruit-growing",
    Severity.ERROR,
    "Units that still grow are not shown as last week's post leads to.",
    "Recruits of some factions grow for weeks before they are units. Until then they stand in Recruitment with the "
    "weeks that are left, one fewer each week, and not in Armies.",
    ("UD-ORD-18", "UD-UNI-03"),
    "4 Fungoid Sporelings: 2 weeks remaining (2 weeks remained last week)",
    "4 Fungoid Sporelings: 1 week remaining (2 weeks remained last week)",
)
DOCS = (GROWING,)

_Number = Counter[int]
"""How many of a unit grow, by the weeks they have left."""


def check_growing(context: Context) -> Iterator[Slip]:
    """One slip for each type of unit that is shown otherwise than it follows; without last week's post, where one has
    more weeks left than can be."""
    if not context.post.has_tab(Tab.RECRUITMENT):
        return
    if context.previous is None:
        yield from _check_too_long(context)
        return
    due: dict[str, _Number] = {}
    named: dict[str, Named[Any]] = {}
    unsure: set[str] = set()
    here = {str(site) for site in context.post.sites}
    for line, weeks in weeks_after(context.previous, context.week - 1 if context.week is not None else None):
        key = unit_key(line.subject)
        named.setdefault(key, line.subject)
        if weeks is None or (line.site is not None and here and str(line.site) not in here):
            unsure.add(key)  # nothing tells what is left of them, or their site is gone
        elif weeks > 0:
            due.setdefault(key, Counter())[weeks] += line.number
    shown: dict[str, list[LedgerLine]] = {}
    for line in context.post.growing:
        key = unit_key(line.subject)
        named.setdefault(key, line.subject)
        shown.setdefault(key, []).append(line)
    for key in dict.fromkeys([*due, *shown]):
        lines = shown.get(key, [])
        weeks_shown = [weeks_to_grow(line, context.week) for line in lines]
        if key not in unsure and None not in weeks_shown:
            yield from _compare(context, named[key], due.get(key, Counter()), lines)


def _compare(context: Context, named: Named[Any], due: _Number, lines: list[LedgerLine]) -> Iterator[Slip]:
    shown: _Number = Counter()
    for line in lines:
        shown[weeks_to_grow(line, context.week) or 0] += line.number
    if +shown == +due:
        return
    follows = ", ".join(
        f"{counted(number, named)} with {weeks_word(weeks)} left" for weeks, number in sorted(due.items())
    )
    odd = next(
        (line for line in lines if shown[weeks_to_grow(line, context.week) or 0] > due[_weeks(line, context)]), None
    )
    if odd is None:
        span = context.post.tab_span(Tab.RECRUITMENT)
        place = lines[0].span if lines else span
        assert place is not None
        missing = due - shown
        number = sum(missing.values())
        message = f"{counted(number, named)} {agree(number, 'grows', 'grow')} still, not shown here: "
        yield slip(
            GROWING,
            place,
            f"{message}{follows} {agree(sum(due.values()), 'follows', 'follow')} from last week.",
            tab=Tab.RECRUITMENT,
        )
        return
    stated = _weeks(odd, context)
    rest = due - shown
    right = next(iter(rest)) if len(rest) == 1 and rest[next(iter(rest))] == odd.number else None
    text = f"{counted(odd.number, named)} with {weeks_word(stated)} left to grow, but "
    text += (
        f"{follows} {agree(sum(due.values()), 'follows', 'follow')} from last week."
        if due
        else "none of them grow any more by last week's post."
    )
    yield slip(
        GROWING,
        odd.weeks_span or odd.span,
        text,
        tab=Tab.RECRUITMENT,
        stated=stated,
        computed=right,
        fix=_fix(odd, right),
    )


def _weeks(line: LedgerLine, context: Context) -> int:
    return weeks_to_grow(line, context.week) or 0


def _fix(line: LedgerLine, right: int | None) -> Fix | None:
    """Writes the weeks that are left, where the line has a figure of its own for them and only one can be right."""
    if right is None or line.weeks is None or line.weeks_span is None or line.week_number is not None:
        return None
    return Fix(f"write {right}", (Edit(line.weeks_span.start, line.weeks_span.end, str(right)),), safe=True)


def _check_too_long(context: Context) -> Iterator[Slip]:
    """After their first week units have a week less to grow than they take."""
    for line in context.post.growing:
        most, weeks = matures(line) - 1, _weeks(line, context)
        if weeks > most:
            takes = f"{line.subject.name} takes {weeks_word(most + 1)} to grow"
            yield slip(
                GROWING,
                line.weeks_span or line.span,
                f"{takes}; those recruited earlier have at most {weeks_word(most)} left"
                + (", and those recruited this week are paid for." if most else ": they are grown."),
                tab=Tab.RECRUITMENT,
                stated=weeks,
                computed=most,
            )
