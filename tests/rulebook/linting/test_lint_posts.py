"""Linting a faction as a game master posts it: findings on the lines of the post."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orderbook.findings.report import Report
from orderbook.rulebook.linting.lint import lint_subject
from orderbook.rulebook.linting.post_reader import read_post
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText, decode_source
from tests.rulebook.linting.kit import place, spoil

HERE = Path(__file__).parent
SOUND = (HERE / "sound-post.txt").read_text(encoding="utf-8")
SLIPS = tomllib.loads((HERE / "post-slips.toml").read_text(encoding="utf-8"))["case"]


def lint_post(source: SourceText) -> Report:
    (report,) = lint_subject(read_post(source), underdeep_rulebook(), "underdeep")
    return report


def test_sound_post_has_no_flaw() -> None:
    report = lint_post(SourceText(SOUND))
    assert report.findings == () and report.is_clean and report.faction == "Mole Barons"
    assert report.notes == ("found 1 faction with 11 entries",)
    assert report.coverage.lines == report.coverage.understood > 70


@pytest.mark.parametrize("case", SLIPS, ids=[case["name"] for case in SLIPS])
def test_one_slip_gives_one_finding(case: dict[str, Any]) -> None:
    text = spoil(case["old"], case["new"], SOUND)
    if "with" in case:
        text = spoil(case["with"], case["then"], text)
    report = lint_post(SourceText(text))
    told = [finding.check for finding in report.findings]
    assert told == [case["check"]], [finding.message for finding in report.findings]
    (finding,) = report.findings
    assert case["said"] in finding.message
    assert (finding.fix.edits[0].text if finding.fix else None) == case.get("better")
    if "words" in case:
        assert place(report, finding) == case["words"]


def test_lines_are_those_of_the_post() -> None:
    text = "Some words before.\r\n" + spoil("Diggings\nCon", "Digings\nCon", SOUND).replace("\n", "\r\n")
    report = lint_post(decode_source(text.encode()))
    (finding,) = report.findings
    line = report.source.line_of(finding.span.start)
    assert text.split("\r\n")[line - 1] == "Prerequisites: Digings"


@pytest.mark.parametrize("text", ["", "Hello.", "[spoiler=Messages]\nDear Queen\n[/spoiler]", "[ic=Burrow]"])
def test_what_is_no_rule_post_is_told(text: str) -> None:
    report = lint_post(SourceText(text))
    assert report.has_errors
    assert any("No faction, ability or spell was found" in finding.message for finding in report.findings)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_no_mangled_post_breaks_it(data: st.DataObject) -> None:
    lines = SOUND.split("\n")
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(lines) - 1))
        deed = data.draw(st.sampled_from(["drop", "swap", "cut", "double", "tags"]))
        if deed == "drop" and len(lines) > 1:
            del lines[at]
        elif deed == "swap":
            lines[at], lines[0] = lines[0], lines[at]
        elif deed == "cut":
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
        elif deed == "double":
            lines.insert(at, lines[at])
        elif deed == "tags":
            lines[at] = lines[at].replace("[", "").replace("]", "")
    report = lint_post(SourceText("\n".join(lines)))
    for finding in report.findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(report.source.text)
        assert finding.message.strip()
