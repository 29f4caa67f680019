"""Tables with a column for each resource, written out as the lines they stand for.

``Kobold Mine | 150 | 15`` below ``Room | Gold | Metal`` is read as ``Kobold Mine: 150 Gold, 15 Metal``. What is put in
between has no place in the post; each figure keeps its own, so that findings and fixes point into the cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from orderbook.bbcode.lines import VisibleLine
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.cells import MOST_CELLS, WIDE_GAPS, RowText, split_cells
from orderbook.systems.underdeep.post.lines import is_divider
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.post.vocabulary import SHORT_RESOURCES, build_vocabulary
from orderbook.text.fold import fold
from orderbook.text.records import record

_SEPARATORS = ("\t", "|", ";", ",")
_FIGURE = re.compile(r"[+-]?\s*[0-9OolI?][0-9OolI?,.' ]*")
_NO_FIGURE = re.compile(r"(?:[\W_]*|0|n\s*/\s*a|none|nil|nothing)", re.IGNORECASE)
_DIGIT = re.compile(r"[0-9]")
_COUNT = re.compile(r"^(?:counts?|numbers?|nos?|nr|qty|quantity|units in all|how many|x)$")
_WEEKS = re.compile(r"^(?:(?:weeks?|turns?|wks?)\b.*|time|time left|remaining|left|duration|build time|eta)$")
_SITE = re.compile(r"^(?:site|place|where|location|dungeon|outpost|region|base|stronghold|dungeon or outpost)$")
_CLOSING = re.compile(
    r"^(?:new|current|final|closing|ending|end|total|totals|remaining|balance|now|result|left|wealth|grand total|sum|"
    r"end of week|after|week s end|weeks end|new total|new balance|current total|stockpile|treasury|closing balance)\b"
)
_OPENING = re.compile(r"^(?:opening|start|starting|previous|last|carried|old|before|begin|beginning|initial|had)\b")
_TITLES = frozenset({
    "resource", "resources", "amount", "amounts", "balance", "room", "rooms", "unit", "units", "unit type", "yield",
    "yields", "production", "produces", "upkeep", "cost", "costs", "price", "prices", "weeks", "weeks remaining",
    "weeks left", "time", "number", "count", "no", "qty", "quantity", "name", "source", "structure", "structures",
    "project", "projects", "income", "recruits", "recruit", "site", "dungeon", "total", "notes", "partner", "item",
})  # fmt: skip


class Column(StrEnum):
    """What the figures of a column are."""

    NAME = "name"
    SITE = "site"
    COUNT = "count"
    WEEKS = "weeks"
    OTHER = "other"


@record
class _Table:
    """A heading row: the sign between its cells, and what each column holds, a resource by its name."""

    separator: str
    columns: tuple[Column | str, ...]

    def resources(self) -> list[int]:
        return [index for index, column in enumerate(self.columns) if not isinstance(column, Column)]


def write_out_tables(lines: Sequence[VisibleLine], tab: Tab, resources: frozenset[str]) -> list[VisibleLine]:
    """The lines of a tab in which rows below a heading row of resources are lines like any other.

    A heading row becomes a dash, which says nothing. Lines outside of such tables stay as they are.
    """
    result: list[VisibleLine] = []
    table: _Table | None = None
    closing: int | None = None
    for index, line in enumerate(lines):
        heading = _heading(line, lines[index + 1 :], resources)
        if heading is not None:
            table = heading
            closing = _closing_row(table, lines, index) if tab is Tab.WEALTH else None
            result.append(replace(line, text="-", runs=()))
            continue
        cells = split_cells(line.text, table.separator) if table is not None else []
        if _is_titles(line):
            result.append(replace(line, text="-", runs=()))
        elif table is None or not _is_row(table, cells, line):
            result.append(line)
        elif tab is Tab.WEALTH:
            result.append(_balances(table, line, cells) if index == closing else replace(line, text="-", runs=()))
        else:
            result.append(_entry(table, line, cells))
    return result


def write_out_balances(lines: Sequence[VisibleLine], resources: frozenset[str]) -> list[VisibleLine]:
    """Wealth with a row for each resource and a column for each step: what is left is the closing column's figure."""
    words = build_vocabulary(resources).resources
    result: list[VisibleLine] = []
    separator, closing = "", -1
    for line in lines:
        found = _steps(line)
        if found is not None:
            separator, closing = found
            result.append(replace(line, text="-", runs=()))
            continue
        cells = split_cells(line.text, separator) if separator else []
        if closing < len(cells) and cells and fold_name(_text(line, cells[0])) in words:
            written = RowText(line)
            written.take(cells[0])
            written.put(": ")
            written.take(cells[closing])
            result.append(written.line())
        else:
            result.append(line)
    return result


def _steps(line: VisibleLine) -> tuple[str, int] | None:
    """The heading row ``Resource | Opening | Production | Closing``: its separator and the closing column."""
    for separator in _SEPARATORS[:2]:
        cells = [fold_name(_text(line, cell)) for cell in split_cells(line.text, separator)]
        if len(cells) < 3 or _DIGIT.search(line.text) or not any(map(_OPENING.match, cells)):
            continue
        last = [index for index, cell in enumerate(cells) if index and _CLOSING.match(cell)]
        return separator, last[-1] if last else len(cells) - 1
    return None


def _text(line: VisibleLine, cell: tuple[int, int]) -> str:
    return line.text[slice(*cell)]


