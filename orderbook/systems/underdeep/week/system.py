"""The Underdeep as a campaign sees it.

What resolves and judges is imported when it is called: a briefing, a log or a ledger needs none of it.
"""

from __future__ import annotations

from orderbook.books.journal import Journal
from orderbook.campaign.game import (
    BriefRequest,
    CampaignSystem,
    LedgerRequest,
    Resolution,
    Setup,
    WeekRequest,
)
from orderbook.findings.report import Report
from orderbook.systems.underdeep.week.answers import judge_ruling
from orderbook.systems.underdeep.week.codec import read_state, write_state
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.occasions import occasions
from orderbook.systems.underdeep.week.second_posts import ask_second_post
from orderbook.systems.underdeep.week.spies import reads_along
from orderbook.systems.underdeep.week.state import GameState


def _new_state(setup: Setup) -> GameState:
    """Nobody has posted yet, so nobody has anything."""
    return GameState()


def _resolve(request: WeekRequest) -> Resolution:
    from orderbook.systems.underdeep.week.resolve import resolve_week

    return resolve_week(request)


def _judge_added(request: WeekRequest) -> str:
    from orderbook.systems.underdeep.week.resolve import judge_added

    return judge_added(request)


def _judge_post(request: WeekRequest, player: str) -> Report:
    from orderbook.systems.underdeep.week.judging import judge_post

    return judge_post(request, player)


def _brief(request: BriefRequest) -> str:
    from orderbook.systems.underdeep.week.brief import write_brief

    return write_brief(request)


def _keep_ledger(request: LedgerRequest) -> Journal:
    from orderbook.systems.underdeep.week.ledger import keep_ledger

    return keep_ledger(request)


CAMPAIGN = CampaignSystem(
    new_state=_new_state,
    fold=fold,
    state_to_json=write_state,
    state_from_json=read_state,
    resolve=_resolve,
    brief=_brief,
    ledger=_keep_ledger,
    judge_ruling=judge_ruling,
    judge_added=_judge_added,
    occasions=occasions,
    judge_post=_judge_post,
    ask_further=ask_second_post,
    reads_along=reads_along,
)
