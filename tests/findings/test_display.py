"""Showing a place in a post: the carets stand under it whatever the line holds."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orderbook.findings.formats.display import WIDTH, excerpt, measure_width, show_text
from orderbook.text.source import SourceText, Span


def marked(text: str, words: str) -> tuple[str, str]:
    start = text.index(words)
    shown = excerpt(SourceText(text), Span(start, start + len(words)))
    return shown.shown, shown.marks


@pytest.mark.parametrize(
    ("text", "words", "shown", "marks"),
    [
        ("Gold: 10", "10", "Gold: 10", "      ^^"),
        ("\tGold: 10", "Gold", "    Gold: 10", "    ^^^^"),
        ("ab\tGold", "Gold", "ab  Gold", "    ^^^^"),
        ("\u6d1e\u7a9f 10", "10", "\u6d1e\u7a9f 10", "     ^^"),
        ("\u6d1e\u7a9f 10", "\u7a9f", "\u6d1e\u7a9f 10", "  ^^"),
        ("Pa\u0308tch 10", "10", "Pa\u0308tch 10", "      ^^"),
        ("a\u200b10", "10", "a<U+200B>10", "         ^^"),
        ("a\x1b[2J10", "10", "a<U+001B>[2J10", "            ^^"),
        ("Gold: 10\r\nMetal", "10", "Gold: 10", "      ^^"),
        ("Gold: 10  ", "10", "Gold: 10", "      ^^"),
        ("Gold: 10  ", "  ", "Gold: 10  ", "        ^^"),
    ],
)
def test_carets(text: str, words: str, shown: str, marks: str) -> None:
    assert marked(text, words) == (shown, marks)


def test_place_behind_the_line() -> None:
    shown = excerpt(SourceText("Gold\nMetal"), Span(4, 4))
    assert (shown.line, shown.shown, shown.marks) == (1, "Gold", "    ^")


def test_empty_post() -> None:
    shown = excerpt(SourceText(""), Span(0, 0))
    assert (shown.line, shown.shown, shown.marks) == (1, "", "^")


def test_place_over_lines_is_marked_to_the_end_of_the_first() -> None:
    shown = excerpt(SourceText("a bc\nde"), Span(2, 7))
    assert (shown.shown, shown.marks) == ("a bc", "  ^^")


def test_long_line_is_cut_around_the_place() -> None:
    shown = excerpt(SourceText("x" * 500_000 + "SLIP" + "y" * 500_000), Span(500_000, 500_004))
    assert shown.shown.startswith("...x") and shown.shown.endswith("y...")
    assert shown.shown[shown.marks.index("^") : shown.marks.index("^") + 4] == "SLIP"
    assert shown.marks.count("^") == 4 and len(shown.shown) == WIDTH + 6


def test_end_of_a_long_line() -> None:
    shown = excerpt(SourceText("x" * 300 + "SLIP"), Span(300, 304))
    assert shown.shown.endswith("xSLIP") and shown.marks.endswith(" ^^^^")


@given(st.text(max_size=150), st.data())
def test_marks_have_the_width_of_the_place(text: str, data: st.DataObject) -> None:
    source = SourceText(text)
    start = data.draw(st.integers(0, len(text)))
    shown = excerpt(source, Span(start, data.draw(st.integers(start, len(text)))))
    assert "\n" not in shown.shown and not any(unicodedata.category(char) in ("Cc", "Cf") for char in shown.shown)
    assert sum(measure_width(char) for char in shown.shown) <= WIDTH + 6
    assert set(shown.marks) <= {" ", "^"} and "^" in shown.marks


@given(st.text(max_size=60))
def test_shown_text_is_one_harmless_line(text: str) -> None:
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp") for char in show_text(text))


def test_shown_text_is_shortened() -> None:
    assert show_text("abc " * 50, 10) == "abc abc..."
