"""The books as one table of comma-separated values: a line for every figure, so that a calculator can add them up."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from orderbook.books.book import Book, Week
from orderbook.books.bundle import Bundle
from orderbook.books.names import as_one_line

HEADS = ("week", "file", "line", "row", "site", "source", "resource", "amount", "account", "books", "rules", "text")

_FORMULA_SIGNS = ("=", "+", "-", "@")
_LONGEST_TEXT = 2000


def render(book: Book) -> str:
    """The whole book. ``row`` is opening, a kind of flow, computed, stated, difference, slip or correct.

    Text that a spreadsheet would run as a formula gets an apostrophe before it; amounts are plain whole numbers.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for number, week in enumerate(book.weeks):
        for row in _week_rows(book, number, week):
            writer.writerow([disarm(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def _week_rows(book: Book, number: int, week: Week) -> Iterator[tuple[str | int, ...]]:
    name = week.number if week.number is not None else week.label
    file = week.file

    def balance(row: str, amounts: Bundle, resource: str) -> tuple[str | int, ...]:
        return (name, file, "", row, "", "", resource, amounts[resource], "", "", "", "")

    for resource in book.resources:
        if week.opening is not None:
            yield balance("opening", week.opening, resource)
    for flow in week.flows:
        cause = flow.cause
        line = cause.line if cause.line is not None else ""
        for resource, amount in flow.amounts.items():
            yield (
                name, file, line, flow.row, flow.place, flow.source, resource, amount, str(flow.account),
                str(flow.store), " ".join(cause.rules), cause.text,
            )  # fmt: skip
    for resource in book.resources:
        yield balance("computed" if week.opening is not None else "net", week.computed, resource)
    for resource, amount in (week.stated or {}).items():
        yield (name, file, "", "stated", "", "", resource, amount, "", "", "", "")
    for resource, gap in week.differences().items():
        yield (name, file, "", "difference", "", "", resource, gap, "", "", "", "")
    for slip in book.slips_of(number):
        for resource, amount in slip.effect.items():
            yield (
                name,
                file,
                slip.line,
                "slip",
                "",
                slip.check,
                resource,
                amount,
                "",
                "",
                slip.rule or "",
                slip.message,
            )
    for resource in book.resources:
        yield balance("correct", week.correct, resource)


def disarm(text: str) -> str:
    """Text on one line that no spreadsheet takes for a formula."""
    line = as_one_line(text, _LONGEST_TEXT)
    return f"'{line}" if line.startswith(_FORMULA_SIGNS) else line
