"""Days of a journal as dates, for programs that know nothing else. Game weeks begin on Mondays of an invented year."""

from __future__ import annotations

from datetime import date, timedelta

FIRST_MONDAY = date(2001, 1, 1)
"""The first day of week 1."""

DAYS_IN_WEEK = 7


def first_day_of(week: int) -> int:
    """The day on which a game week begins; week 1 begins on day 0."""
    return (week - 1) * DAYS_IN_WEEK


def week_of(day: int) -> int:
    """The game week a day lies in."""
    return day // DAYS_IN_WEEK + 1


def date_of(day: int) -> str:
    """The date of a day of the journal."""
    return (FIRST_MONDAY + timedelta(days=day)).isoformat()
