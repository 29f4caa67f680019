"""An invented faction, with resources of its own, from its post to checked orders, without a line of code."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from orderbook.findings.report import Report
from orderbook.rulebook.importing.folder import write_folder
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText
from tests.rulebook.importing.kit import BRINE, HERE, read

PREVIOUS = (HERE / "brine-week-4.txt").read_text(encoding="utf-8")
SLIPS = tomllib.loads((HERE / "slips.toml").read_text(encoding="utf-8"))["case"]
POST = (HERE / "brine-week-5.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules")
    write_folder(read(BRINE), folder)
    return folder


def check(post: str, rules: Path) -> Report:
    return find_system("underdeep").check(CheckRequest(SourceText(post), SourceText(PREVIOUS), rules=(rules,)))


def test_sound_orders_have_no_finding(rules: Path) -> None:
    report = check(POST, rules)
    assert report.faction == "Brine Court"
    assert [finding.message for finding in report.findings] == []
    assert report.coverage.lines == report.coverage.understood


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{number} {slip['check']}" for number, slip in enumerate(SLIPS)])
def test_a_planted_slip_is_found_and_nothing_else(slip: dict[str, Any], rules: Path) -> None:
    post = POST
    for old, new in slip["edits"]:
        assert post.count(old) == 1
        post = post.replace(old, new)
    report = check(post, rules)
    assert [finding.check for finding in report.findings] == [slip["check"]], [each.message for each in report.findings]
