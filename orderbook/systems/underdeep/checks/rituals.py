"""What the rituals of the Succubi cost, in whatever tab the Souls are paid (UD-SUC-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Ritual
from orderbook.systems.underdeep.checks.construction import COST
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.paying import check_payment
from orderbook.systems.underdeep.checks.slip import Slip
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.orders.model import Verb

_RULE = "UD-SUC-14"


def check_rituals(context: Context) -> Iterator[Slip]:
    """Prices of rituals cast this week. What a ritual brings in is no price and stays as written."""
    for line in context.post.ledger_lines():
        entry = line.subject.entry
        if isinstance(entry, Ritual) and any(amount < 0 for amount in line.flow.values()):
            yield from _check_price(line, entry)


def ordered_prices(context: Context) -> Iterator[Bundle]:
    """What the rituals take, signed, that Orders have cast and no other tab pays for: Wealth may have it already.

    A ritual that is dearer with each unit is reckoned for the units that the order speaks of, else for one.
    """
    rituals = {ritual.name: ritual for ritual in context.faction.rituals} if context.faction is not None else {}
    paid = Counter(
        line.subject.entry.name for line in context.post.ledger_lines() if isinstance(line.subject.entry, Ritual)
    )
    for order in (order for line in context.post.orders for order in line.orders):
        for action in order.does(Verb.CAST):
            ritual = rituals.get(action.spell or "")
            if ritual is None:
                continue
            if paid[ritual.name] > 0:
                paid[ritual.name] -= 1
                continue
            units = action.count or next((actor.count for actor in order.actors if actor.count), 1) or 1
            yield -(ritual.cost.bundle + ritual.cost.per_unit * units)


def _check_price(line: LedgerLine, ritual: Ritual) -> Iterator[Slip]:
    per_unit = ritual.cost.per_unit
    casts, units = line.number, 1
    counts_units = line.count_span is not None and line.count_span.start > line.subject.span.start
    if per_unit and counts_units:
        casts, units = 1, line.number  # "I Like It Rough on 20 Axemen"
    choices = tuple(-((choice + per_unit * units) * casts) for choice in ritual.cost.choices)
    if per_unit and any(_pays_as_much(line.flow, choice) for choice in choices):
        return  # more units than the line counts may be meant
    subject = f"{casts} times {ritual.name}" if casts > 1 else ritual.name
    if per_unit:
        subject += f" on {units} units" if units > 1 else " on a single unit"
    each = tuple(choice + per_unit for choice in ritual.cost.choices) if casts > 1 else ()
    for found in check_payment(COST, line, choices, subject, verb="costs", rule=_RULE, each=each):
        yield found if counts_units or not per_unit else found.with_fix(None)


def _pays_as_much(flow: Bundle, least: Bundle) -> bool:
    return set(flow) == set(least) and all(flow[resource] <= least[resource] for resource in least)
