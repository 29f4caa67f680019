"""Folding what a person typed to plain characters, one for one, so that offsets stay as they are.

Forums and word processors turn hyphens into dashes, spaces into no-break spaces and quotes into curly ones.
Reading works on the folded text; spans and quotations on the text itself.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\v\f"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\u0060\uff07"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02"
_HIDDEN = (
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2066\u2067\u2068\u2069\ufeff"
)
_BULLETS = (
    "\u2022\u2023\u25e6\u2043\u2219\u25aa\u25ab\u25cf\u25cb\u25a0\u25a1\u25b8\u25b6\u25ba\u00b7"
    "\u2756\u2726\u27a4\u2192\u21d2\u279c\u2794"
)

LINES_KEPT = 8192
"""How many lines each pure function of a line remembers: a post says most things several times, and next week again."""

BULLET = "\u2022"
"""What every bullet sign and arrow is folded to."""

_TABLE = str.maketrans(
    dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_HIDDEN, " ")
    | dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE_QUOTES, '"')
    | dict.fromkeys(_BULLETS, BULLET)
    | {"\t": "|", "\u00d7": "x", "\u2715": "x", "\u2a2f": "x", "\u2716": "x", "\u2217": "*"}
    | {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if not 0xFF10 <= code <= 0xFF19}
    | {"\u2795": "+", "\u2796": "-", "\u2044": "/", "\u2215": "/", "\ua789": ":", "\u2236": ":", "\u2026": "."}
)

_ODD_ASCII = re.compile("[\t\v\f`]")
_HIDDEN_RUN = re.compile(f"[{_HIDDEN}]+")
_SPACE_IN_NUMBER = re.compile("(?<=[0-9])[\u00a0\u2007\u2009\u202f](?=[0-9]{3}(?![0-9]))")


@lru_cache(maxsize=LINES_KEPT)
def fold(text: str) -> str:
    """``text`` with odd spaces, dashes, quotes, bullets and full-width signs made plain; same length.

    A tab stands between the cells of a table and becomes ``|``.
    """
    if text.isascii():
        return text.translate(_TABLE) if _ODD_ASCII.search(text) else text
    # 1\u00a0250 is one number; an apostrophe keeps it one, where a plain space would not.
    return _SPACE_IN_NUMBER.sub("'", text).translate(_TABLE)


def find_hidden(text: str) -> list[tuple[int, int]]:
    """Runs of characters nobody sees (zero-width, bidirectional controls), as (start, end)."""
    if text.isascii():
        return []
    return [match.span() for match in _HIDDEN_RUN.finditer(text)]
