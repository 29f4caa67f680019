"""An audit as JSON values. The keys that the contract names are a promise; more may be added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orderbook.books.book import Book, BookSlip, Flow, Remark, Week
from orderbook.findings.formats.json import describe_report
from orderbook.findings.report import LedgerTable, Report


def describe_audit(book: Book, reports: Sequence[Report]) -> dict[str, object]:
    """The whole audit. ``weeks`` stand in their order; lines count from 1, amounts are decimal strings."""
    first = book.first_slip
    return {
        "faction": next((report.faction for report in reports if report.faction), None),
        "weeks": [_describe_week(book, at, week, reports[at]) for at, week in enumerate(book.weeks)],
        "first_slip": _describe_slip(book, first) if first is not None else None,
        "slips": [_describe_slip(book, slip) for slip in book.slips],
        "remarks": [_describe_remark(book, remark) for remark in book.remarks],
        "accounts": {
            str(account): _amounts(balance) for account, balance in book.journal.balances().items() if balance
        },
    }


def _describe_week(book: Book, at: int, week: Week, report: Report) -> dict[str, object]:
    told = describe_report(report)
    follows = {
        (remark.kind, remark.line, remark.text) for remark in book.remarks if remark.week == at and remark.follows
    }
    follows |= {(slip.check, slip.line, slip.message) for slip in book.slips_of(at) if slip.of is not None}
    diagnostics = told["diagnostics"]
    assert isinstance(diagnostics, list)
    for diagnostic in diagnostics:
        diagnostic["follows"] = (diagnostic["check"], diagnostic["line"], diagnostic["message"]) in follows
    return {
        "week": week.number,
        "file": week.file,
        "ledger": _describe_ledger(week),
        "diagnostics": diagnostics,
        "coverage": told["coverage"],
        "flows": [_describe_flow(flow) for flow in week.flows],
        "correct": _amounts(week.correct),
        "besieged": [
            {"site": store.site, "opening": _amounts(store.opening), "closing": _amounts(store.closing)}
            for store in week.stores
        ],
    }


def _describe_ledger(week: Week) -> dict[str, object]:
    ledger: dict[str, object] = {"opening": _amounts(week.opening) if week.opening is not None else None}
    for name, row in LedgerTable().rows():
        if name not in ("opening", "computed", "stated"):
            ledger[name] = _amounts(week.total(name)) if row is not None else None
    ledger["computed"] = _amounts(week.computed)
    ledger["stated"] = _amounts(week.stated) if week.stated is not None else None
    return ledger


def _describe_flow(flow: Flow) -> dict[str, object]:
    return {
        "row": flow.row,
        "site": flow.place or None,
        "source": flow.source,
        "amounts": _amounts(flow.amounts),
        "line": flow.cause.line,
        "rules": list(flow.cause.rules),
        "account": str(flow.account),
        "books": str(flow.store),
    }


def _describe_slip(book: Book, slip: BookSlip) -> dict[str, object]:
    week = book.weeks[slip.week]
    return {
        "week": week.number,
        "file": week.file,
        "resource": slip.resource,
        "line": slip.line,
        "stated": str(slip.stated),
        "computed": str(slip.computed),
        "difference": str(slip.difference),
        "effect": _amounts(slip.effect),
        "check": slip.check,
        "tab": slip.tab or None,
        "message": slip.message,
        "origin": slip.origin.value,
        "of": book.weeks[slip.of].number if slip.of is not None else None,
    }


def _describe_remark(book: Book, remark: Remark) -> dict[str, object]:
    return {
        "kind": remark.kind,
        "severity": remark.severity,
        "week": book.weeks[remark.week].number if remark.week is not None else None,
        "file": remark.file,
        "line": remark.line,
        "message": remark.text,
        "follows": remark.follows,
    }


def _amounts(amounts: Mapping[str, int]) -> dict[str, str]:
    return {resource: str(amount) for resource, amount in amounts.items()}
