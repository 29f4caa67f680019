"""Wealth, Dungeons and Outposts, Armies, Characters, Messages and Trade as people write them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.tab_reading import describe_tab, read_tab

from orderbook.findings.model import Severity

FILE = Path(__file__).parents[3] / "cases" / "reading" / "tabs.toml"
TABS: dict[str, list[dict[str, Any]]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
CASES = [pytest.param(tab, case, id=f"{tab}: {case['text']}") for tab, cases in TABS.items() for case in cases]


@pytest.mark.parametrize(("tab", "case"), CASES)
def test_tab(tab: str, case: dict[str, Any]) -> None:
    reading = read_tab(tab, case["text"])
    assert describe_tab(tab, reading) == case["says"]
    told = [finding.check for finding in reading.findings if finding.severity is not Severity.INFO]
    assert told == case.get("told", [])


def test_no_text_is_there_twice() -> None:
    for tab, cases in TABS.items():
        texts = [case["text"] for case in cases]
        assert len(texts) == len(set(texts)), tab
