"""hledger and beancount read our exports, agree to the unit, and catch every wrong number.

``ORDERBOOK_LEDGERS=300 pytest tests/books`` tries so many ledgers in place of a few.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from support.ledgers import (
    balances_of,
    claim_everything,
    hledger_balances,
    journals,
    needs_beancount,
    needs_hledger,
    run_bean_check,
    run_hledger,
    spoil_each,
)

from orderbook.books.accounts import TREASURY, WEALTH, Account, Root, store_of
from orderbook.books.bundle import Bundle
from orderbook.books.exports import beancount, hledger
from orderbook.books.journal import Cause, Claim, Journal, make_journal, move

TRIES = int(os.environ.get("ORDERBOOK_LEDGERS", "5"))
THOROUGH = settings(
    max_examples=TRIES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


@needs_hledger
@THOROUGH
@given(journal=journals())
def test_hledger_agrees_amount_by_amount(journal: Journal) -> None:
    text = hledger.render(journal, "Books")
    strict = run_hledger(text, "check", "--strict")
    assert strict.returncode == 0, strict.stderr
    assert {name: held for name, held in hledger_balances(text).items() if held} == balances_of(journal)


@needs_beancount
@THOROUGH
@given(journal=journals())
def test_beancount_agrees_amount_by_amount(journal: Journal, tmp_path: Path) -> None:
    """Every account is asserted to hold what we say; of whole amounts beancount forgives nothing."""
    done = run_bean_check(beancount.render(claim_everything(journal), "Books"), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def small_journal() -> Journal:
    """Two weeks of a player with a besieged site, a trade, slaves, and a Wealth that was stated wrong."""
    mine = Account(Root.INCOME, ("Production", "Ladle Warren", "Kobold Mine"), "Kobold Mine at Ladle Warren")
    upkeep = Account(Root.EXPENSES, ("Upkeep", "Kobold Slinger"), "Upkeep of Kobold Slinger")
    slips = Account(Root.EQUITY, ("Slips",), "What was stated beyond what the lines give")
    store = store_of("Skitterhole")
    line = Cause('20 "Slingers"; all: [paid], = yes', "week 4, again.txt", 12, ("UD-UPK-01", "UD-SIE-03"))
    return make_journal(
        [
            move(0, "Kobold Mine", line, Bundle({"Gold": 150, "Metal": 15}), TREASURY, mine),
            move(0, "the mine; of | a besieged = site", line, Bundle({"Gold": 20}), store, mine),
            move(0, "(Upkeep)", line, Bundle({"Gold": -37, "Slaves": 3}), TREASURY, upkeep),
            move(1, "Gold as stated", line, Bundle({"Gold": 10}), TREASURY, slips),
            move(7, "* Kobold Mine", line, Bundle({"Gold": 150}), TREASURY, mine),
        ],
        [
            Claim(0, WEALTH, {"Gold": 133, "Metal": 15, "Slaves": 3, "Food": 0}, "computed Wealth, week 1", line),
            Claim(0, store, {"Gold": 20}, "store of Skitterhole", line),
            Claim(1, WEALTH, {"Gold": 143, "Metal": 15, "Slaves": 3}, "stated Wealth, week 1", line),
            Claim(7, WEALTH, {"Gold": 293}, "computed Wealth, week 2", line),
        ],
    )


@needs_hledger
def test_hledger_catches_every_wrong_number() -> None:
    text = hledger.render(small_journal(), "Books")
    assert run_hledger(text, "check", "--strict").returncode == 0
    spoilt = spoil_each(text, "hledger")
    assert len(spoilt) >= 14 + 2 * 9  # postings, and for each claim a posting of 0 and what is claimed
    for version in spoilt:
        assert run_hledger(version, "check", "--strict").returncode != 0


@needs_beancount
def test_beancount_catches_every_wrong_number(tmp_path: Path) -> None:
    text = beancount.render(small_journal(), "Books")
    assert run_bean_check(text, tmp_path).returncode == 0
    spoilt = spoil_each(text, "beancount")
    assert len(spoilt) >= 14 + 9
    for version in spoilt[::3]:
        assert run_bean_check(version, tmp_path).returncode != 0


@pytest.mark.parametrize("render", [hledger.render, beancount.render])
def test_an_empty_journal_is_one_all_the_same(render) -> None:
    assert "Nobody" in render(Journal(), "Nobody's books")
