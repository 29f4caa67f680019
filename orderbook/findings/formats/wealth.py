"""The Wealth table of a report: the week's flows, resource by resource, as cells ready to be set."""

from __future__ import annotations

from collections.abc import Mapping

from orderbook.books.bundle import sort_resources
from orderbook.findings.report import LedgerTable
from orderbook.text.records import record

_FLOWS = ("production", "upkeep", "construction", "recruitment", "trade", "other")


@record
class Cell:
    """An amount as it is printed; ``marked`` where stated and computed differ."""

    text: str
    marked: bool = False


@record
class WealthTable:
    """One column a resource. ``rows`` holds each row's name and its cells."""

    resources: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


def build_wealth_table(ledger: LedgerTable) -> WealthTable:
    """All rows of the ledger, and a row ``difference`` when the player states another Wealth than the sum gives.

    Without an opening Wealth the row ``computed`` is the net flow, which no statement contradicts.
    """
    resources = tuple(sort_resources({name for _, row in ledger.rows() if row is not None for name in row}))
    differences = _find_differences(ledger, resources)
    rows = [(name, _set_row(name, row, resources, ledger, differences)) for name, row in ledger.rows()]
    if differences:
        gaps = (Cell(f"{differences[name]:+d}", True) if name in differences else Cell("") for name in resources)
        rows.append(("difference", tuple(gaps)))
    return WealthTable(resources, tuple(rows))


def _find_differences(ledger: LedgerTable, resources: tuple[str, ...]) -> dict[str, int]:
    """Stated less computed, where that is not nothing."""
    if ledger.opening is None or ledger.stated is None:
        return {}
    gaps = {name: ledger.stated.get(name, 0) - ledger.computed[name] for name in resources}
    return {name: gap for name, gap in gaps.items() if gap}


def _set_row(
    name: str,
    row: Mapping[str, int] | None,
    resources: tuple[str, ...],
    ledger: LedgerTable,
    differences: Mapping[str, int],
) -> tuple[Cell, ...]:
    if row is None:
        return tuple(Cell("?") for _ in resources)
    if name == "stated":
        return tuple(
            Cell(str(row[resource]) if resource in row else "missing", resource in differences)
            if resource in row or resource in differences
            else Cell("-")
            for resource in resources
        )
    signed = name in _FLOWS or (name == "computed" and ledger.opening is None)
    amounts = (row.get(resource, 0) for resource in resources)
    return tuple(Cell(f"{amount:+d}" if signed and amount else str(amount)) for amount in amounts)
