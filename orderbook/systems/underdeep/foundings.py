"""Dungeons and Outposts that a post founds, by a line of Construction or by an order (UD-FND-01).

Founding takes one week; the price is due in the week the site stands (UD-FND-02, UD-ORD-21). Setting:
founding-payment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Faction
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.building_prices import (
    BRIDGE,
    FOUNDING,
    FOUNDING_VERB,
    FUNGOID_FOUNDING,
    founding_of,
)
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import weeks_left
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.orders.model import Action, Order, OrderLine, Verb
from orderbook.systems.underdeep.post.sites import kind_by_name
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.source import Span

_PREPOSITION = re.compile(r"\s+(?:at|in|on|over|to|near|of|by)$", re.IGNORECASE)
_CALLED = re.compile(r"\b(?:called|named)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Founding:
    """A site that a post founds and does not list yet.

    ``weeks`` are those it still takes, this one counted, 0 for one that stands; ``price`` is still due.
    """

    kind: str
    name: str
    region: Region | None
    weeks: int
    price: Bundle
    tab: Tab
    span: Span

    def __str__(self) -> str:
        return f"{self.name} ({self.region})" if self.region is not None else self.name


def find_foundings(context: Context) -> list[Founding]:
    """The sites that a post founds and does not list yet, those of Construction first."""
    found = [founding for line in context.post.construction if (founding := _of_line(context, line)) is not None]
    for line in context.post.orders:
        for order in line.orders:
            for action in order.does(Verb.FOUND):
                founding = _of_order(context, line, order, action)
                if founding is not None and not any(
                    other.region == founding.region or None in (other.region, founding.region) for other in found
                ):
                    found.append(founding)
    return found


def _of_line(context: Context, line: LedgerLine) -> Founding | None:
    kind = founding_of(context, line)
    if kind in (None, BRIDGE) or line.cancelled:
        return None
    assert kind is not None
    site = line.site if line.site is not None and Tab.DUNGEONS not in line.site.headings else None
    region = site.region if site is not None else line.region
    name = site.name if site is not None else _name(line, kind)
    if _stands(context, name, region):
        return None
    is_done = line.complete or line.heading is Heading.FINISHED
    weeks = 0 if is_done else max(weeks_left(line, context.week) or 1, 1)
    is_paid = bool(line.flow) or context.options.chose("founding-payment", "when-ordered")
    price = Bundle() if is_paid or is_done else price_of_founding(context, kind)
    return Founding(kind, name, region, weeks, price, Tab.CONSTRUCTION, line.span)


def _name(line: LedgerLine, kind: str) -> str:
    """What a site is to be called; "New Outpost" where the line does not tell."""
    text = line.subject.text
    if verb := FOUNDING_VERB.match(text.lower()):
        text = text[verb.end() :]
    text = _CALLED.sub("", _PREPOSITION.sub("", text)).strip(" \"'")
    if fold_name(text) in (kind, ""):
        return f"{kind.capitalize()} {line.note}" if line.note[:1].isupper() else f"New {kind.capitalize()}"
    return text if kind_by_name(text) is not None else f"{kind.capitalize()} {text}"


def _of_order(context: Context, line: OrderLine, order: Order, action: Action) -> Founding | None:
    """What an order founds, if it hangs on no condition and says where and which kind of site."""
    kinds = {kind for kind in ("dungeon", "outpost") if re.search(rf"\b{kind}", fold_name(line.text))}
    if context.faction is not None and fold_name(context.faction.dungeon_word) in fold_name(line.text).split():
        kinds.add("dungeon")
    spots = [spot for done in order.actions[: order.actions.index(action) + 1] for spot in done.targets]
    spots += [spot for actor in order.actors if (spot := order.place_of(actor)) is not None][:1] if not spots else []
    region = spots[-1].where if spots else None
    ruin = _is_ruin(context, line.text, region)
    if ruin and not kinds:
        kinds.add("dungeon")  # what it was is on record where the ruin is
    if len(kinds) != 1 or order.conditions or region is None or (not ruin and _stands(context, "", region)):
        return None
    kind = kinds.pop()
    paid = ruin or context.options.chose("founding-payment", "when-ordered")
    price = Bundle() if paid else price_of_founding(context, kind)
    return Founding(kind, f"New {kind.capitalize()}", region, 1, price, Tab.ORDERS, action.span)


def _is_ruin(context: Context, text: str, region: Region | None) -> bool:
    """Whether an order takes up a ruin, for which nothing is paid and which may lie beside a Dungeon (UD-RUI-01,
    UD-RUI-04)."""
    place = context.world.place(region) if context.world is not None and region is not None else None
    return "ruin" in text.lower() or (place is not None and "ruin" in place.features)


def price_of_founding(context: Context, kind: str) -> Bundle:
    """The price of a "dungeon" or an "outpost" for whoever posts (UD-FND-02)."""
    return founding_price(context.faction, kind)


def founding_price(faction: Faction | None, kind: str) -> Bundle:
    """The price of a "dungeon", an "outpost" or a "bridge" for a faction; Fungoids found for Bodies (UD-FND-02)."""
    is_fungoid = faction is not None and "fungoid" in faction.name.lower()
    return FUNGOID_FOUNDING[kind] if is_fungoid and kind in FUNGOID_FOUNDING else FOUNDING[kind]


def _stands(context: Context, name: str, region: Region | None) -> bool:
    return any(
        (region is not None and site.region == region) or (name and fold_name(site.name) == fold_name(name))
        for site in context.post.sites
        if Tab.DUNGEONS in site.headings
    )


def find_bridges(context: Context) -> Iterator[LedgerLine]:
    """The lines of Construction under which a bridge is built (UD-BRG-01)."""
    for line in context.post.construction:
        if founding_of(context, line) == BRIDGE and not line.cancelled and not line.complete:
            yield line
