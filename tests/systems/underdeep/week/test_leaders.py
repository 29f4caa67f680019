"""Leaders and Followers in the week: whom an order has them join, and who goes along with whom into battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.weeks import PlayedWeek

from orderbook.campaign.event import Event
from orderbook.dice.model import Dice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario
from orderbook.systems.underdeep.week import battles
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.values import Rank
from tests.systems.underdeep.week.row_kit import KOBOLDS, at, row, screechers, week_of

__all__ = ["row"]

SHEE_RA, RATS = "Shee-Ra Cleversmart the Sixteenth", "Kobold Dire Rat Cavalry"
RIDING = ("Cavalry", "Climb", "Disease 3")


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> dict[str, RegimentPlan]:
    """The regiments of the battles that are fought next, by name."""
    seen: dict[str, RegimentPlan] = {}

    def watch(scenario: Scenario, dice: Dice) -> Battle:
        seen.update({plan.name: plan for side in scenario.sides for plan in side.regiments})
        return fight(scenario, dice)

    monkeypatch.setattr(battles, "fight", watch)
    return seen


def queen(place: str = "L2", *abilities: str) -> Group:
    return Group(
        "Anna/g7", "Anna", SHEE_RA, 1, KOBOLDS, None, at(place), person="Shee-Ra", rank=Rank.LEADER, abilities=abilities
    )


def rats(count: int = 20, place: str = "L2") -> Group:
    return Group("Anna/g3", "Anna", RATS, count, KOBOLDS, None, at(place))


def slingers(count: int = 20, place: str = "L2") -> Group:
    return Group("Anna/g4", "Anna", "Kobold Slinger", count, KOBOLDS, None, at(place))


def sisters(count: int = 2, place: str = "L2") -> Group:
    return Group("Anna/g6", "Anna", "Succubus", count, "Succubi", None, at(place))


def void(week: PlayedWeek) -> list[Event]:
    return week.events("order-void")


@pytest.mark.parametrize(
    "text",
    [
        "Shee-Ra leads 20 {} from Lowerdeep 2 to Lowerdeep 1 (1 Speed).",
        "Move 20 {} led by Shee-Ra from Lowerdeep 2 to Lowerdeep 1 (1 Speed).",
        "Shee-Ra joins the {} at Lowerdeep 2.",
        "Attach Shee-Ra to the {} at Lowerdeep 2.",
    ],
)
@pytest.mark.parametrize(
    ("riding", "unit", "rule"),
    [
        ((), "Kobold Slingers", ""),
        (RIDING, RATS, ""),
        ((), RATS, "UD-ABL-LEADERSHIP-2"),
        (RIDING, "Kobold Slingers", "UD-KOB-12"),
    ],
)
def test_whom_a_leader_may_lead(row: Path, text: str, riding: tuple[str, ...], unit: str, rule: str) -> None:
    week = week_of(row, text.format(unit), queen("L2", *riding), rats(), slingers())
    assert [event.cause.rules for event in void(week)] == ([(rule,)] if rule else [])
    led = week.after.groups["Anna/g3" if unit == RATS else "Anna/g4"]
    if "Lowerdeep 1" in text:
        assert led.region == at("L1")  # those she cannot lead go without her
        assert week.after.groups["Anna/g7"].region == at("L2" if rule else "L1")
    if rule:
        (told,) = void(week)
        assert "Shee-Ra cannot lead" in str(told.data["why"]) and "Bert" not in told.known_to


def test_who_leads_several_kinds_is_with_those_he_may_join(row: Path, plans: dict[str, RegimentPlan]) -> None:
    text = f"Move 30 {RATS} and 20 Kobold Slingers led by Shee-Ra from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    week = week_of(row, text, queen(), rats(30), slingers(), screechers(30), relation="enemies")
    assert not void(week) and plans["Shee-Ra"].leads == "Kobold Slingers"


def test_a_leader_beside_riders_alone_leads_nobody(row: Path, plans: dict[str, RegimentPlan]) -> None:
    text = f"Move Shee-Ra and 30 {RATS} from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    for riding in ((), RIDING):
        plans.clear()
        week = week_of(row, text, queen("L2", *riding), rats(30), screechers(30), relation="enemies")
        assert not void(week) and plans["Shee-Ra"].leads == (RATS if riding else None)


def test_a_leader_goes_with_the_regiment_he_was_told_to_join(row: Path, plans: dict[str, RegimentPlan]) -> None:
    march = "Move all Kobold Slingers and all Kobold Skulkers and Shee-Ra from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    skulkers = Group("Anna/g5", "Anna", "Kobold Skulker", 8, KOBOLDS, None, at("L2"))
    for join, host in (("", "Kobold Slingers"), ("\nShee-Ra joins the Kobold Skulkers.", "Kobold Skulkers")):
        plans.clear()
        week_of(row, march + join, queen(), slingers(), skulkers, screechers(30), relation="enemies")
        assert plans["Shee-Ra"].leads == host


@pytest.mark.parametrize("led", [False, True])
def test_a_follower_goes_along_even_beside_a_leader(row: Path, plans: dict[str, RegimentPlan], led: bool) -> None:
    who = "20 Kobold Slingers led by Shee-Ra" if led else "20 Kobold Slingers"
    text = f"Move {who} from Lowerdeep 2 to Lowerdeep 3 (1 Speed).\n"
    text += "Move 2 Succubi from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    for join in ("", "\n2 Succubi join the Kobold Slingers at Lowerdeep 3."):
        plans.clear()
        week_of(row, text + join, queen(), slingers(), sisters(), screechers(60), relation="enemies")
        assert plans["Succubi"].leads == ("Kobold Slingers" if join else None)
        assert plans["Shee-Ra"].leads == ("Kobold Slingers" if led else None) if led else "Shee-Ra" not in plans
