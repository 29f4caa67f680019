"""A journey told step by step: Speed, weeks, and what a Forced March would save and cost (UD-MOV-25, UD-MOV-26)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.steps import Barred
from orderbook.systems.underdeep.world.travel import Route, Step, cheapest_route, explain_barred, split_weeks
from orderbook.text.records import record

Weeks = tuple[tuple[Step, ...], ...]


@record
class Week:
    """The steps that end in one week, the Speed spent in it, and what a Forced March has taken off by its end."""

    steps: tuple[Step, ...]
    spent: int
    penalty: int = 0


@record
class Journey:
    """The cheapest way there is and its weeks at the mover's pace; ``bar`` says why there is none.

    ``forced`` are the weeks of the same journey by Forced March, where that is possible and quicker. Without an
    ordinary way they are those of the way that only a Forced March opens, which is then ``forced_route``.
    """

    start: Region
    goal: Region
    route: Route | None = None
    weeks: tuple[Week, ...] = ()
    bar: Barred | None = None
    forced_route: Route | None = None
    forced: tuple[Week, ...] = ()


def plan_journey(world: WorldMap, start: Region, goal: Region, mover: Mover, stops: Container[Region] = ()) -> Journey:
    """The journey of a mover. ``stops`` may be entered and not passed (UD-MOV-03)."""
    hurrying = replace(mover, marching=True)
    route = cheapest_route(world, start, goal, mover, stops)
    quick = cheapest_route(world, start, goal, hurrying, stops) if hurrying.budget > mover.budget else None
    forced = _split(world, quick, hurrying) if quick is not None else ()
    if route is None:
        bar = explain_barred(world, start, goal, mover, stops)
        return Journey(start, goal, bar=bar, forced_route=quick, forced=forced)
    weeks = _split(world, route, mover)
    if len(forced) >= len(weeks):
        quick, forced = None, ()
    return Journey(start, goal, route, weeks, None, quick, forced)


def _split(world: WorldMap, route: Route, mover: Mover) -> tuple[Week, ...]:
    """The weeks of a route; what a Forced March takes adds up until a week without one."""
    weeks: list[Week] = []
    penalty = 0
    for steps, spent in _spend(split_weeks(route, mover.budget) or (), mover.budget):
        beyond = mover.forced_march_penalty(spent, len(steps), world.rulings) or 0
        penalty = penalty + beyond if beyond else 0
        weeks.append(Week(steps, spent, penalty))
    return tuple(weeks)


def _spend(weeks: Weeks, budget: int) -> Sequence[tuple[tuple[Step, ...], int]]:
    """Each week's steps with the Speed that goes into them; a step by instalments uses up the weeks before it."""
    told: list[tuple[tuple[Step, ...], int]] = []
    ahead = 0  # Speed already paid on the step that is under way
    for number, steps in enumerate(weeks):
        spent = sum(step.cost for step in steps) - (ahead if steps else 0)
        ahead = 0 if steps else ahead
        following = next((each for later in weeks[number + 1 :] for each in later[:1]), None)
        if following is not None and following.how.instalments and spent < budget:
            ahead += budget - spent
            spent = budget
        told.append((steps, spent))
    return told


def describe_journey(journey: Journey) -> dict[str, object]:
    """As JSON values; ``speed`` and ``weeks`` are null where there is no way."""
    route = journey.route
    data: dict[str, object] = {
        "from": str(journey.start),
        "to": str(journey.goal),
        "total": route.cost if route is not None else None,
        "regions": [str(region) for region in route.regions] if route is not None else [],
        "weeks": [_describe_week(week) for week in journey.weeks],
        "perils": [{"text": peril.text, "rule": peril.rule} for peril in route.perils] if route is not None else [],
        "barred": None if journey.bar is None else {"reason": journey.bar.reason, "rule": journey.bar.rule},
        "by_forced_march": None,
    }
    if journey.forced_route is not None:
        data["by_forced_march"] = {
            "total": journey.forced_route.cost,
            "regions": [str(region) for region in journey.forced_route.regions],
            "weeks": [_describe_week(week) for week in journey.forced],
        }
    return data


def _describe_week(week: Week) -> dict[str, object]:
    return {
        "speed": week.spent,
        "penalty": -week.penalty,
        "steps": [
            {
                "from": str(step.start),
                "to": str(step.end),
                "speed": step.cost,
                "causes": [{"speed": c.speed, "text": c.text, "rule": c.rule} for c in step.how.causes],
            }
            for step in week.steps
        ],
    }


def render_journey(journey: Journey, title: str) -> str:
    """As text for a terminal."""
    head = f"From {journey.start} to {journey.goal}, {title}"
    if journey.route is None:
        why = f"{journey.bar.reason} ({journey.bar.rule})" if journey.bar is not None else "nothing leads there"
        lines = [f"{head}: no way. {why[0].upper()}{why[1:]}."]
    elif not journey.route.steps:
        lines = [f"{head}: is there already."]
    else:
        lines = [f"{head}: {journey.route.cost} Speed, {_count_weeks(len(journey.weeks))}."]
        lines += ["", *_render_weeks(journey.weeks)]
        if journey.route.perils:
            lines += ["", *(f"Peril: {peril.text} ({peril.rule})" for peril in journey.route.perils)]
    if journey.forced_route is not None:
        tells = "The way is open" if journey.route is None else "It is quicker"
        worst = max((week.penalty for week in journey.forced), default=0)
        cost = f"down to -{worst} to Attack and Morale" if worst else "no loss to Attack and Morale"
        lines += ["", f"{tells} by Forced March: {_count_weeks(len(journey.forced))}, {cost} (UD-MOV-25)."]
        if journey.route is None or journey.forced_route.steps != journey.route.steps:
            lines += ["", *_render_weeks(journey.forced)]
    return "\n".join(lines) + "\n"


def _count_weeks(number: int) -> str:
    return "1 week" if number == 1 else f"{number} weeks"


def _render_weeks(weeks: tuple[Week, ...]) -> list[str]:
    width = max((len(f"{step.start} -> {step.end}") for week in weeks for step in week.steps), default=0)
    lines: list[str] = []
    for number, week in enumerate(weeks, 1):
        penalty = f", -{week.penalty} to Attack and Morale" if week.penalty else ""
        lines.append(f"  Week {number}: {week.spent} Speed{penalty}")
        if not week.steps:
            lines.append("    on the way")
        for step in week.steps:
            told = "; ".join(f"{cause.text} ({cause.rule})" for cause in step.how.causes)
            lines.append(f"    {f'{step.start} -> {step.end}':<{width}}  {step.cost}  {told}")
    return lines