def _heading(line: VisibleLine, below: Sequence[VisibleLine], resources: frozenset[str]) -> _Table | None:
    """The heading row a line is, if a row with figures in those columns follows."""
    if not line.text.strip() or _DIGIT.search(line.text):
        return None
    for separator in (*_SEPARATORS, WIDE_GAPS):
        cells = split_cells(line.text, separator)
        if len(cells) < 2:
            continue
        table = _Table(separator, _columns([fold(_text(line, cell)) for cell in cells], resources))
        if table.resources() and (Column.NAME in table.columns or len(table.resources()) == len(cells)):
            row = next((row for row in below if row.text.strip() and not is_divider(row.text)), None)
            if row is not None and _is_row(table, split_cells(row.text, separator), row, first=True):
                return table
    return None


def _is_titles(line: VisibleLine) -> bool:
    """Whether a row gives nothing but the titles of columns: ``Room | Yield``."""
    for separator in _SEPARATORS[:2]:
        cells = [fold_name(_text(line, cell)) for cell in split_cells(line.text, separator)]
        if len(cells) > 1 and any(cells) and all(cell in _TITLES or not cell for cell in cells):
            return True
    return False


def _columns(cells: Sequence[str], resources: frozenset[str]) -> tuple[Column | str, ...]:
    """What each column holds. The first that holds nothing else gives the names."""
    words = build_vocabulary(resources).resources
    short = sum(cell.strip().lower() in SHORT_RESOURCES for cell in cells) > 1
    found: list[Column | str] = []
    for cell in cells:
        folded = fold_name(cell)
        named = {words[word] for word in folded.split() if word in words}
        if short and folded in SHORT_RESOURCES:
            found.append(SHORT_RESOURCES[folded])
        elif len(named) == 1 and len(folded.split()) <= 2:
            found.append(named.pop())
        elif _COUNT.match(folded) or cell.strip() == "#":
            found.append(Column.COUNT)
        elif _WEEKS.match(folded):
            found.append(Column.WEEKS)
        elif _SITE.match(folded) and len(cells) > 2:
            found.append(Column.SITE)
        else:
            found.append(Column.OTHER if Column.NAME in found else Column.NAME)
    if Column.NAME not in found and Column.SITE in found:
        found[found.index(Column.SITE)] = Column.NAME
    return tuple(found)


def _is_row(table: _Table, cells: Sequence[tuple[int, int]], line: VisibleLine, *, first: bool = False) -> bool:
    """Whether cells fill the columns of a table: figures, or nothing, wherever it has a resource."""
    columns = table.resources()
    wanted = len(table.columns)
    if len(cells) < 2 or len(cells) > wanted or (table.separator in " ,;" and len(cells) != wanted):
        return False
    texts = [fold(_text(line, cells[index])) for index in columns if index < len(cells)]
    if not all(_FIGURE.fullmatch(text) or _NO_FIGURE.fullmatch(text) for text in texts):
        return False
    return not first or any(_DIGIT.search(text) for text in texts) or len(cells) == wanted


def _closing_row(table: _Table, lines: Sequence[VisibleLine], heading: int) -> int | None:
    """The row of a Wealth table that holds the balances: one that is called so, else the last one with figures."""
    name = table.columns.index(Column.NAME) if Column.NAME in table.columns else MOST_CELLS
    rows: list[int] = []
    named: list[int] = []
    for index in range(heading + 1, len(lines)):
        line = lines[index]
        cells = split_cells(line.text, table.separator)
        if not _is_row(table, cells, line) or not _DIGIT.search(line.text):
            continue
        rows.append(index)
        if name < len(cells) and _CLOSING.match(fold_name(_text(line, cells[name]))):
            named.append(index)
    return named[-1] if named else rows[-1] if rows else None


def _entry(table: _Table, line: VisibleLine, cells: Sequence[tuple[int, int]]) -> VisibleLine:
    """A row as a ledger line, its cells in the order they stand in: ``Skulkers (12): 24 Gold, 12 Food``."""
    written = RowText(line)
    ahead = "\t"  # between what stands side by side; the name gets its colon from the first figure behind it
    begun = named = False
    for column, cell in zip(table.columns, cells, strict=False):
        text = fold(_text(line, cell))
        if not isinstance(column, Column) and _NO_FIGURE.fullmatch(text) and text != "0":
            continue
        if not text.strip() or column is Column.OTHER:
            continue
        if column is Column.NAME:
            written.put(" " if begun else "")
            written.take(cell)
            named, ahead = True, ": "
        elif column is Column.SITE:
            written.put(" at " if named else "")
            written.take(cell)
            written.put("" if named else ": ")
        elif column is Column.COUNT:
            written.put(" (" if named else "")
            written.take(cell)
            written.put(")" if named else " ")
        else:
            written.put(ahead if begun else "")
            written.take(cell)
            needs_word = _FIGURE.fullmatch(text)
            written.put("" if not needs_word else " weeks" if column is Column.WEEKS else f" {column}")
            ahead = ", "
        begun = True
    return written.line()


def _balances(table: _Table, line: VisibleLine, cells: Sequence[tuple[int, int]]) -> VisibleLine:
    """The closing row of a Wealth table: ``Gold: 650, Metal: 115``."""
    written = RowText(line)
    for separator, (column, cell) in zip(_commas(), _pairs(table, cells), strict=False):
        written.put(f"{separator}{column}: ")
        written.take(cell)
    return written.line()


def _pairs(table: _Table, cells: Sequence[tuple[int, int]]) -> Iterator[tuple[str, tuple[int, int]]]:
    return ((table.columns[index], cells[index]) for index in table.resources() if index < len(cells))


def _commas() -> Iterator[str]:
    yield ""
    while True:
        yield ", "
