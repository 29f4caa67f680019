"""A post as it came from the clipboard, made readable for the tag scanner, with the way back."""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.text.source import Span


@dataclass(frozen=True, slots=True)
class Paste:
    """``view`` is what is read; ``to_source`` and ``span_to_source`` lead back to the pasted text."""

    view: str
    notes: tuple[str, ...] = ()

    @property
    def is_identity(self) -> bool:
        return True

    def to_source(self, offset: int) -> int:
        return offset

    def span_to_source(self, span: Span) -> Span:
        return span

    def escape(self, text: str) -> str:
        """``text`` as an edit of the source has to write it."""
        return text


def unwrap_paste(text: str) -> Paste:
    return Paste(text)
