"""The books as a person reads them in a terminal, and as programs for ledgers get them."""

import pytest
from support.golden import assert_golden
from support.series import OPENING, audit_texts, right_sample, sample_audit

from orderbook.books.bundle import Bundle
from orderbook.books.exports import beancount, hledger, text


def test_the_sample() -> None:
    assert_golden("audit/books.txt", text.render(sample_audit().book))


def test_the_sample_with_what_should_be() -> None:
    assert_golden("audit/correct.txt", text.render(sample_audit().book, correct=True))


def test_what_should_be_is_shown_from_the_first_slip_on() -> None:
    shown = text.render(sample_audit().book, correct=True)
    assert shown.count("should be  ") == 3
    assert "should be  " not in text.render(sample_audit().book)


def test_a_right_series_is_said_to_be_right() -> None:
    shown = text.render(audit_texts(right_sample(), opening=OPENING).book, correct=True)
    assert "No figure of these books is wrong" in shown
    assert "should be" not in shown and shown.endswith("5 weeks; no slip.\n")


@pytest.mark.parametrize("module", [hledger, beancount])
def test_ledgers_of_the_sample(module) -> None:
    name = module.__name__.rsplit(".", 1)[-1]
    book = sample_audit().book
    assert_golden(f"audit/books.{name}", module.render(book.journal, book.title))


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"Gold": 10}, "10 Gold too high"),
        ({"Gold": -10}, "10 Gold too low"),
        ({"Gold": 10, "Food": -2}, "10 Gold too high and 2 Food too low"),
        ({"Gold": 1, "Metal": 2, "Food": 3}, "1 Gold too high, 2 Metal too high and 3 Food too high"),
    ],
)
def test_effects_in_words(effect: dict[str, int], said: str) -> None:
    assert text.describe_effect(Bundle(effect)) == said
