"""A post as it came from the clipboard, made readable for the tag scanner, with the way back.

Some boards hand out a post with its special characters escaped (``&#91;spoiler&#93;``, ``&quot;``, ``<br />``).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from html import unescape

from orderbook.text.records import record
from orderbook.text.source import Span

_NAMED = (
    "amp|lt|gt|quot|apos|nbsp|lsqb|lbrack|rsqb|rbrack|ndash|mdash|lsquo|rsquo|ldquo|rdquo|hellip|times|frac12|frac14|"
    "frac34|minus|bull|middot|copy|eacute|egrave|ouml|uuml|auml|szlig|ccedil|aacute|oacute|iacute|ntilde|aring|oslash"
)
_NUMBER = "#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6})"
_ENTITY = re.compile(rf"&(?:{_NAMED}|{_NUMBER});")
_BREAK = r"(?:<br ?/?>|&lt;br ?/?&gt;)(?:\r\n|\n|\r)?"
_ESCAPED = re.compile(rf"{_BREAK}|&(?:{_NAMED}|{_NUMBER});", re.IGNORECASE)
_BARE_AMPERSAND = re.compile(rf"&(?!(?:[A-Za-z][A-Za-z0-9]{{1,20}}|{_NUMBER});)")
_LINE_BREAK = re.compile(r"<br ?/?>|&lt;br ?/?&gt;", re.IGNORECASE)
_ESCAPED_BRACKET = re.compile(r"&(?:#91|#0*91|#[xX]0*5[bB]|lsqb|lbrack);")
_TAG = re.compile(r"\[/?[A-Za-z*]")
_WRITTEN = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


@record
class Paste:
    """``view`` is what is read; ``to_source`` and ``span_to_source`` lead back to the pasted text.

    ``_views`` are the offsets in the view of the characters that stand for several of the source, ``_starts`` and
    ``_ends`` where these begin and end there. ``_written`` says how characters are to be written in the source.
    """

    view: str
    notes: tuple[str, ...] = ()
    _views: tuple[int, ...] = ()
    _starts: tuple[int, ...] = ()
    _ends: tuple[int, ...] = ()
    _written: tuple[tuple[str, str], ...] = ()

    @property
    def is_identity(self) -> bool:
        """The view is the pasted text, character by character."""
        return not self._views

    def to_source(self, offset: int) -> int:
        """Where in the pasted text the character at a view offset begins."""
        at = bisect_right(self._views, offset) - 1
        if at < 0:
            return offset
        if self._views[at] == offset:
            return self._starts[at]
        return self._ends[at] + offset - self._views[at] - 1

    def span_to_source(self, span: Span) -> Span:
        """The stretch of the pasted text that a stretch of the view stands for; an empty one stays empty."""
        start = self.to_source(span.start)
        if span.end <= span.start:
            return Span(start, start)
        at = bisect_left(self._views, span.end) - 1
        if at < 0:
            return Span(start, span.end)
        return Span(start, self._ends[at] + span.end - self._views[at] - 1)

    def escape(self, text: str) -> str:
        """``text`` as an edit of the pasted text has to write it."""
        if not self._written:
            return text
        return text.translate({ord(plain): written for plain, written in self._written})


def unwrap_paste(text: str) -> Paste:
    """The view of a pasted text: the text itself, or, if as a whole it looks escaped for HTML, what it stands for."""
    if not _looks_escaped(text):
        return Paste(text)
    pieces: list[str] = []
    views: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    position = length = 0
    for match in _ESCAPED.finditer(text):
        start, end = match.span()
        plain = "\n" if _LINE_BREAK.match(match[0]) else _decode(match[0])
        if plain is None:
            continue
        pieces += (text[position:start], plain)
        length += start - position
        views.append(length)
        starts.append(start)
        ends.append(end)
        length += 1
        position = end
    if not views:
        return Paste(text)
    pieces.append(text[position:])
    note = "The text is escaped for HTML (&quot; and the like); it is read as what it stands for."
    return Paste("".join(pieces), (note,), tuple(views), tuple(starts), tuple(ends), _find_writing(text))


def _decode(entity: str) -> str | None:
    plain = unescape(entity)
    return plain if len(plain) == 1 and plain not in "\r\n\x00" else None


def _looks_escaped(text: str) -> bool:
    if "&" not in text and "<" not in text:
        return False
    brackets = len(_ESCAPED_BRACKET.findall(text))
    if brackets > 1 and brackets > 2 * len(_TAG.findall(text)):
        return True
    if _LINE_BREAK.search(text) and _TAG.search(text):
        return True
    # A person writes "&" alone; where every one of several begins an entity, a program wrote them.
    return _ENTITY.search(text) is not None and _BARE_AMPERSAND.search(text) is None and "<" not in text


def _find_writing(text: str) -> tuple[tuple[str, str], ...]:
    """How the pasted text writes the characters that its own escaping covers."""
    written = dict(_WRITTEN)
    if bracket := _ESCAPED_BRACKET.search(text):
        hexadecimal, named = bracket[0][2] in "xX", bracket[0][1] != "#"
        written["["] = bracket[0]
        written["]"] = (
            "&rsqb;" if bracket[0] == "&lsqb;" else "&rbrack;" if named else "&#x5d;" if hexadecimal else "&#93;"
        )
    if "&quot;" not in text and '"' in text:
        del written['"']
    if line_break := _LINE_BREAK.search(text):
        following = re.compile(_BREAK, re.IGNORECASE).match(text, line_break.start())
        written["\n"] = following[0] if following else line_break[0]
    return tuple(written.items())
