"""The coming weeks: what is built produces, what cannot be paid is told, a plan is held against both."""

from typing import Any

import pytest
from support.golden import assert_golden
from support.series import change, generated, right_sample

from orderbook.books.bundle import Bundle
from orderbook.cli.forecasts import describe_forecast, render_forecast
from orderbook.systems import find_system
from orderbook.systems.forecasting import Forecast, ForecastRequest
from orderbook.systems.system import CheckRequest, RequestError
from orderbook.systems.underdeep.audit.forecast import forecast_weeks
from orderbook.text.source import SourceText

WEEK_4 = right_sample()["week-4.txt"]
"""90 Gold, 65 Metal, 130 Food; a Workshop with 1 week, a Mushroom Patch with 2, a Midden with 3 weeks remaining."""


def forecast(text: str = WEEK_4, plan: str | None = None, weeks: int = 4, **options: Any) -> Forecast:
    check = CheckRequest(SourceText(text, "post.txt"), **options)
    return forecast_weeks(ForecastRequest(check, weeks, SourceText(plan, "plan.toml") if plan is not None else None))


def poor() -> str:
    """The same post with 9 Gold, and a mine that gives 10."""
    text = change(WEEK_4, "Gold: 180 + 150 - 40 - 150 - 50 = 90", "Gold: 9")
    return change(text, "Kobold Mine: +150 Gold, +15 Metal", "Kobold Mine: +10 Gold")


def test_if_nothing_changes_income_and_upkeep_go_on() -> None:
    told = forecast()
    assert [week.number for week in told.weeks] == [5, 6, 7, 8]
    assert [week.production["Food"] for week in told.weeks] == [70, 90, 125, 125]
    assert [week.finished for week in told.weeks] == [
        ("Workshop at Ladle Warren",), ("1 Mushroom Patch at Ladle Warren",), ("Midden at Ladle Warren",), (),
    ]  # fmt: skip
    assert [dict(week.closing) for week in told.weeks][:2] == [
        {"Gold": 185, "Metal": 80, "Food": 165},
        {"Gold": 280, "Metal": 95, "Food": 220},
    ]
    assert told.first_shortage is None and not told.has_problems


@pytest.mark.parametrize("seed", range(7300, 7304))
def test_the_first_week_to_come_is_what_next_writes(seed: int) -> None:
    from orderbook.systems.underdeep.check import judge

    _, texts = generated(seed, weeks=3)
    *_, before, last = (SourceText(text, name) for name, text in texts.items())
    request = CheckRequest(last, previous=before)
    coming = SourceText(find_system("underdeep").next_post(request), "next")
    ledger = judge(CheckRequest(coming, previous=last)).ledger
    week = forecast_weeks(ForecastRequest(request, 1)).weeks[0]
    if week.unpaid:
        assert any(amount < 0 for amount in ledger.computed.values())
    else:
        assert week.closing == Bundle(ledger.stated or {})
    assert week.owed == -ledger.upkeep


def test_what_cannot_be_paid_is_told_with_its_week_and_its_effects() -> None:
    told = forecast(poor())
    short = told.first_shortage
    assert short is not None and short.number == 5
    assert [(unpaid.name, dict(unpaid.lacks), unpaid.morale) for unpaid in short.unpaid] == [
        ("1 Kobold Slinger", {"Gold": 1}, -1),
        ("10 Kobold Skulkers", {"Gold": 20}, -1),
        ("5 Kobold Blunderdigs", {"Gold": 15}, -1),
    ]
    assert all(amount >= 0 for week in told.weeks for amount in week.closing.values())
    assert "11 or more on a d20" in told.weeks[1].unpaid[-1].effect


def test_hunger_costs_health_as_well() -> None:
    hungry = change(WEEK_4, "Food: 90 + 70 - 30 = 130", "Food: 0")
    hungry = change(hungry, "3 Mushroom Patches: +60 Food\n", "")
    hungry = change(hungry, "\n3 Mushroom Patches\n", "\n")
    unpaid = forecast(hungry, weeks=2).weeks[0].unpaid
    assert sum(one.lacks["Food"] for one in unpaid) == 35 - 10  # what is owed, less two Fishing Pools
    assert {(one.morale, one.health, one.attack) for one in unpaid} == {(-1, -1, 0)}


PLAN = """
[week.5]
build = ["2 Mushroom Patches at Ladle Warren"]
recruit = ["90 Kobold Slingers at Ladle Warren"]
[week.6]
build = ["Dragon Shrine at the Ladle Warren", "Poison Kitchen at Ladle Warren"]
recruit = ["10 Kobold Trapspringers at Ladle Warren"]
"""


def test_wishes_are_begun_paid_finished_and_cost_upkeep_from_the_next_week() -> None:
    told = forecast(
        plan="[week.5]\nrecruit = ['4 Kobold Slingers at Ladle Warren']\nbuild = ['2 Mushroom Patches at Ladle Warren']"
    )
    assert [wish.problem for wish in told.wishes] == ["", ""]
    first, second, third, _ = told.weeks
    assert first.spent == Bundle({"Gold": 4 * 5 + 2 * 25})
    assert first.owed["Gold"] == 55 and second.owed["Gold"] == 59
    assert "2 Mushroom Patches at Ladle Warren" in third.finished
    assert third.production["Food"] == 125 + 40


