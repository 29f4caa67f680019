"""What holds for every report: spans in the post, nothing lost, the order of tabs no matter, sums that scale."""

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import FOLDER, CheckCase, load_cases
from support.mangled import mangled_posts, sample_cases
from support.posts import TABS, check

from orderbook.books.bundle import Bundle
from orderbook.findings.report import Report
from orderbook.systems import find_system
from orderbook.systems.system import CheckRequest
from orderbook.text.source import SourceText

CASES = [case for path in sorted(Path(FOLDER).glob("*.toml")) for case in load_cases(path)]
_BLOCK = re.compile(rf"^\[spoiler=(?:{'|'.join(TABS)})\]$.*?(?=^\[spoiler=(?:{'|'.join(TABS)})\]$|\Z)", re.M | re.S)
UNITS = {
    "Kobold Slinger": Bundle({"Gold": 1, "Food": 1}),
    "Kobold Skulker": Bundle({"Gold": 2, "Food": 1}),
    "Kobold Bottlethrower": Bundle({"Gold": 4, "Metal": 2, "Food": 1}),
    "Kobold Trapspringer": Bundle({"Gold": 6, "Metal": 4, "Food": 1}),
}


def report_on(text: str, opening: Bundle | None = None) -> Report:
    return find_system("underdeep").check(
        CheckRequest(SourceText(text), faction="Cleversmart Kobolds", opening=opening, week=5)
    )


@given(mangled_posts() | st.text(max_size=200))
@settings(max_examples=40, deadline=None)
def test_reports_lie_within_the_post_and_lose_nothing(text: str) -> None:
    report = report_on(text, Bundle({"Gold": 100}))
    for finding in report.findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        for edit in finding.fix.edits if finding.fix else ():
            assert 0 <= edit.start <= edit.end <= len(text)
    coverage = report.coverage
    assert coverage.lost == 0 and coverage.understood + coverage.ruling == coverage.lines


def told(report: Report, post: str) -> list[tuple[str, ...]]:
    """Findings by what they say and mark, without where that stands."""
    # A lost closing tag is told by the tab that follows it, which another order changes.
    return sorted(
        (
            finding.check,
            finding.severity,
            "" if finding.check == "tag-unclosed" else finding.message,
            post[finding.span.start : finding.span.end],
        )
        for finding in report.findings
        if finding.check != "tab-missing"  # stands on the last line, whichever that is
    )


@given(st.sampled_from([case for case in CASES if len(_BLOCK.findall(case.wrong)) == len(TABS)]), st.randoms())
@settings(max_examples=60, deadline=None)
def test_the_order_of_tabs_does_not_matter(case: CheckCase, rng: object) -> None:
    blocks = [match.group() for match in _BLOCK.finditer(case.wrong)]
    head = case.wrong[: case.wrong.index(blocks[0])]
    rng.shuffle(blocks)  # type: ignore[attr-defined]
    moved = head + "\n".join(block.rstrip("\n") + "\n" for block in blocks)
    assert told(case.check(moved), moved) == told(case.check(case.wrong), case.wrong)


@given(st.dictionaries(st.sampled_from(list(UNITS)), st.integers(1, 400), min_size=1), st.integers(2, 9))
@settings(max_examples=30, deadline=None)
def test_scaling_all_counts_scales_all_sums(troops: dict[str, int], factor: int) -> None:
    def report(scale: int) -> Report:
        upkeep, armies = [], []
        for name, number in troops.items():
            paid = ", ".join(f"-{amount} {what}" for what, amount in (UNITS[name] * (number * scale)).items())
            upkeep.append(f"{number * scale} {name}s: {paid}")
            armies.append(f"{number * scale} {name}s - Garrisoned at Skitterhole (Lowerdeep 4)")
        tabs = {
            "Dungeons": "Skitterhole (Lowerdeep 4)\nMystery Chamber",
            "Upkeep": "\n".join(upkeep),
            "Armies": "\n".join(armies),
        }
        return check(tabs, faction="Cleversmart Kobolds")

    once, scaled = report(1), report(factor)
    assert once.ledger is not None and scaled.ledger is not None
    due = -sum((UNITS[name] * number for name, number in troops.items()), Bundle())
    assert once.ledger.upkeep == due and scaled.ledger.upkeep == due * factor
    assert scaled.ledger.computed == once.ledger.computed * factor
    assert not [finding for finding in once.findings if finding.check.startswith("upkeep")]


def test_samples_hold_posts_with_mistakes_and_without() -> None:
    expected = [bool(case.truth["expected"]) for case in sample_cases()]
    assert any(expected) and not all(expected)
