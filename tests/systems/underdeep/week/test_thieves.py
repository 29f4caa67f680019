"""Thieves in ambush: whom they rob on the march, what they are told, what becomes of the robbed (UD-ABL-THIEVING)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.briefings import brief
from support.weeks import PlayedWeek

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.ledger import flow_of
from orderbook.systems.underdeep.week.movement import Band, DeedKind, Kind, Movement, Posture
from orderbook.systems.underdeep.week.state import Group, Status, Unpaid
from orderbook.systems.underdeep.week.thieves import go_without
from orderbook.systems.underdeep.week.values import Posture as Stands
from orderbook.systems.underdeep.week.values import Rank
from tests.systems.underdeep.week.movement_kit import Dice, at, band, do, go, ground, kinds, play
from tests.systems.underdeep.week.row_kit import DERRO, row, screechers, slingers, week_of

__all__ = ["row"]

LINE = "L1-L2,L2-L3,L3-L4,L4-L5"


# -- on the march ----------------------------------------------------------------------------------------------


def thief(name: str = "B1", place: str = "L2", **more: Any) -> Band:
    known = {"count": 4, "posture": Posture.AMBUSH, "purses": True, **more}
    return band(name, place, 4, known.pop("abilities", "Infiltrator Thieving"), **known)


def passer(name: str = "A1", place: str = "L1", **more: Any) -> Band:
    return band(name, place, **{"pay": 2, "paid": 10, **more})


def robbed(movement: Movement) -> list[tuple[object, ...]]:
    told = kinds(movement, Kind.ROBBED)
    return [(one.data["band"], one.data["victim"], one.data["gold"], one.data["exposed"]) for one in told]


@pytest.mark.parametrize(("count", "gold"), [(4, 8), (10, 20), (40, 20)])
def test_whoever_passes_is_robbed_and_goes_on_unaware(count: int, gold: int) -> None:
    movement = play(ground(LINE), [passer(), thief(count=count)], [go("A1", "L2", "L3")], Dice(13))  # 13 + 2 on 15
    assert robbed(movement) == [("B1", "A1", gold, False)]
    (told,) = kinds(movement, Kind.ROBBED)
    assert told.known_to == {"B", "gm"} and [roll.what for roll in told.rolls] == [
        "Unit (B1) pick the pockets of Unit (A1)"
    ]
    assert not movement.battles and movement.bands["A1"].place == at("L3")
    assert not kinds(movement, Kind.DISCOVERED, Kind.MET, Kind.AMBUSHED)
    assert movement.bands["B1"].posture is Posture.AMBUSH and movement.bands["A1"].paid == 10 - gold // 2


def test_whoever_halts_there_is_robbed_too_and_finds_nobody() -> None:
    movement = play(ground(LINE), [passer(), thief()], [go("A1", "L2")], Dice(20))
    assert robbed(movement) == [("B1", "A1", 8, False)] and not movement.battles
    assert movement.bands["B1"].is_hidden


@pytest.mark.parametrize(("roll", "caught"), [(12, False), (3, False), (2, True)])
def test_a_miss_by_more_than_ten_exposes_them(roll: int, caught: bool) -> None:
    """With +2 on Defence 15: a 3 falls short by 10, a 2 by 11."""
    movement = play(ground(LINE), [passer(), thief()], [go("A1", "L2", "L3")], Dice(roll))
    assert robbed(movement) == [("B1", "A1", 0, caught)]
    assert bool(movement.battles) is caught
    if not caught:
        assert movement.bands["A1"].place == at("L3") and not kinds(movement, Kind.DISCOVERED)
        return
    (battle,) = movement.battles
    assert battle.bands == {"A": ("A1",), "B": ("B1",)} and not battle.sneak
    assert battle.quarrels[0].attacker == "A" and movement.bands["B1"].exposed
    (found,) = kinds(movement, Kind.DISCOVERED)
    assert found.rules == ("UD-ABL-THIEVING-8",) and found.known_to == {"A", "B", "gm"}


def test_every_enemy_who_is_there_sets_upon_the_exposed() -> None:
    pairs = {frozenset("BC"): ground(LINE).relations.pairs[frozenset("AB")]}
    there = [passer(), thief(), band("C1", "L2"), band("D1", "L2")]
    movement = play(ground(LINE, pairs=pairs), there, [go("A1", "L2", "L3")], Dice(1))
    (battle,) = movement.battles
    assert set(battle.bands) == {"A", "B", "C"} and all("B" in (each.one, each.other) for each in battle.quarrels)


def test_a_detector_sees_them_first() -> None:
    movement = play(ground(LINE), [passer(abilities="Detector"), thief()], [go("A1", "L2", "L3")], Dice(20))
    assert not robbed(movement) and len(movement.battles) == 1


def test_passing_infiltrators_friends_and_the_penniless_are_left_alone() -> None:
    for other in (
        passer(abilities="Infiltrator"),
        passer("C1"),
        passer(pay=0),
        passer(paid=0),
    ):
        movement = play(ground(LINE), [other, thief()], [go(other.id, "L2", "L3")], Dice(20))
        assert not robbed(movement) and not movement.battles


def test_they_rob_the_regiment_with_most_to_give_and_once_a_week() -> None:
    bands = [passer("A1"), passer("A2", pay=5, paid=2), passer("A3", pay=3), passer("A4", "L5"), thief()]
    orders = [go("A1 A2 A3", "L2", "L3"), go("A4", "L4", "L3", "L2")]
    assert robbed(play(ground(LINE), bands, orders, Dice(20))) == [("B1", "A3", 12, False)]
    assert robbed(play(ground(LINE), bands[::-1], orders[::-1], Dice(20))) == [("B1", "A3", 12, False)]


def test_two_bands_of_thieves_do_not_empty_one_purse_twice() -> None:
    bands = [passer(paid=6, count=6), thief(), thief("B2")]
    movement = play(ground(LINE), bands, [go("A1", "L2", "L3")], Dice(20))
    assert robbed(movement) == [("B1", "A1", 8, False), ("B2", "A1", 4, False)]


def test_what_persons_carry_goes_with_the_regiment_they_are_in() -> None:
    bands = [passer(), passer("A2", count=1, pay=0, paid=0, items=("Crown",), host="A1"), thief()]
    movement = play(ground(LINE), bands, [go("A1 A2", "L2", "L3")], Dice(20))
    assert kinds(movement, Kind.ROBBED)[0].data["items"] == [["A2", "Crown"]]
    assert movement.bands["A2"].items == ()
    alone = play(ground(LINE), [replace(bands[1], host=None), thief()], [go("A2", "L2", "L3")], Dice(20))
    assert robbed(alone) == [("B1", "A2", 0, False)] and kinds(alone, Kind.ROBBED)[0].data["items"]


def test_an_ambush_laid_for_purses_strikes_nobody_but_others_in_it_do() -> None:
    lay = do(DeedKind.AMBUSH, purses=True)
    for abilities, sneaks in (("Infiltrator Thieving", False), ("Infiltrator", True)):
        bands = [band("A1", "L5", 3, pay=2, paid=10), band("B1", "L2", 8, abilities)]
        movement = play(ground(LINE), bands, [go("B1", lay), go("A1", "L4", "L3", "L2")], Dice(20))
        assert bool(robbed(movement)) is not sneaks
        assert bool(movement.battles) is sneaks
        assert movement.bands["B1"].purses is not sneaks


def test_who_lies_in_ambush_already_turns_to_purses_for_nothing_and_others_do_not() -> None:
    pick = do(DeedKind.PICK_POCKETS)
    movement = play(ground(LINE), [passer(), thief(purses=False)], [go("B1", pick), go("A1", "L2", "L3")], Dice(20))
    assert robbed(movement) and movement.bands["B1"].spent == 0
    for other in (
        thief(abilities="Infiltrator", purses=False),
        thief(posture=Posture.OPEN),
        thief(abilities="Thieving"),
    ):
        told = kinds(play(ground(LINE), [other], [go("B1", pick)]), Kind.VOID)
        assert [each.rules for each in told] == [("UD-ABL-THIEVING-1",)]


# -- in a campaign ---------------------------------------------------------------------------------------------


def filchers(count: int = 10, place: str = "L2", **more: Any) -> Group:
    group = Group("Bert/g2", "Bert", "Derro Filcher", count, DERRO, None, at(place), came_from=at("L3"))
    return replace(group, **more)


LAY = "Spend 2 Speed to have all Derro Filchers at Lowerdeep 2 set up an ambush and pick the pockets of whoever passes."
HOLD = "All Derro Filchers at Lowerdeep 2 pick the pockets of whoever passes."
PASS = "Move all Kobold Slingers from Lowerdeep 1 to Lowerdeep 3 (2 Speed)."
LYING = {"posture": Stands.AMBUSH}


def test_gold_comes_to_the_thieves_and_the_robbed_fare_as_though_unpaid(row: Path) -> None:
    week = week_of(row, PASS, slingers(30), filchers(**LYING), bert=HOLD, relation="enemies", dice=[18])
    (stolen,) = week.events("stolen")  # 18 + 5 against 16
    assert stolen.data["amounts"] == {"Gold": 10} and stolen.known_to == {"Bert", "gm"}
    assert flow_of(stolen) == ("Bert", "Stolen", Bundle({"Gold": 10}))
    assert week.after.players["Bert"].wealth["Gold"] == 500 - 10 * 2 + 10
    assert week.after.players["Anna"].wealth["Gold"] == 500 - 30
    (unpaid,) = [event for event in week.events("unpaid") if "UD-ABL-THIEVING-5" in event.cause.rules]
    assert unpaid.known_to == {"Anna", "gm"}
    group = week.after.groups["Anna/g2"]
    assert group.unpaid == (Unpaid(10, Arrears(gold=1), Bundle()),) and str(group.region) == "Lowerdeep 3"
    assert not week.events("fought") and not week.events("free-orders")
    assert week.after.groups["Bert/g2"].purses and week.after.groups["Bert/g2"].posture is Stands.AMBUSH


def test_the_robbed_are_told_of_their_loss_and_not_of_the_thieves(row: Path) -> None:
    week = week_of(row, PASS, slingers(30), filchers(**LYING), bert=HOLD, relation="enemies", dice=[18])
    anna = str([event.data for event in week.resolution.events if "Anna" in event.known_to])
    assert "Filcher" not in anna
    briefs = {name: brief(week, name) for name in ("Anna", "Bert")}
    assert "10 Kobold Slingers were robbed of their pay and fight at -1 Morale" in briefs["Anna"]
    assert "Filcher" not in briefs["Anna"]
    assert "picked the pockets of 10 Kobold Slingers of Anna: +10 Gold" in briefs["Bert"]


def test_the_next_pay_ends_it_and_a_week_without_makes_it_worse(row: Path) -> None:
    before = slingers(30, unpaid=(Unpaid(10, Arrears(gold=1), Bundle()),))
    assert week_of(row, "None", before).after.groups["Anna/g2"].unpaid == ()
    poor = week_of(row, "None", before, wealth={"Gold": 0}).after.groups["Anna/g2"]
    deserted = 30 - poor.count  # a Slinger's Morale of +1 is down to -1
    owed = [(part.count, part.arrears.gold, part.debt["Gold"]) for part in poor.unpaid]
    assert owed == [(20, 1, 1), (10 - deserted, 2, 1)] and deserted < 10


def test_an_ambush_for_purses_holds_for_the_weeks_to_come(row: Path) -> None:
    laid = week_of(row, "None", filchers(place="L2"), bert=LAY)
    assert laid.after.groups["Bert/g2"].purses
    week = week_of(row, PASS, slingers(30), laid.after.groups["Bert/g2"], relation="enemies", dice=[18])
    assert [event.data["count"] for event in week.events("stolen")] == [10]
    gone = week_of(
        row,
        "None",
        filchers(purses=True, **LYING),
        bert="Move all Derro Filchers from Lowerdeep 2 to Lowerdeep 3 (1 Speed).",
    )
    assert not gone.after.groups["Bert/g2"].purses


@pytest.mark.parametrize(
    "text",
    [
        "Have all Derro Filchers at Lowerdeep 2 pick the pockets of passing Kobolds from ambush (2 Speed).",
        "All Derro Filchers at Lowerdeep 2: lie in ambush (2 Speed), picking pockets.",
        "Ambush at Lowerdeep 2 with all Derro Filchers (2 Speed) to rob passers-by.",
        """All Derro Filchers at Lowerdeep 2 set an ambush (2 Speed).
