"""Whatever is given for a series, the books add up, every format is written, and nothing fails but with a sentence."""

from contextlib import suppress

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.mangled import mangled_posts, whole_posts
from support.series import audit_texts

from orderbook.books.exports import beancount, csv, hledger, text
from orderbook.render.books import render_page
from orderbook.systems.system import RequestError


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(whole_posts(), mangled_posts(), st.just("Hello.")), min_size=1, max_size=4))
def test_books_of_spoilt_posts_add_up(posts: list[str]) -> None:
    with suppress(RequestError):
        audit = audit_texts({f"post {number}.txt": post for number, post in enumerate(posts)})
        book = audit.book
        assert list(book.journal.broken_claims()) == []
        assert audit.describe()
        assert text.render(book, correct=True) and csv.render(book) and render_page(book)
        assert hledger.render(book.journal, book.title) and beancount.render(book.journal, book.title)
        for week in book.weeks:
            for resource in book.resources:
                explained = audit.explain(f"{resource}@{week.label}")
                assert explained.computed in (None, sum(step.amount for step in explained.steps))
