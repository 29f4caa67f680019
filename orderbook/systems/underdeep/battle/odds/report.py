"""Odds as text for a terminal, with bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from orderbook.systems.underdeep.battle.odds.accounts import SideAccount
from orderbook.systems.underdeep.battle.odds.assumed import Assumed
from orderbook.systems.underdeep.battle.odds.bins import make_bins
from orderbook.systems.underdeep.battle.odds.compiled import HOW_TO_GET, can_compile
from orderbook.systems.underdeep.battle.odds.model import (
    COUNTED,
    EXACT,
    TOO_MANY_STATES,
    Odds,
    RegimentOdds,
    find_mean,
    find_quantile,
)

_BAR = 40
_EIGHTHS = " ▏▎▍▌▋▊▉"
_SHORT_FRACTION = 24


def render_odds(odds: Odds, accounts: list[SideAccount], title: str, assumed: Assumed) -> str:
    """The whole report."""
    lines = [*_lines(odds, accounts, title), "", *tell_assumed(assumed)]
    return "\n".join(lines).rstrip() + "\n"


def tell_assumed(assumed: Assumed) -> Iterator[str]:
    """What the game master may decide otherwise, and how it was taken; then the notes."""
    if assumed.questions:
        yield "Taken so, unless [answers] in the file says otherwise:"
    for question in assumed.questions:
        choices = f" (of {', '.join(question.choices)})" if question.choices else ""
        yield f"  {question.text}"
        yield f'    {question.answer}{choices}: "{question.name}: {question.about}"'
    for note in assumed.notes:
        yield f"Note: {note}"


def _lines(odds: Odds, accounts: list[SideAccount], title: str) -> Iterator[str]:
    heading = f"Odds of {title}" if title else "Odds"
    yield from (heading, "=" * len(heading), "", tell_method(odds), "", "Who holds the field in the end:")
    yield from _bars(odds, odds.wins)
    if odds.undecided:
        yield f"  Not decided within the rounds allowed: {show_chance(odds.chance(odds.undecided))}."
    yield ""
    yield f"The battle takes {show_number(odds.mean_rounds)} rounds on average{_tell_rounds(odds)}."
    for regiment in odds.regiments:
        yield ""
        yield from _regiment_lines(odds, regiment)
    yield ""
    yield "Losses to be expected (the dead, and those who surrender):"
    for account in accounts:
        yield f"  {account.side}: {show_number(account.lost)} of {account.units} units{_tell_price(account)}"


def tell_method(odds: Odds) -> str:
    """How the odds were found, in a sentence or two."""
    if odds.method == EXACT:
        return "Exact: every course the battle can take is counted."
    if odds.method == COUNTED:
        return (
            "Counted: every state the battle can come to is gone through, none is sampled; "
            f"no chance is off by more than 1 in {10 ** (len(str(int(1 / odds.error))) - 1):,}."
        )
    text = f'Simulated: {odds.runs:,} battles, seed "{odds.seed}".'
    if odds.why:
        text += f" They had to be, as {odds.why}."
    if odds.why == TOO_MANY_STATES and not can_compile():
        text += f" ({HOW_TO_GET} counts more of them.)"
    return text + " In 95 of 100 such samples the truth lies within the range given."


def _bars(odds: Odds, weights: Mapping[str, int]) -> Iterator[str]:
    width = max(map(len, weights))
    for name, weight in weights.items():
        chance = odds.chance(weight)
        text = f"  {name:<{width}}  {show_chance(chance):>7}  {draw_bar(chance):<{_BAR}}"
        interval = odds.interval(weight)
        if interval is not None:
            text += f"  {interval[0] * 100:.1f} to {interval[1] * 100:.1f} %"
        elif odds.method == EXACT and len(str(chance)) <= _SHORT_FRACTION and chance.denominator > 1:
            text += f"  {chance}"
        yield text.rstrip()


def _tell_rounds(odds: Odds) -> str:
    if not odds.rounds:
        return ""
    low, high = find_quantile(odds.rounds, 5), find_quantile(odds.rounds, 95)
    return f", {low} in nine of ten" if low == high else f", {low} to {high} in nine of ten"


def _regiment_lines(odds: Odds, regiment: RegimentOdds) -> Iterator[str]:
    alive = regiment.alive
    mean = show_number(find_mean(alive))
    unit = "" if regiment.unit in (regiment.label, "") else f", {regiment.unit}"
    yield f"{regiment.label} ({regiment.side}{unit}): {mean} of {regiment.count} alive on average"
    low, middle, high = (find_quantile(alive, per_cent) for per_cent in (10, 50, 90))
    yield f"  at most {low} in 1 battle of 10, at most {middle} in 5 of 10, at most {high} in 9 of 10"
    states = sorted(regiment.states.items(), key=lambda pair: -pair[1])
    yield "  " + ", ".join(f"{state} {show_chance(odds.chance(weight))}" for state, weight in states)
    bins = make_bins(alive, regiment.count)
    width = max(len(each.label) for each in bins)
    for each in bins:
        yield f"  {each.label:>{width}}  {show_chance(each.chance):>7}  {draw_bar(each.chance)}".rstrip()


def _tell_price(account: SideAccount) -> str:
    if not account.price:
        return ""
    parts = (f"{show_number(account.lost_price[name])} of {amount} {name}" for name, amount in account.price.items())
    text = f", worth {', '.join(parts)}"
    if account.unpriced:
        text += f" (without {', '.join(account.unpriced)}, whose price is unknown)"
    return text


def show_chance(chance: Fraction) -> str:
    """A chance in per cent; 0 and 1 only where it is so, however near it comes."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    tenths = round(chance * 1000)
    if tenths == 0:
        return "< 0.1 %"
    return "> 99.9 %" if tenths == 1000 else f"{tenths / 10:.1f} %"


def show_number(number: Fraction) -> str:
    """A mean with one decimal."""
    return f"{float(round(number * 10)) / 10:.1f}"


def draw_bar(chance: Fraction) -> str:
    """A bar of up to 40 characters, drawn to an eighth of one; whatever can happen has one."""
    eighths = round(chance * _BAR * 8)
    if not eighths and chance:
        eighths = 1
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
