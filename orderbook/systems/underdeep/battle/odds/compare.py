"""Several battles side by side: forces or doctrines, what they cost, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from orderbook.systems.underdeep.battle.odds.accounts import SideAccount
from orderbook.systems.underdeep.battle.odds.assumed import Assumed
from orderbook.systems.underdeep.battle.odds.describe import describe_assumed, describe_odds
from orderbook.systems.underdeep.battle.odds.model import NOBODY, SIMULATED, Odds
from orderbook.systems.underdeep.battle.odds.report import show_chance, show_number, tell_assumed


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the battles that are compared."""

    name: str
    odds: Odds
    accounts: tuple[SideAccount, ...]
    assumed: Assumed


def describe_choices(choices: Sequence[Choice]) -> dict[str, Any]:
    """All of them as plain data."""
    return {
        "choices": [
            {
                "name": choice.name,
                **describe_odds(choice.odds, list(choice.accounts)),
                **describe_assumed(choice.assumed),
            }
            for choice in choices
        ]
    }


def render_choices(choices: Sequence[Choice]) -> str:
    """A table for each side: what it brings, its price, its chance to hold the field, its losses."""
    return "\n".join(_lines(choices)).rstrip() + "\n"


def _lines(choices: Sequence[Choice]) -> Iterator[str]:
    sides = list(dict.fromkeys(account.side for choice in choices for account in choice.accounts))
    for side in sides:
        rows = [["", "units", "price", "holds the field", "units lost", "worth"]]
        rows += [_row(choice, side) for choice in choices]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        yield side
        yield "-" * len(side)
        for row in rows:
            first, *others = row
            cells = [
                first.ljust(widths[0]),
                *(text.rjust(width) for text, width in zip(others, widths[1:], strict=True)),
            ]
            yield "  ".join(cells).rstrip()
        yield ""
    unpriced = dict.fromkeys(unit for choice in choices for account in choice.accounts for unit in account.unpriced)
    if unpriced:
        yield f"Prices are without {', '.join(unpriced)}: unknown, or not for sale."
    for choice in choices:
        undecided = choice.odds.chance(choice.odds.wins.get(NOBODY, 0))
        if undecided:
            yield f"{choice.name}: nobody holds the field with a chance of {show_chance(undecided)}."
    if any(choice.odds.method == SIMULATED for choice in choices):
        yield "± is the error of sampling: the truth lies that near in 95 of 100 such samples."
    lines = dict.fromkeys(line for choice in choices for line in tell_assumed(choice.assumed))
    if lines:
        yield ""
        yield from lines


def _row(choice: Choice, side: str) -> list[str]:
    account = next((each for each in choice.accounts if each.side == side), None)
    if account is None:
        return [choice.name, "-", "-", "-", "-", "-"]
    price = ", ".join(f"{amount} {resource}" for resource, amount in account.price.items()) or "-"
    worth = ", ".join(f"{show_number(amount)} {resource}" for resource, amount in account.lost_price.items()) or "-"
    wins = _show_wins(choice.odds, choice.odds.wins.get(account.alliance, 0))
    return [choice.name, str(account.units), price, wins, show_number(account.lost), worth]


def _show_wins(odds: Odds, weight: int) -> str:
    interval = odds.interval(weight)
    text = show_chance(odds.chance(weight))
    return text if interval is None else f"{text} ± {(interval[1] - interval[0]) * 50:.1f}"
