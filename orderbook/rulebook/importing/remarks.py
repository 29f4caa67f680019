"""What the reading of a rule post has to tell: nothing is guessed, corrected or left out without a remark."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from orderbook.text.source import Span


class RemarkKind(StrEnum):
    """``UNREAD``: something is missing from the data. ``CORRECTED``: a slip was read as what is probably meant.
    ``CONCLUDED``: nobody wrote it, it follows from something else. ``PASSED``: a part that is no rule data."""

    UNREAD = "unread"
    CORRECTED = "corrected"
    CONCLUDED = "concluded"
    PASSED = "passed"


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to tell, at a stretch of the post (offsets of its text).

    ``key`` is the key of the rule data it concerns, ``written`` and ``read_as`` what was read as something else.
    """

    kind: RemarkKind
    message: str
    span: Span
    faction: str = ""
    entry: str = ""
    key: str = ""
    written: str = ""
    read_as: str = ""
