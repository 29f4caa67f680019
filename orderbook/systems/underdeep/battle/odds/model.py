"""What odds are: whole weights of what can happen, with their sum; a chance is a weight over the sum.

For exact odds the sum is a number of equally likely courses of the battle, for simulated ones the battles fought.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from orderbook.systems.underdeep.battle.regiment import SURRENDERED

EXACT, COUNTED, SIMULATED = "exact", "counted", "simulated"
"""How odds were found: as fractions, by going through all states with decimals, or from battles fought."""

NOBODY = "nobody"
"""Who holds the field where the battle is undecided or none are left on it."""

TOO_MANY_STATES = "it has too many states to count"
"""Why odds of a plain duel are simulated."""

_NORMAL_95 = 1.959963984540054
"""Standard errors of a normal distribution within which 95 % of it lie."""


@dataclass(frozen=True, slots=True)
class RegimentOdds:
    """What becomes of a regiment of ``count`` units: weights by its state and the units alive in the end. ``label`` is
    its name, with its side where another has the same."""

    side: str
    alliance: str
    label: str
    unit: str
    faction: str
    count: int
    ends: Mapping[tuple[str, int], int]

    @property
    def alive(self) -> dict[int, int]:
        """Weights by units alive, wherever they are."""
        return _sum_by((units, weight) for (_, units), weight in self.ends.items())

    @property
    def lost(self) -> dict[int, int]:
        """Weights by units lost: the dead, and those who surrendered."""
        return _sum_by(
            (self.count if state == SURRENDERED else self.count - units, weight)
            for (state, units), weight in self.ends.items()
        )

    @property
    def states(self) -> dict[str, int]:
        """Weights by state."""
        return _sum_by((state, weight) for (state, _), weight in self.ends.items())


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of a battle, all weights of a kind adding up to ``total``. ``wins`` is by alliance, and ``NOBODY``;
    ``rounds`` by rounds fought, empty if only their mean is known. ``why`` says why they are no better than simulated,
    ``error`` how far a chance may be off for other reasons than sampling."""

    method: str
    total: int
    wins: Mapping[str, int]
    rounds: Mapping[int, int]
    regiments: tuple[RegimentOdds, ...]
    undecided: int
    mean_rounds: Fraction
    seed: str = ""
    why: str = ""
    error: Fraction = Fraction(0)

    @property
    def runs(self) -> int:
        """Battles fought to find the odds."""
        return self.total if self.method == SIMULATED else 0

    def chance(self, weight: int) -> Fraction:
        """A weight as a chance."""
        return Fraction(weight, self.total)

    def interval(self, weight: int) -> tuple[float, float] | None:
        """Where the true chance lies in 95 of 100 such samples; ``None`` for odds that are not sampled."""
        return wilson(weight, self.total) if self.method == SIMULATED else None


_Key = TypeVar("_Key", int, str)


def _sum_by(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, int]:
    sums: dict[_Key, int] = defaultdict(int)
    for key, weight in pairs:
        sums[key] += weight
    return dict(sorted(sums.items()))


def wilson(hits: int, runs: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a chance that came true ``hits`` times in ``runs``."""
    square = _NORMAL_95**2
    middle = (hits + square / 2) / (runs + square)
    half = _NORMAL_95 / (runs + square) * sqrt(hits * (runs - hits) / runs + square / 4)
    return 0.0 if hits == 0 else max(0.0, middle - half), 1.0 if hits == runs else min(1.0, middle + half)


def find_mean(weights: Mapping[int, int]) -> Fraction:
    """The mean of a number with these weights."""
    return Fraction(sum(number * weight for number, weight in weights.items()), sum(weights.values()))


def find_deviation(weights: Mapping[int, int]) -> float:
    """The standard deviation of a number with these weights."""
    squares = Fraction(sum(number**2 * weight for number, weight in weights.items()), sum(weights.values()))
    return sqrt(squares - find_mean(weights) ** 2)


def find_quantile(weights: Mapping[int, int], per_cent: int) -> int:
    """The least number that is not exceeded with a chance of at least so many per cent."""
    total, below = sum(weights.values()), 0
    for number in sorted(weights):
        below += weights[number]
        if below * 100 >= total * per_cent:
            return number
    raise ValueError("there are no weights")
