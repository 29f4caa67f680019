"""Line ends of a text: LF, CRLF and lone CR, nothing else."""

from __future__ import annotations

import re

_ANY = re.compile(r"\r\n?|\n")
_LF = re.compile("\n")


def line_end_pattern(text: str, start: int, end: int) -> re.Pattern[str]:
    """A pattern for the line ends of a stretch of text: a plain one, which is much faster, where it will do."""
    return _LF if text.find("\r", start, end) < 0 else _ANY


def find_line_end(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The first line end between two offsets, as start and end."""
    lf = text.find("\n", start, end)
    cr = text.find("\r", start, end if lf < 0 else lf)
    if cr < 0:
        return None if lf < 0 else (lf, lf + 1)
    return cr, lf + 1 if lf == cr + 1 else cr + 1


def has_line_end(text: str, start: int, end: int) -> bool:
    return text.find("\n", start, end) >= 0 or text.find("\r", start, end) >= 0
