"""Figures that are rolled: ``3+1d12``, ``15 + 1d10``, ``2d20``, ``1d3 x 1d100``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_TERM = re.compile(r"(?P<dice>\d*)\s*d\s*(?P<sides>\d+)|(?P<number>\d+)", re.IGNORECASE)
_JOIN = re.compile(r"\s*([+\-−–])\s*")
_TIMES = re.compile(r"\s*[x×*]\s*", re.IGNORECASE)
_MOST_DICE, _MOST_SIDES = 1000, 100_000


@dataclass(frozen=True, slots=True)
class Term:
    """So many dice of so many sides, added or taken away; with no sides a plain number. ``times`` multiplies it."""

    count: int
    sides: int = 0
    sign: int = 1
    times: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Expression:
    """A sum of terms. ``text`` is how it was written."""

    terms: tuple[Term, ...]
    text: str

    @property
    def is_rolled(self) -> bool:
        """Whether there is a die in it at all."""
        return any(term.sides or any(factor.sides for factor in term.times) for term in self.terms)

    @property
    def least(self) -> int:
        """The lowest it can come to (for sums without multiplied negatives)."""
        return self.evaluate(lambda sides: 1)

    def evaluate(self, roll: Callable[[int], int]) -> int:
        """Its value; ``roll`` is called with the sides of each die, from left to right."""
        return sum(term.sign * _value(term, roll) for term in self.terms)


def _value(term: Term, roll: Callable[[int], int]) -> int:
    value = sum(roll(term.sides) for _ in range(term.count)) if term.sides else term.count
    for factor in term.times:
        value *= _value(factor, roll)
    return value


def parse_expression(text: str) -> Expression | None:
    """The expression a text is, or ``None``; a plain number is one, too."""
    rest = text.strip()
    terms: list[Term] = []
    sign = 1
    if rest[:1] in "+-−–" and rest:
        sign = 1 if rest[0] == "+" else -1
        rest = rest[1:].strip()
    while True:
        term, rest = _read_product(rest, sign)
        if term is None:
            return None
        terms.append(term)
        if not rest:
            return Expression(tuple(terms), text.strip())
        join = _JOIN.match(rest)
        if join is None:
            return None
        sign = 1 if join[1] == "+" else -1
        rest = rest[join.end() :]


def _read_product(text: str, sign: int) -> tuple[Term | None, str]:
    first, rest = _read_term(text, sign)
    factors: list[Term] = []
    while first is not None and (times := _TIMES.match(rest)):
        factor, rest = _read_term(rest[times.end() :], 1)
        if factor is None:
            return None, rest
        factors.append(factor)
    if first is None:
        return None, rest
    return Term(first.count, first.sides, sign, tuple(factors)), rest.rstrip()


def _read_term(text: str, sign: int) -> tuple[Term | None, str]:
    match = _TERM.match(text)
    if match is None or len(match[0]) > 12:
        return None, text
    rest = text[match.end() :]
    if match["number"]:
        return Term(int(match["number"]), 0, sign), rest
    count, sides = int(match["dice"] or 1), int(match["sides"])
    if not 1 <= count <= _MOST_DICE or not 1 <= sides <= _MOST_SIDES:
        return None, text
    return Term(count, sides, sign), rest
