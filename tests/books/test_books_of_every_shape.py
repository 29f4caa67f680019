"""Books of every shape add up, are written in every format, and programs for ledgers agree with them to the unit.

``ORDERBOOK_LEDGERS=300 pytest tests/books`` tries so many with those programs in place of a few.
"""

import csv as stdlib_csv
import io
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from support.books import books
from support.ledgers import (
    balances_of,
    claim_everything,
    hledger_balances,
    needs_beancount,
    needs_hledger,
    run_bean_check,
    run_hledger,
    spoil_each,
)

from orderbook.books.book import ROWS, Book
from orderbook.books.bundle import Bundle
from orderbook.books.exports import beancount, csv, hledger, text, xlsx
from orderbook.render.books import render_page

SLOW = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture)
SOME = settings(max_examples=40, deadline=None, suppress_health_check=SLOW)
FEW = settings(max_examples=int(os.environ.get("ORDERBOOK_LEDGERS", "4")), deadline=None, suppress_health_check=SLOW)


@SOME
@given(book=books())
def test_every_claim_of_the_journal_holds(book: Book) -> None:
    assert list(book.journal.broken_claims()) == []


@SOME
@given(book=books())
def test_the_treasury_and_the_stores_end_with_the_closing_wealth(book: Book) -> None:
    held = sum((held for account, held in book.journal.balances().items() if account.root == "Assets"), Bundle())
    last = book.weeks[-1]
    stated = last.stated or {}
    assert {name: held[name] for name in stated} == dict(stated)


@SOME
@given(book=books())
def test_values_say_what_the_books_say(book: Book) -> None:
    rows = list(stdlib_csv.DictReader(io.StringIO(csv.render(book))))
    for row in ROWS:
        told = sum((int(line["amount"]) for line in rows if line["row"] == row), 0)
        assert told == sum(sum(flow.amounts.values()) for week in book.weeks for flow in week.flows if flow.row == row)
    stated = [int(line["amount"]) for line in rows if line["row"] == "stated"]
    assert stated == [amount for week in book.weeks for amount in (week.stated or {}).values()]


@SOME
@given(book=books())
def test_reports_are_written_and_charts_stay_in_their_frame(book: Book) -> None:
    assert text.render(book, correct=True).endswith(".\n")
    page = render_page(book)
    assert page.count("<svg") == page.count("</svg>") == len(list(book.resources_from(book.weeks)))
    assert "<script" not in page


@settings(max_examples=10, deadline=None, suppress_health_check=SLOW)
@given(book=books())
def test_workbooks_open_with_every_resource(book: Book) -> None:
    openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed (pip install 'orderbook[dev]')")
    pytest.importorskip("xlsxwriter", reason="XlsxWriter is not installed (pip install 'orderbook[xlsx]')")
    workbook = openpyxl.load_workbook(io.BytesIO(xlsx.render(book)))
    assert len(workbook.sheetnames) == len(book.resources) + 2
    for resource, sheet in zip(book.resources, workbook.worksheets, strict=False):
        head, *rows = sheet.iter_rows(values_only=True)
        for week, values in zip(book.weeks, rows, strict=True):
            correct = dict(zip(head, values, strict=True))["Correct"]
            assert int(correct) == week.correct[resource]
            assert isinstance(correct, int) or abs(week.correct[resource]) >= 10**15


@needs_hledger
@FEW
@given(book=books())
def test_hledger_agrees(book: Book) -> None:
    journal = book.journal
    written = hledger.render(journal, book.title)
    strict = run_hledger(written, "check", "--strict")
    assert strict.returncode == 0, strict.stderr
    assert {name: held for name, held in hledger_balances(written).items() if held} == balances_of(journal)


@needs_beancount
@FEW
@given(book=books())
def test_beancount_agrees(book: Book, tmp_path: Path) -> None:
    done = run_bean_check(beancount.render(claim_everything(book.journal), book.title), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@needs_hledger
@FEW
@given(book=books(), data=st.data())
def test_hledger_catches_a_wrong_number(book: Book, data: st.DataObject) -> None:
    spoilt = spoil_each(hledger.render(book.journal, book.title), "hledger")
    assume(spoilt)
    assert run_hledger(data.draw(st.sampled_from(spoilt)), "check", "--strict").returncode != 0


@needs_beancount
@FEW
@given(book=books(), data=st.data())
def test_beancount_catches_a_wrong_number(book: Book, data: st.DataObject, tmp_path: Path) -> None:
    spoilt = spoil_each(beancount.render(book.journal, book.title), "beancount")
    assume(spoilt)
    assert run_bean_check(data.draw(st.sampled_from(spoilt)), tmp_path).returncode != 0
