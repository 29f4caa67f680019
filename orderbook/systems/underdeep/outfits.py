"""What is bought for a unit later: a dire rat for Shee-Ra to ride on (UD-KOB-11)."""

from __future__ import annotations

import re

from orderbook.rulebook.model import Faction, Unit, UnitOption
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.model import LedgerLine

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_COMMON = frozenset({"the", "a", "an", "on", "of", "for", "with", "and", "sixteenth"})


def find_outfit(faction: Faction | None, line: LedgerLine) -> tuple[Unit, UnitOption] | None:
    """The unit and the option that a line of a tab pays for: one that no list has, and that names them both."""
    if faction is None or line.subject.entry is not None:
        return None
    words = _words(f"{line.subject.text} {line.note}")
    for unit in faction.units:
        for option in unit.options:
            wanted = {_stem(word) for word in _words(option.name)}
            if wanted & {_stem(word) for word in words} and _words(unit.name) & words:
                return unit, option
    return None


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(fold_name(text)) if word not in _COMMON}


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending)
    return word
