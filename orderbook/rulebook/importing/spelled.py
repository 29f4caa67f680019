"""Entries that stand in no block of their own: a heading line, prose, and lines of labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orderbook.rulebook.importing.block import Block, read_block
from orderbook.rulebook.importing.header import parse_header
from orderbook.rulebook.importing.labels import parse_label_line
from orderbook.rulebook.importing.lines import Line
from orderbook.text.source import Span

_LONGEST_HEADING = 90
_SENTENCE = re.compile(r"[.!?,;:]$")


def is_heading_like(text: str) -> bool:
    """Whether a line may be the heading of an entry: short, with a capital, not ending as sentences do."""
    return (
        0 < len(text) <= _LONGEST_HEADING
        and not _SENTENCE.search(text)
        and text[0].isalpha()
        and text[0].isupper()
        and parse_label_line(text) is None
    )


def find_spelled_entries(lines: Sequence[Line]) -> tuple[list[Block], list[Line]]:
    """The entries in lines outside of any block, and the lines that belong to none.

    An entry begins at a heading line behind a blank one, and has a line with a label before the next heading.
    """
    if not any(_is_figure_line(line.text) for line in lines):
        return [], list(lines)
    starts = [
        index
        for index, line in enumerate(lines)
        if is_heading_like(line.text)
        and (index == 0 or lines[index - 1].is_blank or line.emphasised)
        and (line.emphasised or parse_header(line.text).says_something or _follows_figure(lines, index))
    ]
    entries: list[Block] = []
    rest: list[Line] = list(lines[: starts[0]]) if starts else list(lines)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):  # without starts there is no end either
        own = lines[start + 1 : end]
        if any(_is_figure_line(line.text) for line in own):
            span = Span(lines[start].span.start, max(line.span.end for line in lines[start:end]))
            entries.append(read_block(lines[start].text, own, span))
        else:
            rest += lines[start:end]
    return entries, rest


def _follows_figure(lines: Sequence[Line], index: int) -> bool:
    """Whether the next paragraph, or the one after it, has a label line."""
    blanks = 0
    for line in lines[index + 1 :]:
        if line.is_blank:
            blanks += 1
            if blanks > 2:
                return False
        elif _is_figure_line(line.text):
            return True
        elif is_heading_like(line.text):
            return False
    return False


def _is_figure_line(text: str) -> bool:
    found = parse_label_line(text) if text else None
    return found is not None and found.label.key != "note" and not found.note
