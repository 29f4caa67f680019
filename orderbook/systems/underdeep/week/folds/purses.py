"""Events that move resources and nothing else, and trades."""

from __future__ import annotations

from dataclasses import replace

from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    misfit,
    note_number,
    pay_into,
    player_of,
    put_player,
    text,
)
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, RegionFacts, Trade


def _move(state: GameState, data: Data) -> GameState:
    """``amounts`` come into the ``player``'s Wealth (below zero: out of it), or into that of a site, the ``purse``."""
    return pay_into(state, data, goods(data))


def _produce(state: GameState, data: Data) -> GameState:
    """As any move; what came out of a deposit (``mined``, in a ``region``) is in it no more."""
    mined = goods(data, "mined")
    if mined:
        region = text(data, "region")
        facts = state.regions.get(region, RegionFacts())
        state = replace(state, regions={**state.regions, region: replace(facts, mined=facts.mined + mined)})
    return pay_into(state, data, goods(data))


def _cast(state: GameState, data: Data) -> GameState:
    """A ritual is paid for, or its price given back; what it brings next week is ``coming``."""
    player = player_of(state, data)
    later = player.coming + goods(data, "coming")
    return put_player(state, replace(player, wealth=player.wealth + goods(data), coming=later))


def _promise(state: GameState, data: Data) -> GameState:
    """What a ritual brings next week is ``coming``."""
    player = player_of(state, data)
    return put_player(state, replace(player, coming=player.coming + goods(data, "coming")))


def _reap(state: GameState, data: Data) -> GameState:
    """What was coming has come: ``amounts``."""
    player = player_of(state, data)
    paid = goods(data)
    return put_player(state, replace(player, wealth=player.wealth + paid, coming=player.coming - paid))


def _send(state: GameState, data: Data) -> GameState:
    """Goods of a ``trade`` leave the giver's Wealth; those that are only promised do not."""
    trade = read(Trade, data.get("trade"))
    giver = state.players.get(trade.giver)
    if giver is None:
        raise misfit(data, "trade")
    if not trade.held:
        state = put_player(state, replace(giver, wealth=giver.wealth - trade.goods))
    return note_number(replace(state, trades={**state.trades, trade.id: trade}), trade.id)


def _cut(state: GameState, data: Data) -> GameState:
    """Where the goods of a ``trade`` should arrive, nothing can: ``why``, by which ``rule``."""
    trade = state.trades.get(text(data, "trade"))
    if trade is None:
        raise misfit(data, "trade")
    marked = replace(trade, cut=text(data, "why"), cut_rule=text(data, "rule"))
    return replace(state, trades={**state.trades, trade.id: marked})


def _arrive(state: GameState, data: Data) -> GameState:
    """The goods of a ``trade`` reach the taker."""
    return _end_trade(state, data, to_taker=True)


def _abort(state: GameState, data: Data) -> GameState:
    """The goods of a ``trade`` go back to the giver."""
    return _end_trade(state, data, to_taker=False)


def _end_trade(state: GameState, data: Data, *, to_taker: bool) -> GameState:
    trade = state.trades.get(text(data, "trade"))
    if trade is None:
        raise misfit(data, "trade")
    player = player_of(state, {"player": trade.taker if to_taker else trade.giver})
    if not trade.held:
        state = put_player(state, replace(player, wealth=player.wealth + trade.goods))
    return replace(state, trades={name: one for name, one in state.trades.items() if name != trade.id})


PURSE_FOLDS = (
    (Happened.PRODUCED, _produce),
    (Happened.UPKEEP_PAID, _move),
    (Happened.DEBT_PAID, _move),
    (Happened.GRANTED, _move),
    (Happened.TRADED_OUTSIDE, _move),
    (Happened.RITUAL_CAST, _cast),
    (Happened.RITUAL_PAID, _reap),
    (Happened.INCOME_PROMISED, _promise),
    (Happened.TRADE_SENT, _send),
    (Happened.TRADE_CUT, _cut),
    (Happened.TRADE_ARRIVED, _arrive),
    (Happened.TRADE_ABORTED, _abort),
)
