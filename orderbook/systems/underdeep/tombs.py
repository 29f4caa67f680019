"""Who may hide from the sun among the tombs (UD-BDY-05), and what words mean tombs."""

from __future__ import annotations

import re

_OF_THE_TOMBS = ("vampire", "synaptophage", "lich", "cerelich")
_TOMBS = re.compile(r"\b(?:graveyards?|graves?|cemeter(?:y|ies)|tombs?|crypts?|catacombs?|burial)\b", re.IGNORECASE)


def lives_in_tombs(unit: str) -> bool:
    """Whether units of a type may entrench in a graveyard: by the last word of its name."""
    words = unit.lower().split()
    return bool(words) and words[-1] in _OF_THE_TOMBS


def speaks_of_tombs(text: str) -> bool:
    """Whether words mean a graveyard."""
    return _TOMBS.search(text) is not None
