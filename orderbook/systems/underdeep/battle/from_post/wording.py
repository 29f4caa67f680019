"""Units as players name them in passing: "the Brigands first" are Derro Brigands."""

from __future__ import annotations

import re

SLIPS_IN = re.compile(r"\b(?:infiltrat\w+|(?:sneak|slip|steal)s?\s+in(?:to|side)?)\b", re.IGNORECASE)
"""Words of an order to get into a site unseen."""

_WORD = re.compile(r"[^\W_]+")


def stems_of(text: str) -> set[str]:
    """The words of a text in the singular and in small letters."""
    return {_singular(word) for word in _WORD.findall(text.lower())}


def stem_of(unit: str) -> str:
    """The word by which a unit is named in short: its last one."""
    words = _WORD.findall(unit.lower())
    return _singular(words[-1]) if words else ""


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
