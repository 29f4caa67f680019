"""Comma-separated values and workbooks: every figure is there, numbers are numbers, nothing runs."""

import csv as stdlib_csv
import io
from collections import defaultdict

import pytest
from support.golden import assert_golden
from support.series import sample_audit

from orderbook.books.accounts import TREASURY, Account, Root
from orderbook.books.book import ROWS, Book, Flow, Week
from orderbook.books.bundle import Bundle
from orderbook.books.exports import csv, xlsx
from orderbook.books.journal import Cause

openpyxl = pytest.importorskip("openpyxl", reason="openpyxl is not installed (pip install 'orderbook[dev]')")
pytest.importorskip("xlsxwriter", reason="XlsxWriter is not installed (pip install 'orderbook[xlsx]')")


def hostile_book() -> Book:
    """A book whose words a spreadsheet would run, and whose resources make bad names of sheets."""
    account = Account(Root.INCOME, ("Production", "=site", "+cmd"), "@title")
    names = ["=Gold", "History", "a/b:c*d?e[f]" * 4, "A/B:C*D?E[F]" * 4, "'", "Slips"]
    flow = Flow(
        "other",
        "=1+2",
        Bundle(dict.fromkeys(names, 10**17)),
        Cause('=HYPERLINK("x")', "-p.txt", 3),
        account,
        TREASURY,
    )
    total = Bundle(dict.fromkeys(names, 10**17))
    return Book("=title", (Week(1, "week 1", "@file.txt", Bundle(), (flow,), total, dict(total), total, total),))


def rows_of(text: str) -> list[dict[str, str]]:
    return list(stdlib_csv.DictReader(io.StringIO(text)))


def test_the_sample_as_values() -> None:
    assert_golden("audit/books.csv", csv.render(sample_audit().book))


def test_opening_and_flows_make_what_is_computed() -> None:
    sums: dict[tuple[str, str], int] = defaultdict(int)
    computed: dict[tuple[str, str], int] = {}
    for row in rows_of(csv.render(sample_audit().book)):
        key = (row["week"], row["resource"])
        if row["row"] in ("opening", *ROWS):
            sums[key] += int(row["amount"])
        elif row["row"] == "computed":
            computed[key] = int(row["amount"])
    assert computed and {key: sums[key] for key in computed} == computed


def test_no_text_is_a_formula() -> None:
    for row in rows_of(csv.render(hostile_book())):
        int(row["amount"])
        for name, cell in row.items():
            assert name == "amount" or not cell.startswith(("=", "+", "-", "@"))


def sheets(book: Book):
    return openpyxl.load_workbook(io.BytesIO(xlsx.render(book)))


def test_a_sheet_a_resource_with_numbers_as_numbers() -> None:
    book = sample_audit().book
    workbook = sheets(book)
    assert workbook.sheetnames == [*book.resources, "Slips", "All lines"]
    for resource in book.resources:
        head, *rows = workbook[resource].iter_rows(values_only=True)
        for week, values in zip(book.weeks, rows, strict=True):
            row = dict(zip(head, values, strict=True))
            assert row["Week"] == week.number and row["Post"] == week.file
            assert row["Opening"] == (week.opening or Bundle())[resource]
            assert {name: row[name.capitalize()] for name in ROWS} == {
                name: week.total(name)[resource] for name in ROWS
            }
            assert (row["Computed"], row["Stated"]) == (week.computed[resource], (week.stated or {}).get(resource))
            assert row["Correct"] == week.correct[resource]


def test_slips_and_lines_have_sheets_of_their_own() -> None:
    book = sample_audit().book
    workbook = sheets(book)
    assert [row[2] for row in workbook["Slips"].iter_rows(min_row=2, values_only=True)] == [
        slip.line for slip in book.slips
    ]
    lines = list(workbook["All lines"].iter_rows(min_row=2, values_only=True))
    assert sum(row[7] for row in lines if row[6] == "Gold") == sum(
        flow.amounts["Gold"] for week in book.weeks for flow in week.flows
    )


def test_a_workbook_holds_no_formula_and_no_name_breaks_it() -> None:
    book = hostile_book()
    workbook = sheets(book)
    assert len(workbook.sheetnames) == len(book.resources) + 2
    for sheet in workbook.worksheets:
        assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    (text,) = {row[7] for row in workbook["All lines"].iter_rows(min_row=2, values_only=True)}
    assert text == "100000000000000000"  # longer than a spreadsheet can count: kept to the last figure, as text


def test_the_same_book_gives_the_same_bytes() -> None:
    assert xlsx.render(sample_audit().book) == xlsx.render(sample_audit().book)
