"""Dice of spoils: each figure by named rolls, multiplied dice as the campaign reads them (setting multiplied-dice)."""

from __future__ import annotations

from orderbook.dice.expressions import Expression, Term, parse_expression
from orderbook.dice.model import Dice
from orderbook.rulebook.options import Options


class SpoilsError(ValueError):
    """Something that cannot be taken or done; ``str(error)`` says why and what can."""


def read_dice(written: str) -> Expression:
    """``2d100``, ``1d3 x 1d100``. Raises ``SpoilsError`` for what is no dice."""
    expression = parse_expression(written)
    if expression is None:
        raise SpoilsError(f"{written!r} are no dice; write them like 2d100 or 1d3 x 1d100")
    return expression


def roll_spoils(dice: Dice, written: str, what: str, key: str, options: Options) -> int:
    """What the dice come to. ``what`` is told to people, ``key`` names the roll apart from all others.

    1d3 x 1d100 is two rolls multiplied, or as many d100 added as the d3 shows. Raises ``SpoilsError``, ``DiceError``.
    """
    expression = read_dice(written)
    adds = options.chose("multiplied-dice", "sum")

    def roll(sides: int) -> int:
        return dice.roll(sides, what, key)

    if not adds:
        return expression.evaluate(roll)
    return sum(term.sign * _add_up(term, term.times, roll) for term in expression.terms)


def _add_up(term: Term, times: tuple[Term, ...], roll: object) -> int:
    assert callable(roll)
    number: int = sum(roll(term.sides) for _ in range(term.count)) if term.sides else term.count
    if not times:
        return number
    return sum(_add_up(times[0], times[1:], roll) for _ in range(number))
