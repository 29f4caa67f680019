"""Verbs as one does what several do."""

from __future__ import annotations

_OTHERWISE = {"are": "is", "have": "has", "do": "does", "go": "goes"}
_HISSING = ("s", "sh", "ch", "x", "z")
_VOWELS = "aeiou"


def make_singular(verb: str) -> str:
    """``strikes out at`` for ``strike out at``: the first word of a deed told of several, as one does it."""
    first, space, rest = verb.partition(" ")
    if first in _OTHERWISE:
        first = _OTHERWISE[first]
    elif first.endswith("y") and first[-2:-1] not in _VOWELS:
        first = f"{first[:-1]}ies"
    else:
        first += "es" if first.endswith(_HISSING) else "s"
    return f"{first}{space}{rest}"
