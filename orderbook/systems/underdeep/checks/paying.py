"""Does a line pay what it has to? The one comparison behind build-cost, recruit-cost and upkeep-amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.findings.model import CheckDoc
from orderbook.systems.underdeep.checks.slip import Slip, amounts_fix, slip, wrong_amount
from orderbook.systems.underdeep.checks.wording import spoken
from orderbook.systems.underdeep.post.model import LedgerLine


def due_flow(line: LedgerLine, choices: Sequence[Bundle]) -> Bundle | None:
    """What a line has to move instead of what it does: of several choices the one in the resources it pays with.

    None where it is right, where nothing is known to choose from, or where an amount cannot be read.
    """
    if line.unread or not choices or line.flow in choices:
        return None
    return next((choice for choice in choices if set(choice) == set(line.flow)), choices[0])


def check_payment(
    doc: CheckDoc,
    line: LedgerLine,
    choices: Sequence[Bundle],
    subject: str,
    *,
    verb: str = "costs",
    rule: str | None = None,
    each: Sequence[Bundle] = (),
    is_gain: bool = False,
) -> Iterator[Slip]:
    """Compares a line with the flows it may have (``choices``, negative for what is paid).

    ``subject`` and ``verb`` begin the message ("2 Snares" "cost"); ``each`` is the price of one where that explains it,
    ``is_gain`` says that the line is told by what it brings.
    """
    due = due_flow(line, choices)
    if due is None:
        return
    sign = 1 if is_gain else -1
    factor = line.number if line.per_unit else 1
    amount = wrong_amount(line, due, factor=factor)
    of_one = f" ({' or '.join(spoken(choice) for choice in each)} each)" if each else ""
    yield slip(
        doc,
        amount.figure_span if amount else line.span,
        f"{subject} {verb} {spoken(due * sign)}{of_one}, not {spoken(line.flow * sign)}.",
        tab=line.tab,
        rule=rule,
        stated=render_bundle(line.flow),
        computed=render_bundle(due),
        fix=amounts_fix(line, due, factor=factor),
        delta=due - line.flow,
    )