def test_a_wish_that_is_too_dear_waits_for_its_week() -> None:
    told = forecast(plan="[week.5]\nrecruit = ['90 Kobold Slingers at Ladle Warren']", weeks=8)
    (wish,) = told.wishes
    assert wish.price == Bundle({"Gold": 450})
    assert (wish.problem, wish.affordable, wish.possible) == ("265 Gold short after Upkeep", "week 8", "week 8")
    assert not told.weeks[0].bought and told.has_problems


def test_a_wish_that_wants_a_room_waits_for_the_room() -> None:
    young = change(WEEK_4, "Workshop: 1 week remaining", "Workshop: 2 weeks remaining")
    told = forecast(young, plan="[week.5]\nbuild = ['Poison Kitchen at Ladle Warren']", weeks=6)
    (wish,) = told.wishes
    assert "requires Workshop" in wish.problem
    assert wish.possible == "week 6" and wish.affordable == "week 5"


def test_a_second_room_of_its_kind_is_not_to_be_had() -> None:
    told = forecast(plan="[week.6]\nbuild = ['Workshop at Ladle Warren']", weeks=4)
    (wish,) = told.wishes
    assert "can have one Workshop" in wish.problem and wish.possible is None and wish.affordable == "week 5"


@pytest.mark.parametrize(
    ("text", "said"),
    [("week = ", "is no plan in TOML"), ("", "has no weeks in it"), ("[weak.6]", "has no weeks in it")],
)
def test_a_file_that_is_no_plan_is_refused(text: str, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        forecast(plan=text)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("\n[week.4]\nbuild = ['Workshop at Ladle Warren']", 2, "[week.4] is over; the first week to come is 5"),
        ("[week.six]\nbuild = []", 1, "[week.six] is no week"),
        ("\n[ week . \"six\" ]\nbuild = []", 2, "[week.six] is no week"),
        ("week = {five = 1}", 1, "[week.five] is no week"),
        ("[week.6]\nbuild = []\nbuy = ['Workshop']", 3, "buy is not understood"),
        ("[week.6]\nbuild = 'Workshop'", 2, "build wants a list of texts"),
        ("[week.6]\nbuild = [6]", 2, "build wants a list of texts"),
        ("[week.6]\nbuild = ['']", 2, "an empty wish"),
        ("[week.6]\nbuild = [\n  '2 Mushroom Patches at Ladle Warren',\n  'Wurkshap at Ladle Warren',\n]", 4,
         'no structure of this faction is called "Wurkshap"'),
        ("[week.6]\nbuild = ['Worksop at Ladle Waren']", 2, 'there is no site "Ladle Waren"'),
        ("[week.6]\nbuild = ['Workshop']", 2, "say where"),
        ("[week.6]\nbuild = ['Workshop at Skitterhole']", 2, 'there is no site "Skitterhole"'),
        ("[week.6]\nrecruit = ['Workshop at Ladle Warren']", 2, "no unit of this faction"),
        ("[week.6]\nbuild = ['0 Mushroom Patches at Ladle Warren']", 2, "wishes for nothing"),
        ("[week.900]\nbuild = ['Workshop at Ladle Warren']", 1, "[week.900] is too far ahead"),
        (f"[week.{'9' * 5000}]\nbuild = []", 1, "is too far ahead"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_in_a_plan_is_told_with_its_line(text: str, line: int, said: str) -> None:
    told = forecast(plan=text)
    assert [(problem.file, problem.line) for problem in told.problems] == [("plan.toml", line)]
    assert said in told.problems[0].text
    assert told.has_problems and f"plan.toml, line {line}: " in render_forecast(told)


def test_the_readable_wishes_of_a_plan_are_checked_all_the_same() -> None:
    wish = "'2 Mushroom Patches at Ladle Warren'"
    told = forecast(plan=f"[week.5]\nbuild = [{wish}, 'Nonsense',\n{wish}]\n[week.3]\nrecruit = ['4 Kobold Slingers']")
    assert [problem.line for problem in told.problems] == [2, 4]
    assert [(found.text, found.line, found.problem) for found in told.wishes] == [
        ("2 Mushroom Patches at Ladle Warren", 2, ""), ("2 Mushroom Patches at Ladle Warren", 3, ""),
    ]  # fmt: skip


def test_a_post_that_states_no_wealth_cannot_be_carried_on() -> None:
    start, end = WEEK_4.index("[spoiler=Wealth]"), WEEK_4.index("[spoiler=Dungeons")
    with pytest.raises(RequestError, match="states no Wealth"):
        forecast(WEEK_4[:start] + WEEK_4[end:])
    with pytest.raises(RequestError, match="is no orders post"):
        forecast("Hello.")


def test_what_a_person_reads() -> None:
    assert_golden("audit/forecast.txt", render_forecast(forecast(poor(), plan=PLAN)))


def test_what_a_program_reads() -> None:
    told = describe_forecast(forecast(poor()))
    assert told["first_shortage"] == "week 5"
    weeks = told["weeks"]
    assert isinstance(weeks, list) and weeks[0]["unpaid"][0] == {
        "unit": "Kobold Slinger", "count": 1, "lacks": {"Gold": "1"}, "weeks": {"Gold": 1},
        "attack": 0, "morale": -1, "health": 0, "effect": "Morale +1 -> +0",
    }  # fmt: skip


def test_a_siege_is_taken_to_end() -> None:
    besieged = change(WEEK_4, "[spoiler=Production]\nLadle Warren", "[spoiler=Production]\nBesieged: Ladle Warren")
    told = forecast(besieged)
    assert any("(Ladle Warren) is taken to be relieved" in note for note in told.notes)
    assert [week.closing for week in told.weeks] == [week.closing for week in forecast().weeks]
