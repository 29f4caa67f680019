"""The books as a workbook: a sheet a resource, a sheet of every line, numbers as numbers, no formula."""

from __future__ import annotations

import io
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from orderbook.books.book import ROWS, Book, Week

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

_LONGEST_NAME = 31
_EXACT_BELOW = 10**15
"""A spreadsheet keeps fifteen figures of a number; a longer one is written as text rather than rounded."""

_HEADS = ("Week", "Post", "Opening", *(row.capitalize() for row in ROWS), "Computed", "Stated", "Difference", "Correct")
_LINES = ("Week", "Post", "Line", "Row", "Site", "Source", "Resource", "Amount", "Account", "Books", "Rules", "Text")
_MADE = datetime(2001, 1, 1)
"""The date every workbook bears, so that the same books give the same bytes."""


class NoWorkbooks(Exception):
    """The package that writes workbooks is not installed; ``str(error)`` says how to get it."""


def render(book: Book) -> bytes:
    """The workbook. Raises ``NoWorkbooks`` where XlsxWriter is missing."""
    try:
        from xlsxwriter import Workbook
    except ImportError as error:
        raise NoWorkbooks(
            "writing .xlsx needs the package XlsxWriter: pip install 'orderbook[xlsx]'; --format csv needs nothing"
        ) from error
    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with Workbook(data, options) as workbook:
        workbook.set_properties({"title": book.title, "created": _MADE})
        _fill(workbook, book)
    return data.getvalue()


def _fill(workbook: Workbook, book: Book) -> None:
    formats = {
        "head": workbook.add_format({"bold": True, "bottom": 1, "text_wrap": True}),
        "wrong": workbook.add_format({"bold": True, "font_color": "#9c0006", "bg_color": "#ffc7ce"}),
    }
    names = _name_sheets(book.resources)
    for resource in book.resources:
        _fill_resource(workbook.add_worksheet(names[resource]), formats, book, resource)
    _fill_slips(workbook.add_worksheet(_SLIPS), formats, book)
    _fill_lines(workbook.add_worksheet(_ALL_LINES), formats, book)


_SLIPS, _ALL_LINES = "Slips", "All lines"


def _name_sheets(resources: tuple[str, ...]) -> dict[str, str]:
    """A name for the sheet of each resource, as Excel allows it: short, without certain signs, no two alike."""
    names: dict[str, str] = {}
    taken = {"history", _SLIPS.lower(), _ALL_LINES.lower()}
    for resource in resources:
        base = _cut(re.sub(r"[\[\]:*?/\\\x00-\x1f]", " ", resource).strip(" '"), _LONGEST_NAME) or "Resource"
        name, number = base, 1
        while name.lower() in taken:
            number += 1
            name = f"{_cut(base, _LONGEST_NAME - 4)} {number}"
        taken.add(name.lower())
        names[resource] = name
    return names


def _cut(text: str, length: int) -> str:
    """The text cut to a length as Excel counts it, in units of UTF-16."""
    return text.encode("utf-16-le", "replace")[: 2 * length].decode("utf-16-le", "ignore").strip(" '")


def _fill_resource(sheet: Worksheet, formats: dict[str, Any], book: Book, resource: str) -> None:
    _write_row(sheet, 0, _HEADS, formats["head"])
    for number, week in enumerate(book.weeks, 1):
        gap = week.differences().get(resource)
        _write_row(sheet, number, _resource_row(week, resource), None)
        if gap:
            for column in (_HEADS.index("Stated"), _HEADS.index("Difference")):
                value = (week.stated or {})[resource] if column == _HEADS.index("Stated") else gap
                sheet.write_number(number, column, value, formats["wrong"])
    sheet.freeze_panes(1, 1)
    sheet.set_column(0, 0, 10)
    sheet.set_column(1, 1, 22)
    sheet.set_column(2, len(_HEADS) - 1, 13)


def _resource_row(week: Week, resource: str) -> list[str | int | None]:
    known = week.opening is not None
    return [
        week.number if week.number is not None else week.label,
        week.file,
        week.opening[resource] if week.opening is not None else None,
        *(week.total(row)[resource] for row in ROWS),
        week.computed[resource] if known else None,
        (week.stated or {}).get(resource),
        week.differences().get(resource, 0) if known and resource in (week.stated or {}) else None,
        week.correct[resource],
    ]


def _fill_slips(sheet: Worksheet, formats: dict[str, Any], book: Book) -> None:
    heads = ("Week", "Post", "Line", "Check", "Resource", "Stated", "Computed", "Difference", "Kind", "Message")
    _write_row(sheet, 0, heads, formats["head"])
    for number, slip in enumerate(book.slips, 1):
        week = book.weeks[slip.week]
        name = week.number if week.number is not None else week.label
        row = [name, week.file, slip.line, slip.check, slip.resource, slip.stated, slip.computed, slip.difference]
        _write_row(sheet, number, [*row, slip.origin.value, slip.message], None)
    sheet.freeze_panes(1, 0)
    sheet.set_column(1, 1, 22)
    sheet.set_column(3, 3, 18)
    sheet.set_column(9, 9, 90)


def _fill_lines(sheet: Worksheet, formats: dict[str, Any], book: Book) -> None:
    _write_row(sheet, 0, _LINES, formats["head"])
    number = 0
    for week in book.weeks:
        name = week.number if week.number is not None else week.label
        for flow in week.flows:
            for resource, amount in flow.amounts.items():
                number += 1
                head = [name, week.file, flow.cause.line, flow.row, flow.place, flow.source, resource, amount]
                tail = [str(flow.account), str(flow.store), " ".join(flow.cause.rules), flow.cause.text]
                _write_row(sheet, number, [*head, *tail], None)
    sheet.freeze_panes(1, 0)
    sheet.set_column(1, 1, 22)
    sheet.set_column(4, 5, 26)
    sheet.set_column(8, 11, 40)


def _write_row(sheet: Worksheet, row: int, cells: tuple[str, ...] | list[str | int | None], style: Any) -> None:
    for column, cell in enumerate(cells):
        if isinstance(cell, int) and abs(cell) < _EXACT_BELOW:
            sheet.write_number(row, column, cell, style)
        elif cell is not None and cell != "":
            sheet.write_string(row, column, str(cell)[:32_000], style)
