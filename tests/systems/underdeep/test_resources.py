"""Resources beyond the usual ones: from the post, the post before, the rule data."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.posts import check, told, write_post

from orderbook.books.bundle import Bundle
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.text.source import SourceText

SLAVES = {"Wealth": "Gold: 5\nSlaves: 3"}
FACTION = """
[faction]
name = "Salt Folk"
resources = ["Salt"]
complete = true

[[room]]
name = "Salt Pan"
cost = {Gold = 20}
weeks = 1
produces = {Salt = 3}
"""


def request_for(tabs: dict[str, str], opening: dict[str, int], rules: tuple[Path, ...] = ()) -> CheckRequest:
    return CheckRequest(SourceText(write_post(tabs)), opening=Bundle(opening), rules=rules)


@pytest.mark.parametrize("name", ["Slaves", "slaves", "Slave"])
def test_a_resource_that_wealth_lists(name: str) -> None:
    assert told(check(SLAVES, opening={"Gold": 5, name: 3})) == []
    assert told(check(SLAVES, opening={"Gold": 5, name: 4})) == ["wealth-sum"]


def test_a_resource_that_a_line_moves() -> None:
    tabs = {"Production": "Loot: +2 Slaves", "Wealth": "Gold: 5"}
    report = check(tabs, opening={"Gold": 5, "Slaves": 4})
    assert told(report) == ["wealth-missing"]
    assert report.ledger is not None and report.ledger.computed["Slaves"] == 6


def test_a_resource_of_rule_data(tmp_path: Path) -> None:
    (tmp_path / "salt.toml").write_text(FACTION, encoding="utf-8")
    tabs = {
        "Production": "Brinehall (Lowerdeep 4)\n2 Salt Pans: +6 Salt",
        "Dungeons": "Brinehall (Lowerdeep 4)\n2 Salt Pans",
        "Wealth": "Gold: 5\nSalt: 10",
    }
    report = find_system("underdeep").check(request_for(tabs, {"Gold": 5, "salt": 4}, (tmp_path,)))
    assert report.ledger is not None and report.ledger.computed == Bundle({"Gold": 5, "Salt": 10})
    assert told(report) == []


def test_a_slip_in_a_resource_is_refused() -> None:
    with pytest.raises(RequestError, match=r'no resource "Gols"; did you mean Gold\?'):
        find_system("underdeep").check(request_for(SLAVES, {"Gols": 5}))


def test_a_resource_that_the_post_forgot_is_missing() -> None:
    report = find_system("underdeep").check(request_for(SLAVES, {"Moonstone": 5}))
    assert "wealth-missing" in [found.check for found in report.findings]
