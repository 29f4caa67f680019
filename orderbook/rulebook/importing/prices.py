"""Prices, as in ``200 Gold, 20 Bodies``, ``1 Food or 1 Body``, ``10 Souls +1 Soul per unit``, ``None``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from orderbook.rulebook.importing.lines import plain
from orderbook.rulebook.importing.numbers import Amount, parse_amounts
from orderbook.rulebook.importing.words import load_words

_BRACKET = re.compile(r"\s*\(([^()]*)\)")
_OR = re.compile(r"\s*,?\s+or\s+", re.IGNORECASE)
_REFERENCE = re.compile(r"(?:see|by|as|varies|special)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Price:
    """``choices`` of which one is paid, ``per_unit`` what comes on top for each unit concerned.

    ``text`` is the wording of a price that refers to something else (``See Ritual``) or cannot be read
    (``is_unread``); ``aside`` is what stood in brackets behind it.
    """

    choices: tuple[tuple[Amount, ...], ...] = ()
    per_unit: tuple[Amount, ...] = ()
    text: str = ""
    is_unread: bool = False
    aside: str = ""


def parse_price(text: str, default_resource: str = "") -> Price:
    """The price in a text; ``default_resource`` stands behind numbers that have none (``Soul Cost: 50``)."""
    written = plain(text)
    bare = _BRACKET.sub("", written).strip(" .")
    aside = "; ".join(inside.strip() for inside in _BRACKET.findall(written) if inside.strip())
    if bare.lower() in load_words().values["nothing"]:
        return Price(((),), aside=aside)
    if _REFERENCE.match(bare):
        return Price(text=written)
    choices: list[tuple[Amount, ...]] = []
    per_unit: list[Amount] = []
    for part in _OR.split(bare):
        if part.lower() in load_words().values["nothing"]:
            choices.append(())
            continue
        amounts = parse_amounts(part.removeprefix("-"), default_resource)
        if amounts is None:
            return Price(text=written, is_unread=True)
        choices.append(tuple(amount for amount in amounts if not amount.each))
        per_unit += [amount for amount in amounts if amount.each]
    if not any(choices):  # "5 Gold each" is the price of each
        return Price((tuple(per_unit),), aside=aside)
    return Price(tuple(choices), tuple(per_unit), aside=aside)
