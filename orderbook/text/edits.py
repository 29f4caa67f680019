"""Edits on a text: replacements at spans, applied together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put ``text`` in place of the characters from ``start`` to ``end`` (equal: insert)."""

    start: int
    end: int
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """All edits applied at once; of two that overlap the later one is dropped, of equal ones one stays."""
    pieces: list[str] = []
    position = 0
    for edit in sorted(set(edits)):
        if edit.start < position:
            continue
        pieces += (text[position : edit.start], edit.text)
        position = edit.end
    pieces.append(text[position:])
    return "".join(pieces)
