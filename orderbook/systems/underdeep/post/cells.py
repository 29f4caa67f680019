"""A row of a table as text: where its cells stand, and a line put together from them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from orderbook.bbcode.lines import VisibleLine

MOST_CELLS = 20
WIDE_GAPS = " "
"""As a separator: two blanks or more."""

_WIDE_GAP = re.compile(r"[ \u00a0]{2,}")


def split_cells(text: str, separator: str) -> list[tuple[int, int]]:
    """The stretches between the separators, without blanks around them; a frame of ``|`` is no cell."""
    if separator == WIDE_GAPS:
        cuts = [match.span() for match in _WIDE_GAP.finditer(text.rstrip())]
    else:
        cuts = [(at, at + 1) for at, sign in enumerate(text) if sign == separator]
    if not cuts or len(cuts) > MOST_CELLS:
        return []
    edges = [(0, 0), *cuts, (len(text), len(text))]
    cells = [(start, end) for (_, start), (end, _) in pairwise(edges)]
    if separator == "|":
        cells = cells[not text[slice(*cells[0])].strip() and text.lstrip()[:1] == "|" :]
        if text.rstrip()[-1:] == "|" and cells:
            cells.pop()
    return [_trimmed(text, start, end) for start, end in cells]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip(" \t\u00a0*_"))
    return start, max(start, start + len(text[start:end].rstrip(" \t\u00a0*_")))


class RowText:
    """A line put together from cells and from words between them."""

    def __init__(self, line: VisibleLine) -> None:
        self._line = line
        self._parts: list[str] = []
        self._runs: list[tuple[int, int, int]] = []
        self._length = 0

    def put(self, text: str) -> None:
        """Adds words that stand nowhere in the post."""
        self._parts.append(text)
        self._length += len(text)

    def take(self, cell: tuple[int, int]) -> None:
        self._runs += self._line.runs_between(*cell, self._length)
        self.put(self._line.text[slice(*cell)])

    def line(self) -> VisibleLine:
        return replace(self._line, text="".join(self._parts), runs=tuple(self._runs))
