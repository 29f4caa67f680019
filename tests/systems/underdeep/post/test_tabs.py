"""Wealth, Dungeons and Outposts, Armies, Characters, Messages and Trade as people write them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.tab_reading import describe_tab, read_tab

from orderbook.findings.model import Severity
from orderbook.systems.underdeep.post.read import read_post
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.rules import underdeep_rulebook

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


def test_no_message_is_lost_in_spoilers_within_spoilers() -> None:
    text = """[b]Week 2[/b]
[spoiler=Messages]
[spoiler]
[spoiler=To Ladle]Hi. [spoiler=A secret]The door is open.[/spoiler][/spoiler]
[spoiler=To Rattle]Ho.[/spoiler]
[/spoiler]
[/spoiler]
[spoiler=Orders]None[/spoiler]"""
    post = read_post(text, underdeep_rulebook()).post
    assert [message.recipients for message in post.messages] == [("Ladle",), ("Rattle",)]
    (tab,) = [section for section in post.sections if section.tab is Tab.MESSAGES]
    texts = ["\n".join(line.text for line in lines) for _, _, lines in tab.children]
    assert "The door is open." in texts[0] and texts[1].strip() == "Ho."
