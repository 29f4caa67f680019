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
    broken,
    characters,
    construction,
    field_traps,
    form,
    founding,
    growing,
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
from orderbook.systems.underdeep.post.wealth import settle_open_sums
from orderbook.systems.underdeep.resources import mentioned, name_resources
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
    growing.DOCS,
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


_MANY_NAMES = 3
"""So many names of one faction's structures and units tell whose post it is."""


@dataclass
class Judgement:
    """A post judged: the reading, what it was judged with, and all slips, in view offsets."""

    reading: Reading
    context: Context
    slips: list[Slip]
    ledger: LedgerTable


def judge(request: CheckRequest) -> Judgement:
    """Reads and judges a post. Raises ``RequestError`` for a request nobody can answer.

    A previous post that is another player's, or of another week, is told of and left aside.
    """
    for source in (request.post, request.previous):
        if source is not None:
            refuse_too_long(source)
    rulebook = find_rulebook(request)
    faction = find_named_faction(request.faction, rulebook)
    is_guessed = request.faction is None
    known = frozenset[str]()
    previous = None
    if request.previous is not None:
        previous = read_post(request.previous.text, rulebook, faction=faction, guess=is_guessed)
        if not previous.sections.sections:
            raise RequestError(f"{request.previous.name} is no orders post: no tab was found in it.")
    reading = read_post(request.post.text, rulebook, faction=faction, guess=is_guessed)
    if request.opening is not None and (known := mentioned(request.opening, request.post.text, reading.resources)):
        reading = read_post(request.post.text, rulebook, faction=faction, resources=known, guess=is_guessed)
    if request.faction is not None and faction is None:
        refuse_contradiction(request.faction, request.post.text, rulebook)
    misfit = None
    if request.previous is not None and previous is not None:
        from orderbook.systems.underdeep.predecessor import explain_misfit

        week = request.week if request.week is not None else reading.post.week
        misfit = explain_misfit(reading, previous, week, request.previous.name)
        if misfit is not None:
            previous = None
        elif previous.resources - reading.resources or previous.faction not in (None, reading.faction):
            known |= previous.resources
            reading = read_post(
                request.post.text, rulebook, faction=faction or previous.faction, resources=known, guess=is_guessed
            )
    if request.opening is not None:
        known |= reading.resources
        request = replace(request, opening=name_resources(request.opening, known, "--opening"))
    judgement = judge_reading(reading, build_context(request, reading, previous, find_world(request)))
    if misfit is not None:
        judgement.slips += form.tell_misfit(reading, misfit)
    return judgement


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
    index = faction_index(rulebook)
    match = index.find(name)
    if match is not None and match.quality is not Quality.GUESS:
        return match.value
    likely = (match.name,) if match is not None else index.suggest(name)
    if likely:
        meant = " or ".join(f'"{other}"' for other in likely)
        raise RequestError(f'no faction is called "{name}"; did you mean {meant}? {_list_factions(rulebook)}')
    return None


def refuse_contradiction(name: str, text: str, rulebook: Rulebook) -> None:
    """Raises ``RequestError`` for a faction that no data knows, where the post is plainly one's that data knows.

    A faction of the players' own is no error: its units and rooms are names that no data knows.
    """
    reading = read_post(text, rulebook)
    if reading.faction is None:
        return
    known, number = _count_names(reading)
    if known >= _MANY_NAMES and 2 * known > number:
        raise RequestError(
            f'no rule data knows a faction "{name}", and the post reads like one of {reading.faction.name}. '
            f"{_list_factions(rulebook)} Give one of these, or --rules with the data of {name}."
        )


def _count_names(reading: Reading) -> tuple[int, int]:
    """How many names of structures and units the rule data of the post's faction knows, and of how many."""
    lines = [line.structure.entry is not None and not line.structure.guess for line in reading.post.structures]
    lines += [line.unit.entry is not None and not line.unit.guess for line in reading.post.armies]
    return sum(lines), len(lines)


def _list_factions(rulebook: Rulebook) -> str:
    return f"There is data for {', '.join(faction.name for faction in rulebook.factions)}."


def build_context(request: CheckRequest, reading: Reading, previous: Reading | None, world: WorldMap | None) -> Context:
    """What a post is judged with. Without ``request.opening`` the week begins with the Wealth ``previous`` states."""
    opening = request.opening
    if opening is None and previous is not None:
        stated = {line.resource: line.stated for line in previous.post.wealth if line.stated is not None}
        opening = Bundle(stated) if stated else None
    week = request.week if request.week is not None else reading.post.week
    if week is None and previous is not None and previous.post.week is not None:
        week = previous.post.week + 1
    reading.post.wealth = settle_open_sums(reading.post.wealth, opening)
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
    in_armies = list(armies.check_armies(context, troops))
    doubted = {each.about for each in in_armies if each.about}
    slips = [
        *form.check_form(reading),
        *production.check_production(context, estate),
        *upkeep.check_upkeep(context, troops),
        *construction.check_construction(context, estate),
        *rituals.check_rituals(context),
        *founding.check_foundings(context),
        *field_traps.check_field_traps(context, estate),
        *recruitment.check_recruitment(context, estate, troops),
        *growing.check_growing(context),
        *progress.check_progress(context, estate),
        *broken.check_broken(context, estate),
        *in_armies,
        *characters.check_characters(context),
        *messages.check_messages(context),
        *(Slip(finding) for finding in orders.check_orders(context, context.post.orders, doubted)),
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
        notes=[
            *request.post.notes,
            *reading.paste.notes,
            *reading.markup.notes,
            *_told_options(request),
            *_told_faction(request, reading),
        ],
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


def _told_faction(request: CheckRequest, reading: Reading) -> Iterator[str]:
    """A word of warning where the faction of the request is hardly the post's."""
    if request.faction is not None and reading.faction is not None:
        known, number = _count_names(reading)
        if number >= _MANY_NAMES and 2 * known < number:
            yield (
                f"only {known} of {number} names in Dungeons and Armies are in the data of {reading.faction.name}, "
                "which --faction gives; without it the faction is recognised by the names"
            )


def _not_judged(request: CheckRequest, context: Context) -> Iterator[str]:
    """One line for each thing that could not be judged, and the option that makes it possible."""
    if context.faction is None and request.faction is not None:
        yield f'prices, Upkeep, prerequisites: no rule data knows "{request.faction}"; give --rules with its data'
    elif context.faction is None:
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
