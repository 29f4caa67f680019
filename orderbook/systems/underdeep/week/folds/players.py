"""Events about the campaign as a whole, and those that only tell something."""

from __future__ import annotations

from dataclasses import replace

from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    maybe_whole,
    misfit,
    put_player,
    text,
    texts,
    whole,
)
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Fact, GameState, Group, PlayerState, relation_key


def _begin_week(state: GameState, data: Data) -> GameState:
    """A week begins: ``number``. What held until the week before holds no more; bridges begun then stand."""
    week = whole(data, "number")
    groups = {name: _without_old(group, week) for name, group in state.groups.items()}
    regions = {
        name: replace(facts, bridges=facts.bridges + facts.bridging, bridging=0)
        for name, facts in state.regions.items()
    }
    return replace(state, week=week, groups=groups, regions=regions)


def _without_old(group: Group, week: int) -> Group:
    if all(status.until is None or status.until >= week for status in group.statuses):
        return group
    return replace(group, statuses=tuple(one for one in group.statuses if one.until is None or one.until >= week))


def _begin_player(state: GameState, data: Data) -> GameState:
    """A player is in play with a first post: ``player``, ``faction``, ``wealth``, ``begun`` (the week)."""
    name = text(data, "player")
    before = state.players.get(name)
    return put_player(
        state,
        PlayerState(
            name,
            text(data, "faction"),
            goods(data, "wealth"),
            before.numbers if before is not None else 0,
            maybe_whole(data, "begun"),
        ),
    )


def _set_relation(state: GameState, data: Data) -> GameState:
    """How two ``players`` stand to each other from now on: ``relation``."""
    players = texts(data, "players")
    if len(players) != 2:
        raise misfit(data, "players")
    key = relation_key(*players)
    return replace(state, relations={**state.relations, key: text(data, "relation")})


def _record_fact(state: GameState, data: Data) -> GameState:
    """The game master puts a ``text`` on record in a ``week``, by a ``ruling``, ``known_to`` those named."""
    fact = Fact(whole(data, "week"), text(data, "text"), str(data.get("ruling", "")), texts(data, "known_to"))
    return replace(state, facts=(*state.facts, fact))


def only_told(state: GameState, data: Data) -> GameState:
    """Nothing changes."""
    return state


PLAYER_FOLDS = (
    (Happened.WEEK_BEGAN, _begin_week),
    (Happened.PLAYER_BEGAN, _begin_player),
    (Happened.RELATION_SET, _set_relation),
    (Happened.FACT_RECORDED, _record_fact),
    (Happened.NO_POST, only_told),
    (Happened.RULED, only_told),
    (Happened.FOUND_WRONG, only_told),
    (Happened.WEALTH_RECKONED, only_told),
    (Happened.ORDER_VOID, only_told),
    (Happened.MESSAGE_DELIVERED, only_told),
    (Happened.MESSAGE_HELD_BACK, only_told),
)
