"""Reports: findings in order, told once, capped; and the Wealth table."""

import pytest

from orderbook.books.bundle import Bundle
from orderbook.findings.families import FAMILIES, OTHER_FAMILY, find_family, group_checks
from orderbook.findings.formats.wealth import Cell, build_wealth_table
from orderbook.findings.model import CheckDoc, Finding, Severity
from orderbook.findings.report import LedgerTable, build_report
from orderbook.text.source import SourceText, Span

SOURCE = SourceText("one\ntwo\nthree\n")


def finding(start: int, check: str = "line-sum", severity: Severity = Severity.ERROR) -> Finding:
    return Finding(check, severity, "message", Span(start, start + 1))


def test_findings_stand_in_the_order_of_the_post_and_once() -> None:
    report = build_report(SOURCE, "toy", [finding(8), finding(5), finding(4), finding(5, "amount"), finding(5)])
    assert [(f.span.start, f.check) for f in report.findings] == [
        (4, "line-sum"), (5, "amount"), (5, "line-sum"), (8, "line-sum"),
    ]  # fmt: skip


def test_the_rest_is_counted() -> None:
    findings = [finding(number, severity=Severity.WARNING) for number in range(3)] + [finding(5), finding(6)]
    report = build_report(SOURCE, "toy", findings, at_most=2)
    assert (len(report.findings), report.omitted, report.omitted_errors) == (2, 3, 2)
    assert report.has_errors and not report.is_clean and report.count(Severity.ERROR) == 2


@pytest.mark.parametrize(
    ("severity", "has_errors", "is_clean"),
    [(Severity.ERROR, True, False), (Severity.WARNING, False, False), (Severity.INFO, False, True)],
)
def test_what_a_severity_means(severity: Severity, has_errors: bool, is_clean: bool) -> None:
    report = build_report(SOURCE, "toy", [finding(0, severity=severity)])
    assert (report.has_errors, report.is_clean) == (has_errors, is_clean)


def row(ledger: LedgerTable, name: str) -> tuple[Cell, ...]:
    return dict(build_wealth_table(ledger).rows)[name]


def test_wealth_table_marks_what_differs() -> None:
    ledger = LedgerTable(Bundle({"Gold": 1, "Food": 2}), computed=Bundle({"Gold": 1, "Food": 2}), stated={"Gold": 3})
    assert build_wealth_table(ledger).resources == ("Gold", "Food")
    assert row(ledger, "stated") == (Cell("3", True), Cell("missing", True))
    assert row(ledger, "difference") == (Cell("+2", True), Cell("-2", True))


def test_wealth_table_without_opening_contradicts_nothing() -> None:
    ledger = LedgerTable(production=Bundle({"Gold": 5}), computed=Bundle({"Gold": 5}), stated={"Gold": 9})
    names = [name for name, _ in build_wealth_table(ledger).rows]
    assert names == [
        "opening", "production", "upkeep", "construction", "recruitment", "trade", "other", "computed", "stated",
    ]  # fmt: skip
    assert row(ledger, "opening") == (Cell("?"),) and row(ledger, "computed") == (Cell("+5"),)


def test_wealth_table_without_wealth_tab() -> None:
    ledger = LedgerTable(Bundle({"Gold": 5}), computed=Bundle({"Gold": 5}))
    assert row(ledger, "stated") == (Cell("?"),)


@pytest.mark.parametrize(
    ("check", "family"),
    [("tag-unclosed", "Post and markup"), ("build-cap", "Construction"), ("stat-block", "Dungeons and Armies"),
     ("weather-odd", OTHER_FAMILY)],
)  # fmt: skip
def test_family(check: str, family: str) -> None:
    assert find_family(check) == family


def test_families_share_no_word_and_groups_drop_nothing() -> None:
    words = [word for _, words in FAMILIES for word in words]
    assert len(words) == len(set(words))
    checks = [CheckDoc(f"{word}-x", Severity.ERROR, "", "", (), "", "") for word in [*reversed(words), "odd"]]
    groups = group_checks(checks)
    assert [title for title, _ in groups] == [*(title for title, _ in FAMILIES), OTHER_FAMILY]
    assert sum(len(members) for _, members in groups) == len(checks)
