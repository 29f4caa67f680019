"""Numbers and amounts of resources, as rule posts write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from orderbook.text.tokens import NUMBER_WORDS

MOST = 10**12
"""Larger numbers are no figures of a game; the schema of the rule data refuses them too."""

NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)"

_WORDS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_COUNT = re.compile(rf"(?:\ban?\s+)?(?<![\w.,+-])(?:({NUMBER})(?![.,]?[0-9])|({_WORDS})\b|(an?)\b)", re.IGNORECASE)
_SEPARATORS = r"(?:[,;&+/]|and\b|plus\b|(?:up\s+to\b))"
_RESOURCE = r"[A-Za-z][\w'-]*(?:\s+(?!and\b|plus\b|or\b|per\b|each\b|apiece\b)[A-Za-z][\w'-]*)*"
_AMOUNT = re.compile(
    rf"\s*(?:{_SEPARATORS}\s*)*-?({NUMBER}|(?:{_WORDS})(?=\s))(?=\s|[A-Za-z]{{3}}|$)\s*({_RESOURCE})?"
    r"\s*(per\s+(?:unit|head|model|soldier|creature)\b|each\b|apiece\b)?",
    re.IGNORECASE,
)
_LABEL_FIRST = re.compile(
    rf"\s*(?:{_SEPARATORS}\s*)*({_RESOURCE})\s*[:=]?\s*({NUMBER})(?![\w.]|\s*[A-Za-z])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a resource, its name as written; ``each``: for every unit concerned."""

    number: int
    resource: str
    each: bool = False


def parse_count(text: str) -> int | None:
    """The first number of a text, in figures or as a word; ``None`` without one, or where it is too large."""
    match = _COUNT.search(text)
    if match is None:
        return None
    number = parse_number(match[1]) if match[1] else NUMBER_WORDS.get((match[2] or "").lower(), 1)
    return number if number is not None and number <= MOST else None


def parse_number(digits: str) -> int | None:
    """A number in figures, with or without commas; ``None`` where it is too large."""
    plain = digits.replace(",", "")
    return int(plain) if len(plain) <= 15 and int(plain) <= MOST else None


def parse_amounts(text: str, default_resource: str = "") -> list[Amount] | None:
    """All the amounts a text is made of; ``None`` if anything else is in it, or a number without a resource."""
    found: list[Amount] = []
    position = 0
    while position < len(text):
        if match := _AMOUNT.match(text, position):
            digits, resource, each = match[1], match[2] or default_resource, bool(match[3])
        elif match := _LABEL_FIRST.match(text, position):
            digits, resource, each = match[2], match[1], False
        else:
            break
        number = NUMBER_WORDS.get(digits.lower()) or parse_number(digits) if digits else None
        if number is None or not resource:
            return None
        found.append(Amount(number, resource, each))
        position = match.end()
    return found if found and not text[position:].strip(" .,;") else None