All Derro Filchers at Lowerdeep 2 filch from whoever comes by.""",
    ],
)
def test_it_is_read_however_it_is_said(row: Path, text: str) -> None:
    week = week_of(row, "None", filchers(), bert=text)
    group = week.after.groups["Bert/g2"]
    assert group.purses and group.posture is Stands.AMBUSH
    assert not week.events("order-void") and not [one.id for one in week.asked if one.id.startswith("free-orders")]


def test_who_is_no_thief_or_lies_in_no_ambush_is_told_so(row: Path) -> None:
    brigands = replace(filchers(), unit="Derro Brigand")
    for group, text in ((brigands, LAY.replace("Filcher", "Brigand")), (filchers(), HOLD)):
        week = week_of(row, "None", group, bert=text)
        assert any("UD-ABL-THIEVING-1" in event.cause.rules for event in week.events("order-void"))


def test_the_caught_are_fought(row: Path) -> None:
    week = week_of(row, PASS, slingers(30), filchers(**LYING), bert=HOLD, relation="enemies", dice=[1, *[10] * 60])
    (stolen,) = week.events("stolen")  # 1 + 5 on 16 falls short by 10
    assert stolen.data["exposed"] is False and not week.events("fought")
    strong = slingers(30, figures={"defence": 17})
    week = week_of(row, PASS, strong, filchers(**LYING), bert=HOLD, relation="enemies", dice=[1, *[10] * 60])
    assert week.events("stolen")[0].data["exposed"] is True and len(week.events("fought")) == 1


def test_the_robbed_fight_the_same_week_as_though_unpaid(row: Path) -> None:
    text = "Move all Kobold Slingers from Lowerdeep 1 to Lowerdeep 3 (2 Speed)."
    foes = replace(screechers(9, "L3"), id="Bert/g9")
    dice = [18, *[10] * 80]
    week = week_of(row, text, slingers(30), filchers(**LYING), foes, bert=HOLD, relation="enemies", dice=dice)
    (fought,) = week.events("fought")
    told = {(one["side"], one["start"]) for one in fought.data["regiments"]}  # type: ignore[union-attr,index,call-overload]
    assert told == {("Anna", 20), ("Anna", 10), ("Bert", 9)}


@pytest.mark.parametrize("is_known", [True, False])
def test_what_a_person_carries_is_stolen_once(row: Path, is_known: bool) -> None:
    """Whether the campaign knows of it, or only Characters tells (UD-ORD-28)."""
    overlord = Group(
        "Bert/g6", "Bert", "Derro Overlord", 1, DERRO, None, at("L4"), person="Vex", rank=Rank.LEADER,
        items=("Whistle", "Cloak (black, warm)") if is_known else (),
    )  # fmt: skip
    sheet = "None" if is_known else "Vex (Derro Overlord)\nHealth: 20\nInventory: Whistle, Cloak (black, warm)"
    lurking = Group(
        "Anna/g5", "Anna", "Derro Filcher", 3, DERRO, None, at("L3"), posture=Stands.AMBUSH, purses=True,
        statuses=(Status("Warded"),),  # the Overlord would find them
    )  # fmt: skip
    text = "Move the Derro Overlord and all Derro Screechers from Lowerdeep 4 to Lowerdeep 2 (2 Speed)."

    def played(*groups: Group) -> PlayedWeek:
        return week_of(row, "None", *groups, bert=text, relation="enemies", characters=sheet, dice=[20])

    week = played(screechers(8, "L4"), overlord, lurking)
    assert week.after.groups["Anna/g5"].items == ("Whistle", "Cloak (black, warm)")
    vex = week.after.groups["Bert/g6"]
    assert vex.items == () and vex.statuses == (Status("Robbed of Whistle"), Status("Robbed of Cloak (black, warm)"))
    assert "Vex: Robbed of Whistle." in brief(week, "Bert")
    assert "Whistle and Cloak (black, warm)" in brief(week, "Anna")
    again = played(screechers(8, "L4"), replace(vex, region=at("L4")), lurking)
    assert again.events("stolen")[0].data["items"] == []


def test_those_owed_nothing_else_are_robbed_first() -> None:
    hungry = Unpaid(3, Arrears(food=1), Bundle({"Food": 1}))
    group = slingers(10, unpaid=(hungry, Unpaid(2, Arrears(gold=2), Bundle({"Gold": 2}))))
    told = {(part.arrears.gold, part.arrears.food): part.count for part in go_without(group, 6)}
    assert told == {(2, 0): 2, (1, 0): 5, (1, 1): 1, (0, 1): 2}
