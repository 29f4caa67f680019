"""``next``: the coming week's post follows from this one, whatever style that was written in."""

from dataclasses import replace

import pytest
from generator.case import make_case
from generator.measure import make_request
from support.seeds import STYLE_SEEDS

from orderbook.findings.model import Finding, Severity
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

SYSTEM = find_system("underdeep")


def follow(request: CheckRequest) -> tuple[str, list[Finding], dict[str, int]]:
    """Next week's post, the errors in it by this week's, and the Wealth it states."""
    text = SYSTEM.next_post(request)
    following = CheckRequest(SourceText(text), previous=request.post, faction=request.faction)
    report = SYSTEM.check(following)
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    return text, errors, dict(report.ledger.stated or {}) if report.ledger else {}


@pytest.mark.parametrize(("style", "seed"), STYLE_SEEDS)
def test_next_week_follows(style: str, seed: int) -> None:
    case = make_case(seed, style=style, clean=True)
    request = make_request(case)
    _, errors, stated = follow(request)
    assert errors == []
    due = case.truth["next_week"]
    if due is not None and case.truth["mode"] != "none":
        assert {name.lower(): amount for name, amount in stated.items() if amount} == {
            name: amount for name, amount in due.items() if amount
        }


def test_weeks_go_on_and_on() -> None:
    """Nothing is begun any more: projects finish one by one, and every week follows from the one before."""
    case = make_case(77, style="rulebook", clean=True, mode="previous")
    request = make_request(case)
    for _ in range(5):
        text, errors, _ = follow(request)
        assert errors == []
        request = replace(request, previous=request.post, post=SourceText(text), opening=None, week=None)
