"""Checking a post: read it and what stands beside it, judge every tab, tell what could not be judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from orderbook.books.bundle import Bundle
from orderbook.findings.model import CheckDoc, Finding, Fix
from orderbook.findings.report import Coverage, LedgerTable, Report, build_report
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.indexes import faction_index
from orderbook.rulebook.model import Faction, Rulebook
from orderbook.rulebook.names import Quality
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.systems.underdeep.checks import (
    armies,
    characters,
    construction,
    form,
    messages,
    orders,
    production,
    progress,
    recruitment,
    rituals,
    trade,
    upkeep,
    wealth,
)
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import survey
from orderbook.systems.underdeep.checks.slip import Slip
from orderbook.systems.underdeep.checks.troops import muster
from orderbook.systems.underdeep.post.read import MAX_LENGTH, Reading, read_post
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.edits import Edit
from orderbook.text.source import SourceText

if TYPE_CHECKING:
    from orderbook.systems.underdeep.world.map import WorldMap

FAMILIES = (
    form.DOCS,
    wealth.DOCS,
    production.DOCS,
    upkeep.DOCS,
    construction.DOCS,
    recruitment.DOCS,
    progress.DOCS,
    armies.DOCS,
    characters.DOCS,
    messages.DOCS,
    orders.DOCS,
    trade.DOCS,
)

_AMOUNTS = (production.AMOUNT.name, upkeep.AMOUNT.name, construction.COST.name, recruitment.COST.name)
"""Checks that point at a wrong amount."""


def all_checks() -> tuple[CheckDoc, ...]:
    """Every check of the Underdeep, by family."""
    return tuple(doc for docs in FAMILIES for doc in docs)


@dataclass
class Judgement:
    """A post judged: the reading, what it was judged with, and all slips, in view offsets."""

    reading: Reading
    context: Context
    slips: list[Slip]
    ledger: LedgerTable


def judge(request: CheckRequest) -> Judgement:
    """Reads and judges a post. Raises ``RequestError`` for a request nobody can answer."""
    for source in (request.post, request.previous):
        if source is not None:
            refuse_too_long(source)
    rulebook = find_rulebook(request)
    faction = find_named_faction(request.faction, rulebook)
    previous = read_post(request.previous.text, rulebook, faction=faction) if request.previous else None
    if previous is not None and not previous.sections.sections:
        raise RequestError(
            f"{request.previous.name if request.previous else ''} is no orders post: no tab was found in it."
        )
    reading = read_post(
        request.post.text,
        rulebook,
        faction=faction or (previous.faction if previous else None),
        resources=(previous.resources if previous else frozenset()) | frozenset(request.opening or ()),
    )
    return judge_reading(reading, build_context(request, reading, previous, find_world(request)))


def refuse_too_long(source: SourceText) -> None:
    """Raises ``RequestError`` for a text that is longer than any post."""
    if len(source.text) > MAX_LENGTH:
        raise RequestError(
            f"{source.name} has {len(source.text):,} characters; a post has a few thousand. Save one post only."
        )


def find_rulebook(request: CheckRequest) -> Rulebook:
    """The rulebook with the request's own rule data. Raises ``RequestError`` for data that breaks its form."""
    try:
        return underdeep_rulebook(request.rules)
    except RuleDataError as error:
        raise RequestError(str(error)) from error


def find_named_faction(name: str | None, rulebook: Rulebook) -> Faction | None:
    """The faction of the option. One that no data knows is none; one that is only misspelt is refused."""
    if name is None:
        return None
    match = faction_index(rulebook).find(name)
    if match is None:
        return None
    if match.quality is Quality.GUESS:
        raise RequestError(f'no faction is called "{name}"; did you mean "{match.name}"?')
    return match.value


def build_context(request: CheckRequest, reading: Reading, previous: Reading | None, world: WorldMap | None) -> Context:
    """What a post is judged with. Without ``request.opening`` the week begins with the Wealth ``previous`` states."""
    opening = request.opening
    if opening is None and previous is not None:
        stated = {line.resource: line.stated for line in previous.post.wealth if line.stated is not None}
        opening = Bundle(stated) if stated else None
    week = request.week if request.week is not None else reading.post.week
    if week is None and previous is not None and previous.post.week is not None:
        week = previous.post.week + 1
    first_turn = request.first_turn or (week == 1 and previous is None)
    return Context(
        post=reading.post,
        catalogue=reading.catalogue,
        faction=reading.faction,
        previous=previous.post if previous else None,
        opening=opening,
        week=week,
        first_turn=first_turn,
        further_resources=reading.resources,
        options=request.options,
        world=world,
    )


