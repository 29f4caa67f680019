"""What comes back for a project that is given up: all that was paid for it, and nothing once it is finished.

UD-CAN-01, UD-CAN-02, UD-ORD-21.
"""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.findings.model import CheckDoc, Fix
from orderbook.rulebook.model import Section, Structure
from orderbook.systems.underdeep.checks.building_prices import is_paid_when_done, price_of
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import Estate, SiteState, key_of
from orderbook.systems.underdeep.checks.paying import check_payment
from orderbook.systems.underdeep.checks.prices import PriceList, price_of_one
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.wording import agree, counted
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.titles import Heading
from orderbook.text.edits import Edit


def check_refund(
    doc: CheckDoc, context: Context, estate: Estate, line: LedgerLine, prices: PriceList
) -> Iterator[Slip]:
    """Judges the amounts of a cancelled project. A line without any is no slip: nobody has to take the refund."""
    if line.unread or not line.flow:
        return
    state = estate.state(line.site) or estate.only_state()
    subject = line.subject.name if line.number == 1 else counted(line.number, line.subject)
    if state is not None and _is_finished(state, line):
        yield slip(
            doc,
            line.amounts[0].span,
            f"{subject} {agree(line.number, 'is', 'are')} finished, and nothing comes back for what is finished.",
            tab=line.tab,
            rule="UD-CAN-02",
            stated=render_bundle(line.flow),
            computed="nothing",
            delta=-line.flow,
        )
        return
    paid = [-price for price in _prices(context, line, prices)]
    begun = _paid_last_week(context, state, line)
    choices = paid if begun is None or begun in paid else [begun]
    for found in check_payment(
        doc, line, choices, f"Cancelling {subject}", verb="gives back", rule="UD-CAN-01", is_gain=True
    ):
        yield found if found.finding.fix is not None else found.with_fix(_turned_round(line, choices))


def _prices(context: Context, line: LedgerLine, prices: PriceList) -> tuple[Bundle, ...]:
    """What the project cost when it was begun, as a loss, to choose from."""
    if is_paid_when_done(context, line):
        return (Bundle(),)
    entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
    choices = price_of(context, line, entry)
    learned = None if choices else prices.learned(line)
    return choices if learned is None else (learned,)


def _paid_last_week(context: Context, state: SiteState | None, line: LedgerLine) -> Bundle | None:
    """What last week's post paid for the project, where it was begun then."""
    if context.previous is None:
        return None
    for earlier in context.previous.construction:
        same_site = state is None or earlier.site is None or str(earlier.site) == str(state.site)
        if earlier.heading is Heading.BEGINNING and same_site and key_of(earlier.subject) == key_of(line.subject):
            price = price_of_one(earlier)
            return None if price is None else -(price * line.number)
    return None


def _is_finished(state: SiteState, line: LedgerLine) -> bool:
    """Whether what is cancelled stands already: by last week's countdown, else by the list, if one is all there is."""
    entry, key = line.subject.entry, key_of(line.subject)
    if not isinstance(entry, Structure) or line.repair:
        return False
    if state.was_known:
        unfinished = sum(weeks != 1 for name, weeks in state.before if name == key)
        return unfinished == 0 and state.at_most(key) > 0
    once = entry.limit in (None, 1) if entry.section is Section.ROOM else entry.limit == 1
    return once and state.listed[key] > 0


def _turned_round(line: LedgerLine, choices: list[Bundle]) -> Fix | None:
    """Offers the amounts with a plus where the price stands there as it was paid."""
    if not choices or -line.flow not in choices or line.per_unit:
        return None
    edits = tuple(
        Edit(amount.span.start, amount.figure_span.end, f"+{amount.text}")
        for amount in line.amounts
        if amount.sign in ("-", "~") and amount.span.start < amount.figure_span.start
    )
    return Fix(f"write {render_bundle(-line.flow, signed=True)}", edits, safe=False) if edits else None
