"""Laws of double entry."""

import pytest
from hypothesis import given, settings
from support.ledgers import journals

from orderbook.books.accounts import TREASURY, WEALTH, Account, Root, store_of
from orderbook.books.bundle import Bundle
from orderbook.books.journal import Cause, Claim, Entry, Posting, Unbalanced, make_journal, move
from orderbook.books.names import (
    as_account_part,
    as_capitals,
    as_commodity,
    as_plain_word,
    name_accounts,
    name_resources,
)

MINE = Account(Root.INCOME, ("Production", "Ladle Warren", "Kobold Mine"), "Kobold Mine at Ladle Warren")
LINE = Cause("Kobold Mine: +150 Gold", "week-4.txt", 16, ("UD-PRD-02",))


@settings(max_examples=60, deadline=None)
@given(journals())
def test_what_goes_in_comes_from_somewhere(journal) -> None:
    total = Bundle()
    for balance in journal.balances().values():
        total += balance
    assert not total
    assert list(journal.broken_claims()) == []


@settings(max_examples=60, deadline=None)
@given(journals())
def test_balances_until_the_last_day_are_the_balances(journal) -> None:
    last = max((step.day for step in journal.steps()), default=0)
    assert journal.balances(last) == journal.balances()
    assert all(not balance for balance in journal.balances(-1).values())


@settings(max_examples=60, deadline=None)
@given(journals())
def test_no_two_things_get_one_name(journal) -> None:
    for rename in (as_plain_word, as_account_part):
        named = name_accounts(journal.accounts(), rename)
        assert len(set(named.values())) == len(named) == len(journal.accounts())
        for account, path in named.items():
            assert len(path) == len(account.names) + 1
    for rename in (as_capitals, as_commodity):
        assert len(set(name_resources(journal.resources(), rename).values())) == len(journal.resources())


def test_an_entry_that_leaves_something_over_is_refused() -> None:
    with pytest.raises(Unbalanced, match="1 Gold"):
        Entry(0, "a coin from nowhere", LINE, (Posting(TREASURY, "Gold", 3), Posting(MINE, "Gold", -2)))


def test_a_move_has_two_sides_for_each_resource() -> None:
    entry = move(0, "mine", LINE, Bundle({"Gold": 150, "Metal": -15}), TREASURY, MINE)
    assert entry.postings == (
        Posting(TREASURY, "Gold", 150), Posting(MINE, "Gold", -150),
        Posting(TREASURY, "Metal", -15), Posting(MINE, "Metal", 15),
    )  # fmt: skip


def test_a_claim_counts_the_accounts_under_its_own() -> None:
    entries = [
        move(0, "mine", LINE, Bundle({"Gold": 150}), TREASURY, MINE),
        move(0, "besieged mine", LINE, Bundle({"Gold": 7}), store_of("Skitterhole"), MINE),
    ]
    good = make_journal(entries, [Claim(0, WEALTH, {"Gold": 157, "Food": 0}, "all", LINE)])
    assert list(good.broken_claims()) == []
    bad = make_journal(entries, [Claim(0, TREASURY, {"Gold": 157}, "treasury", LINE)])
    assert [(broken.resource, broken.found) for broken in bad.broken_claims()] == [("Gold", 150)]


def test_a_claim_is_about_the_end_of_its_day() -> None:
    claim = Claim(3, WEALTH, {"Gold": 5}, "", LINE)
    entries = [
        move(3, "", LINE, Bundle({"Gold": 5}), TREASURY, MINE),
        move(4, "", LINE, Bundle({"Gold": 5}), TREASURY, MINE),
    ]
    assert list(make_journal(entries, [claim]).broken_claims()) == []
