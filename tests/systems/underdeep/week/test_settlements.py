"""Settlements of the Surface: assaulted, besieged, sacked, seized, razed, held, given up (UD-RAI), and their graves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.posts import check, told
from support.weeks import PlayedWeek

from orderbook.systems.underdeep.week.state import Group, RegionFacts, Site
from orderbook.systems.underdeep.week.values import Kind, Posture
from tests.systems.underdeep.week.row_kit import MAP, at, slingers, week_of

TOWN = """
[Surface.4]
settlement = "Applebarrow"
people = "Human"
garrison = ["12 Militia (Melee Attack +0, Melee Damage 1, Defence 8, Health 1, Speed 4, Morale -2)"]
graves = 30
ways = ["Lowerdeep 2: cave entrance", 5]

[Surface.5]
kind = "surface"
"""
MILITIA = "12 Militia (Melee Attack +0, Melee Damage 1, Defence 8, Health 1, Speed 4, Morale -2)"
APPLEBARROW = Site(
    "/s-Surface 4", "Applebarrow", "", Kind.SETTLEMENT, at("S4"), "Human", loot={"Gold": "10"}, guarded=True
)


@pytest.fixture
def land(tmp_path: Path) -> Path:
    path = tmp_path / "land.toml"
    path.write_text(MAP + TOWN, encoding="utf-8")
    return path


def raid(land: Path | None, text: str, count: int = 300, **more: Any) -> PlayedWeek:
    given = {"prisoners": "hold", "conquered-site": "sack", "settlement-loot": "usual", "settlement-defences": MILITIA}
    return week_of(land, text, slingers(count, "L2"), answer={**given, **more.pop("answer", {})}, **more)


def brought(week: PlayedWeek, resource: str) -> int:
    return sum(int(str(e.data["amounts"].get(resource, 0))) for e in week.events("plundered"))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "words",
    [
        "Move 300 Kobold Slingers from Lowerdeep 2 to Surface 4 (1 Speed), then raid the settlement and sack it.",
        "300 Kobold Slingers at Lowerdeep 2: sack Applebarrow (Surface 4)",
        "300 Kobold Slingers from Lowerdeep 2 assault the town at Surface 4, plundering it.",
        "Move 300 Kobold Slingers from Lowerdeep 2 to Surface 4 (1 Speed). They storm Applebarrow, then loot it.",
    ],
)
def test_an_assault_in_anybodys_words_is_fought_and_brings_the_raids_loot(land: Path, words: str) -> None:
    week = raid(land, words)
    (fought,) = week.events("fought")
    assert fought.data["winner"] == "Anna"
    assert "Applebarrow" in {one["side"] for one in fought.data["regiments"]}  # type: ignore[index, union-attr, call-overload]
    gold, metal, food = (brought(week, name) for name in ("Gold", "Metal", "Food"))
    assert 1 <= gold <= 600 and 1 <= metal <= 200 and 1 <= food <= 400
    assert 1 <= brought(week, "Prisoners") <= 300
    town = week.after.sites["/s-Surface 4"]
    assert (town.owner, town.rebuilding, town.guarded) == ("", 9, False)
    assert not [group for group in week.after.groups.values() if not group.owner]


def test_the_dice_of_a_raid_are_in_the_event_that_tells_it(land: Path) -> None:
    week = raid(land, "300 Kobold Slingers at Lowerdeep 2: sack Applebarrow (Surface 4)")
    told = next(event for event in week.events("plundered") if "Gold" in event.data["amounts"])  # type: ignore[operator]
    by_what: dict[str, list[int]] = {}
    for roll in told.cause.rolls:
        by_what.setdefault(roll.what.rsplit(": ")[-1], []).append(roll.roll)
    for name in ("Gold", "Metal", "Food"):
        times, worth = by_what[name]
        assert told.data["amounts"][name] == times * worth  # type: ignore[index, call-overload]


def test_without_a_map_the_game_master_says_who_defends_and_what_it_yields() -> None:
    week = raid(
        None, "Move 300 Kobold Slingers from Lowerdeep 2 to Surface 9 (1 Speed), raid the village there and raze it.",
        answer={"settlement-loot": "Gold 7, Food 2d10"},
    )  # fmt: skip
    names = {question.id.split(".")[0] for question in week.asked}
    assert {"settlement-defences", "settlement-loot"} <= names
    assert brought(week, "Gold") == 7
    assert "/s-Surface 9" not in week.after.sites
    assert week.events("site-razed")[0].cause.rules == ("UD-RAI-13",)


def test_an_undefended_settlement_falls_without_a_blow() -> None:
    week = raid(
        None, "300 Kobold Slingers at Lowerdeep 2 sack the town at Surface 9.", answer={"settlement-defences": "nobody"}
    )
    assert brought(week, "Gold") > 0


def test_the_victor_has_to_choose(land: Path) -> None:
    week = raid(
        land, "300 Kobold Slingers at Lowerdeep 2 assault Applebarrow (Surface 4).", answer={"conquered-site": "seize"}
    )
    (asked,) = [question for question in week.asked if question.id.startswith("conquered-site")]
    assert asked.choices == ("sack", "seize", "raze")
    assert week.after.sites["/s-Surface 4"].owner == "Anna"
    assert brought(week, "Gold") > 0


def test_who_seizes_it_is_its_garrison(land: Path) -> None:
    week = raid(land, "300 Kobold Slingers at Lowerdeep 2 seize Applebarrow (Surface 4).")
    mine = week.after.groups_of("Anna")
    assert mine
    assert all((group.site, group.posture) == ("/s-Surface 4", Posture.GARRISONED) for group in mine)
    assert not [question for question in week.asked if question.id.startswith("conquered-site")]


def test_no_prisoners_are_led_away_if_orders_say_so(land: Path) -> None:
    week = raid(land, "300 Kobold Slingers at Lowerdeep 2 sack Applebarrow (Surface 4), take no prisoners.")
    assert brought(week, "Prisoners") == 0
    assert brought(week, "Gold") > 0


def test_prisoners_of_a_raid_may_be_executed(land: Path) -> None:
    week = raid(land, "300 Kobold Slingers at Lowerdeep 2 sack Applebarrow (Surface 4) and execute the prisoners.")
    assert brought(week, "Prisoners") == 0
    assert week.after.facts_of(at("S4")).bodies > 12


def test_there_is_nothing_in_a_settlement_that_rebuilds_and_it_begins_anew(land: Path) -> None:
    site = replace(APPLEBARROW, rebuilding=6)
    week = raid(land, "300 Kobold Slingers at Lowerdeep 2: sack Applebarrow (Surface 4)", sites=(site,),
                regions={"Surface 4": RegionFacts(peopled=True)})  # fmt: skip
    assert week.events("plundered") == []
    assert week.after.sites["/s-Surface 4"].rebuilding == 9


def test_defenders_who_hold_keep_what_they_have(land: Path) -> None:
    week = raid(
        land, "2 Kobold Slingers at Lowerdeep 2: sack Applebarrow (Surface 4)", 2, sites=(APPLEBARROW,),
        regions={"Surface 4": RegionFacts(peopled=True)}, answer={"settlement-defences": "nobody"},
    )  # fmt: skip
    held = replace(slingers(60, "S4"), id="/g1", owner="", site="/s-Surface 4", posture=Posture.GARRISONED)
    week = week_of(
        land, "2 Kobold Slingers at Lowerdeep 2: sack Applebarrow (Surface 4)", slingers(2, "L2"), held,
        sites=(APPLEBARROW,), regions={"Surface 4": RegionFacts(peopled=True)},
    )  # fmt: skip
    assert week.events("fought")[0].data["winner"] == "Applebarrow"
    assert week.after.sites["/s-Surface 4"].owner == ""
    assert week.events("plundered") == []
    assert week.after.groups["/g1"].count <= 60


def test_the_next_assault_asks_what_has_been_added() -> None:
    left = replace(slingers(3, "S9"), id="/g1", owner="", site="/s-Surface 9", posture=Posture.GARRISONED)
    site = replace(APPLEBARROW, id="/s-Surface 9", region=at("S9"), guarded=False)
    week = week_of(
        None, "300 Kobold Slingers at Lowerdeep 2: sack Applebarrow (Surface 9)", slingers(300, "L2"), left,
        sites=(site,), answer={"settlement-defences": "Palisade and 2 Kobold Slingers", "prisoners": "hold"},
    )  # fmt: skip
    (asked,) = [question for question in week.asked if question.id.startswith("settlement-defences")]
    assert "3 Kobold Slinger" in asked.text
    assert [event.data["name"] for event in week.events("works-stand")] == ["Palisade"]
    told = week.events("fought")[0].data["regiments"]
    assert sum(one["start"] for one in told if one["side"] == "Applebarrow") == 5  # type: ignore[index, union-attr, call-overload, misc]


def test_a_siege_is_declared_by_orders_and_ends_when_they_go(land: Path) -> None:
    week = raid(
        land, "Move 60 Kobold Slingers from Lowerdeep 2 to Surface 4 (1 Speed), besiege Applebarrow (1 Speed).", 60
    )
    assert week.after.sites["/s-Surface 4"].besieged_by == ("Anna",)
    assert not week.events("fought")


HELD = replace(APPLEBARROW, owner="Anna", captured=3)


def test_what_a_held_settlement_yields_is_asked_and_booked(land: Path) -> None:
    guard = slingers(20, "S4", site="/s-Surface 4", posture=Posture.GARRISONED)
    week = week_of(land, "None", guard, sites=(HELD,), answer={"settlement-income": "10 Food, 5 Gold"},
                   regions={"Surface 4": RegionFacts(peopled=True)})  # fmt: skip
    granted = [event for event in week.events("granted") if event.data["text"] == "Applebarrow"]
    assert [event.data["amounts"] for event in granted] == [{"Gold": 5, "Food": 10}]
    assert week.after.sites["/s-Surface 4"].owner == "Anna"
    assert week.after.groups["Anna/g2"].sunlight == 1


def test_control_ends_when_the_troops_leave(land: Path) -> None:
    guard = slingers(20, "S4", site="/s-Surface 4", posture=Posture.GARRISONED)
    text = "Move 20 Kobold Slingers from Surface 4 to Lowerdeep 2 (1 Speed)."
    week = week_of(land, text, guard, sites=(HELD,), regions={"Surface 4": RegionFacts(peopled=True)})
    town = week.after.sites["/s-Surface 4"]
    assert (town.owner, town.rebuilding, town.captured) == ("", 9, None)
    assert week.events("settlement-rebuilds")[0].cause.rules == ("UD-RAI-19",)


def test_another_player_takes_it_and_finds_nothing_more(land: Path) -> None:
    guard = Group(
        "Bert/g2", "Bert", "Derro Screecher", 1, "Derro", "/s-Surface 4", at("S4"), posture=Posture.GARRISONED
    )
    site = replace(HELD, owner="Bert")
    text = "300 Kobold Slingers at Lowerdeep 2 seize Applebarrow (Surface 4)."
    week = week_of(land, text, slingers(300, "L2"), guard,
                   relation="enemies", sites=(site,), regions={"Surface 4": RegionFacts(peopled=True)})  # fmt: skip
    assert week.after.sites["/s-Surface 4"].owner == "Anna"
    assert brought(week, "Gold") == 0


# -- graves -----------------------------------------------------------------------------------------------------


ROB = "Move {n} Kobold Slingers from Lowerdeep 2 to Surface 4 (1 Speed), scavenge bodies from the graveyards (1 Speed)"
PEOPLED = {"Surface 4": RegionFacts(peopled=True, graves=30)}


def bodies(week: PlayedWeek) -> int:
    return sum(int(str(event.data["amounts"]["Bodies"])) for event in week.events("gathered"))  # type: ignore[call-overload, index]


def test_few_who_leave_again_rob_graves_unseen(land: Path) -> None:
    text = f"{ROB.format(n=20)}, return to Lowerdeep 2 (1 Speed)."
    week = week_of(land, text, slingers(20, "L2"), sites=(APPLEBARROW,), regions=PEOPLED)
    assert bodies(week) == 20
    assert week.after.facts_of(at("S4")).graves == 10
    assert week.asked == ()
    assert not week.events("fought")


def test_graves_hold_no_more_than_they_hold(land: Path) -> None:
    text = f"{ROB.format(n=40)}, return to Lowerdeep 2 (1 Speed)."
    week = week_of(land, text, slingers(40, "L2"), sites=(APPLEBARROW,), regions=PEOPLED)
    assert bodies(week) == 30 - week.after.facts_of(at("S4")).graves  # type: ignore[operator]


@pytest.mark.parametrize(("number", "goes"), [(60, True), (20, False)])
def test_too_many_or_those_who_stay_may_have_the_defenders_upon_them(land: Path, number: int, goes: bool) -> None:
    text = ROB.format(n=number) + (", return to Lowerdeep 2 (1 Speed)." if goes else ".")
    held = replace(slingers(30, "S4"), id="/g1", owner="", site="/s-Surface 4", posture=Posture.GARRISONED)
    for answer, fought in (("yes", 1), ("no", 0)):
        week = week_of(land, text, slingers(number, "L2"), held, sites=(APPLEBARROW,), regions=PEOPLED, answer=answer)
        assert [question.id for question in week.asked if question.id.startswith("grave-robbers")]
        assert len(week.events("fought")) == fought


def test_without_a_map_the_graves_are_asked_for_once_and_drawn_on() -> None:
    text = "20 Kobold Slingers rob the graveyard at Surface 9 (2 Speed)."
    week = week_of(None, text, slingers(20, "S9"), answer={"graveyards": "about 25 Bodies"})
    assert bodies(week) == 25
    assert week.after.facts_of(at("S9")).graves == 0
    assert [question.id for question in week.asked] == ["graveyards.surface-9"]


def test_only_the_undead_of_the_tombs_entrench_there(land: Path) -> None:
    text = "20 Kobold Slingers at Surface 4 entrench in the graveyard (1 Speed)."
    week = week_of(land, text, slingers(20, "S4"), sites=(APPLEBARROW,), regions=PEOPLED)
    (void,) = week.events("order-void")
    assert void.cause.rules == ("UD-BDY-05",)
    assert week.after.groups["Anna/g2"].posture is Posture.OPEN


def test_a_lich_in_its_tomb_is_out_of_the_sun(land: Path) -> None:
    lich = Group("Anna/g3", "Anna", "Lich", 1, "", None, at("S4"), posture=Posture.ENTRENCHED, sunlight=2,
                 figures={"defence": 15, "health": 20, "speed": 4, "morale": 2})  # fmt: skip
    week = week_of(
        land, "None", lich, replace(lich, id="Anna/g4", posture=Posture.OPEN), sites=(APPLEBARROW,), regions=PEOPLED
    )
    assert week.after.groups["Anna/g3"].sunlight == 0
    assert week.after.groups["Anna/g4"].sunlight == 3


def test_defences_of_a_captured_settlement_are_built_and_rooms_are_not(land: Path) -> None:
    guard = slingers(20, "S4", site="/s-Surface 4", posture=Posture.GARRISONED)
    construction = (
        "Applebarrow (Surface 4)\nBeginning Construction:\nPalisade: -20 Gold, 1 week remaining\n"
        "Mushroom Patch: -25 Gold, 1 week remaining"
    )
    week = week_of(
        land, "None", guard, sites=(HELD,), regions={"Surface 4": RegionFacts(peopled=True)},
        answer={"settlement-income": "nothing"}, dungeons="Applebarrow (Surface 4)\nNone", construction=construction,
    )  # fmt: skip
    assert [project.name for project in week.after.sites["/s-Surface 4"].projects] == ["Palisade"]
    (void,) = week.events("order-void")
    assert void.cause.rules == ("UD-RAI-17",)


# -- what the checks say ----------------------------------------------------------------------------------------


def test_a_raid_is_one_assault_and_no_quarrel_with_monsters_nearby(land: Path) -> None:
    ogres = Group(
        "/g9", "", "Ogre", 2, "", None, at("S4"),
        figures={"melee_attack": 2, "melee_damage": 6, "defence": 10, "health": 8, "speed": 4, "morale": 2},
    )  # fmt: skip
    text = "Move 300 Kobold Slingers from Lowerdeep 2 to Surface 4 (1 Speed), raid the town there and loot it."
    given = {"wandering-monsters": "no", "prisoners": "hold"}
    week = week_of(land, text, slingers(300, "L2"), ogres, answer=given)
    assert len(week.events("assaulted")) == 1
    (fought,) = week.events("fought")
    assert {one["unit"] for one in fought.data["regiments"]} == {"Militia", "Kobold Slinger"}  # type: ignore[index, union-attr, call-overload]
    assert not week.events("lapsed")
    assert week.after.groups["/g9"].count == 2


@pytest.mark.parametrize(
    ("place", "built", "found"),
    [
        ("Applebarrow (Surface 4)", "Mushroom Patch: -25 Gold, 2 weeks remaining", ["build-place"]),
        ("Settlement: Applebarrow (Surface 4)", "Mushroom Patch: -25 Gold, 2 weeks remaining", ["build-place"]),
        ("Applebarrow (Surface 4)", "Palisade: -20 Gold, 1 week remaining", []),
        ("Applebarrow (Surface 4)", "2 Palisades: -40 Gold, 1 week remaining", ["build-limit"]),
    ],
)
def test_no_room_is_built_in_a_captured_settlement(place: str, built: str, found: list[str]) -> None:
    tabs = {"Construction": f"Beginning Construction\n{place}\n{built}", "Dungeons": f"{place}\nSnare"}
    names = told(check(tabs, faction="Kobolds"))
    assert [name for name in names if name.startswith("build-")] == found


@pytest.mark.parametrize(
    ("words", "found"),
    [("entrench in the graveyard (1 Speed)", ["order-ability"]), ("entrench (1 Speed)", [])],
)
def test_who_digs_in_among_tombs_is_checked(words: str, found: list[str]) -> None:
    tabs = {"Armies": "20 Kobold Slingers - Surface 4", "Orders": f"20 Kobold Slingers at Surface 4 {words}."}
    names = told(check(tabs, faction="Kobolds"))
    assert [name for name in names if name.startswith("order-")] == found
