"""Odds as a picture: bars for who holds the field, columns for who is alive of each regiment.

All lengths are whole units of the drawing, which is as wide as a phone shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from orderbook.render.environment import render_template
from orderbook.systems.underdeep.battle.odds.bins import make_bins
from orderbook.systems.underdeep.battle.odds.model import NOBODY, Odds, RegimentOdds, find_mean
from orderbook.systems.underdeep.battle.odds.report import show_chance, show_number, tell_method

WIDTH = 360
_LEFT, _RIGHT = 12, 348
_HEAD, _BAR_STEP, _BAR_HEIGHT = 56, 40, 16
_PANEL, _COLUMNS, _LINE = 170, 92, 128
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that names may hold and an SVG may not."""

_COLOURS = 4
"""Colours of sides in the template; further sides begin again with the first."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar or column: where, how large, in whose colour, and what it stands for. ``low`` and ``high`` are the ends of
    the range of sampling, ``None`` where there is none."""

    x: int
    y: int
    width: int
    height: int
    role: str
    label: str
    value: str
    low: int | None = None
    high: int | None = None

    @property
    def middle(self) -> int:
        """Where its label is centred."""
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True)
class Panel:
    """One regiment's survivors: its place, its heading, and the columns, whose places are within it."""

    y: int
    title: str
    columns: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole drawing; ``summary`` says in words what it shows."""

    width: int
    height: int
    title: str
    summary: str
    bars: tuple[Bar, ...]
    panels: tuple[Panel, ...]


def draw_odds(odds: Odds, title: str) -> str:
    """The odds as an SVG document."""
    drawn = render_template("underdeep/odds.svg.j2", picture=lay_out(odds, title))
    return _NO_XML.sub("\ufffd", drawn)


def lay_out(odds: Odds, title: str) -> Picture:
    """Where everything stands."""
    alliances = [side for side in odds.wins if side != NOBODY]
    roles = {side: f"side{number % _COLOURS}" for number, side in enumerate(alliances)}
    bars = tuple(_lay_out_bars(odds, roles))
    top = _HEAD + _BAR_STEP * len(bars)
    panels: list[Panel] = []
    for number, regiment in enumerate(odds.regiments):
        role = roles.get(regiment.alliance, "other")
        panels.append(_lay_out_panel(regiment, top + _PANEL * number, role))
    heading = f"Odds of {title}" if title else "Odds"
    return Picture(WIDTH, top + _PANEL * len(panels) + 4, heading, _summarise(odds), bars, tuple(panels))


def _lay_out_bars(odds: Odds, roles: dict[str, str]) -> Iterator[Bar]:
    for number, (side, weight) in enumerate(odds.wins.items()):
        chance = odds.chance(weight)
        interval = odds.interval(weight)
        low, high = (None, None) if interval is None else (_x_of(Fraction(end)) for end in interval)
        yield Bar(
            _LEFT,
            _HEAD + _BAR_STEP * number,
            _length(chance, _RIGHT - _LEFT),
            _BAR_HEIGHT,
            roles.get(side, "other"),
            side,
            show_chance(chance),
            low,
            high,
        )


def _lay_out_panel(regiment: RegimentOdds, y: int, role: str) -> Panel:
    bins = make_bins(regiment.alive, regiment.count)
    highest = max(each.chance for each in bins)
    columns = []
    for number, each in enumerate(bins):
        start = _LEFT + (_RIGHT - _LEFT) * number // len(bins)
        end = _LEFT + (_RIGHT - _LEFT) * (number + 1) // len(bins)
        height = _length(each.chance / highest, _COLUMNS)
        value = show_chance(each.chance)
        columns.append(Bar(start + 2, _LINE - height, end - start - 4, height, role, each.label, value))
    title = f"{regiment.label} ({regiment.side}): {show_number(find_mean(regiment.alive))} of {regiment.count} alive"
    return Panel(y, title, tuple(columns))


def _x_of(chance: Fraction) -> int:
    return _LEFT + round(chance * (_RIGHT - _LEFT))


def _length(chance: Fraction, whole: int) -> int:
    """A length in proportion; whatever can happen is seen."""
    return max(1, round(chance * whole)) if chance else 0


def _summarise(odds: Odds) -> str:
    wins = ", ".join(f"{side} {show_chance(odds.chance(weight))}" for side, weight in odds.wins.items())
    regiments = "; ".join(
        f"{regiment.label} ({regiment.side}) {show_number(find_mean(regiment.alive))} of {regiment.count}"
        for regiment in odds.regiments
    )
    return f"Who holds the field: {wins}. Alive on average: {regiments}. {tell_method(odds)}"
