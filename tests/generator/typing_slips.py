"""Slips of the pen: letters wrong in a name, figures that are no figures."""

from __future__ import annotations

import re
from random import Random

_LONG_WORD = re.compile(r"[A-Za-z]{6,}")
_FIGURE = re.compile(r"\d[\d,]*")


def one_letter_slip(text: str, rng: Random) -> str:
    """Drops or doubles one inner letter of a long word: a reader sees at once what was meant."""
    words = list(_LONG_WORD.finditer(text))
    if not words:
        return text
    word = rng.choice(words)
    at = rng.randrange(word.start() + 2, word.end() - 2)
    if rng.random() < 0.5:
        return text[:at] + text[at] + text[at:]
    if text[at] in (text[at - 1], text[at + 1]):
        return text
    return text[:at] + text[at + 1 :]


def spoilt_word(name: str, rng: Random) -> tuple[str, str] | None:
    """A long word of ``name`` with several letters wrong, as (the word, what stands there); ``None`` if none is."""
    words = [match.group() for match in _LONG_WORD.finditer(name) if len(match.group()) >= 7]
    if not words:
        return None
    word = rng.choice(words)
    letters = list(word)
    at = rng.randrange(2, len(letters) - 3)
    letters[at], letters[at + 1] = letters[at + 1], letters[at]
    del letters[rng.choice([1, len(letters) - 2])]
    spoilt = "".join(letters)
    return (word, spoilt) if letters_apart(word, spoilt) >= 2 else None


def letters_apart(one: str, other: str) -> int:
    """Edit distance, a swap of neighbours counting once."""
    table = [[i + j if not i or not j else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            same = one[i - 1] == other[j - 1]
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (not same))
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


def garble_word(text: str, swap: tuple[str, str]) -> str:
    """Puts the spoilt word in; words are found whatever their case and keep a plural's tail."""
    word, spoilt = swap
    found = re.search(re.escape(word), text, re.IGNORECASE)
    if not found:
        return text
    here = spoilt.lower() if found.group().islower() else spoilt
    return text[: found.start()] + here + text[found.end() :]


def spoil_amount(text: str, how: str) -> str:
    """Makes the first figure that allows it unreadable: ``O`` for 0, ``l`` for 1, or ``??`` for the figure."""
    figures = list(_FIGURE.finditer(text))
    digit = {"O": "0", "l": "1"}.get(how, "")
    for figure in figures:
        if digit and digit in figure.group():
            spoilt = figure.group().replace(digit, how)
            return text[: figure.start()] + spoilt + text[figure.end() :]
    figure = figures[-1]
    return text[: figure.start()] + "??" + text[figure.end() :]
