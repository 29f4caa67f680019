"""The rows of a written post, each knowing which entries it holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Row:
    """A line. ``keys`` name entries, tabs and sites it belongs to; ``aside`` is a line outside the order of things."""

    text: str
    keys: set[str] = field(default_factory=set)
    aside: bool = False
    typo: bool = False


@dataclass
class Page:
    """Rows being written. Every row gets the keys of the blocks it stands in."""

    rows: list[Row] = field(default_factory=list)
    _blocks: list[str] = field(default_factory=list)

    def add(self, text: str = "", *keys: str, aside: bool = False, typo: bool = False) -> Row:
        row = Row(text, {*keys, *self._blocks}, aside, typo)
        self.rows.append(row)
        return row

    def add_all(self, texts: list[str], *keys: str, aside: bool = False) -> None:
        for text in texts:
            self.add(text, *keys, aside=aside)

    def gap(self) -> None:
        """An empty row, unless there is one already."""
        if self.rows and self.rows[-1].text:
            self.add()

    @contextmanager
    def block(self, key: str) -> Iterator[None]:
        self._blocks.append(key)
        try:
            yield
        finally:
            self._blocks.remove(key)

    def lines_of(self, *keys: str) -> list[int]:
        """Numbers (from 1) of the rows that hold any of the keys; empty rows are left out."""
        wanted = set(keys)
        return [n for n, row in enumerate(self.rows, 1) if row.text.strip() and row.keys & wanted]


def squeeze(rows: list[Row]) -> list[Row]:
    """Drops empty rows at the start and the end."""
    while rows and not rows[0].text:
        del rows[0]
    while rows and not rows[-1].text:
        del rows[-1]
    return rows
