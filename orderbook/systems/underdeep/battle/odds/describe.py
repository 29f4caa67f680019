"""Odds as plain data, for JSON (contract, section 6). Chances are numbers from 0 to 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from orderbook.systems.underdeep.battle.odds.accounts import SideAccount
from orderbook.systems.underdeep.battle.odds.assumed import Assumed
from orderbook.systems.underdeep.battle.odds.model import (
    EXACT,
    SIMULATED,
    Odds,
    RegimentOdds,
    find_deviation,
    find_mean,
    find_quantile,
)
from orderbook.systems.underdeep.battle.outcome import describe_question


def describe_odds(odds: Odds, accounts: list[SideAccount]) -> dict[str, Any]:
    """The odds. ``runs`` is 0 where no battle had to be fought.

    ``exact`` holds the chances as fractions where they are known so.
    """
    found: dict[str, Any] = {
        "method": odds.method,
        "runs": odds.runs,
        "seed": odds.seed or None,
        "why": odds.why or None,
        "error": float(odds.error),
        "win": {side: float(odds.chance(weight)) for side, weight in odds.wins.items()},
        "undecided": float(odds.chance(odds.undecided)),
        "rounds": {
            "mean": float(odds.mean_rounds),
            "chances": {str(number): float(odds.chance(weight)) for number, weight in odds.rounds.items()},
        },
        "standing": {regiment.label: _describe_standing(regiment, odds) for regiment in odds.regiments},
        "costs": {account.side: _describe_account(account) for account in accounts},
    }
    if odds.method == SIMULATED:
        found["interval_95"] = {side: list(odds.interval(weight) or ()) for side, weight in odds.wins.items()}
    if odds.method == EXACT:
        found["exact"] = _describe_fractions(odds)
    return found


def describe_assumed(assumed: Assumed) -> dict[str, Any]:
    """What was taken for granted, as ``battle run`` tells it."""
    return {
        "questions": [describe_question(question) for question in assumed.questions],
        "notes": list(assumed.notes),
    }


def _describe_standing(regiment: RegimentOdds, odds: Odds) -> dict[str, Any]:
    alive = regiment.alive
    found: dict[str, Any] = {
        "side": regiment.side,
        "unit": regiment.unit,
        "start": regiment.count,
        "mean": float(find_mean(alive)),
        "deviation": find_deviation(alive),
        **{f"p{per_cent}": find_quantile(alive, per_cent) for per_cent in (10, 50, 90)},
        "lost": float(find_mean(regiment.lost)),
        "states": {state: float(odds.chance(weight)) for state, weight in regiment.states.items()},
        "chances": {str(units): float(odds.chance(weight)) for units, weight in alive.items()},
    }
    if odds.method == SIMULATED:
        found["mean_error"] = found["deviation"] / odds.runs**0.5
    return found


def _describe_account(account: SideAccount) -> dict[str, Any]:
    return {
        "units": account.units,
        "price": dict(account.price),
        "lost": float(account.lost),
        "lost_price": {resource: float(amount) for resource, amount in account.lost_price.items()},
        "unpriced": list(account.unpriced),
    }


def _describe_fractions(odds: Odds) -> dict[str, Any]:
    return {
        "win": {side: _show(odds.chance(weight)) for side, weight in odds.wins.items()},
        "rounds": _show(odds.mean_rounds),
        "standing": {
            regiment.label: {
                "mean": _show(find_mean(regiment.alive)),
                "states": {state: _show(odds.chance(weight)) for state, weight in regiment.states.items()},
            }
            for regiment in odds.regiments
        },
    }


def _show(fraction: Fraction) -> str:
    return f"{fraction.numerator}/{fraction.denominator}"
