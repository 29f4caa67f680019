"""The mutagenic pool: which orders send units into it, and whom it makes Mutants (UD-DER-35)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from orderbook.systems.underdeep.post.orders.model import Actor, Order, OrderLine

LABORATORY, MUTANT = "Mutagenic Laboratory", "Derro Mutant"
POOLED = ("Derro Brigand", "Derro Aklys-Hurler", "Derro Filcher")
"""Whom the pool makes Mutants; what it makes of others the game master decides (UD-DER-36)."""

_POOL = re.compile(
    r"\bmutagenic\b|\bmutat(?:e|es|ed|ing)\b|\bmutation pool\b"
    r"|\b(?:transform|turn|chang|convert|becom|mak|made)\w*\b[^.;]*\bmutants?\b(?!['’])",
    re.IGNORECASE,
)


def find_immersions(lines: Iterable[OrderLine]) -> Iterator[tuple[OrderLine, Order, Actor]]:
    """Everybody whom orders send into the pool."""
    for line in lines:
        if _POOL.search(line.text):
            for order in _about_pool(line):
                for actor in order.actors:
                    if _goes_in(actor):
                        yield line, order, actor


def _about_pool(line: OrderLine) -> list[Order]:
    """The orders of a line that are about the pool: with several, those whose own words say so."""
    if len(line.orders) < 2:
        return line.orders
    return [order for order in line.orders if _POOL.search(" ".join(_words_of(order)))]


def _words_of(order: Order) -> Iterator[str]:
    yield from order.unread
    for action in order.actions:
        yield f"{action.text} {action.object}"


def _goes_in(actor: Actor) -> bool:
    return actor.unit is not None and actor.unit.entry is not None and actor.unit.name != MUTANT and not actor.person
