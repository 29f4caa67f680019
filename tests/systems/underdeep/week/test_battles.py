"""Battles of a week: who meets fights, the dead are dead, who leaves goes away, who storms a site chooses its fate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.weeks import PlayedWeek

from orderbook.books.bundle import Bundle
from orderbook.campaign.canonical import canonical_json
from orderbook.campaign.event import describe_event
from orderbook.dice.model import Dice
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.scenario import Scenario
from orderbook.systems.underdeep.week import battles
from orderbook.systems.underdeep.week.codec import read_state, write_state
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.resolve import resolve_week
from orderbook.systems.underdeep.week.state import Group, Site, Standing, Unpaid
from orderbook.systems.underdeep.week.values import Kind, Posture
from tests.systems.underdeep.week.row_kit import KOBOLDS, MAP, at, row, screechers, slingers, week_of

__all__ = ["row"]

MARCH = "Move all Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."


def heads(groups: dict[str, Group], owner: str) -> int:
    return sum(group.count for group in groups.values() if group.owner == owner)


def meeting(row: Path, mine: int = 60, theirs: int = 40, **more: Any) -> PlayedWeek:
    return week_of(row, MARCH, slingers(mine, "L2", came_from=at("L1")), screechers(theirs, **more), relation="enemies")


def lost(week: PlayedWeek, owner: str) -> int:
    return sum(
        int(str(event.data["count"])) for event in week.events("lost") if str(event.data["group"]).startswith(owner)
    )


def test_enemies_who_meet_fight_and_the_dead_are_counted_once(row: Path) -> None:
    week = meeting(row)
    (fought,) = week.events("fought")
    assert fought.cause.rolls
    assert fought.known_to == {"Anna", "Bert", "gm"}
    for owner, before in (("Anna", 60), ("Bert", 40)):
        assert heads(dict(week.after.groups), owner) == before - lost(week, owner)
    told = fought.data["regiments"]
    assert isinstance(told, list)
    assert sum(one["start"] for one in told) == 100  # type: ignore[index, call-overload, misc]
    assert lost(week, "Anna") + lost(week, "Bert") > 0


def test_the_dead_leave_their_bodies(row: Path) -> None:
    week = meeting(row)
    dead = sum(int(str(event.data["count"])) for event in week.events("lost") if event.data["why"] == "in battle")
    assert week.after.facts_of(at("L3")).bodies == dead


def test_neutrals_do_not_fight(row: Path) -> None:
    week = week_of(row, MARCH, slingers(20, "L2"), screechers())
    assert not week.events("fought")
    assert not week.events("lost")


def test_a_replay_rolls_nothing_and_ends_alike(row: Path) -> None:
    week = meeting(row)
    state = read_state(write_state(week.before))
    for event in week.resolution.events:
        state = fold(state, event)
    assert canonical_json(write_state(state)) == canonical_json(write_state(week.after))
    again = resolve_week(week.request)
    assert [describe_event(event) for event in again.events] == [describe_event(e) for e in week.resolution.events]


def test_who_leaves_the_field_is_elsewhere(row: Path) -> None:
    gone = []
    for mine, theirs in ((120, 10), (10, 120), (80, 60), (200, 30), (30, 200)):
        week = meeting(row, mine, theirs)
        for event in week.events("moved"):
            if event.data.get("why") in ("fled", "withdrew"):
                gone.append(event)
                group = week.after.groups.get(str(event.data["group"]))
                assert group is not None and str(group.region) == event.data["region"]
                assert group.region != at("L3") or event.data["region"] == str(at("L3"))
    assert gone


def test_debts_die_with_those_who_had_them(row: Path) -> None:
    owing = (Unpaid(30, Arrears(gold=1), Bundle({"Gold": 1})),)
    for theirs in (40, 90):
        week = meeting(row, 60, theirs, unpaid=owing)
        for group in week.after.groups.values():
            assert group.owing <= group.count


def test_wounds_stay_below_the_health_of_one_unit_each(row: Path) -> None:
    for mine, theirs in ((60, 40), (90, 50), (30, 30)):
        for group in meeting(row, mine, theirs).after.groups.values():
            assert 0 <= group.wounds <= group.count * 20


def test_an_order_to_withdraw_is_tested(row: Path) -> None:
    text = MARCH.rstrip(".") + ", withdraw if outnumbered."
    week = week_of(row, text, slingers(4, "L2", came_from=at("L1")), screechers(90), relation="enemies")
    assert week.events("fought")
    assert all(not question.id.startswith("order-conditions") for question in week.asked)


FORT = Site("Bert/s2", "Fort", "Bert", Kind.OUTPOST, at("L3"), KOBOLDS, standing=(Standing("Palisade", 1, 0, KOBOLDS),))


@pytest.mark.parametrize("verb", ["capture", "raze"])
def test_a_site_that_is_stormed_is_the_victors_to_dispose_of(row: Path, verb: str) -> None:
    guard = screechers(2, site="Bert/s2", posture=Posture.GARRISONED)
    text = f"Move 300 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed), then {verb} Fort."
    week = week_of(row, text, slingers(300, "L2"), guard, relation="enemies", sites=(FORT,))
    (fought,) = week.events("fought")
    assert fought.data["winner"] == "Anna"
    if verb == "capture":
        assert week.after.sites["Bert/s2"].owner == "Anna"
    else:
        assert week.after.sites["Bert/s2"].owner == ""


def test_the_victor_is_asked_where_no_order_says(row: Path) -> None:
    guard = screechers(2, site="Bert/s2", posture=Posture.GARRISONED)
    text = "Move 300 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed), then assault Fort."
    week = week_of(row, text, slingers(300, "L2"), guard, relation="enemies", sites=(FORT,), answer="leave")
    assert [question.id for question in week.asked if question.id.startswith("conquered-site")]
    assert week.after.sites["Bert/s2"].owner == "Bert"


def test_a_sack_takes_no_more_than_there_is(row: Path) -> None:
    den = replace(FORT, kind=Kind.DUNGEON, standing=())
    guard = screechers(2, site="Bert/s2", posture=Posture.GARRISONED)
    text = "Move 300 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed), then sack Fort."
    week = week_of(row, text, slingers(300, "L2"), guard, relation="enemies", sites=(den,))
    taken = [event for event in week.events("plundered") if event.data["player"] == "Bert"]
    assert taken
    for amount in week.after.players["Bert"].wealth.values():
        assert amount >= 0
    for resource in ("Gold", "Food", "Metal"):
        moved = sum(
            int(str(event.data["amounts"].get(resource, 0)))  # type: ignore[union-attr]
            for event in week.events("plundered")
        )
        assert moved == 0


def test_a_founding_fails_where_its_founder_is_beaten(row: Path) -> None:
    text = "Move 400 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
    found = "Found a Dungeon at Lowerdeep 3."
    quiet = week_of(row, "None", slingers(400, "L1"), screechers(2), bert=found, relation="enemies")
    stormy = week_of(row, text, slingers(400, "L2"), screechers(2), bert=found, relation="enemies")
    assert [site for site in quiet.after.sites.values() if site.region == at("L3")]
    assert stormy.events("founding-failed")
    assert not [site for site in stormy.after.sites.values() if site.region == at("L3")]


def test_who_is_told_to_hold_the_bridge_holds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bridge.toml"
    path.write_text(MAP.replace('features = ["mushrooms"]', 'features = ["bridge"]'), encoding="utf-8")
    plans = []

    def watch(scenario: Scenario, dice: Dice) -> Battle:
        plans.append(scenario)
        return fight(scenario, dice)

    monkeypatch.setattr(battles, "fight", watch)
    guard = screechers(20, "L2", posture=Posture.ENTRENCHED)
    week_of(
        path, "Move 60 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed).", slingers(60), guard,
        bert="20 Derro Screechers at Lowerdeep 2: hold the bridge.", relation="enemies",
    )  # fmt: skip
    assert plans and plans[-1].bridge == "Bert"
