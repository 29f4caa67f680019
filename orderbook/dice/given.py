"""Rolls that somebody else has made: a list of results, a log to replay, a person at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from orderbook.dice.model import DiceError, Roll


class ListedDice:
    """Results from a list, in order. ``origin`` says where the list stands, for messages."""

    is_quick = False

    def __init__(self, results: Sequence[int], origin: str = "the dice") -> None:
        self.log: list[Roll] = []
        self._results = tuple(results)
        self._origin = origin

    @property
    def left(self) -> int:
        """How many results nobody has asked for yet."""
        return len(self._results) - len(self.log)

    def roll(self, sides: int, what: str, key: str) -> int:
        """As ``Dice.roll``. Raises ``DiceError`` when the list has run out or its next result is none of this die."""
        number = len(self.log)
        if number >= len(self._results):
            used = f"all {number} dice are used up" if number else "there are no dice"
            raise DiceError(f"{self._origin}: {used}, and a d{sides} is wanted for: {what}. Add its result to the list")
        result = self._results[number]
        if not 1 <= result <= sides:
            raise DiceError(
                f"{self._origin}: die {number + 1} shows {result}, but a d{sides} is wanted for: {what}. "
                f"Write a number from 1 to {sides}"
            )
        self.log.append(Roll(what, sides, result))
        return result


class ReplayedDice:
    """The rolls of a log once more. What is asked for has to be what the log says, die for die."""

    is_quick = False

    def __init__(self, log: Sequence[Roll]) -> None:
        self.log: list[Roll] = []
        self._rolls = tuple(log)

    def roll(self, sides: int, what: str, key: str) -> int:
        """As ``Dice.roll``. Raises ``DiceError`` where the log is of another battle."""
        number = len(self.log)
        wanted = f"a d{sides} is wanted for: {what}"
        if number >= len(self._rolls):
            raise DiceError(f"the log ends after {number} rolls, but {wanted}. It belongs to something else")
        roll = self._rolls[number]
        if (roll.sides, roll.what) != (sides, what):
            raise DiceError(
                f"roll {number + 1} of the log is a d{roll.sides} for: {roll.what}; but {wanted}. "
                "The log belongs to something else"
            )
        self.log.append(roll)
        return roll.result


class AskedDice:
    """Results somebody types, asked for one by one. ``ask`` is given the question and returns what was typed."""

    is_quick = False

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self.log: list[Roll] = []
        self._ask = ask
        self._tell = tell

    def roll(self, sides: int, what: str, key: str) -> int:
        """As ``Dice.roll``; asks again until the answer is a number the die can show."""
        while True:
            answer = self._ask(f"{what} (d{sides})").strip()
            if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= sides:
                result = int(answer)
                self.log.append(Roll(what, sides, result))
                return result
            self._tell(f"{answer!r} is nothing a d{sides} shows; write a number from 1 to {sides}")
