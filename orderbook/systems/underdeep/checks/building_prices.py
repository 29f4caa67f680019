"""What a line of the Construction tab has to pay: a structure, a repair, a site founded, a bridge.

UD-BLD-08, UD-BRG-01, UD-DEF-07 to UD-DEF-09, UD-FND-02, UD-ORD-21. Settings: repair-price, founding-payment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Cost, Structure
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.sites import kind_by_name
from orderbook.systems.underdeep.post.titles import Heading

BRIDGE = "bridge"
FOUNDING = {
    "dungeon": Bundle({"Gold": 100}),
    "outpost": Bundle({"Gold": 50}),
    BRIDGE: Bundle({"Gold": 75, "Metal": 50}),
}
"""Prices of founding a site and of a bridge (UD-FND-02, UD-BRG-01)."""

FUNGOID_FOUNDING = {"dungeon": Bundle({"Bodies": 60}), "outpost": Bundle({"Bodies": 30})}
"""What Fungoids found a site for; a faction that nobody knows may be of them (UD-FND-02)."""

FOUNDING_VERB = re.compile(
    r"(?:found|founds|founding|founded|establish|establishing|establishes|established)\s+"
    r"(?:(?:of|an?|the|our|new|another)\s+)*"
)
"""How a line begins that says a site is founded, folded."""

_FOUNDING_ALONE = re.compile(r"(?:being\s+|to\s+be\s+)?found(?:ing|ed)?|foundation")
_WHERE = re.compile(r"\s(?:at|in|on|over|to|near|of|by|for|named|called)\b.*$")


def price_of(context: Context, line: LedgerLine, entry: Structure | None) -> tuple[Bundle, ...]:
    """What a line has to pay, to choose from, as a loss; nothing to choose from where no rule data tells."""
    if entry is None:
        return _founding_price(context, line)
    if entry.cost is None:
        return (Bundle(),) if entry.headquarters else ()
    if line.repair:
        return tuple(-(_half(choice, context) * line.number) for choice in _repair_base(context, entry))
    return tuple(-(choice * line.number) for choice in entry.cost.choices)


def founding_of(context: Context, line: LedgerLine) -> str | None:
    """What a line founds: "dungeon", "outpost" or "bridge"; None for every other line.

    It is what the phrase is about: an Outpost at X, Needle Outpost, founding Outpost X, but no Outpost Watchtower.
    """
    if line.subject.entry is not None:
        return None
    folded = fold_name(line.subject.text)
    if _FOUNDING_ALONE.fullmatch(folded):  # "Needle Outpost (Lowerdeep 31): founding"
        kind = line.site.kind or kind_by_name(line.site.name) if line.site is not None else None
        return kind.value.lower() if kind is not None else None
    verb = FOUNDING_VERB.match(folded)
    words = _WHERE.sub("", folded[verb.end() :] if verb else folded).split()
    if not words:
        return None
    return _kind_meant(context, words[-1]) or (_kind_meant(context, words[0]) if verb else None)


def _kind_meant(context: Context, word: str) -> str | None:
    word = word.removesuffix("s")
    if context.faction is not None and word == fold_name(context.faction.dungeon_word):
        return "dungeon"
    return word if word in FOUNDING else None


def is_paid_when_done(context: Context, line: LedgerLine) -> bool:
    """Whether a line founds a site, whose price is due in the week the site stands (UD-ORD-21)."""
    what = founding_of(context, line)
    return what not in (None, BRIDGE) and not context.options.chose("founding-payment", "when-ordered")


def is_being_founded(line: LedgerLine) -> bool:
    """Whether a site does not stand yet: a line that gives weeks, and does not call it complete."""
    return not line.complete and bool(line.weeks or line.week_number)


def _founding_price(context: Context, line: LedgerLine) -> tuple[Bundle, ...]:
    what = founding_of(context, line)
    if what is None:
        return ()
    prices = [-(FOUNDING[what] * line.number)]
    may_be_fungoid = context.faction is None or "fungoid" in context.faction.name.lower()
    if may_be_fungoid and what in FUNGOID_FOUNDING:
        prices.append(-(FUNGOID_FOUNDING[what] * line.number))
    if is_paid_when_done(context, line):
        if is_being_founded(line):
            return (Bundle(),)
        if not line.complete and line.heading is Heading.BEGINNING:
            prices.append(Bundle())  # without a word on the time it may be the order, or the news that the site stands
    return tuple(prices)


def _repair_base(context: Context, entry: Structure) -> Iterator[Bundle]:
    """The price that a repair costs half of: the present structure's, or that of all it grew from as well."""
    assert entry.cost is not None
    earlier = Bundle()
    if context.options.chose("repair-price", "whole-line-rounded-up"):
        earlier = _price_of_earlier(context, entry, {entry.name})
    for choice in entry.cost.choices:
        yield choice + earlier


def _price_of_earlier(context: Context, entry: Structure, seen: set[str]) -> Bundle:
    """What the structures cost that an upgrade took the place of, stage by stage."""
    total = Bundle()
    for need in entry.requires:
        older = context.catalogue.structure_named(need.names[0]) if need.replaces else None
        if older is not None and older.name not in seen:
            seen.add(older.name)
            total += (_first_choice(older.cost) + _price_of_earlier(context, older, seen)) * need.count
    return total


def _first_choice(price: Cost | None) -> Bundle:
    return price.choices[0] if price is not None else Bundle()


def _half(price: Bundle, context: Context) -> Bundle:
    """Half of a price, resource by resource (UD-DEF-07)."""
    more = 0 if context.options.chose("repair-price", "present-rounded-down") else 1
    return Bundle((resource, (amount + more) // 2) for resource, amount in price.items())
