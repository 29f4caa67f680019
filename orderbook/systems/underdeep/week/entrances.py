"""Entrances that are hard to find: what their entries say of the Speed or the Detection it takes.

Rules: UD-KOB-45, UD-KOB-46, UD-KOB-47.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.rulebook.model import Structure

_SPEED = re.compile(r"\bspend\s+([0-9]+)\s+Speed\s+(?:\w+\s+)?to\s+(?:find|locate)\b", re.IGNORECASE)
_DETECTION = re.compile(
    r"\bonly (?:those|units) with Detect\w+|\b(?:cannot|can not) be found\b[^.]*\b(?:except|unless)\b[^.]*\bDetect\w+",
    re.IGNORECASE,
)


def speed_to_find(entry: Structure) -> int:
    """The Speed that enemies without Detection spend to find the site (UD-KOB-45, UD-KOB-46); 0 for none."""
    found = [int(match[1]) for text in _texts(entry) if (match := _SPEED.search(text))]
    return max(found, default=0)


def is_invisible(entry: Structure) -> bool:
    """Whether nobody finds the site without Detection (UD-KOB-47)."""
    return any(_DETECTION.search(text) for text in _texts(entry))


def is_disguise(entry: Structure) -> bool:
    """Whether the structure hides the site, and so is itself seen by no scout (UD-MOV-08)."""
    return speed_to_find(entry) > 0 or is_invisible(entry)


def _texts(entry: Structure) -> Iterable[str]:
    return (*entry.abilities, *entry.notes)
