"""What the coming weeks bring: requests and answers of a forecast."""

from __future__ import annotations

from dataclasses import dataclass, field

from orderbook.books.bundle import Bundle
from orderbook.systems.system import CheckRequest
from orderbook.text.records import record
from orderbook.text.source import SourceText

WEEKS_AT_MOST = 200
"""Beyond these nobody plans, and a forecast would take its time."""


@dataclass(frozen=True)
class ForecastRequest:
    """A post to be carried on for so many weeks; ``plan`` is a file of wishes by week."""

    check: CheckRequest
    weeks: int = 8
    plan: SourceText | None = None


@record
class Unpaid:
    """Units of one type that do not get all they are owed; ``name`` says how many of what.

    ``lacks`` is what this week's Upkeep is short of for all of them, ``weeks`` how long each kind of it has been
    unpaid. ``morale``, ``attack`` and ``health`` are what is taken off the figures of a single one, 0 or less;
    ``effect`` says what comes of it.
    """

    unit: str
    name: str
    count: int
    lacks: Bundle
    weeks: tuple[tuple[str, int], ...]
    attack: int = 0
    morale: int = 0
    health: int = 0
    effect: str = ""


@record
class ForecastWeek:
    """A week to come. ``upkeep`` is what is paid of ``owed``, ``debts`` what is paid of earlier weeks' Upkeep.

    ``finished`` lists what is complete from its start, ``bought`` the wishes begun in it.
    """

    number: int | None
    label: str
    opening: Bundle
    production: Bundle
    owed: Bundle
    upkeep: Bundle
    debts: Bundle
    spent: Bundle
    closing: Bundle
    finished: tuple[str, ...] = ()
    bought: tuple[str, ...] = ()
    unpaid: tuple[Unpaid, ...] = ()


@record
class Wish:
    """Something of the plan, on that line of it. ``problem`` says why it cannot be had in its week, empty if it can.

    ``affordable`` is the first week that leaves enough after Upkeep, ``possible`` the first in which nothing else
    speaks against it either; both None if that is beyond the forecast.
    """

    week: str
    text: str
    price: Bundle
    line: int
    problem: str = ""
    affordable: str | None = None
    possible: str | None = None


@record
class PlanProblem:
    """Something in the plan that cannot be read, and how to write it; ``line`` counts from 1."""

    file: str
    line: int
    text: str


@dataclass(frozen=True)
class Forecast:
    """The coming weeks, the wishes of the plan, what of it could not be read, and what was taken for granted."""

    title: str
    weeks: tuple[ForecastWeek, ...]
    wishes: tuple[Wish, ...] = ()
    notes: tuple[str, ...] = ()
    start: Bundle = field(default_factory=Bundle)
    problems: tuple[PlanProblem, ...] = ()

    @property
    def first_shortage(self) -> ForecastWeek | None:
        """The first week in which something cannot be paid."""
        return next((week for week in self.weeks if week.unpaid), None)

    @property
    def has_problems(self) -> bool:
        """Whether units go unpaid, a wish cannot be had as planned, or one cannot be read."""
        return self.first_shortage is not None or bool(self.problems) or any(wish.problem for wish in self.wishes)
