"""The books as one page for a browser: tables and charts, no script, nothing from outside."""

from __future__ import annotations

from orderbook.books.book import ROWS, Book
from orderbook.books.chart import HEIGHT, WIDTH, draw_chart
from orderbook.books.exports.text import describe_effect
from orderbook.render.environment import render_template


def render_page(book: Book) -> str:
    """The whole book as HTML."""
    resources = list(book.resources_from(book.weeks))
    last = book.weeks[-1]
    out = last.closing - last.correct
    return render_template(
        "books/audit.html.j2",
        book=book,
        rows=[row for row in ROWS if any(week.total(row) for week in book.weeks)],
        resources=resources,
        charts=[draw_chart(book, resource) for resource in resources],
        width=WIDTH,
        height=HEIGHT,
        series_remarks=[remark for remark in book.remarks if remark.week is None],
        out=describe_effect(out) if out else "",
        describe_effect=describe_effect,
    )
