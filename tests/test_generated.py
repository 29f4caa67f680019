"""The checker on posts it was not written for: generated campaigns in many styles, the answers known beforehand.

The bounds are floors to be raised, never lowered: what the generator calls wrong and the checker does not, or the
other way round, ``python -m generator.measure --list`` (in this folder) shows line by line.
"""

from __future__ import annotations

import pytest
from generator.case import make_case
from generator.measure import Outcome, measure
from generator.styles import STYLES
from generator.styles_samples import SAMPLES

KNOWN = [style.__name__ for style in SAMPLES]
OTHERS = [name for name in STYLES if name not in KNOWN]
SPOILT_FROM, CLEAN_FROM = 4000, 5000  # first seeds


@pytest.fixture(scope="module")
def spoilt() -> list[Outcome]:
    """Three mistakes each, in the styles of the sample posts."""
    return [measure(make_case(SPOILT_FROM + n, style=KNOWN[n % 8], clean=False)) for n in range(24)]


@pytest.fixture(scope="module")
def clean() -> list[Outcome]:
    """A correct post of last week and of this week in every other style."""
    return [
        measure(make_case(CLEAN_FROM + n, style=style, clean=True, mode="previous")) for n, style in enumerate(OTHERS)
    ]


def _describe(outcomes: list[Outcome]) -> str:
    return "\n".join(
        f"{outcome.case.truth['style']}: {outcome.missed} {outcome.false} {outcome.ledger} {outcome.refused}"
        for outcome in outcomes
        if not outcome.is_perfect
    )


def test_mistakes_in_the_known_styles_are_found(spoilt: list[Outcome]) -> None:
    found, missed = (sum(len(part) for part in parts) for parts in zip(*((o.found, o.missed) for o in spoilt),
                                                                         strict=True))  # fmt: skip
    assert found >= 0.95 * (found + missed), _describe(spoilt)


def test_nothing_is_made_up_in_the_known_styles(spoilt: list[Outcome]) -> None:
    assert sum(len(outcome.false) for outcome in spoilt) <= 2, _describe(spoilt)
    assert not any(outcome.ledger for outcome in spoilt), _describe(spoilt)


def test_posts_in_other_styles_are_read(clean: list[Outcome]) -> None:
    assert not any(outcome.refused for outcome in clean), _describe(clean)
    assert sum(outcome.is_perfect for outcome in clean) >= 0.6 * len(clean), _describe(clean)
    assert sum(not outcome.ledger for outcome in clean) >= 0.9 * len(clean), _describe(clean)
