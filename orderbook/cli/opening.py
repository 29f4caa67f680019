"""Reading the opening Wealth as people type it: ``Gold 750, Metal 150``, ``750g 150m``, ``Gold: 1,250``."""

from __future__ import annotations

import re

from orderbook.books.bundle import USUAL_ORDER, Bundle
from orderbook.text.fold import fold

EXAMPLE = "Gold 750, Metal 150, Food 100"
MAX_DIGITS = 18

_TOKEN = re.compile(
    r"(?P<number>(?:(?<!\w)[+-])?(?:[0-9]{1,3}(?:[,.' ][0-9]{3})+(?![0-9])|[0-9]+))|(?P<word>[^\W\d_]+)|(?P<sign>\S)"
)
_SEPARATORS = frozenset(",;:=/|&+.()-") | {"\u2022"}
_FILLERS = frozenset({"and", "of", "wealth", "opening", "total"})
_SPELLINGS = {
    "g": "Gold", "gp": "Gold", "golds": "Gold",
    "m": "Metal", "metals": "Metal",
    "f": "Food", "foods": "Food",
    "b": "Bodies", "body": "Bodies", "bodys": "Bodies",
    "s": "Souls", "soul": "Souls",
} | {name.lower(): name for name in USUAL_ORDER}  # fmt: skip


class BadOpening(ValueError):
    """The text is no Wealth; ``str(error)`` says what about it, and how to write one."""


def parse_opening(text: str) -> Bundle:
    """Amounts with a resource each, in either order, with or without separators. Raises ``BadOpening``."""
    tokens = _cut_tokens(text)
    if not tokens:
        raise BadOpening(f'no amounts in it; write "{EXAMPLE}"')
    if len(tokens) % 2:
        raise BadOpening(f'an amount or a resource is missing in "{text.strip()}"; write "{EXAMPLE}"')
    amounts: dict[str, int] = {}
    for first, second in zip(tokens[::2], tokens[1::2], strict=True):
        resource, amount = (first, second) if isinstance(first, str) else (second, first)
        if not isinstance(resource, str) or not isinstance(amount, int):
            raise BadOpening(f'"{first} {second}" is not an amount and its resource; write "{EXAMPLE}"')
        if resource in amounts:
            raise BadOpening(f"{resource} stands there twice")
        amounts[resource] = amount
    return Bundle(amounts)


def _cut_tokens(text: str) -> list[str | int]:
    """Resource names and amounts in the order of the text."""
    tokens: list[str | int] = []
    for match in _TOKEN.finditer(fold(text)):
        kind, found = match.lastgroup, match.group()
        if kind == "number":
            tokens.append(_parse_amount(found))
        elif kind == "word":
            if found.lower() not in _FILLERS:
                tokens.append(_find_resource(found))
        elif found not in _SEPARATORS:
            raise BadOpening(f'"{found}" is not understood; write "{EXAMPLE}"')
    return tokens


def _parse_amount(text: str) -> int:
    digits = re.sub(r"[^0-9]", "", text)
    if len(digits) > MAX_DIGITS:
        raise BadOpening(f"{digits[:12]}... is too large an amount")
    return -int(digits) if text.startswith("-") else int(digits)


def _find_resource(word: str) -> str:
    resource = _SPELLINGS.get(word.lower())
    if resource is None:
        raise BadOpening(f'"{word}" is no resource; the resources are {", ".join(USUAL_ORDER)}')
    return resource
