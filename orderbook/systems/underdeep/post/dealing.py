"""Lines that give one thing for another: "Sold 4 slaves: +8 Gold", "Slave Pit: bought 3 slaves for 6 Gold".

What the verb speaks of goes out or comes in, and what stands for it goes the other way; a sign that is written counts.
"""

from __future__ import annotations

import re
from dataclasses import replace

from orderbook.systems.underdeep.post.model import PostedAmount
from orderbook.systems.underdeep.post.phrases import Amount

_OUT = (
    "sells?|selling|sold|sales?\\s+of|convert(?:s|ed|ing)?|exchang(?:es?|ed|ing)|butcher(?:s|ed|ing)?|"
    "slaughter(?:s|ed|ing)?"
)
_IN = "buys?|buying|bought|purchas(?:es?|ed|ing)"
_BEFORE = re.compile(
    rf"\b(?:(?P<out>{_OUT})|(?P<into>{_IN}))\s+(?:off\s+|our\s+|the\s+|another\s+|some\s+)*$", re.IGNORECASE
)
_BEHIND = re.compile(rf"\s*(?:(?:are|were|was|is|get|got)\s+)?(?:(?P<out>{_OUT})|(?P<into>{_IN}))\b", re.IGNORECASE)
_BOUGHT = re.compile(rf"\b(?:{_IN})\b", re.IGNORECASE)


def settle_deal(
    text: str, amounts: tuple[Amount, ...], posted: tuple[PostedAmount, ...], *, per_unit: bool = False
) -> tuple[PostedAmount, ...]:
    """The amounts of a line with the signs that its verb gives to those without one.

    ``text`` is the folded line in which ``amounts`` stand. What the verb speaks of only counts what a signed amount of
    the same resource moves, and is left out beside that; where the price is ``per_unit``, it multiplies the price.
    """
    deals = [_deal(text, amount) for amount in amounts]
    if any(deals):
        is_sale = next(bool(deal["out"]) for deal in deals if deal)
    elif _BOUGHT.search(text):
        is_sale = False  # "bought 3 slaves for 6 Gold" where nobody keeps slaves among the resources
    else:
        return posted
    dealt = [amount.figure.value for amount, deal in zip(amounts, deals, strict=True) if deal]
    factor = (dealt[0] or 1) if per_unit and dealt else 1
    signed = {amount.resource for amount in amounts if amount.sign}
    result: list[PostedAmount] = []
    for amount, written, deal in zip(amounts, posted, deals, strict=True):
        if deal and amount.resource in signed:
            continue
        if not deal and written.value is not None:
            written = replace(written, value=written.value * factor)
        if not amount.sign:
            written = replace(written, sign="-" if bool(deal) is is_sale else "+")
        result.append(written)
    return tuple(result)


def _deal(text: str, amount: Amount) -> re.Match[str] | None:
    """The verb that an amount without a sign belongs to."""
    if amount.sign:
        return None
    return _BEFORE.search(text, 0, amount.start) or _BEHIND.match(text, amount.end)
