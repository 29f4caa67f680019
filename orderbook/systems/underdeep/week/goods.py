"""Amounts of resources in a game master's words: "10 Food and 5 Gold"."""

from __future__ import annotations

import re

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.post.vocabulary import RESOURCES
from orderbook.systems.underdeep.week.values import PRISONERS, SLAVES

_SPELLINGS = {word: name for name, words in RESOURCES.items() for word in words} | {
    "slave": SLAVES, "slaves": SLAVES, "prisoner": PRISONERS, "prisoners": PRISONERS,
}  # fmt: skip
GOODS = re.compile(
    rf"(?P<number>[0-9]{{1,6}})\s+(?P<resource>{'|'.join(sorted(_SPELLINGS, key=len, reverse=True))})\b", re.IGNORECASE
)
"""One amount: a number and a resource by one of its names."""


def read_goods(text: str) -> Bundle:
    """The amounts a text names, above 0; all else in it is passed over."""
    return Bundle((_SPELLINGS[match["resource"].lower()], int(match["number"])) for match in GOODS.finditer(text))
