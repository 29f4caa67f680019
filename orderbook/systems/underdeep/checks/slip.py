"""What a check yields: a finding, and by how much the ledger would change if the slip were mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from orderbook.books.bundle import Bundle
from orderbook.findings.model import CheckDoc, Finding, Fix, Severity
from orderbook.systems.underdeep.post.model import LedgerLine, PostedAmount
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit
from orderbook.text.records import record
from orderbook.text.source import Span


@record
class Slip:
    """A finding; ``delta`` is the right flow of the line less the written one, so that Wealth can be told apart.

    ``about`` is the key of the type of unit that Armies counts or places wrongly: what is wrong there is told once.
    """

    finding: Finding
    delta: Bundle = field(default_factory=Bundle)
    about: str = ""

    def with_fix(self, fix: Fix | None) -> Slip:
        """The same slip with another fix."""
        return replace(self, finding=replace(self.finding, fix=fix))


def slip(
    doc: CheckDoc,
    span: Span,
    message: str,
    *,
    tab: Tab | None = None,
    rule: str | None = None,
    stated: object = None,
    computed: object = None,
    fix: Fix | None = None,
    delta: Bundle | None = None,
    severity: Severity | None = None,
    about: str = "",
) -> Slip:
    """A slip of a documented check; ``rule`` is the doc's first where none is given."""
    return Slip(
        Finding(
            doc.name,
            severity or doc.severity,
            message,
            span,
            tab=tab.value if tab else None,
            rule=rule or (doc.rules[0] if doc.rules else None),
            stated=None if stated is None else str(stated),
            computed=None if computed is None else str(computed),
            fix=fix,
        ),
        delta or Bundle(),
        about,
    )


def replace_figure(amount: PostedAmount, value: int) -> Edit:
    """The edit that writes another figure in an amount, thousands separators as the player uses them."""
    text = f"{value:,}" if "," in amount.text and value >= 1000 else str(value)
    return Edit(amount.figure_span.start, amount.figure_span.end, text)


def amounts_fix(line: LedgerLine, due: Bundle, *, factor: int = 1) -> Fix | None:
    """Writes the due figures into a line's amounts, where each due resource has an amount of its own and none is over.

    ``due`` is in the line's own sign; figures are written per unit when the line stands per unit (``factor``).
    """
    amounts = [amount for amount in line.amounts if amount.value or due[amount.resource]]  # a 0 may stay
    by_resource = {amount.resource: amount for amount in amounts}
    if len(by_resource) != len(amounts) or set(by_resource) != set(due):
        return None
    edits: list[Edit] = []
    for resource, amount in by_resource.items():
        figure = abs(due[resource])
        if figure % factor or ((line.flow[resource] < 0) != (due[resource] < 0) and amount.value):
            return None
        if amount.value != figure // factor:
            edits.append(replace_figure(amount, figure // factor))
    if not edits:
        return None
    edits += _prices_of_one(line, due)
    written = ", ".join(f"{abs(due[resource]) // factor} {resource}" for resource in due)
    return Fix(f"write {written}", tuple(edits))


def _prices_of_one(line: LedgerLine, due: Bundle) -> Iterator[Edit]:
    """The price in a product written out, where the due figure is a multiple of another one."""
    for price in line.prices_of_one:
        right, rest = divmod(abs(due[price.resource]), line.number or 1)
        if not rest and price.value is not None and price.value != right:
            yield replace_figure(price, right)


def wrong_amount(line: LedgerLine, due: Bundle, *, factor: int = 1) -> PostedAmount | None:
    """The first amount of a line that differs from what is due, to point at."""
    for amount in line.amounts:
        if amount.value is not None and amount.value * factor != abs(due[amount.resource]):
            return amount
    return line.amounts[0] if line.amounts else None


def findings_of(slips: Iterable[Slip]) -> list[Finding]:
    return [each.finding for each in slips]
