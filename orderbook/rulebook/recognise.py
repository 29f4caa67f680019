"""Whose post is this? The faction is known by the names that no other faction has."""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.rulebook.indexes import entry_forms
from orderbook.rulebook.model import Faction, Rulebook
from orderbook.rulebook.names import fold_name, fold_words

_ENTRY_WEIGHT = 4
_MOST_MENTIONS = 3
_CLEAR_LEAD = 2
_MOST_WORDS = 20_000
_LONGEST_LINE = 2000


def guess_faction(rulebook: Rulebook, lines: Iterable[str]) -> Faction | None:
    """The faction whose post these lines are from, ``None`` when that is not clear.

    Each entry that only one faction has counts once, however often it is named: a post says more by its lists than
    by its letters. The names of the factions themselves count little, since every letter may mention an enemy.
    The best faction must have twice the weight of the next.
    """
    owners, mentions = _exclusive_names(rulebook)
    longest = max((form.count(" ") + 1 for form in owners), default=0)
    seen: dict[int, set[str]] = {}
    mentioned: dict[int, int] = {}
    left = _MOST_WORDS
    for line in lines:
        words = fold_words(line[:_LONGEST_LINE]).split()[:left]
        left -= len(words)
        if not words and left <= 0:
            break
        start = 0
        while start < len(words):
            for length in range(min(longest, len(words) - start), 0, -1):
                form = " ".join(words[start : start + length])
                if form in owners:
                    number, entry = owners[form]
                    seen.setdefault(number, set()).add(entry)
                    start += length - 1
                    break
                if form in mentions:
                    mentioned[mentions[form]] = mentioned.get(mentions[form], 0) + 1
                    break
            start += 1
    weights = [
        (_ENTRY_WEIGHT * len(seen.get(number, ())) + min(mentioned.get(number, 0), _MOST_MENTIONS), number)
        for number in range(len(rulebook.factions))
    ]
    weights.sort(reverse=True)
    best = weights[0] if weights else (0, 0)
    second = weights[1][0] if len(weights) > 1 else 0
    if not best[0] or best[0] < _CLEAR_LEAD * second:
        return None
    return rulebook.factions[best[1]]


def _exclusive_names(rulebook: Rulebook) -> tuple[dict[str, tuple[int, str]], dict[str, int]]:
    """Folded names that one faction alone has, with its number and the entry; and words for the factions."""
    owners: dict[str, tuple[int, str]] = {}
    shared: set[str] = set()
    mentions: dict[str, int] = {}
    for number, faction in enumerate(rulebook.factions):
        for entry in faction.entries:
            for form in map(fold_name, entry_forms(entry)):
                if owners.setdefault(form, (number, entry.name))[0] != number:
                    shared.add(form)
        for name in (faction.name, *faction.aliases):
            mentions.setdefault(fold_name(name), number)
    return {form: owner for form, owner in owners.items() if form not in shared and form not in mentions}, mentions
