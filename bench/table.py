"""Tables in plain text."""

from __future__ import annotations

from collections.abc import Sequence


def render_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A titled table; the first column is flush left, the others flush right."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    lines = [title, _align(heads, widths), "  ".join("-" * width for width in widths)]
    return "\n".join([*lines, *(_align(row, widths) for row in rows)]) + "\n"


def render_ms(seconds: float) -> str:
    """``12.3 ms``."""
    return f"{seconds * 1000:,.1f} ms"


def _align(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = row
    cells = [first.ljust(widths[0]), *(text.rjust(width) for text, width in zip(others, widths[1:], strict=True))]
    return "  ".join(cells).rstrip()
