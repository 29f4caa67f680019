"""Folding: odd characters made plain, one for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orderbook.text.fold import BULLET, find_hidden, fold


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("4 Slingers", "4 Slingers"),
        ("4\u00a0Slingers\u2003here", "4 Slingers here"),
        ("\u201324 Gold \u2014 \u221212 Food \u2011 x", "-24 Gold - -12 Food - x"),
        ("Overlord\u2019s \u2018Study\u2019 \u0060x\u00b4", "Overlord's 'Study' 'x'"),
        ("\u201cMine\u201d \u00abMine\u00bb", '"Mine" "Mine"'),
        ("\u2022 a \u25aa b \u2192 c \u00b7 d", f"{BULLET} a {BULLET} b {BULLET} c {BULLET} d"),
        ("name\tcount", "name|count"),
        ("4 \u00d7 20 \u2215 2 \u2236 \u2026", "4 x 20 / 2 : ."),
        ("\uff27old\uff1a \uff0b5", "Gold: +5"),
        ("\uff15", "\uff15"),
        ("1\u00a0250 Gold", "1'250 Gold"),
        ("1\u2009250\u2009000", "1'250'000"),
        ("4\u00a0250", "4'250"),
        ("4\u00a02500", "4 2500"),
        ("a\u200bb\u202ec\ufeff", "a b c "),
    ],
)
def test_fold(text: str, plain: str) -> None:
    assert fold(text) == plain


@given(st.text(max_size=200))
def test_folding_keeps_the_length_and_is_done_once(text: str) -> None:
    folded = fold(text)
    assert len(folded) == len(text)
    assert fold(folded) == folded


@given(st.text("ab`\t\u2013\x80", max_size=10), st.text("ab`\t\u2013\x80", max_size=10))
def test_a_character_is_folded_alike_wherever_it_stands(first: str, second: str) -> None:
    assert fold(first + second) == fold(first) + fold(second)


@given(st.text(max_size=60))
def test_plain_characters_stay(text: str) -> None:
    for before, after in zip(text, fold(text), strict=True):
        assert after == before or not before.isascii() or before in "\t\v\f`"


@pytest.mark.parametrize(
    ("text", "runs"),
    [("plain", []), ("caf\u00e9", []), ("a\u200b\u202eb", [(1, 3)]), ("\ufeffx\u2066", [(0, 1), (2, 3)])],
)
def test_hidden_characters(text: str, runs: list[tuple[int, int]]) -> None:
    assert find_hidden(text) == runs
