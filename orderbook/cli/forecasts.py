"""A forecast, as a terminal and as a program want it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from orderbook.books.bundle import Bundle, render_bundle, sort_resources
from orderbook.findings.formats.display import show_text
from orderbook.systems.forecasting import Forecast, ForecastWeek, Unpaid, Wish

_WIDTH = 100


def describe_forecast(forecast: Forecast) -> dict[str, object]:
    """The forecast as JSON values; amounts are decimal strings."""
    return {
        "title": forecast.title,
        "start": _amounts(forecast.start),
        "weeks": [_describe_week(week) for week in forecast.weeks],
        "first_shortage": forecast.first_shortage.label if forecast.first_shortage is not None else None,
        "wishes": [_describe_wish(wish) for wish in forecast.wishes],
        "problems": [
            {"file": problem.file, "line": problem.line, "message": problem.text} for problem in forecast.problems
        ],
        "notes": list(forecast.notes),
    }


def _describe_week(week: ForecastWeek) -> dict[str, object]:
    return {
        "week": week.number,
        "label": week.label,
        "opening": _amounts(week.opening),
        "production": _amounts(week.production),
        "owed": _amounts(week.owed),
        "upkeep": _amounts(-week.upkeep),
        "debts": _amounts(-week.debts),
        "spent": _amounts(-week.spent),
        "closing": _amounts(week.closing),
        "finished": list(week.finished),
        "bought": list(week.bought),
        "unpaid": [_describe_unpaid(unpaid) for unpaid in week.unpaid],
    }


def _describe_unpaid(unpaid: Unpaid) -> dict[str, object]:
    return {
        "unit": unpaid.unit,
        "count": unpaid.count,
        "lacks": _amounts(unpaid.lacks),
        "weeks": dict(unpaid.weeks),
        "attack": unpaid.attack,
        "morale": unpaid.morale,
        "health": unpaid.health,
        "effect": unpaid.effect,
    }


def _describe_wish(wish: Wish) -> dict[str, object]:
    return {
        "week": wish.week,
        "wish": wish.text,
        "line": wish.line,
        "price": _amounts(wish.price),
        "problem": wish.problem or None,
        "affordable": wish.affordable,
        "possible": wish.possible,
    }


def _amounts(amounts: Mapping[str, int]) -> dict[str, str]:
    return {resource: str(amount) for resource, amount in amounts.items()}


def render_forecast(forecast: Forecast) -> str:
    """A table of the weeks, what happens in them, the wishes, and what was taken for granted."""
    blocks = [show_text(forecast.title), _tell_shortage(forecast), "\n".join(_list_table(forecast))]
    events = [line for week in forecast.weeks for line in _list_events(week)]
    if events:
        blocks.append("\n".join(["What happens:", *events]))
    if forecast.problems:
        told = [_wrap(f"- {problem.file}, line {problem.line}: {problem.text}") for problem in forecast.problems]
        blocks.append("\n".join(["Of the plan this cannot be read:", *told]))
    if forecast.wishes:
        blocks.append("\n".join(["The plan:", *(_tell_wish(wish) for wish in forecast.wishes)]))
    blocks.append("\n".join(["Taken for granted:", *(_wrap(f"- {note}") for note in forecast.notes)]))
    return "\n\n".join(blocks) + "\n"


def _tell_shortage(forecast: Forecast) -> str:
    week = forecast.first_shortage
    if week is None:
        return "Every Upkeep can be paid."
    lacks = sum((unpaid.lacks for unpaid in week.unpaid), Bundle())
    return f"In {week.label} Upkeep cannot be paid in full for the first time: {render_bundle(lacks)} short."


def _list_table(forecast: Forecast) -> Iterator[str]:
    """One line a week: what it ends with, and by how much that differs from the week before."""
    names = sort_resources(
        {name for week in forecast.weeks for row in (week.opening, week.production, week.owed) for name in row}
        | set(forecast.start)
    )
    rows = [["", *names]]
    rows.append(["now", *(str(forecast.start[name]) for name in names)])
    for week in forecast.weeks:
        change = week.closing - week.opening
        rows.append([week.label, *(f"{week.closing[name]} ({change[name]:+d})" for name in names)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(names) + 1)]
    for row in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        yield "  ".join([row[0].ljust(widths[0]), *cells]).rstrip()


def _list_events(week: ForecastWeek) -> Iterator[str]:
    if week.finished:
        yield _wrap(f"- {week.label}: finished: {', '.join(week.finished)}")
    if week.bought:
        yield _wrap(f"- {week.label}: begun by the plan: {', '.join(week.bought)} ({render_bundle(week.spent)})")
    if week.debts:
        yield _wrap(f"- {week.label}: old debts paid: {render_bundle(week.debts)}")
    for unpaid in week.unpaid:
        lacks = f"{render_bundle(unpaid.lacks)} short" if unpaid.lacks else "paid again, but still owed earlier weeks"
        times = ", ".join(f"{name} for {number} week{'s' if number != 1 else ''}" for name, number in unpaid.weeks)
        effect = f": {unpaid.effect}" if unpaid.effect else ""
        yield _wrap(f"- {week.label}: {unpaid.name}: {lacks} (without {times}){effect}")


def _tell_wish(wish: Wish) -> str:
    text = f"- {wish.week}, line {wish.line}: {wish.text} ({render_bundle(wish.price)}): "
    if not wish.problem:
        return _wrap(
            text + "can be had" + (f"; as soon as {wish.possible}" if wish.possible not in (None, wish.week) else "")
        )
    text += f"cannot be had then: {wish.problem.rstrip('.')}."
    if wish.possible is not None:
        text += f" Earliest: {wish.possible}"
        text += f" (affordable from {wish.affordable})." if wish.affordable != wish.possible else "."
    elif wish.affordable is not None:
        text += f" It is affordable from {wish.affordable}, but not possible in the weeks looked at."
    else:
        text += " It is not affordable in the weeks looked at."
    return _wrap(text)


def _wrap(text: str) -> str:
    return textwrap.fill(
        show_text(text, 900), _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
    )
