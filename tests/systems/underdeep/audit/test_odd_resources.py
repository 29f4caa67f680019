"""Slaves, Souls and whatever else a faction brings are resources like the rest, in every format."""

import pytest
from support.ledgers import needs_beancount, needs_hledger, run_bean_check, run_hledger
from support.series import audit_texts, change, right_sample

from orderbook.books.bundle import Bundle
from orderbook.books.exports import beancount, hledger
from orderbook.cli.opening import parse_opening
from orderbook.systems.series import Audit

OPENING = parse_opening("Gold 180, Metal 60, Food 90, Slaves 1")


def series(*odd: str) -> dict[str, str]:
    """The right series, in whose weeks captives bring slaves, powder and more; ``odd`` are lines of the last Wealth."""
    texts = right_sample()
    for number, (name, text) in enumerate(texts.items(), 1):
        (mine,) = [line for line in text.splitlines() if line.startswith("Kobold Mine: +")]
        text = change(text, mine, f"{mine}\n{CAPTIVES}")
        held = [f"Slaves: {1 + 4 * number}", f"Black Powder: {2 * number}", f"Wyrm Eggs: {number}", f"Souls: {number}"]
        lines = [*odd, *held[len(odd) :]] if number == len(texts) else held
        start = text.index("[spoiler=Wealth]\n") + len("[spoiler=Wealth]\n")
        texts[name] = text[:start] + "\n".join(lines) + "\n" + text[start:]
    return texts


CAPTIVES = "Captives: +4 Slaves, +2 Black Powder, +1 Wyrm Egg, +1 Soul"


@pytest.fixture(scope="module")
def right() -> Audit:
    return audit_texts(series(), opening=OPENING)


def test_they_are_in_the_books(right: Audit) -> None:
    assert right.book.slips == ()
    assert right.book.remarks == ()
    closing = right.book.weeks[-1].closing
    assert [closing[name] for name in ("Slaves", "Black Powder", "Wyrm Eggs", "Souls")] == [21, 10, 5, 5]
    assert right.book.resources == (
        "Gold", "Metal", "Food", "Bodies", "Souls", "Black Powder", "Slaves", "Wyrm Eggs",
    )  # fmt: skip


def test_a_wrong_balance_of_them_is_the_first_slip() -> None:
    first = audit_texts(series("Slaves: 21", "Black Powder: 12"), opening=OPENING).book.first_slip
    assert first is not None
    assert (first.resource, first.stated, first.computed, first.effect) == (
        "Black Powder", 12, 10, Bundle({"Black Powder": 2}),
    )  # fmt: skip


@pytest.mark.parametrize("figure", ["Black Powder@6", "black powder@week 6", "Black@6"])
def test_their_figures_unfold(right: Audit, figure: str) -> None:
    told = right.explain(figure)
    assert (told.figure, told.computed, told.stated) == ("Black Powder@6", 6, 6)
    assert [step.amount for step in told.steps] == [4, 2]


@needs_hledger
@needs_beancount
def test_programs_for_ledgers_accept_them(right: Audit, tmp_path) -> None:
    journal, title = right.book.journal, right.book.title
    assert run_hledger(hledger.render(journal, title), "check", "--strict").returncode == 0
    assert run_bean_check(beancount.render(journal, title), tmp_path).returncode == 0
