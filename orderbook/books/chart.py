"""A chart of one resource over the weeks, as figures for an SVG: what was stated, what it should have been, the slips.

All lengths are whole units of the drawing, which is as wide as a phone shows it, so that its letters stay readable.
"""

from __future__ import annotations

from collections.abc import Sequence

from orderbook.books.book import Book, Week
from orderbook.text.records import record

WIDTH, HEIGHT = 360, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 350, 14, 176
_LABELS_AT_MOST = 8
_STEPS = (1, 2, 5)


@record
class Tick:
    """A mark of an axis: where, and what stands there."""

    at: int
    text: str


@record
class Dot:
    """A point to be marked, and what to say of it."""

    x: int
    y: int
    text: str


@record
class Chart:
    """The drawing of one resource. Lines are the points of a polyline; ``correct`` is empty where it is no other line.

    ``summary`` says in words what the drawing shows.
    """

    resource: str
    stated: str
    correct: str
    slips: tuple[Dot, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    zero: int
    summary: str


def draw_chart(book: Book, resource: str) -> Chart:
    """The chart of a resource of the book."""
    stated = [week.closing[resource] for week in book.weeks]
    correct = [week.correct[resource] for week in book.weeks]
    differs = stated != correct
    values = [*stated, *correct, 0]
    step = choose_step(max(values) - min(values))
    low, high = min(values) // step * step, -(-max(values) // step) * step
    high = max(high, low + step)

    def x_of(number: int) -> int:
        return _LEFT + (_RIGHT - _LEFT) * number // max(len(book.weeks) - 1, 1)

    def y_of(amount: int) -> int:
        return _BOTTOM - (_BOTTOM - _TOP) * (amount - low) // (high - low)

    def line_of(amounts: Sequence[int]) -> str:
        return " ".join(f"{x_of(number)},{y_of(amount)}" for number, amount in enumerate(amounts))

    slips = tuple(
        Dot(x_of(slip.week), y_of(stated[slip.week]), _tell_slip(book, slip.week, resource, slip.effect[resource]))
        for slip in book.slips
        if slip.effect[resource]
    )
    every = -(-len(book.weeks) // _LABELS_AT_MOST)
    across = tuple(
        Tick(x_of(number), _short(week, number)) for number, week in enumerate(book.weeks) if number % every == 0
    )
    up = tuple(Tick(y_of(amount), _label(amount, step)) for amount in range(low, high + 1, step))
    return Chart(
        resource,
        line_of(stated),
        line_of(correct) if differs else "",
        slips,
        across,
        up,
        y_of(0),
        _summarise(book, resource, stated, correct, [dot.text for dot in slips]),
    )


def choose_step(span: int) -> int:
    """A round distance between the lines of a scale, so that there are at most five of them."""
    unit = 1
    while True:
        for factor in _STEPS:
            if span <= factor * unit * 4:
                return factor * unit
        unit *= 10


def _label(amount: int, step: int) -> str:
    """A figure of the scale; where the lines are far apart its last noughts are written as k, M and so on."""
    for power, sign in ((12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if step >= 10 ** (power + 1):
            return f"{amount // 10**power}{sign}" if amount else "0"
    return str(amount)


def _short(week: Week, number: int) -> str:
    return str(week.number if week.number is not None else number + 1)


def _tell_slip(book: Book, at: int, resource: str, effect: int) -> str:
    return f"{book.weeks[at].label}: {abs(effect)} {resource} too {'much' if effect > 0 else 'little'}"


def _summarise(book: Book, resource: str, stated: Sequence[int], correct: Sequence[int], slips: Sequence[str]) -> str:
    first, last = book.weeks[0], book.weeks[-1]
    text = (
        f"{resource} at the end of each week, from {stated[0]} in {first.label} to {stated[-1]} in {last.label}; "
        f"lowest {min(stated)}, highest {max(stated)}."
    )
    if slips:
        text += f" Slips: {'; '.join(slips)}."
    if stated[-1] != correct[-1]:
        text += f" With every mistake put right it would end at {correct[-1]}."
    return text
