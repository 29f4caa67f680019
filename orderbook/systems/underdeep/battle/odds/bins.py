"""A distribution of survivors in few columns, for bars of text and for pictures."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

MOST_BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """Numbers from ``first`` to ``last`` and the chance of one of them."""

    first: int
    last: int
    chance: Fraction

    @property
    def label(self) -> str:
        """``0``, ``1-10``."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def make_bins(weights: Mapping[int, int], most: int) -> list[Bin]:
    """The chances of 0 to ``most``: none at all by itself, all the others in columns of equal width."""
    total, numbers = sum(weights.values()), sorted(weights)
    width = max(1, -(-most // MOST_BINS))
    bounds = [(0, 0), *((first, min(first + width - 1, most)) for first in range(1, most + 1, width))]
    found = []
    for first, last in bounds:
        within = numbers[bisect_left(numbers, first) : bisect_right(numbers, last)]
        found.append(Bin(first, last, Fraction(sum(weights[number] for number in within), total)))
    return found
