"""Every check against posts with one thing wrong in them, and against the same posts put right."""

from pathlib import Path

import pytest
from support.casebook import FOLDER, CheckCase, load_cases, told

from orderbook.findings.report import Report

FILES = sorted(FOLDER.glob("*.toml"))
CASES = [pytest.param(case, id=f"{path.stem}: {case.what}") for path in FILES for case in load_cases(path)]
ELSEWHERE = {"order-unit", "order-count", "order-speed", "order-ability", "order-path", "order-tab", "trade-range",
             "recruit-growing"}  # fmt: skip
"""Checks of orders, of the map and of units that no shipped list has, have tests of their own."""


def describe(report: Report) -> str:
    return "\n".join(f"{finding.check}: {finding.message}" for finding in told(report))


@pytest.mark.parametrize("case", CASES)
def test_the_slip_is_told_and_nothing_else(case: CheckCase) -> None:
    report = case.check(case.wrong)
    found = told(report)
    assert [finding.check for finding in found] == [due.check for due in case.finds], describe(report)
    for finding, due in zip(found, case.finds, strict=True):
        assert due.differs(finding, case.wrong) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.values[0].is_changed])
def test_the_right_post_is_clean(case: CheckCase) -> None:
    report = case.check(case.right)
    assert told(report) == [], describe(report)


@pytest.mark.parametrize("case", CASES)
def test_safe_fixes(case: CheckCase) -> None:
    corrected = case.corrected(case.wrong)
    assert corrected == case.fixed
    left = case.check(corrected).findings
    assert not [finding for finding in left if finding.fix is not None and finding.fix.safe]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cases_have_names_of_their_own(path: Path) -> None:
    names = [case.what for case in load_cases(path)]
    assert len(names) == len(set(names))


def test_every_check_has_a_case_that_fails() -> None:
    from orderbook.systems import find_system

    documented = {doc.name for doc in find_system("underdeep").checks()}
    told_of = {due.check for path in FILES for case in load_cases(path) for due in case.finds}
    assert documented - told_of <= ELSEWHERE
    assert told_of <= documented
