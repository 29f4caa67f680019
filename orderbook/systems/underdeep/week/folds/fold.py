"""The table of all kinds of events, and the one function that applies any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.systems.underdeep.week.folds.changes import CHANGE_FOLDS
from orderbook.systems.underdeep.week.folds.groups import GROUP_FOLDS
from orderbook.systems.underdeep.week.folds.growth import GROWTH_FOLDS
from orderbook.systems.underdeep.week.folds.journeys import JOURNEY_FOLDS
from orderbook.systems.underdeep.week.folds.players import PLAYER_FOLDS
from orderbook.systems.underdeep.week.folds.purses import PURSE_FOLDS
from orderbook.systems.underdeep.week.folds.sites import SITE_FOLDS
from orderbook.systems.underdeep.week.folds.structures import STRUCTURE_FOLDS
from orderbook.systems.underdeep.week.folds.traps import TRAP_FOLDS
from orderbook.systems.underdeep.week.state import GameState

Fold: TypeAlias = Callable[[GameState, Mapping[str, Json]], GameState]

FOLDS: Mapping[str, Fold] = {
    kind.value: fold
    for kind, fold in (*PLAYER_FOLDS, *PURSE_FOLDS, *SITE_FOLDS, *STRUCTURE_FOLDS, *TRAP_FOLDS, *GROUP_FOLDS,
                       *CHANGE_FOLDS, *JOURNEY_FOLDS, *GROWTH_FOLDS)
}  # fmt: skip


def fold(state: GameState, event: Event) -> GameState:
    """The state after an event. Raises ``CampaignError`` for a kind nobody knows and for data that does not fit."""
    apply = FOLDS.get(event.kind)
    if apply is None:
        raise CampaignError(
            f'the journal holds an event of the kind "{event.kind}" (week {event.week}), which this version of '
            "orderbook does not know; use the version that wrote it, or a later one"
        )
    return apply(state, event.data)
