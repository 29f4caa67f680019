"""Are prices given per line or per unit? Both are usual; a post keeps to one way within a tab.

A line that says "each" is read so at once. Without a word a tab's prices are per unit when every line with more than
one unit gives exactly the price of one.
"""

from __future__ import annotations

from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Structure, Unit
from orderbook.systems.underdeep.post.model import LedgerLine, Post
from orderbook.systems.underdeep.post.reader import signed_flow
from orderbook.systems.underdeep.post.titles import Tab

_MIN_LINES = 2
"""One such line alone may as well be a slip."""


def unit_price(line: LedgerLine) -> tuple[Bundle, ...]:
    """What one unit of a line's subject moves by the rule data, as signed bundles to choose from; empty if unknown."""
    entry = line.subject.entry
    if isinstance(entry, Unit):
        cost = entry.upkeep if line.tab is Tab.UPKEEP else entry.cost
        return tuple(-choice for choice in cost.choices) if cost else ()
    if isinstance(entry, Structure):
        if line.tab is Tab.PRODUCTION:
            return (entry.produces,) if entry.produces else ()
        return tuple(-choice for choice in entry.cost.choices) if entry.cost else ()
    return ()


def settle_unit_prices(post: Post) -> None:
    """Multiplies out the lines of tabs whose prices stand per unit."""
    for name, lines in (
        ("production", post.production),
        ("upkeep", post.upkeep),
        ("construction", post.construction),
        ("recruitment", post.recruitment),
    ):
        if _is_per_unit(lines):
            setattr(post, name, [_multiplied(line) for line in lines])


def _is_per_unit(lines: list[LedgerLine]) -> bool:
    telling = [line for line in lines if line.number > 1 and line.amounts and unit_price(line) and not line.each_marked]
    return len(telling) >= _MIN_LINES and all(_gives_price_of_one(line) for line in telling)


def _gives_price_of_one(line: LedgerLine) -> bool:
    return line.flow in unit_price(line)


def _multiplied(line: LedgerLine) -> LedgerLine:
    if line.each_marked or line.number <= 1 or not line.amounts:
        return line
    is_cost = line.tab is not Tab.PRODUCTION and not line.cancelled
    flow, unread = signed_flow(line.amounts, is_cost=is_cost, factor=line.number)
    return replace(line, flow=flow, unread=unread, per_unit=True)
