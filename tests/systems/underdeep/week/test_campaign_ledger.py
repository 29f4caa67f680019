"""hledger and bean-check read the books of campaigns, agree to the unit, and catch what was put out of place."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from support.ledgers import (
    claim_everything,
    hledger_balances,
    needs_beancount,
    needs_hledger,
    run_bean_check,
    run_hledger,
    spoil_each,
)

from orderbook.books.exports import beancount, hledger
from orderbook.books.journal import Journal
from orderbook.books.names import as_account_part, as_commodity, name_accounts, name_resources
from orderbook.campaign.game import LedgerRequest
from orderbook.systems.underdeep.week.ledger import keep_ledger
from tests.support.hosts import DERRO, KOBOLDS, SUCCUBI, Hosts
from tests.systems.underdeep.week.test_campaign_laws import RICH, campaigns, play_hosts

TRIES = int(os.environ.get("ORDERBOOK_LEDGERS", "4"))
BUSY = Hosts(3, 7, 24, 40, war=True, magic=True, opening=RICH, peoples=(KOBOLDS, DERRO, SUCCUBI), seed="books")


def books_of(hosts: Hosts, folder: Path) -> Journal:
    weeks = list(play_hosts(hosts, folder))
    events = [event for week in weeks for event in week.resolution.events]
    return keep_ledger(LedgerRequest(weeks[0].request.setup, events))


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Journal:
    return books_of(BUSY, tmp_path_factory.mktemp("busy"))


def by_our_books(journal: Journal) -> dict[str, dict[str, int]]:
    accounts = name_accounts(journal.accounts(), as_account_part)
    resources = name_resources(journal.resources(), as_commodity)
    return {
        ":".join(accounts[account]): {resources[name]: amount for name, amount in balance.items()}
        for account, balance in journal.balances().items()
        if balance
    }


@needs_hledger
@settings(max_examples=TRIES, deadline=None)
@given(campaigns())
def test_hledger_agrees_amount_by_amount(hosts: Hosts) -> None:
    with TemporaryDirectory() as folder:
        journal = books_of(hosts, Path(folder))
    text = hledger.render(journal, "Books")
    strict = run_hledger(text, "check", "--strict")
    assert strict.returncode == 0, strict.stderr
    assert {name: held for name, held in hledger_balances(text).items() if held} == by_our_books(journal)


@needs_beancount
@settings(max_examples=TRIES, deadline=None)
@given(campaigns())
def test_bean_check_agrees_amount_by_amount(hosts: Hosts) -> None:
    with TemporaryDirectory() as folder:
        journal = books_of(hosts, Path(folder))
        done = run_bean_check(beancount.render(claim_everything(journal), "Books"), Path(folder))
    assert (done.returncode, done.stderr) == (0, "")


@needs_hledger
def test_hledger_finds_what_was_put_out_of_place(busy: Journal) -> None:
    spoiled = spoil_each(hledger.render(busy, "Books"), "hledger")
    assert len(spoiled) > 100
    for text in spoiled[:: len(spoiled) // 10]:
        assert run_hledger(text, "check", "--strict").returncode != 0


@needs_beancount
def test_bean_check_finds_what_was_put_out_of_place(busy: Journal, tmp_path: Path) -> None:
    spoiled = spoil_each(beancount.render(busy, "Books"), "beancount")
    assert len(spoiled) > 100
    for text in spoiled[:: len(spoiled) // 5]:
        assert run_bean_check(text, tmp_path).returncode != 0
