"""Numbers written as words: ``four``, ``a dozen``, ``twenty-one``, ``one hundred and five``."""

from __future__ import annotations

import re

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VALUES = (
    {word: value for value, word in enumerate(_ONES)}
    | {word: 10 * value for value, word in enumerate(_TENS, start=2)}
    | {"single": 1, "fourty": 40}
)
NUMBER_WORDS = {word: value for word, value in _VALUES.items() if 1 <= value <= 20} | {"dozen": 12}
"""Plain words for 1 to 20, for those who read words one by one."""

_WORD = re.compile(r"\s*(?:-\s*)?([A-Za-z]+)")
_DOZENS = {"dozen": 12, "score": 20, "pair": 2, "couple": 2}


def leading_number(text: str) -> tuple[int, int] | None:
    """The number a text begins with in words, as (value, length up to the next word); None where there is none.

    Something has to follow: ``Seven`` alone is no number of things.
    """
    total = hundreds = 0
    position = used = 0
    last = ""
    while match := _WORD.match(text, position):
        word = match.group(1).lower()
        if not used and word in ("a", "an"):
            following = _WORD.match(text, match.end())
            if following is None or following.group(1).lower() not in ("hundred", *_DOZENS):
                return None
            total = 1
        elif word in _VALUES and (not last or last in ("hundred", "and") or (last in _TENS and _VALUES[word] < 10)):
            total += _VALUES[word]
        elif word == "hundred" and 0 < total < 100:
            hundreds, total = 100 * total, 0
        elif word in _DOZENS and (last in _VALUES or last in ("a", "an")):
            total *= _DOZENS[word]
        elif word == "and" and last == "hundred":
            pass
        else:
            break
        if word != "and":
            used = match.end()
        last = word
        position = match.end()
    if not used or (hundreds + total) == 0:
        return None
    rest = re.match(r"\s+(?:of\s+)?", text[used:])
    if rest is None or not text[used + rest.end() :].strip():
        return None
    return hundreds + total, used + rest.end()
