"""Judging the weeks of a series one after the other, each in the light of the one before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from orderbook.books.bundle import Bundle
from orderbook.findings.report import LedgerTable, Report
from orderbook.systems.series import Ruling, SeriesRequest
from orderbook.systems.system import CheckRequest
from orderbook.systems.underdeep.audit.order import Placed, Series
from orderbook.systems.underdeep.audit.readings import ReadPost, SeriesReader
from orderbook.systems.underdeep.audit.sieges import find_besieged, find_lost_gifts
from orderbook.systems.underdeep.check import Judgement, build_context, find_world, judge_reading, report_judgement
from orderbook.systems.underdeep.post.model import Site


@dataclass(frozen=True)
class JudgedWeek:
    """A week of the series: the post, what the checks say, and its ledger.

    ``ledger`` holds the rulings of the week beside the lines of the post. ``closing`` is what the next week begins
    with: what is stated, and, where nothing readable is, what the lines give; None where neither is known.
    """

    placed: Placed
    entry: ReadPost
    judgement: Judgement
    report: Report
    ledger: LedgerTable
    rulings: tuple[Ruling, ...]
    besieged: tuple[Site, ...]
    closing: Bundle | None


def judge_weeks(series: Series, request: SeriesRequest, reader: SeriesReader) -> Iterator[JudgedWeek]:
    """All weeks in order. Raises ``RequestError`` for a map that is none."""
    base = CheckRequest(
        series.weeks[0].entry.post.source,
        faction=request.faction,
        rules=request.rules,
        map=request.map,
        options=request.options,
    )
    world = find_world(base)
    before: JudgedWeek | None = None
    known: frozenset[str] = frozenset(request.opening or ())
    for at, placed in enumerate(series.weeks):
        entry = reader.with_resources(placed.entry, known)
        known |= entry.reading.resources
        previous = before if placed.follows else None
        opening = previous.closing if previous is not None else request.opening if at == 0 else None
        rulings = tuple(ruling for ruling in request.rulings if ruling.week == placed.number)
        given = Bundle([item for ruling in rulings for item in ruling.amounts.items()])
        asked = replace(
            base,
            post=entry.post.source,
            opening=opening + given if opening is not None else None,
            week=placed.number,
            first_turn=request.first_turn and at == 0,
        )
        context = build_context(asked, entry.reading, previous.entry.reading if previous is not None else None, world)
        if asked.opening is None and context.opening is not None:
            context = replace(context, opening=None)  # what the week before states, its closing tells better
        judgement = judge_reading(entry.reading, context)
        besieged = find_besieged(entry.reading, placed.number, request.sieges)
        judgement.slips += find_lost_gifts(entry.reading.post, besieged, request.options)
        ledger = _with_rulings(judgement.ledger, opening, given)
        before = JudgedWeek(
            placed,
            entry,
            judgement,
            report_judgement(asked, judgement),
            ledger,
            rulings,
            tuple(besieged),
            _close(ledger),
        )
        yield before


def _with_rulings(ledger: LedgerTable, opening: Bundle | None, given: Bundle) -> LedgerTable:
    """The ledger with rulings as flows; the checks were told of them as part of the opening."""
    if not given:
        return ledger
    computed = ledger.computed if opening is not None else ledger.computed + given
    return replace(ledger, opening=opening, other=ledger.other + given, computed=computed)


def _close(ledger: LedgerTable) -> Bundle | None:
    """A missing balance is missing, not nothing: there the lines' own sum is carried on, if it is known."""
    if ledger.opening is None and not ledger.stated:
        return None
    stated = ledger.stated or {}
    carried = [] if ledger.opening is None else [item for item in ledger.computed.items() if item[0] not in stated]
    return Bundle([*stated.items(), *carried])
