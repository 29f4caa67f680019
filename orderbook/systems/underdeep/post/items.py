"""A line that lists several units or structures, cut into one item each."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from orderbook.systems.underdeep.post.phrases import Count, Mark, Name, Number, Phrase, Times
from orderbook.text.tokens import Kind

_AND = re.compile(r"\s+(?:and|plus|with)$", re.IGNORECASE)
_JOINED = re.compile(r"\s+(?:and|plus)\s+", re.IGNORECASE)


def cut_items(
    text: str, phrases: Sequence[Phrase], signs: Collection[Kind], is_known: Callable[[str], bool]
) -> list[list[Phrase]]:
    """One item a thing: cut at ``signs``, at a figure behind "and" or a plus, between known names joined by "and"."""
    items: list[list[Phrase]] = [[]]
    for index, phrase in enumerate(phrases):
        named = isinstance(phrases[index + 1], Name) if index + 1 < len(phrases) else False
        before = items[-1][-1] if items[-1] else None
        if isinstance(phrase, Mark) and phrase.kind in signs:
            items.append([])
        elif isinstance(phrase, Number) and named and phrase.sign == "+":
            items.append([Count(phrase.figure.start, phrase.figure.end, phrase.figure)])
        elif isinstance(phrase, Count | Times) and named and isinstance(before, Name) and _ends_with_and(text, before):
            items[-1][-1] = replace(before, end=before.start + len(_AND.sub("", text[before.start : before.end])))
            items.append([phrase])
        elif isinstance(phrase, Name):
            first, *further = _cut_name(text, phrase, is_known)
            items[-1].append(first)
            items += [[piece] for piece in further]
        else:
            items[-1].append(phrase)
    return items


def _ends_with_and(text: str, name: Name) -> bool:
    return _AND.search(text[name.start : name.end]) is not None


def _cut_name(text: str, name: Name, is_known: Callable[[str], bool]) -> list[Name]:
    """``Kobold Mine and Burrow`` as two names, if both are known and the whole is not."""
    words = text[name.start : name.end]
    cuts = [match.span() for match in _JOINED.finditer(words)]
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(words)]
    pieces = [words[start:end] for start, end in zip(starts, ends, strict=True)]
    if not cuts or is_known(words) or not all(map(is_known, pieces)):
        return [name]
    return [replace(name, start=name.start + s, end=name.start + e) for s, e in zip(starts, ends, strict=True)]
