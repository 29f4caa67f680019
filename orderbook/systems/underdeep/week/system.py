"""The Underdeep as a campaign sees it."""

from __future__ import annotations

from orderbook.campaign.game import CampaignSystem, Setup
from orderbook.systems.underdeep.week.answers import judge_ruling
from orderbook.systems.underdeep.week.brief import write_brief
from orderbook.systems.underdeep.week.codec import read_state, write_state
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.judging import judge_post
from orderbook.systems.underdeep.week.ledger import keep_ledger
from orderbook.systems.underdeep.week.occasions import occasions
from orderbook.systems.underdeep.week.resolve import judge_added, resolve_week
from orderbook.systems.underdeep.week.second_posts import ask_second_post
from orderbook.systems.underdeep.week.spies import reads_along
from orderbook.systems.underdeep.week.state import GameState


def _new_state(setup: Setup) -> GameState:
    """Nobody has posted yet, so nobody has anything."""
    return GameState()


CAMPAIGN = CampaignSystem(
    new_state=_new_state,
    fold=fold,
    state_to_json=write_state,
    state_from_json=read_state,
    resolve=resolve_week,
    brief=write_brief,
    ledger=keep_ledger,
    judge_ruling=judge_ruling,
    judge_added=judge_added,
    occasions=occasions,
    judge_post=judge_post,
    ask_further=ask_second_post,
    reads_along=reads_along,
)
