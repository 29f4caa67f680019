"""Lines that name a tab: the heading over an untitled spoiler, the first line in it, a title on a rendered page."""

from __future__ import annotations

import re

from orderbook.bbcode.line_ends import find_line_end
from orderbook.bbcode.options import clean_title
from orderbook.bbcode.roles import FRAME_ROLES, ROLE_OF

_TITLE_LINE = re.compile(
    r"(?P<lead>[=*_#~>-]{0,6})\s?(?P<title>\S(?:.{0,60}\S)?)(?<![:=*_#~-]):?\s?(?P<tail>[=*_#~-]{0,6}):?"
)
_FRAME_TAG = re.compile(r"\[/?([A-Za-z][A-Za-z0-9]{0,15})")
_BROKEN_TAG = re.compile(r"\[[/\\]?([A-Za-z][A-Za-z0-9]{0,15})\b\]?")
_LONGEST = 160
_LEAST_DECORATION = 2


def read_title_line(text: str) -> str | None:
    """The title in a line that may be decorated: ``== Orders ==``, ``**Orders**``, ``Orders:``, ``# Orders``."""
    match = _TITLE_LINE.fullmatch(text.replace("\u00a0", " ").strip())
    return match["title"] if match else None


def read_decoration(text: str) -> str:
    """The signs around a decorated title line (``==`` and ``==`` of ``== Orders ==``), empty for a plain line."""
    match = _TITLE_LINE.fullmatch(text.replace("\u00a0", " ").strip())
    return f"{match['lead']}{match['tail']}" if match and len(match["lead"]) >= _LEAST_DECORATION else ""


def heading_before(view: str, offset: int) -> tuple[int, str] | None:
    """The start and title of the heading right over ``offset``: the line before, one blank line allowed between."""
    text = view[max(0, offset - _LONGEST) : offset]
    body = text.rstrip(" \t\r\n")
    gap = text[len(body) :].replace("\r\n", "\n").replace("\r", "\n")
    start = max(body.rfind("\n"), body.rfind("\r")) + 1
    if gap.count("\n") > 2 or (start == 0 and offset > _LONGEST):
        return None
    title = _read_tagged(body[start:])
    return (offset - len(text) + start, title) if title else None


def heading_inside(view: str, offset: int, limit: int) -> tuple[int, str] | None:
    """The end and title of the first line with text behind ``offset``, if another line follows before ``limit``."""
    start = offset
    while start < min(limit, offset + _LONGEST) and view[start].isspace():
        start += 1
    line_end = find_line_end(view, start, min(limit, start + _LONGEST))
    if line_end is None:
        return None
    title = _read_tagged(view[start : line_end[0]])
    return (line_end[0], title) if title else None


def _read_tagged(line: str) -> str | None:
    if any(ROLE_OF.get(match[1].lower()) in FRAME_ROLES for match in _FRAME_TAG.finditer(line)):
        return None
    return read_title_line(_BROKEN_TAG.sub(_drop_tag, clean_title(line)))


def _drop_tag(match: re.Match[str]) -> str:
    """What is left of a tag that lost its bracket is no part of a title."""
    return "" if match[1].lower() in ROLE_OF else match[0]
