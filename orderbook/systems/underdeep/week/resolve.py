"""A week resolved: the phases in the rulebook's order, each event applied before the next is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question, Resolution, WeekRequest
from orderbook.rulebook.faults import RuleDataError
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week import (
    aftermath,
    animosity,
    barter,
    battles,
    captives,
    carrying,
    casting,
    claims,
    closing,
    construction,
    dismissal,
    dominion,
    exchanges,
    field_traps,
    founding,
    futile,
    growth,
    hiring,
    kitchen,
    letters,
    machines,
    marching,
    mutants,
    obsession,
    officers,
    outfitting,
    production,
    progress,
    recruitment,
    repairs,
    research,
    rituals,
    rulings,
    sadism,
    settlements,
    setup,
    seven,
    standing_orders,
    trade,
    trapped,
    upkeep,
    vacancies,
    wilds,
)
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.ground import load_world
from orderbook.systems.underdeep.week.orders import read_orders
from orderbook.systems.underdeep.week.rolls import Rolls

Phase: TypeAlias = Callable[[Desk], Iterator[Event | Question]]

PHASES: tuple[tuple[str, Phase], ...] = (
    ("opening", progress.begin_week),
    ("aftermath", aftermath.run_healing),
    ("casting", casting.run_souls),
    ("casting", dominion.run),
    ("setup", setup.run),
    ("setup", seven.run_summons),
    ("setup", wilds.run),
    ("progress", progress.run),
    ("progress", growth.run),
    ("opening", animosity.run),
    ("opening", hiring.run_terms),
    ("progress", field_traps.run_progress),
    ("founding", founding.run_completions),
    ("rulings", rulings.run_added),
    ("trade", trade.run_arrivals),
    ("claims", claims.run),
    ("production", production.run),
    ("production", exchanges.run),
    ("production", barter.run),
    ("production", rituals.run_income),
    ("production", settlements.run_income),
    ("upkeep", upkeep.run),
    ("founding", founding.run_payment),
    ("trade", trade.run),
    ("officers", officers.run),
    ("officers", vacancies.run),
    ("construction", standing_orders.run),
    ("construction", construction.run),
    ("founding", founding.run),
    ("recruitment", recruitment.run),
    ("rituals", rituals.run),
    ("dismissal", dismissal.run),
    ("recruitment", hiring.run),
    ("recruitment", outfitting.run),
    ("recruitment", machines.run),
    ("recruitment", kitchen.run),
    ("recruitment", mutants.run),
    ("recruitment", repairs.run),
    ("casting", casting.run),
    ("casting", obsession.run),
    ("casting", seven.run_harem),
    ("casting", sadism.run),
    ("movement", futile.run),
    ("gathering", captives.run),
    ("movement", marching.run),
    ("movement", carrying.run),
    ("trade", trade.run_watch),
    ("battle", battles.run),
    ("trade", trade.run_watch),
    ("founding", founding.run_stay),
    ("aftermath", trapped.run),
    ("aftermath", aftermath.run),
    ("officers", vacancies.run_arrivals),
    ("aftermath", animosity.run_count),
    ("aftermath", research.run),
    ("aftermath", settlements.run_departures),
    ("messages", letters.run),
    ("rulings", rulings.run),
    ("trade", trade.run_watch),
    ("closing", closing.run),
    ("gathering", marching.run_late),
)
"""The phases of a week and what runs them, in order."""


def resolve_week(request: WeekRequest) -> Resolution:
    """What a week comes to. Raises ``CampaignError`` for posts, maps and dice that cannot be used."""
    desk = _open_desk(request)
    desk.orders = read_orders(request, desk.rulebook, desk.world)
    events: list[Event] = []
    questions: dict[str, Question] = {}
    for done, (name, run) in enumerate(PHASES):
        request.watch(f"week {request.week}", done, len(PHASES))
        desk.phase = name
        for item in run(desk):
            if isinstance(item, Question):
                questions.setdefault(item.id, item)
            else:
                events.append(item)
                desk.state = fold(desk.state, item)
    request.watch(f"week {request.week}", len(PHASES), len(PHASES))
    return Resolution(tuple(events), tuple(questions[name] for name in sorted(questions)))


def _open_desk(request: WeekRequest) -> Desk:
    """The desk as the week begins; nothing is read of the posts yet. Raises ``CampaignError`` for rule data or maps."""
    try:
        rulebook = underdeep_rulebook(request.setup.rules)
    except RuleDataError as error:
        raise CampaignError(str(error)) from error
    return Desk(
        setup=request.setup,
        week=request.week,
        rulebook=rulebook,
        world=load_world(request),
        state=request.state,
        orders={},
        rulings={ruling.id: ruling for ruling in request.rulings if ruling.week == request.week},
        rolls=Rolls(request.seed, request.week, request.dice),
        added=request.added,
    )


def judge_added(request: WeekRequest) -> str:
    """Why the rulings added to a week cannot be carried out on the state before it; nothing where they can.

    Before anybody is in play there is no state to try them on.
    """
    desk = _open_desk(request)
    if not desk.playing():
        return ""
    try:
        for event in rulings.run_added(desk):
            if isinstance(event, Event):
                desk.state = fold(desk.state, event)
    except CampaignError as error:
        return str(error)
    return ""
