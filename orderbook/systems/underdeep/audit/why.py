"""One figure of the books unfolded: every line it comes from, the rules they rest on, what is not in the sum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from orderbook.books.accounts import TREASURY
from orderbook.books.book import ROWS, Book, Flow, Week
from orderbook.rulebook.rules import rule_text
from orderbook.systems.series import Explanation, Step
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.audit.flows import WeekLines
from orderbook.systems.underdeep.audit.weeks import JudgedWeek
from orderbook.systems.underdeep.checks.wealth import SUM
from orderbook.systems.underdeep.post.model import PostedAmount, TabLine
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.rules import DATA
from orderbook.text.source import Span

RULES_FOLDER = DATA / "rules"

_FIGURE = re.compile(
    rf"^\s*(?P<resource>.+?)\s*(?:\b(?P<row>{'|'.join(ROWS)})\s*)?@\s*(?:week\s*(?=[0-9]))?(?P<week>.+?)\s*$",
    re.IGNORECASE,
)
_MONEY_TABS = (Tab.PRODUCTION, Tab.UPKEEP, Tab.CONSTRUCTION, Tab.RECRUITMENT, Tab.TRADE, Tab.WEALTH)
EXAMPLE = "Gold@4"
_LONGEST_QUOTE = 120
_RULE_OF_WEALTH = "UD-ORD-19"


def explain_figure(book: Book, judged: Sequence[JudgedWeek], figure: str) -> Explanation:
    """The figure ``RESOURCE@WEEK``, or ``RESOURCE ROW@WEEK`` for one kind of flow ("Food upkeep@4").

    Raises ``RequestError`` for a figure that is not there.
    """
    match = _FIGURE.match(figure)
    if match is None:
        raise RequestError(f'"{figure}" names no figure: write a resource and a week, as in {EXAMPLE}')
    resource = _find_resource(book, match["resource"])
    at = _find_week(book, match["week"])
    week, row = book.weeks[at], (match["row"] or "").lower()
    steps = tuple(_list_steps(book, judged, at, resource, row))
    rules = dict.fromkeys(rule for step in steps for rule in step.rules)
    texts = ((rule, rule_text(RULES_FOLDER, rule)) for rule in rules)
    return Explanation(
        figure=f"{resource}{f' {row}' if row else ''}@{week.number if week.number is not None else at + 1}",
        resource=resource,
        week=week.label,
        computed=sum(step.amount for step in steps) if row or week.opening is not None else None,
        stated=None if row else (week.stated or {}).get(resource),
        steps=steps,
        notes=tuple(_list_notes(book, judged[at], at, resource, row)),
        before=() if row else tuple(_list_weeks_before(book, at, resource)),
        rules=tuple((rule, text.text) for rule, text in texts if text is not None),
    )


def _find_resource(book: Book, text: str) -> str:
    wanted = text.strip().casefold()
    known = list(book.resources)
    for resource in known:
        if resource.casefold() in (wanted, f"{wanted}s"):
            return resource
    begun = [resource for resource in known if resource.casefold().startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    raise RequestError(f'no resource of these books is called "{text.strip()}"; they have {", ".join(known) or "none"}')


def _find_week(book: Book, text: str) -> int:
    """By the number of the week; where no post tells its week, by its place in the series."""
    numbers = [week.number for week in book.weeks]
    if text.isascii() and text.isdigit() and len(text) < 6:
        number = int(text)
        if number in numbers:
            return numbers.index(number)
        if all(known is None for known in numbers) and 1 <= number <= len(numbers):
            return number - 1
    for at, week in enumerate(book.weeks):
        if text.casefold() in (week.label.casefold(), week.file.casefold(), week.post_name.casefold()):
            return at
    told = ", ".join(
        str(number) if number is not None else week.label for number, week in zip(numbers, book.weeks, strict=True)
    )
    raise RequestError(f"the books have no week {text}; they have {told}")


def _list_steps(book: Book, judged: Sequence[JudgedWeek], at: int, resource: str, row: str) -> Iterator[Step]:
    week = book.weeks[at]
    if not row:
        yield from _open(book, judged, at, resource)
    for flow in week.flows:
        if flow.amounts[resource] and row in ("", flow.row):
            yield _step_of(flow, resource)


def _open(book: Book, judged: Sequence[JudgedWeek], at: int, resource: str) -> Iterator[Step]:
    """What the week began with, and where the week before says so."""
    week = book.weeks[at]
    if week.opening is None:
        return
    amount = week.opening[resource]
    if not at or not week.follows_week_before:
        yield Step(amount, "opening, as told", rules=(_RULE_OF_WEALTH,))
        return
    before, post = book.weeks[at - 1], judged[at - 1].entry
    lines = WeekLines(post.post.source, post.reading)
    stated = [line for line in post.reading.post.wealth if line.resource == resource and line.stated is not None]
    if stated:
        span = stated[-1].span
        text = f"opening: the Wealth stated in {before.label}"
        yield Step(amount, text, before.file, lines.line_of(span), lines.quote(span), (_RULE_OF_WEALTH,))
    else:
        yield Step(amount, f"opening: by the lines of {before.label}, which does not state it", before.file)


def _step_of(flow: Flow, resource: str) -> Step:
    cause = flow.cause
    where = f", {flow.place}" if flow.place else ""
    text = f"{flow.row}{where}: {flow.source}"
    if cause.file is None:
        text += f" ({cause.text})"
    if flow.store != TREASURY:
        text += f" (from the {flow.store.title[:1].lower()}{flow.store.title[1:]})"
    return Step(flow.amounts[resource], text, cause.file, cause.line, cause.text if cause.file else "", cause.rules)


def _list_notes(book: Book, judged: JudgedWeek, at: int, resource: str, row: str) -> Iterator[str]:
    """Slips that touch the figure, amounts nobody can read, lines left to the game master."""
    week = book.weeks[at]
    if week.opening is None and not row:
        implied = week.implied[resource]
        yield f"What the week began with is not known; the stated Wealth implies {implied} {resource}. Give --opening."
    for slip in book.slips_of(at):
        if slip.effect[resource] or slip.resource == resource:
            yield f"line {slip.line} ({slip.check}): {slip.message}"
    lines = WeekLines(judged.entry.post.source, judged.entry.reading)
    for span in _unread(judged, resource):
        quoted = lines.quote(span)[:_LONGEST_QUOTE]
        yield f'line {lines.line_of(span)}: no {resource} can be read in "{quoted}"; it counts as nothing.'
    for left in _left_to_rule(judged):
        quoted = " ".join(left.line.text.split())[:_LONGEST_QUOTE]
        yield f'line {lines.line_of(left.line.span)}: "{quoted}" is left to the game master and not in the sum.'


def _unread(judged: JudgedWeek, resource: str) -> Iterator[Span]:
    for line in judged.entry.reading.post.ledger_lines():
        if resource in line.unread:
            yield next((amount.span for amount in line.amounts if _is_unread(amount, resource)), line.span)
    for trade in judged.entry.reading.post.trade:
        if resource in trade.unread:
            yield trade.span


def _is_unread(amount: PostedAmount, resource: str) -> bool:
    return amount.resource == resource and amount.value is None


def _left_to_rule(judged: JudgedWeek) -> Iterator[TabLine]:
    for line in judged.entry.reading.post.tab_lines:
        if not line.understood and line.tab in _MONEY_TABS:
            yield line


def _list_weeks_before(book: Book, at: int, resource: str) -> Iterator[str]:
    """The weeks that led to the opening, last first, each as a sum."""
    for place in range(at - 1, -1, -1):
        if not book.weeks[place + 1].follows_week_before:
            return
        slips = [slip for slip in book.slips_of(place) if slip.resource == resource and slip.check == SUM.name]
        yield _sum_up(book.weeks[place], resource, [slip.difference for slip in slips])


def _sum_up(week: Week, resource: str, gaps: Sequence[int]) -> str:
    """``week 3: 90 + 150 - 53 = 187, stated 187``."""
    opening = week.opening[resource] if week.opening is not None else week.implied[resource]
    text = f"{week.label}: {opening}"
    total = opening
    for row in ROWS:
        amount = week.total(row)[resource]
        total += amount
        if amount:
            text += f" {'+' if amount > 0 else '-'} {abs(amount)} {row}"
    stated = (week.stated or {}).get(resource)
    text += f" = {total}, " + ("not stated" if stated is None else f"stated {stated}")
    return text + "".join(f" ({gap:+d}: a slip)" for gap in gaps)
