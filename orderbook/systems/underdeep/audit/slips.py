"""Where it went wrong: which mistakes put the books out, by how much, and which later ones merely follow from them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from orderbook.books.book import BookSlip, Origin
from orderbook.books.bundle import Bundle
from orderbook.findings.model import Finding, Severity
from orderbook.systems.underdeep.audit.flows import WeekLines
from orderbook.systems.underdeep.audit.weeks import JudgedWeek
from orderbook.systems.underdeep.checks import wealth
from orderbook.systems.underdeep.checks.slip import Slip
from orderbook.systems.underdeep.post.model import LedgerLine

_COMBINED_AT_MOST = 10
"""Slips of one resource that are tried together to explain a balance."""

_FIGURES = re.compile(r"[0-9][0-9,]*")


@dataclass
class Reckoning:
    """The mistakes of a series, and by how much the stated Wealth is out after the weeks so far.

    ``error`` is stated less correct. ``_open`` holds the slips of Wealth that nothing has taken back yet.
    """

    error: Bundle = field(default_factory=Bundle)
    slips: list[BookSlip] = field(default_factory=list)
    _open: list[BookSlip] = field(default_factory=list)
    _last: dict[tuple[str, str, str], BookSlip] = field(default_factory=dict)

    def add_week(self, at: int, week: JudgedWeek) -> list[BookSlip]:
        """Takes up the slips of the week with that place in the series; those it had."""
        found = sorted(_list_slips(at, week), key=lambda slip: slip.line)
        judged: list[BookSlip] = []
        said: dict[tuple[str, str, str], BookSlip] = {}
        for slip in found:
            known = self._judge(slip)
            judged.append(known)
            said.setdefault(_what_is_said(slip), known)
        self._last = said
        self.slips += judged
        self.error += Bundle([item for slip in judged for item in slip.effect.items()])
        return judged

    def _judge(self, slip: BookSlip) -> BookSlip:
        """The slip with what it comes from."""
        if slip.check == wealth.SUM.name:
            taken_back = self._taken_back_by(slip)
            if taken_back:
                self._open = [other for other in self._open if other not in taken_back]
                return replace(slip, origin=Origin.FOLLOWS, of=taken_back[0].week)
            self._open.append(slip)
            return slip
        earlier = self._last.get(_what_is_said(slip))
        if earlier is not None:
            first = earlier.of if earlier.origin is Origin.REPEATED and earlier.of is not None else earlier.week
            return replace(slip, origin=Origin.REPEATED, of=first)
        return slip

    def _taken_back_by(self, slip: BookSlip) -> list[BookSlip]:
        """Earlier slips of the resource that this one takes back, its player having gone on from the right Wealth."""
        rivals = [other for other in self._open if other.resource == slip.resource]
        for start in range(len(rivals)):
            if sum(other.difference for other in rivals[start:]) == -slip.difference:
                return rivals[start:]
        return next(([other] for other in rivals if other.difference == -slip.difference), [])


def _what_is_said(slip: BookSlip) -> tuple[str, str, str]:
    """What makes two slips the same mistake: all but the figures."""
    return slip.check, slip.tab, _FIGURES.sub("#", slip.message)


def _list_slips(at: int, week: JudgedWeek) -> Iterator[BookSlip]:
    """The findings of a week that concern amounts, with what they do to the stated Wealth."""
    lines = WeekLines(week.entry.post.source, week.entry.reading)
    ledger = week.ledger
    stated = ledger.stated or {}
    sums = {each.finding.span: each for each in week.judgement.slips if each.finding.check == wealth.SUM.name}
    told_sums = {line.resource for line in week.entry.reading.post.wealth if line.figure_span in sums}
    deltas = [each for each in week.judgement.slips if each.delta]
    harmless = _made_good(deltas, week, told_sums)
    for each in week.judgement.slips:
        finding = each.finding
        line = lines.line_of(finding.span)
        if each.delta:
            effect = -Bundle(
                (resource, amount) for resource, amount in each.delta.items() if (id(each), resource) not in harmless
            )
            resource, written, due = _figure_of(each, week)
            yield _book_slip(at, line, finding, resource, written, due, effect)
        elif finding.check == wealth.SUM.name:
            resource = next(
                entry.resource for entry in week.entry.reading.post.wealth if entry.figure_span == finding.span
            )
            gap = stated[resource] - ledger.computed[resource]
            effect = Bundle({resource: gap})
            yield _book_slip(at, line, finding, resource, stated[resource], ledger.computed[resource], effect)
        elif finding.check == wealth.IMPLIED.name and finding.severity is Severity.ERROR:
            resource = next(
                entry.resource for entry in week.entry.reading.post.wealth if entry.figure_span == finding.span
            )
            # Whatever there was at the start, the lines alone leave more than is stated.
            yield _book_slip(at, line, finding, resource, stated[resource], ledger.computed[resource], Bundle())


def _book_slip(
    at: int, line: int, finding: Finding, resource: str, stated: int, computed: int, effect: Bundle
) -> BookSlip:
    return BookSlip(
        at, line, finding.check, finding.tab or "", resource, stated, computed, effect, finding.message, finding.rule
    )


def _made_good(deltas: Sequence[Slip], week: JudgedWeek, told_sums: set[str]) -> set[tuple[int, str]]:
    """Slips in lines, by resource, that the stated Wealth does not follow: the line is wrong and the balance right."""
    harmless: set[tuple[int, str]] = set()
    ledger = week.ledger
    if ledger.opening is None:
        return harmless
    for resource, amount in (ledger.stated or {}).items():
        gap = amount - ledger.computed[resource]
        if not gap or resource in told_sums:
            continue
        concerned = [each for each in deltas if each.delta[resource]][:_COMBINED_AT_MOST]
        harmless |= {(id(each), resource) for each in _explaining(concerned, resource, gap)}
    return harmless


def _explaining(slips: Sequence[Slip], resource: str, gap: int) -> Sequence[Slip]:
    """The fewest slips that, put right, account for a gap between stated and computed; none if nothing does."""
    for size in range(1, len(slips) + 1):
        for some in combinations(slips, size):
            if sum(each.delta[resource] for each in some) == gap:
                return some
    return ()


def _figure_of(each: Slip, week: JudgedWeek) -> tuple[str, int, int]:
    """The resource a slip in a line is told at, what the line moves of it and what it should move."""
    line = _line_at(each, week)
    resource = next(iter(each.delta))
    if line is not None:
        pointed = next((amount for amount in line.amounts if amount.figure_span == each.finding.span), None)
        if pointed is not None and each.delta[pointed.resource]:
            resource = pointed.resource
    written = line.flow[resource] if line is not None else 0
    return resource, written, written + each.delta[resource]


def _line_at(each: Slip, week: JudgedWeek) -> LedgerLine | None:
    span = each.finding.span
    return next((line for line in week.entry.reading.post.ledger_lines() if line.span.covers(span)), None)
