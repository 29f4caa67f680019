"""What Construction and Recruitment have in common: the price a line has to pay, and whether it can be paid."""

from __future__ import annotations

from collections.abc import Sequence

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.systems.underdeep.checks.paying import due_flow
from orderbook.systems.underdeep.post.model import LedgerLine


def price_due(line: LedgerLine, choices: Sequence[Bundle]) -> Bundle | None:
    """What a line has to move (below zero what it costs): as written where that is a right price, else as due.

    None where no price is known and the line tells none that can be read.
    """
    if not choices:
        return None if line.unread else line.flow
    if line.unread:
        paying = {amount.resource for amount in line.amounts}
        return next((choice for choice in choices if set(choice) == paying), choices[0])
    due = due_flow(line, choices)
    return line.flow if due is None else due


def tell_shortage(held: Bundle, price: Bundle) -> str:
    """Why a price cannot be paid; ``price`` as amounts above 0."""
    short = Bundle((resource, amount - held[resource]) for resource, amount in price.items() if amount > held[resource])
    return f"it costs {render_bundle(price)}, of which {render_bundle(short)} are missing"
