"""What a roll is, and what every source of rolls can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Roll:
    """One die: what it was rolled for, how many sides it has, and what it showed (from 1)."""

    what: str
    sides: int
    result: int


class DiceError(ValueError):
    """A roll that cannot be had: no dice left, or a result the die cannot show; ``str(error)`` says how to mend it."""


class Dice(Protocol):
    """A source of rolls."""

    log: list[Roll]
    """Every roll so far, in order. A source that is quick keeps none."""

    is_quick: bool
    """Whether names and keys are ignored, so that nobody need make them."""

    def roll(self, sides: int, what: str, key: str) -> int:
        """A number from 1 to ``sides``. ``what`` is for people; ``key`` names the roll apart from all others of its
        kind, and the source itself counts the rolls of one key.

        Raises ``DiceError``.
        """
        ...
