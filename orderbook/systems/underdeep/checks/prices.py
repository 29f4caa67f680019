"""Prices nobody's rule data gives, learned from the post itself and the one before (UD-ORD-12; ambiguity 27)."""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.books.bundle import Bundle
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.post.model import LedgerLine, Post
from orderbook.systems.underdeep.post.titles import Heading, Tab


def _lines(post: Post | None, tab: Tab) -> Iterable[LedgerLine]:
    if post is None:
        return ()
    return {
        Tab.PRODUCTION: post.production,
        Tab.UPKEEP: post.upkeep,
        Tab.CONSTRUCTION: post.construction,
        Tab.RECRUITMENT: post.recruitment,
    }[tab]


def price_of_one(line: LedgerLine) -> Bundle | None:
    """What one unit of a line moves, if that comes out whole."""
    if line.unread or not line.flow or line.number <= 0:
        return None
    if any(amount % line.number for amount in line.flow.values()):
        return None
    return Bundle((resource, amount // line.number) for resource, amount in line.flow.items())


class PriceList:
    """The price of one unit of everything in a tab, first come: last week's post, then this one from the top.

    It has none where the campaign takes unknown figures as posted (setting unknown-figures).
    """

    def __init__(self, context: Context, tab: Tab) -> None:
        self._prices: dict[str, Bundle] = {}
        if context.options.chose("unknown-figures", "as-posted"):
            return
        for line in (*_lines(context.previous, tab), *_lines(context.post, tab)):
            if line.heading in (Heading.UNDER, Heading.FINISHED) or line.repair or line.cancelled:
                continue
            price = price_of_one(line)
            if price is not None:
                self._prices.setdefault(self._key(line), price)

    def _key(self, line: LedgerLine) -> str:
        folded = fold_name(line.subject.text)
        return folded[:-1] if folded.endswith("s") and line.number > 1 else folded

    def learned(self, line: LedgerLine) -> Bundle | None:
        """What the line should move by the price learned, or None where nothing was."""
        price = self._prices.get(self._key(line))
        return None if price is None else price * line.number
