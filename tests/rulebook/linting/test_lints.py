"""Each lint on a sound faction that is spoilt in one place: what is found, where, and how it is to be mended."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from orderbook.rulebook.linting.lint import all_lints
from tests.rulebook.linting.kit import SOUND, lint_text, place, spoil

SLIPS = tomllib.loads((Path(__file__).parent / "slips.toml").read_text(encoding="utf-8"))["case"]
FROM_POSTS = {"rule-unread", "rule-spelling", "rule-name-unknown"}
"""What only the reading of a post can meet; its tests have the cases."""


def test_sound_faction_has_no_flaw(tmp_path: Path) -> None:
    report = lint_text(SOUND, tmp_path)
    assert report.findings == () and report.faction == "Mole Barons" and report.is_clean


@pytest.mark.parametrize("case", SLIPS, ids=[case["name"] for case in SLIPS])
def test_one_slip_gives_one_finding(case: dict[str, Any], tmp_path: Path) -> None:
    report = lint_text(spoil(case["old"], case["new"]), tmp_path)
    told = [(finding.check, place(report, finding)) for finding in report.findings]
    wanted = [(case["check"], words) for words in (case["words"], *case.get("also", ()))] if "check" in case else []
    assert told == wanted, [finding.message for finding in report.findings]
    for finding in report.findings[:1]:
        assert case["said"] in finding.message
        assert (finding.fix.edits[0].text if finding.fix else None) == case.get("better")


def test_every_lint_is_documented_and_has_a_case() -> None:
    names = [doc.name for doc in all_lints()]
    assert len(set(names)) == len(names)
    assert {case["check"] for case in SLIPS if "check" in case} == set(names) - FROM_POSTS
    for doc in all_lints():
        assert doc.name.startswith("rule-") and doc.summary.endswith(".") and doc.why.endswith(".")
        assert doc.failing and doc.passing and doc.failing != doc.passing
