"""Orders as people word them: sieges and ambushes of strangers, barter, work that belongs in another tab."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.orders import read_text
from support.weeks import PlayedWeek

from orderbook.systems.underdeep.battle.orders import Stance
from orderbook.systems.underdeep.week.battle_orders import read_battle_orders
from orderbook.systems.underdeep.week.state import Group, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture
from tests.systems.underdeep.week.row_kit import KOBOLDS, at, row, screechers, slingers, week_of

__all__ = ["row"]


def why_void(week: PlayedWeek) -> list[str]:
    return [str(event.data["why"]) for event in week.events("order-void")]


def skulkers(place: str = "L2", **more: object) -> Group:
    return Group("Anna/g3", "Anna", "Kobold Skulker", 20, KOBOLDS, None, at(place), **more)  # type: ignore[arg-type]


# -- strangers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Lowerdeep 4", "Den", "the Den"])
def test_who_is_told_to_besiege_a_site_besieges_it_though_nobody_is_at_war(row: Path, name: str) -> None:
    order = f"10 Kobold Slingers at Lowerdeep 3 move to {name} (1 Speed) and besiege it (1 Speed)."
    week = week_of(row, order, slingers(place="L3"))
    assert week.after.sites["Bert/s1"].besieged_by == ("Anna",)
    assert why_void(week) == []


def test_who_only_entrenches_beside_a_neutral_site_besieges_nothing(row: Path) -> None:
    order = "10 Kobold Slingers at Lowerdeep 3 move to Lowerdeep 4 (1 Speed) and entrench (1 Speed)."
    assert week_of(row, order, slingers(place="L3")).after.sites["Bert/s1"].besieged_by == ()


def test_who_lies_in_ambush_for_somebody_falls_upon_him_though_nobody_is_at_war(row: Path) -> None:
    order = "The Skulkers in Lowerdeep 2 stay in ambush and attack Bert if he comes."
    march = "4 Derro Screechers at Lowerdeep 3 move to Lowerdeep 2 (1 Speed)."
    lurking = skulkers(posture=Posture.AMBUSH)
    week = week_of(row, order, lurking, screechers(), bert=march)
    assert len(week.events("ambushed")) == 1 and why_void(week) == []
    quiet = week_of(row, order, lurking, screechers())
    assert quiet.events("fought") == [] and why_void(quiet) == []
    assert quiet.after.groups["Anna/g3"].posture is Posture.AMBUSH


@pytest.mark.parametrize(
    ("order", "stance"),
    [
        ("Stay in Lowerdeep 2", Stance.NORMAL), ("guard Lowerdeep 2", Stance.NORMAL),
        ("hold their ground", Stance.HOLD), ("hold Lowerdeep 2 and attack Bert", Stance.NORMAL),
    ],
)  # fmt: skip
def test_who_stays_somewhere_still_fights(order: str, stance: Stance) -> None:
    (line,) = read_text(f"20 Kobold Skulkers at Lowerdeep 2: {order}.")
    assert read_battle_orders(line.orders, (), ()).stance is stance


# -- barter ---------------------------------------------------------------------------------------------------------

PIT = (Standing("Slave Pit", 1, 0, KOBOLDS),)
HOLE = Site("Anna/s1", "Skitterhole", "Anna", Kind.DUNGEON, at("L1"), KOBOLDS, True, standing=PIT)


@pytest.mark.parametrize(
    ("order", "moved"),
    [
        ("Convert 10 Bodies into 10 Food.", {"Bodies": -10, "Food": 10}),
        ("Eat all Bodies.", {"Bodies": -12, "Food": 12}),
        ("Sell 3 prisoners at the Slave Pit.", {"Prisoners": -3, "Gold": 6}),
        ("Sell all Prisoners.", {"Prisoners": -5, "Gold": 10}),
        ("Convert 5 slaves into food", {"Slaves": -5, "Food": 10}),
        ("Buy 10 slaves in the Slave Pit (-20 Gold).", {"Gold": -20, "Slaves": 10}),
    ],
)
def test_barter_may_stand_in_orders(row: Path, order: str, moved: dict[str, int]) -> None:
    wealth = {"Bodies": 12, "Prisoners": 5, "Slaves": 9}
    week = week_of(row, order, slingers(), wealth=wealth, sites=(HOLE,))
    assert [event.data["amounts"] for event in week.events("granted")] == [moved]
    assert why_void(week) == []


def test_barter_without_a_pit_or_goods_is_void_and_told(row: Path) -> None:
    week = week_of(row, "Sell all Prisoners.\nConvert 10 Bodies into Food.", slingers(), wealth={"Prisoners": 5})
    assert week.events("granted") == []
    assert why_void(week) == ["Anna has no Slave Pit", "it costs 10 Bodies, of which 10 Bodies are missing"]


def test_an_order_to_nobody_is_asked_about_and_not_lost(row: Path) -> None:
    week = week_of(row, "Move to Lowerdeep 2.", slingers())
    assert any(question.id.startswith("free-orders.") for question in week.asked)


def test_a_trap_that_only_orders_speak_of_is_void_and_told(row: Path) -> None:
    makers = Group("Anna/g4", "Anna", "Kobold Trapspringer", 3, KOBOLDS, None, at("L1"))
    week = week_of(row, "3 Kobold Trapspringers in Lowerdeep 1 move to Lowerdeep 2 and build a Snare there.", makers)
    assert why_void(week) == ["a Snare is begun in the Construction tab, with its region and its price"]
    assert week.after.groups["Anna/g4"].region == at("L2")


# -- scouts ---------------------------------------------------------------------------------------------------------


def test_scouts_are_not_told_the_same_twice_nor_of_their_own_empty_doorstep(row: Path) -> None:
    week = week_of(row, "20 Kobold Skulkers at Lowerdeep 2: scout Lowerdeep 3 (1 Speed).", skulkers(), screechers())
    seen = [str(event.data["region"]) for event in week.events("scouted")]
    assert seen == ["Lowerdeep 3"]
