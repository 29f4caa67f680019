"""Showing a stretch of a post: one line of it, with carets under the place, whatever characters it holds."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

from orderbook.text.records import record
from orderbook.text.source import SourceText, Span

WIDTH = 96
"""Columns of a quoted line; a longer one is cut around the place."""

TAB_STOP = 4
_CUT = "..."
_BEFORE = 32  # characters kept before the place in a line that is cut


@record
class Excerpt:
    """A line of a post made fit for a terminal: what is shown, and carets under the place."""

    line: int
    shown: str
    marks: str


def show_character(char: str) -> str:
    """The character, or its code in angle brackets when a terminal would obey it or show nothing."""
    category = unicodedata.category(char)
    hidden = category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return f"<U+{ord(char):04X}>" if hidden else char


def show_text(text: str, at_most: int | None = None) -> str:
    """Text of a post or about it on one line, safe for a terminal: white space joined, control codes spelt out."""
    if at_most is not None and len(text) > at_most:
        text = text[: at_most - len(_CUT)].rstrip() + _CUT
    if not text.isascii() or not text.isprintable():
        text = "".join(" " if char in "\t\r\n" else show_character(char) for char in text)
    return text


def measure_width(char: str) -> int:
    """Columns a terminal gives to a character: 0 for combining ones, 2 for wide ones."""
    if char.isascii():
        return 1
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _cells(text: str, show: Callable[[str], str]) -> Iterator[tuple[str, int]]:
    """What to show for each character, and how many columns that takes."""
    column = 0
    for char in text:
        if char == "\t":
            shown, width = " " * (TAB_STOP - column % TAB_STOP), TAB_STOP - column % TAB_STOP
        else:
            shown = show(char)
            width = sum(measure_width(part) for part in shown)
        column += width
        yield shown, width


def _choose_window(line: Span, place: Span) -> Span:
    """The part of the line to look at; it may still be too wide, but it is never longer than ``WIDTH``."""
    if line.end - line.start <= WIDTH:
        return line
    start = max(line.start, min(place.start - _BEFORE, line.end - WIDTH))
    return Span(start, start + WIDTH)


def excerpt(source: SourceText, place: Span, show: Callable[[str], str] = show_character) -> Excerpt:
    """The first line that ``place`` touches. An empty place, or one behind the line's end, gets one caret.

    ``show`` says what stands for a character, where the format needs another escape.
    """
    number = source.line_of(place.start)
    line = source.line_span(number)
    window = _choose_window(line, place)
    shown, marks, width = [], [], 0
    if window.start > line.start:
        shown.append(_CUT)
        marks.append(" " * len(_CUT))
    cut_behind = window.end < line.end
    mark_end = max(place.end, place.start + 1)
    for offset, (cell, columns) in enumerate(_cells(source.quote(window), show), window.start):
        if width + columns > WIDTH:
            cut_behind = True
            break
        width += columns
        shown.append(cell)
        marks.append(("^" if place.start <= offset < mark_end else " ") * columns)
    if cut_behind:
        shown.append(_CUT)
    elif place.start >= line.end:
        marks.append("^")
    carets = "".join(marks).rstrip()
    text = "".join(shown)
    return Excerpt(number, text.rstrip() if len(text.rstrip()) >= len(carets) else text, carets or "^")
