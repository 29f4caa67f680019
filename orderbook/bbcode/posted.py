"""When a post was made, from what a forum writes of it: enough to tell the earlier of two posts from the later."""

from __future__ import annotations

import re
from datetime import UTC, datetime

Moment = tuple[int, int, int, int, int, int]
"""Year, month, day, hour, minute, second."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = "(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*"
_CLOCK = r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?\s*(?P<half>[ap]\.?m\b)?"
_BETWEEN = r"(?:[\s,]|\bat\b|-|\u2013|@)*"
_ORDINAL = "(?:st|nd|rd|th)?"
_TIME = rf"(?:{_BETWEEN}{_CLOCK})?"
_YEAR = "(?P<year>[0-9]{4})"
_DAY = "(?P<day>[0-9]{1,2})"
_WRITTEN = tuple(
    re.compile(date + _TIME, re.IGNORECASE)
    for date in (
        rf"\b{_MONTH}\.?\s+{_DAY}{_ORDINAL},?\s+{_YEAR}",
        rf"\b{_DAY}{_ORDINAL}\.?[\s-]+{_MONTH}\.?,?[\s-]+{_YEAR}",
        rf"\b{_YEAR}-(?P<month>[0-9]{{2}})-{_DAY}",
        rf"\b{_DAY}\.(?P<month>[0-9]{{1,2}})\.{_YEAR}",
    )
)
"""March 2, 2024 - 2 March 2024 - 2024-03-02 - 2.3.2024; two numbers with a dash or slash may be either way round."""

_ISO = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?"
)
_EPOCH = re.compile(r"[0-9]{10}(?:[0-9]{3})?")
_NUMBER = re.compile(r"(.*?)([0-9]+)\D*")


def parse_posted(text: str) -> Moment | None:
    """The moment a forum's text tells; None for one that is relative ("Today") or can be read in two ways."""
    text = text.strip()[:300]
    if _EPOCH.fullmatch(text):
        return _moment(datetime.fromtimestamp(int(text[:10]), UTC))
    if iso := _ISO.search(text):
        try:
            found = datetime.fromisoformat(iso[0])
        except ValueError:
            return None
        return _moment(found.astimezone(UTC) if found.tzinfo is not None else found)
    for pattern in _WRITTEN:
        if match := pattern.search(text):
            return _read_written(match)
    return None


def _read_written(match: re.Match[str]) -> Moment | None:
    month = match["month"]
    hour = int(match["hour"] or 0)
    if match["half"]:
        hour = hour % 12 + (12 if match["half"][0] in "pP" else 0)
    try:
        return _moment(
            datetime(
                int(match["year"]),
                int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1,
                int(match["day"]),
                hour,
                int(match["minute"] or 0),
                int(match["second"] or 0),
            )
        )
    except ValueError:
        return None


def _moment(when: datetime) -> Moment:
    return when.year, when.month, when.day, when.hour, when.minute, when.second


def parse_post_number(name: str) -> tuple[str, int] | None:
    """What a forum calls a post, as a word and a number that grows from post to post: ``msg_123``, ``p123``."""
    match = _NUMBER.fullmatch(name[:100])
    return (match[1], int(match[2])) if match else None
