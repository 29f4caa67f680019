"""Wealth: does the stated balance follow from the lines, and is it enough? (UD-ORD-19 to UD-ORD-21, UD-PRD-07)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from orderbook.books.bundle import Bundle, sort_resources
from orderbook.findings.model import CheckDoc, Fix, Severity
from orderbook.findings.report import LedgerTable
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.rituals import ordered_prices
from orderbook.systems.underdeep.checks.slip import Slip, slip
from orderbook.systems.underdeep.checks.wording import spoken
from orderbook.systems.underdeep.post.model import Post, TotalLine, WealthLine
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit

SUM = CheckDoc(
    "wealth-sum",
    Severity.ERROR,
    "A stated balance is not what the opening and the post's own lines give.",
    "Wealth is last week's amount, plus production, less Upkeep, construction and recruitment, with what was traded.",
    ("UD-ORD-19",),
    "Gold: 90 (with 50 at the start, +350 and -320)",
    "Gold: 80 (with 50 at the start, +350 and -320)",
    needs=("previous or opening",),
)
OVERSPENT = CheckDoc(
    "wealth-overspent",
    Severity.ERROR,
    "More is spent than there is.",
    "Upkeep, construction and recruitment are paid in full; a balance cannot fall below zero.",
    ("UD-PRD-07", "UD-BLD-06", "UD-BLD-08", "UD-UNI-02"),
    "Gold: -13",
    "Gold: 47",
)
MISSING = CheckDoc(
    "wealth-missing",
    Severity.WARNING,
    "A resource that was there or moved is not in the Wealth tab.",
    "Wealth has a line for each resource; a balance nobody states cannot be carried over.",
    ("UD-ORD-20",),
    "(no line for Gold, with +400 Gold in Production)",
    "Gold: 400",
)
IMPLIED = CheckDoc(
    "opening-implied",
    Severity.INFO,
    "Which opening balance the stated Wealth implies.",
    "Without last week's post the opening is unknown; what the post itself implies can be compared by hand. It cannot "
    "be negative.",
    ("UD-ORD-19",),
    "Food: 10 (with +40 Food this week)",
    "Food: 90 (with +40 Food this week)",
)
LINE_SUM = CheckDoc(
    "line-sum",
    Severity.ERROR,
    "A sum or total written out is wrong.",
    "What a line adds up for the reader has to add up.",
    ("UD-ORD-19",),
    "Gold: 300 + 50 - 20 = 320",
    "Gold: 300 + 50 - 20 = 330",
)
DOCS = (SUM, OVERSPENT, MISSING, IMPLIED, LINE_SUM)

FOUR_RESOURCES = ("Gold", "Metal", "Food", "Bodies")
"""What Wealth always lists (UD-ORD-20); others only where the game master does not keep them."""

_MOST_SUBSETS = 10
"""Slips of one resource that are tried in combination to explain a balance."""


def tabulate(post: Post, opening: Bundle | None) -> LedgerTable:
    """The week's ledger as the player's own lines give it."""
    flows = {
        "production": _total(line.flow for line in post.production),
        "upkeep": _total(line.flow for line in post.upkeep),
        "construction": _total(line.flow for line in post.construction),
        "recruitment": _total(line.flow for line in post.recruitment),
        "trade": _total(line.flow for line in post.trade),
        "other": _total(line.flow for line in post.other_flows),
    }
    net = _total(flows.values())
    stated = {line.resource: line.stated for line in post.wealth if line.stated is not None}
    return LedgerTable(
        opening=opening,
        computed=net + opening if opening is not None else net,
        stated={resource: stated[resource] for resource in sort_resources(stated)}
        if post.has_tab(Tab.WEALTH)
        else None,
        **flows,
    )


def _total(flows: Iterable[Bundle]) -> Bundle:
    return Bundle([item for flow in flows for item in flow.items()])


def unread_resources(post: Post) -> frozenset[str]:
    """Resources with an amount somewhere that cannot be read."""
    found: set[str] = set()
    for line in post.ledger_lines():
        found |= line.unread
    for trade in post.trade:
        found |= trade.unread
    return frozenset(found)


def check_wealth(context: Context, ledger: LedgerTable, slips: Sequence[Slip]) -> Iterator[Slip]:
    """All slips of the Wealth tab. ``slips`` are those found in the lines: a balance that only follows from them is
    not told again."""
    post = context.post
    yield from _check_totals(post, slips)
    span = post.tab_span(Tab.WEALTH)
    if span is None:
        return
    unread = unread_resources(post)
    if context.options.chose("wealth-resources", "four-only"):
        unread |= {*ledger.computed, *(ledger.opening or ()), *_moved(ledger)} - set(FOUR_RESOURCES)
    lines = {line.resource: line for line in post.wealth}
    for line in lines.values():
        if line.stated is None:
            continue
        deltas = [each.delta[line.resource] for each in slips if each.delta[line.resource]]
        deltas += [price[line.resource] for price in ordered_prices(context) if price[line.resource]]
        yield from _check_line(line, ledger, deltas, unread)
    if ledger.opening is None:
        yield from _check_implied(context, ledger, lines, unread)
    for resource in sort_resources({*ledger.computed, *(ledger.opening or ()), *_moved(ledger)}):
        if resource in lines or resource in unread:
            continue
        balance = ledger.computed[resource]
        opening = (ledger.opening or Bundle())[resource]
        if ledger.opening is None and not _moved(ledger)[resource]:
            continue
        what = f"{balance} by the post's lines" if ledger.opening is not None else f"{balance:+d} this week"
        if ledger.opening is not None and not opening and not any(flow[resource] for flow in _flows(ledger)):
            continue
        yield slip(
            MISSING, span, f"{resource} is not listed in Wealth ({what}).", tab=Tab.WEALTH,
            computed=balance if ledger.opening is not None else None,
        )  # fmt: skip


def _flows(ledger: LedgerTable) -> tuple[Bundle, ...]:
    return (ledger.production, ledger.upkeep, ledger.construction, ledger.recruitment, ledger.trade, ledger.other)


def _moved(ledger: LedgerTable) -> Bundle:
    """Resources with any flow, counted so that flows which cancel out still show."""
    return Bundle([(resource, abs(amount)) for flow in _flows(ledger) for resource, amount in flow.items()])


def _explained(difference: int, deltas: list[int]) -> bool:
    """Whether mending some of the slips in the lines makes a balance right."""
    if not difference:
        return True
    tried = deltas[:_MOST_SUBSETS]
    return any(sum(some) == difference for size in range(1, len(tried) + 1) for some in combinations(tried, size))


def _reckoning(line: WealthLine, ledger: LedgerTable) -> str:
    """The sum as a player would write it: opening and each flow that is not zero."""
    terms = [(ledger.opening or Bundle())[line.resource], *(flow[line.resource] for flow in _flows(ledger))]
    text = str(terms[0])
    for term in terms[1:]:
        if term:
            text += f" {'+' if term > 0 else '-'} {abs(term)}"
    return text


def _comes_to(line: WealthLine, ledger: LedgerTable) -> str:
    computed = ledger.computed[line.resource]
    if not any(flow[line.resource] for flow in _flows(ledger)):
        return f"Nothing moved {line.resource} this week: it is still {computed}"
    return f"{line.resource} comes to {_reckoning(line, ledger)} = {computed}"


def _check_line(line: WealthLine, ledger: LedgerTable, deltas: list[int], unread: frozenset[str]) -> Iterator[Slip]:
    assert line.stated is not None
    written = sum(line.terms) if line.terms else line.stated
    computed = ledger.computed[line.resource]
    judged = ledger.opening is not None and line.resource not in unread
    if judged and not _explained(line.stated - computed, deltas):
        below = " That is below zero: more is spent than there is." if computed < 0 else ""
        yield slip(
            SUM,
            line.figure_span,
            f"{_comes_to(line, ledger)}, not {line.stated}.{below}",
            tab=Tab.WEALTH,
            stated=line.stated,
            computed=computed,
            fix=_balance_fix(line, ledger),
        )
        return
    if written != line.stated:
        yield slip(
            LINE_SUM,
            line.terms_span or line.figure_span,
            f"The sum written out gives {written}, not {line.stated}"
            + (f"; by the lines it is {_reckoning(line, ledger)} = {computed}." if judged else "."),
            tab=Tab.WEALTH,
            stated=line.stated,
            computed=written,
            fix=_balance_fix(line, ledger) if judged and line.stated == computed else None,
        )
        return
    if line.stated < 0:
        yield slip(
            OVERSPENT,
            line.figure_span,
            f"{line.resource} falls to {line.stated}: {-line.stated} more is spent than there is. Recruit or build "
            "less.",
            tab=Tab.WEALTH,
            stated=line.stated,
        )


def _balance_fix(line: WealthLine, ledger: LedgerTable) -> Fix:
    """Writes the computed balance, and the right sum where one is written out."""
    computed = ledger.computed[line.resource]
    figure = f"{computed:,}" if "," in line.text and abs(computed) >= 1000 else str(computed)
    if line.is_sum:
        figure = _reckoning(line, ledger)
    edits = [Edit(line.figure_span.start, line.figure_span.end, figure)]
    if line.terms_span is not None and sum(line.terms) != computed:
        edits.append(Edit(line.terms_span.start, line.terms_span.end, _reckoning(line, ledger)))
    loses_words = line.is_sum and line.open_sum is not None and line.open_sum.annotated
    return Fix(f"write {line.resource}: {computed}", tuple(edits), safe=not loses_words)


def _check_implied(
    context: Context, ledger: LedgerTable, lines: dict[str, WealthLine], unread: frozenset[str]
) -> Iterator[Slip]:
    implied: list[tuple[str, int]] = []
    costs = (*context.post.upkeep, *context.post.construction, *context.post.recruitment)
    unread_costs = {resource for line in costs for resource in line.unread}
    for line in lines.values():
        if line.stated is None:
            continue
        opening = line.stated - ledger.computed[line.resource]
        if line.resource in unread and (opening >= 0 or line.resource in unread_costs):
            continue  # an unread cost could make up for it; unread production would only make it worse
        implied.append((line.resource, opening))
        if opening < 0:
            yield slip(
                IMPLIED,
                line.figure_span,
                f"{line.resource} {line.stated} would mean {opening} {line.resource} at the start of the week, which "
                f"cannot be: the lines alone give {ledger.computed[line.resource]:+d}.",
                tab=Tab.WEALTH,
                stated=line.stated,
                computed=opening,
                severity=Severity.ERROR,
            )
    if implied and all(opening >= 0 for _, opening in implied):
        span = context.post.tab_span(Tab.WEALTH)
        assert span is not None
        told = spoken(Bundle(implied))
        yield slip(IMPLIED, span, f"The stated Wealth implies {told} at the start of the week.", tab=Tab.WEALTH)


def _check_totals(post: Post, slips: Sequence[Slip]) -> Iterator[Slip]:
    """Totals of a tab or a site against the lines above them. One that is off by slips of those lines is right."""
    for total in post.totals:
        above = [
            each.delta for each in slips if each.finding.tab == total.tab and each.finding.span.start < total.span.start
        ]
        yield from _check_total(total, above)


def _check_total(total: TotalLine, deltas: Sequence[Bundle]) -> Iterator[Slip]:
    is_cost = total.tab is not Tab.PRODUCTION
    stated = {
        amount.resource: (-1 if amount.sign == "-" or (is_cost and amount.sign != "+") else 1) * amount.value
        for amount in total.amounts
        if amount.value is not None and amount.resource not in total.unread
    }
    if not stated:
        return
    for choice in total.choices:
        if all(
            _explained(value - choice[name], [delta[name] for delta in deltas if delta[name]])
            for name, value in stated.items()
        ):
            return
    best = max(total.choices, key=lambda choice: sum(choice[name] == value for name, value in stated.items()))
    wrong = next(
        amount
        for amount in total.amounts
        if stated.get(amount.resource, best[amount.resource]) != best[amount.resource]
    )
    right = abs(best[wrong.resource])
    yield slip(
        LINE_SUM,
        wrong.figure_span,
        f"The lines above add up to {right} {wrong.resource}, not {wrong.value}.",
        tab=total.tab,
        stated=wrong.value,
        computed=right,
        fix=Fix(f"write {right}", (Edit(wrong.figure_span.start, wrong.figure_span.end, str(right)),)),
    )
