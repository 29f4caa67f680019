"""Audits of generated series: the books of every week exact, the first slip named, nothing made up.

``ORDERBOOK_SERIES=200 pytest`` tries so many series in place of a few.
"""

import os

import pytest
from support.ledgers import needs_beancount, needs_hledger, run_bean_check, run_hledger
from support.series import audit_texts, generated

from orderbook.books.book import Book, Origin
from orderbook.books.exports import beancount, hledger

FIRST_SEED = 7000
TRIES = int(os.environ.get("ORDERBOOK_SERIES", "12"))
ROWS = ("production", "upkeep", "construction", "recruitment", "trade", "other")


def amounts(row) -> dict[str, int]:
    return {resource: int(amount) for resource, amount in (row or {}).items() if int(amount)}


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + TRIES))
def test_books_are_exact_and_the_first_slip_is_named(seed: int) -> None:
    made, texts = generated(seed)
    audit = audit_texts(texts)
    book = audit.book
    assert [week.number for week in book.weeks] == [week["week"] for week in made.truth["weeks"]]
    for at, (week, truth) in enumerate(zip(book.weeks, made.truth["weeks"], strict=True)):
        assert {row: amounts(week.total(row)) for row in ROWS} == {row: amounts(truth[row]) for row in ROWS}
        assert amounts(week.stated) == amounts(truth["stated"])
        if at:
            assert week.opening is not None and amounts(week.opening) == amounts(truth["opening"])
            assert amounts(week.computed) == amounts(truth["computed"])
        else:
            assert week.opening is None
    slip, told = made.truth["first_slip"], book.first_slip
    if slip is None:
        assert (book.slips, book.remarks) == ((), ())
    else:
        assert told is not None
        assert book.weeks[told.week].file == slip["file"]
        assert (told.resource, told.line) == (slip["resource"], slip["line"])
        assert (str(told.stated), str(told.computed)) == (slip["stated"], slip["computed"])
    assert_slips_are_where_the_books_differ(book)
    assert list(book.journal.broken_claims()) == []


def assert_slips_are_where_the_books_differ(book: Book) -> None:
    """A slip for each balance that does not follow from the week before, and none beside them."""
    differing = [(at, resource) for at, week in enumerate(book.weeks) for resource in week.differences()]
    assert sorted((slip.week, slip.resource) for slip in book.slips) == sorted(differing)
    assert all(slip.origin in (Origin.NEW, Origin.FOLLOWS) for slip in book.slips)


@pytest.fixture(scope="module")
def wrong_book() -> Book:
    """A generated series in which something is wrong."""
    for seed in range(FIRST_SEED, FIRST_SEED + 40):
        made, texts = generated(seed)
        if made.truth["first_slip"] is not None:
            return audit_texts(texts).book
    raise AssertionError("no series with a slip")


@needs_hledger
def test_hledger_accepts_a_series_with_slips_and_ends_where_we_do(wrong_book: Book) -> None:
    text = hledger.render(wrong_book.journal, wrong_book.title)
    assert run_hledger(text, "check", "--strict").returncode == 0
    last = wrong_book.weeks[-1]
    for resource, amount in (last.stated or {}).items():
        done = run_hledger(text, "balance", "Assets", f"cur:{resource}", "--depth", "1", "--no-total", "--empty")
        assert done.stdout.split()[0] == str(amount) if amount else done.returncode == 0


@needs_beancount
def test_beancount_accepts_a_series_with_slips(wrong_book: Book, tmp_path) -> None:
    done = run_bean_check(beancount.render(wrong_book.journal, wrong_book.title), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
