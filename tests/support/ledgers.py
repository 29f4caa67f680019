"""Journals of every shape for tests, and the programs for double entry that are asked about them."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import strategies as st

from orderbook.books.accounts import TREASURY, WEALTH, Account, Root, store_of
from orderbook.books.journal import Cause, Claim, Entry, Journal, Posting, make_journal
from orderbook.books.names import as_account_part, as_commodity, name_accounts, name_resources

BEAN_CHECK = Path(sys.executable).with_name("bean-check")

needs_hledger = pytest.mark.skipif(
    shutil.which("hledger") is None, reason="hledger is not installed (Debian and Ubuntu: apt install hledger)"
)
needs_beancount = pytest.mark.skipif(
    not BEAN_CHECK.exists(), reason="bean-check is not installed (pip install 'orderbook[ledger]')"
)

NAMES = st.one_of(
    st.sampled_from(
        [
            "Mine",
            "mine",
            "Mine!",
            "Trade",
            "1 Mine",
            "Ж",
            "O'Brien",
            "a:b",
            "  ",
            "Kobold Mine at Ladle Warren",
            "TRUE",
            "(x)",
        ]
    ),
    st.text(min_size=1, max_size=12),
)
RESOURCES = st.one_of(
    st.sampled_from(["Gold", "Metal", "Food", "Bodies", "Souls", "Slaves", "Black Powder", "gold", "Ж", "X", "Gold 2"]),
    st.text(min_size=1, max_size=30),
)
AMOUNTS = st.one_of(st.integers(-500, 500), st.integers(-(10**15), 10**15))
TEXTS = st.text(max_size=40)


@st.composite
def accounts(draw: st.DrawFn) -> Account:
    root = draw(st.sampled_from([Root.INCOME, Root.EXPENSES, Root.EQUITY]))
    return Account(root, tuple(draw(st.lists(NAMES, min_size=1, max_size=3))), draw(TEXTS))


WEALTHS = st.one_of(st.just(TREASURY), NAMES.map(store_of))


@st.composite
def journals(draw: st.DrawFn) -> Journal:
    """Entries between any accounts in any resources, each week closed by claims about all there is."""
    resources = draw(st.lists(RESOURCES, min_size=1, max_size=5, unique=True))
    others = draw(st.lists(accounts(), min_size=1, max_size=6))
    entries: list[Entry] = []
    claims: list[Claim] = []
    for week in range(draw(st.integers(1, 4))):
        entries += [_entry(draw, 7 * week, resources, others) for _ in range(draw(st.integers(0, 6)))]
        so_far = make_journal(entries, ())
        held = dict.fromkeys(resources, 0)
        for account, balance in so_far.balances().items():
            if WEALTH.covers(account):
                for resource, amount in balance.items():
                    held[resource] += amount
        claims.append(Claim(7 * week, WEALTH, held, draw(TEXTS), Cause(draw(TEXTS))))
    return make_journal(entries, claims)


def _entry(draw: st.DrawFn, day: int, resources: list[str], others: list[Account]) -> Entry:
    """An entry with one or more resources, each split in up to three, which add up to nothing."""
    postings: list[Posting] = []
    for resource in draw(st.lists(st.sampled_from(resources), min_size=1, max_size=3)):
        amounts = draw(st.lists(AMOUNTS, min_size=1, max_size=3))
        postings += [Posting(draw(st.sampled_from(others)), resource, amount) for amount in amounts]
        postings.append(Posting(draw(WEALTHS), resource, -sum(amounts)))
    cause = Cause(draw(TEXTS), draw(st.none() | TEXTS), draw(st.none() | st.integers(1, 999)), ("UD-ORD-19",))
    return Entry(day, draw(TEXTS), cause, tuple(postings))


def claim_everything(journal: Journal) -> Journal:
    """The journal with a claim about what each account, with those under it, holds at the end, resource by resource."""
    day = max((step.day for step in journal.steps()), default=0)
    balances = journal.balances()
    claims = [
        Claim(
            day,
            account,
            {
                resource: sum(held[resource] for other, held in balances.items() if account.covers(other))
                for resource in journal.resources()
            },
            "all in all",
            Cause("the balance as orderbook has it"),
        )
        for account in balances
    ]
    return make_journal(journal.entries, [*journal.claims, *claims])


def run_hledger(text: str, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["hledger", "-f", "-", *command], input=text, capture_output=True, text=True, encoding="utf-8", timeout=60
    )


def run_bean_check(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "books.beancount"
    path.write_text(text, "utf-8")
    return subprocess.run([str(BEAN_CHECK), "-C", str(path)], capture_output=True, text=True, timeout=60)


_AMOUNT = re.compile(r'(-?[0-9]+)(?: (?:"([^"]+)"|([^",]+)))?')


def balances_of(journal: Journal) -> dict[str, dict[str, int]]:
    """What each account holds in the end, by the names that hledger knows it by; without those that hold nothing."""
    accounts = name_accounts(journal.accounts(), as_account_part)
    resources = name_resources(journal.resources(), as_commodity)
    return {
        ":".join(accounts[account]): {resources[name]: amount for name, amount in balance.items()}
        for account, balance in journal.balances().items()
        if balance
    }


def hledger_balances(text: str) -> dict[str, dict[str, int]]:
    """What each account of a journal holds by itself, as hledger has it, by the names of the export."""
    done = run_hledger(text, "balance", "--flat", "--no-total", "--output-format", "csv")
    assert done.returncode == 0, done.stderr
    balances: dict[str, dict[str, int]] = {}
    for row in list(csv.reader(io.StringIO(done.stdout)))[1:]:
        held = {quoted or plain: int(number) for number, quoted, plain in _AMOUNT.findall(row[1]) if int(number)}
        balances[row[0]] = held
    return balances


_FIGURE = {
    "hledger": re.compile(r"(?<=  )-?\d+(?= \S)|(?<==\* )-?\d+"),
    "beancount": re.compile(r"(?<=  )-?\d+(?= [A-Z])"),
}


def spoil_each(text: str, program: str) -> list[str]:
    """The export with one number changed, for every number in it that is an amount."""
    body = text.find("\n20")
    spots = [match for match in _FIGURE[program].finditer(text) if match.start() > body]
    return [f"{text[: spot.start()]}{int(spot[0]) + 1}{text[spot.end() :]}" for spot in spots]