def find_world(request: CheckRequest) -> WorldMap | None:
    """The map of the request. Raises ``RequestError`` for a file that is none."""
    if request.map is None:
        return None
    from orderbook.systems.underdeep.world.load import MapError, load_map
    from orderbook.systems.underdeep.world.rulings import Rulings

    try:
        world = load_map(str(request.map))
    except MapError as error:
        raise RequestError(str(error)) from error
    return replace(world, rulings=Rulings.from_settings(request.options.settings))


def judge_reading(reading: Reading, context: Context) -> Judgement:
    """All checks on a post that was read."""
    estate = survey(context)
    troops = muster(context)
    slips = [
        *form.check_form(reading),
        *production.check_production(context, estate),
        *upkeep.check_upkeep(context, troops),
        *construction.check_construction(context, estate),
        *rituals.check_rituals(context),
        *recruitment.check_recruitment(context, estate, troops),
        *progress.check_progress(context, estate),
        *armies.check_armies(context, troops),
        *characters.check_characters(context),
        *messages.check_messages(context),
        *(Slip(finding) for finding in orders.check_orders(context, context.post.orders)),
        *(Slip(finding) for finding in trade.check_trade_range(context)),
    ]
    ledger = wealth.tabulate(context.post, context.opening)
    slips += wealth.check_wealth(context, ledger, slips)
    return Judgement(reading, context, slips, ledger)


def check_post(request: CheckRequest) -> Report:
    """The report on a post."""
    return report_judgement(request, judge(request))


def report_judgement(request: CheckRequest, judgement: Judgement) -> Report:
    """What the judgement comes to, with places in the post of the request."""
    reading, context = judgement.reading, judgement.context
    findings = [*_not_told_by(judgement.slips, reading.findings), *(each.finding for each in judgement.slips)]
    return build_report(
        request.post,
        "underdeep",
        [to_source(finding, reading, request.post) for finding in findings],
        faction=context.faction.name if context.faction else request.faction,
        week=context.week,
        ledger=judgement.ledger if reading.sections.sections else None,
        coverage=_coverage(reading),
        notes=[*request.post.notes, *reading.paste.notes, *reading.markup.notes, *_told_options(request)],
        not_judged=list(_not_judged(request, context)),
    )


def _not_told_by(slips: list[Slip], findings: list[Finding]) -> Iterator[Finding]:
    """The findings of reading without those that a slip tells once more: the product whose result is wrong."""
    told = [each.finding.span for each in slips if each.finding.check in _AMOUNTS]
    for finding in findings:
        span = finding.span
        if finding.check != "line-sum" or not any(span.start <= one.start and one.end <= span.end for one in told):
            yield finding


def to_source(finding: Finding, reading: Reading, source: SourceText) -> Finding:
    """A finding with its span, and its fix's edits, in offsets of the pasted text."""
    paste = reading.paste
    if paste.is_identity:
        return finding
    fix = finding.fix
    if fix is not None:
        edits = tuple(
            Edit(paste.to_source(edit.start), paste.to_source(edit.end), paste.escape(edit.text)) for edit in fix.edits
        )
        fix = Fix(fix.title, edits, fix.safe)
    return replace(finding, span=paste.span_to_source(finding.span), fix=fix)


def _coverage(reading: Reading) -> Coverage:
    lines = reading.post.tab_lines
    understood = sum(line.understood for line in lines)
    return Coverage(lines=len(lines), understood=understood, ruling=len(lines) - understood, lost=0)


def _told_options(request: CheckRequest) -> Iterator[str]:
    """Which settings a post was judged by, so that two reports of one post can be told apart."""
    if request.options.choices:
        yield "judged with " + ", ".join(f"{name}={choice}" for name, choice in request.options.choices)


def _not_judged(request: CheckRequest, context: Context) -> Iterator[str]:
    """One line for each thing that could not be judged, and the option that makes it possible."""
    if context.faction is None:
        yield "prices, Upkeep, prerequisites: no rule data knows the faction; give --faction, or --rules with its data"
    elif not context.faction.complete:
        name = context.faction.name
        yield f"prices and prerequisites of {name} where the rule data has none; give --rules with the rest"
    if context.previous is None and not context.first_turn:
        yield "what changed since last week (countdowns, lists, armies): give --previous, the post of the week before"
        if context.opening is None:
            yield "the Wealth sums: give --opening, or --previous"
    if request.map is None:
        yield "ways on the map and distances of trade: give --map"
