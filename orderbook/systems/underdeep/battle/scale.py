"""The unit in which Health and damage are counted: twentieths of a point, so that nothing is ever rounded.

A Combined Damage Score is a tenth of the units' damage and is multiplied by a whole number (UD-BAT-09, UD-BAT-12);
some effects deal half of that. All of it is whole in twentieths.
"""

from __future__ import annotations

from fractions import Fraction

SCALE = 20
"""Twentieths in a point."""


def to_points(scaled: int) -> Fraction:
    """Twentieths as points."""
    return Fraction(scaled, SCALE)


def to_number(scaled: int) -> int | float:
    """Twentieths as a number of JSON: whole where it is whole. A twentieth has two decimals, so nothing is lost."""
    return scaled // SCALE if scaled % SCALE == 0 else scaled / SCALE


def show_points(scaled: int) -> str:
    """Twentieths as text: ``54``, ``67.5``."""
    return f"{to_number(scaled)}"
