"""An audit: the posts of a series read, put in order, judged and entered in books."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from orderbook.books.accounts import store_of
from orderbook.books.book import ROWS, Book, BookSlip, Remark, Store, Week
from orderbook.books.bundle import Bundle
from orderbook.findings.model import Finding, Severity
from orderbook.rulebook.names import fold_name
from orderbook.systems.series import Audit, Explanation, SeriesRequest
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.systems.underdeep.audit.bookkeeper import Bookkeeper
from orderbook.systems.underdeep.audit.flows import WeekLines, list_flows
from orderbook.systems.underdeep.audit.followers import FollowerFinder
from orderbook.systems.underdeep.audit.order import Series, put_in_order
from orderbook.systems.underdeep.audit.readings import ReadPost, SeriesReader
from orderbook.systems.underdeep.audit.sieges import Share
from orderbook.systems.underdeep.audit.slips import Reckoning
from orderbook.systems.underdeep.audit.sources import gather_posts
from orderbook.systems.underdeep.audit.weeks import JudgedWeek, judge_weeks
from orderbook.systems.underdeep.check import find_named_faction, find_rulebook, to_source
from orderbook.systems.underdeep.resources import mentioned, name_resources


def audit_series(request: SeriesRequest) -> Audit:
    """The audit of a player's posts. Raises ``RequestError`` for posts nobody can put into books."""
    if not request.posts:
        raise RequestError("there is no post to audit; name the posts of a player, or a folder of them")
    posts, remarks = gather_posts(request.posts, request.player)
    base = CheckRequest(request.posts[0], rules=request.rules)
    rulebook = find_rulebook(base)
    named = find_named_faction(request.faction, rulebook)
    reader = SeriesReader(rulebook, named, frozenset(request.opening or ()))
    read, more = reader.read_all(posts)
    request = _with_named_resources(request, read)
    series = put_in_order(read)
    judged = list(judge_weeks(series, request, reader))
    book = _build_book(request, series, judged, [*remarks, *more, *series.remarks])
    reports = tuple(week.report for week in judged)

    def describe() -> Mapping[str, object]:
        from orderbook.systems.underdeep.audit.describing import describe_audit

        return describe_audit(book, reports)

    def explain(figure: str) -> Explanation:
        from orderbook.systems.underdeep.audit.why import explain_figure

        return explain_figure(book, judged, figure)

    return Audit(book, reports, describe, explain)


def _with_named_resources(request: SeriesRequest, read: Sequence[ReadPost]) -> SeriesRequest:
    """The request with the resources of its amounts under their own names. Raises ``RequestError`` for unknown ones."""
    known = frozenset(name for entry in read for name in entry.reading.resources)

    def named(amounts: Bundle, what: str) -> Bundle:
        told = frozenset(name for entry in read for name in mentioned(amounts, entry.post.source.text))
        return name_resources(amounts, known | told, what)

    rulings = tuple(
        replace(ruling, amounts=named(ruling.amounts, f"ruling of week {ruling.week}")) for ruling in request.rulings
    )
    opening = None if request.opening is None else named(request.opening, "--opening")
    return replace(request, opening=opening, rulings=rulings)


def _build_book(request: SeriesRequest, series: Series, judged: Sequence[JudgedWeek], remarks: list[Remark]) -> Book:
    keeper = Bookkeeper(by_number=all(placed.number is not None for placed in series.weeks))
    reckoning = Reckoning()
    finder = FollowerFinder()
    weeks: list[Week] = []
    stores: dict[str, Store] = {}
    for at, week in enumerate(judged):
        stores = _keep_stores(week, stores)
        slips = reckoning.add_week(at, week)
        entered = _enter_week(week, stores, reckoning.error)
        weeks.append(entered)
        keeper.add_week(at, entered, slips)
        remarks += _tell_findings(at, week, slips, finder.find(week))
        remarks += [remark for store in stores.values() for remark in _tell_overspent(at, entered, store)]
    faction = next((week.report.faction for week in judged if week.report.faction), None)
    author = series.weeks[0].entry.post.author
    title = f"Books of {author or request.player or faction or 'a player'}"
    return Book(title, tuple(weeks), keeper.finish(), tuple(reckoning.slips), tuple(remarks))


def _keep_stores(week: JudgedWeek, before: Mapping[str, Store]) -> dict[str, Store]:
    """The books of the sites that are besieged this week; what one had left last week it still has."""
    held = {fold_name(store.site): store.closing for store in before.values()}
    flows: dict[str, Bundle] = {site.name: Bundle() for site in week.besieged}
    share = Share(week.entry.reading.post, week.besieged)
    for line in week.entry.reading.post.ledger_lines() if flows else ():
        for site, amounts in share.of(line):
            if site is not None:
                flows[site.name] += amounts
    return {name: Store(name, held.get(fold_name(name), Bundle()), flow) for name, flow in flows.items()}


def _enter_week(week: JudgedWeek, stores: Mapping[str, Store], error: Bundle) -> Week:
    ledger, entry = week.ledger, week.entry
    lines = WeekLines(entry.post.source, entry.reading)
    flows = tuple(list_flows(lines, Share(entry.reading.post, week.besieged), list(week.rulings)))
    implied = Bundle(
        (resource, amount - ledger.computed[resource]) for resource, amount in (ledger.stated or {}).items()
    )
    closing = week.closing if week.closing is not None else Bundle()
    return Week(
        number=week.placed.number,
        label=week.placed.label,
        file=entry.file,
        opening=ledger.opening,
        flows=flows,
        computed=ledger.computed,
        stated=ledger.stated,
        closing=closing,
        correct=closing - error,
        implied=implied if ledger.opening is None else ledger.opening,
        stores=tuple(stores.values()),
        follows_week_before=week.placed.follows,
    )


def _tell_findings(at: int, week: JudgedWeek, slips: Sequence[BookSlip], followers: set[Finding]) -> list[Remark]:
    """What else the checks say of the week, as remarks. Slips of amounts are told with the books."""
    told = {(slip.check, slip.line, slip.message) for slip in slips}
    source = week.entry.post.source
    following = {to_source(finding, week.entry.reading, source) for finding in followers}
    remarks: list[Remark] = []
    for finding in week.report.findings:
        line = source.line_of(finding.span.start)
        if finding.severity is Severity.INFO or (finding.check, line, finding.message) in told:
            continue
        remarks.append(
            Remark(
                finding.check, finding.severity.value, finding.message, at, week.entry.file, line, finding in following
            )
        )  # fmt: skip
    return remarks


def _tell_overspent(at: int, week: Week, store: Store) -> list[Remark]:
    """What a besieged site spends beyond what it has by itself, at the line that does it."""
    return [
        Remark(
            "siege-overspent",
            "error",
            f"{store.site} is besieged and lives on what it makes itself, but has spent {-amount} {resource} more than "
            f"that by {week.label}. (UD-SIE-03)",
            at,
            week.file,
            _line_that_overdraws(week, store, resource),
        )
        for resource, amount in store.closing.items()
        if amount < 0 and amount < store.opening[resource]
    ]


def _line_that_overdraws(week: Week, store: Store, resource: str) -> int | None:
    """The line that first takes more out of a store than is in it; production comes first (UD-PRD-07)."""
    held = max(store.opening[resource], 0)
    for row in ROWS:
        for flow in week.flows:
            if flow.row == row and flow.store == store_of(store.site):
                held += flow.amounts[resource]
                if held < 0:
                    return flow.cause.line
    return None
