"""What is nobody's: lairs, ruins, wandering monsters, and who comes upon them (UD-RUI, UD-MOV-20, UD-BAT-06)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orderbook.campaign.faults import CampaignError
from orderbook.systems.underdeep.week import battles
from orderbook.systems.underdeep.week.movement import Ground, Orders, Trap, move_week
from orderbook.systems.underdeep.week.movement.bands import Band
from orderbook.systems.underdeep.week.movement.orders import March
from orderbook.systems.underdeep.week.state import Group, RegionFacts, Site, Standing
from orderbook.systems.underdeep.week.values import Kind
from orderbook.systems.underdeep.world.load import load_map
from tests.systems.underdeep.week.row_kit import KOBOLDS, MAP, at, row, screechers, slingers, week_of

__all__ = ["row"]

OGRES = Group(
    "/g1", "", "Ogre", 2, "", None, at("L3"),
    figures={"melee_attack": 2, "melee_damage": 6, "defence": 10, "health": 8, "speed": 4, "morale": 2},
)  # fmt: skip
LAIR = """
[Lowerdeep.9]
kind = "cavern"
name = "Old Tollhouse"
features = ["ruin"]
deposits = ["Gold 500"]
lair = ["2 Ogre (Melee Attack +2, Melee Damage 6, Defence 10, Health 8, Speed 4, Morale 2)"]
monsters = ["5 Kobold Slinger"]
traps = ["2 Pit Trap"]
ways = [2]
"""
LOOK = "Move 60 Kobold Slingers from Lowerdeep 2 to Lowerdeep 9 (1 Speed), investigate the ruin (1 Speed)"


@pytest.fixture
def wild(tmp_path: Path) -> Path:
    path = tmp_path / "wild.toml"
    path.write_text(MAP + LAIR, encoding="utf-8")
    return path


def test_the_map_peoples_its_regions_once(wild: Path) -> None:
    week = week_of(wild, "None", slingers())
    beasts = {group.unit: group for group in week.after.groups.values() if not group.owner}
    assert {(name, group.count, str(group.region)) for name, group in beasts.items()} == {
        ("Ogre", 2, "Lowerdeep 9"), ("Kobold Slinger", 5, "Lowerdeep 9"),
    }  # fmt: skip
    assert beasts["Kobold Slinger"].faction == KOBOLDS
    ruin = week.after.sites["/r-Lowerdeep 9"]
    assert (ruin.name, ruin.is_ruin, ruin.count("Pit Trap")) == ("Old Tollhouse", True, 2)
    again = week_of(wild, "None", slingers(), regions={"Lowerdeep 9": RegionFacts(peopled=True)})
    assert not [group for group in again.after.groups.values() if not group.owner]
    assert all(event.known_to == {"gm"} for event in week.events("region-peopled"))


def test_a_creature_nobody_knows_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(MAP + "\n[Lowerdeep.9]\nlair = ['3 Ogre']\nways = [2]\n", encoding="utf-8")
    with pytest.raises(CampaignError, match=r"Lowerdeep 9.*no rule data knows .Ogre.*in brackets"):
        week_of(path, "None", slingers())


def test_who_looks_around_fights_what_lairs_there(wild: Path) -> None:
    week = week_of(wild, f"{LOOK}.", slingers(60, "L2"))
    (fought,) = week.events("fought")
    assert {one["side"] for one in fought.data["regiments"]} == {"Anna", "Wandering monsters"}  # type: ignore[index, union-attr, call-overload]
    (met,) = week.events("met")
    assert met.data["attacker"] == ""
    assert "UD-BAT-07" in met.cause.rules
    traps = [event for event in week.events("hazard") if event.data["what"] == "Pit Trap"]
    assert traps
    hits = sum(bool(event.data["hit"]) for event in traps)
    assert week.after.sites["/r-Lowerdeep 9"].count("Pit Trap") == 2 - hits


def test_orders_to_withdraw_from_what_is_hostile_keep_them_out_of_it(wild: Path) -> None:
    week = week_of(wild, f"{LOOK}, withdrawing if they meet anything hostile.", slingers(60, "L2"), answer="no")
    assert not week.events("fought")
    (told,) = [event for event in week.events("did") if event.data["deed"] == "investigate"]
    assert {one["unit"] for one in told.data["found"]} == {"Ogre", "Kobold Slinger"}  # type: ignore[index, union-attr, call-overload]


def test_an_order_to_withdraw_from_a_lost_battle_is_no_order_to_keep_out(wild: Path) -> None:
    week = week_of(wild, f"{LOOK}, withdrawing only if outnumbered.", slingers(60, "L2"))
    assert week.events("fought")


@pytest.mark.parametrize(
    ("answer", "fought"),
    [
        ("3 Ogre (Defence 10, Health 8, Melee Attack 2, Melee Damage 4, Morale 1)", 1),
        ("an old hermit", 0),
        ("nobody", 0),
    ],
)
def test_the_game_master_says_who_lives_where_nothing_is_on_record(wild: Path, answer: str, fought: int) -> None:
    text = "60 Kobold Slingers at Lowerdeep 2 explore the mushrooms (1 Speed)."
    week = week_of(wild, text, slingers(60, "L2"), answer={"wild-dwellers": answer})
    assert [question.id.split(".")[0] for question in week.asked] == ["wild-dwellers"]
    assert len(week.events("fought")) == fought


@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("text", [
    "Move 40 Kobold Slingers from Lowerdeep 2 to Lowerdeep 4 (2 Speed).",
    "Move 40 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed).",
])  # fmt: skip
def test_monsters_set_upon_those_who_pass_if_the_game_master_says_so(row: Path, text: str, answer: str) -> None:
    week = week_of(row, text, slingers(40, "L2"), OGRES, answer=answer)
    assert [question.id for question in week.asked] == ["wandering-monsters.anna.lowerdeep-3"]
    assert len(week.events("fought")) == (answer == "yes")
    if answer == "yes":
        assert week.events("met")[0].data["attacker"] == ""


def test_they_come_upon_those_who_stand_still(row: Path) -> None:
    week = week_of(row, "None", slingers(40, "L3"), OGRES)
    assert len(week.events("fought")) == 1


def test_nobody_is_asked_about_who_stays_away_or_unseen(row: Path) -> None:
    hidden = slingers(4, "L3", abilities=("Infiltrator",))
    week = week_of(row, "None", hidden, OGRES)
    assert week.asked == ()


def test_players_hunt_monsters(row: Path) -> None:
    text = "Move 40 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed), attack the wandering monsters."
    week = week_of(row, text, slingers(40, "L2"), OGRES, answer="no")
    (fought,) = week.events("fought")
    assert fought.data["region"] == "Lowerdeep 3"


@pytest.mark.parametrize("choice", ["first-to-move", "nobody"])
def test_who_hunts_monsters_is_the_attacker_unless_the_campaign_knows_none(
    row: Path, choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []
    muster = battles.muster_battle

    def look(*args: Any) -> Any:
        found = muster(*args)
        seen.extend(side.is_attacker for side in found.scenario.sides if side.name == "Anna")
        return found

    monkeypatch.setattr(battles, "muster_battle", look)
    text = "Move 40 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed), attack the wandering monsters."
    options = {"attacker-among-monsters": choice}
    week_of(row, text, slingers(40, "L2"), OGRES, answer="no", options=options)
    assert seen and set(seen) == {choice == "first-to-move"}


def test_monsters_that_leave_a_battle_are_somewhere(row: Path) -> None:
    for count in (200, 400):
        week = week_of(row, "None", slingers(count, "L3"), replace(OGRES, count=30))
        left = [group for group in week.after.groups.values() if not group.owner]
        assert all(group.region is not None for group in left)


def test_wandering_monsters_trip_traps_in_the_open(row: Path) -> None:
    world = load_map(str(row))
    trap = Trap("Snare", "Anna", 30, 5)
    beast = Band("/g1", "", "Ogre", 3, at("L2"), 4, defence=12, health=8)
    ground = Ground(world, traps={at("L3"): (trap,)})
    moved = move_week(ground, [beast], [Orders(("/g1",), (March(at("L3")),))], lambda what, sides: 10)
    (told,) = [one for one in moved.happenings if one.kind.value == "hazard"]
    assert told.data["hit"] and told.data["what"] == "Snare"
    friend = replace(beast, id="Anna/g1", owner="Anna")
    spared = move_week(ground, [friend], [Orders(("Anna/g1",), (March(at("L3")),))], lambda what, sides: 10)
    assert not [one for one in spared.happenings if one.kind.value == "hazard"]


# -- ruins ------------------------------------------------------------------------------------------------------


RUIN = Site("/r-Lowerdeep 3", "Deepgate", "", Kind.DUNGEON, at("L3"), KOBOLDS,
            standing=(Standing("Palisade", 1, 0, KOBOLDS), Standing("Kobold Mine", 1, 0, KOBOLDS)))  # fmt: skip
FOUND = "60 Kobold Slingers at Lowerdeep 3 found a Dungeon at Lowerdeep 3."


def test_a_ruin_is_no_home_while_something_lairs_there(row: Path) -> None:
    week = week_of(row, FOUND, slingers(60, "L3"), OGRES, sites=(RUIN,), answer="no")
    (void,) = [event for event in week.events("order-void") if "UD-RUI-03" in event.cause.rules]
    assert "driven out" in str(void.data["why"])
    assert week.after.sites[RUIN.id].owner == ""


@pytest.mark.parametrize(("answer", "left"), [
    ("all", {"Palisade": 1, "Kobold Mine": 1}), ("none", {}), ("Palisade, 2 Pit Traps", {"Palisade": 1, "Pit Trap": 2}),
])  # fmt: skip
def test_what_stands_in_a_ruin_passes_as_the_game_master_says(row: Path, answer: str, left: dict[str, int]) -> None:
    week = week_of(row, FOUND, slingers(60, "L3"), sites=(RUIN,), answer={"ruin-rooms": answer})
    site = week.after.sites[RUIN.id]
    assert site.owner == "Anna"
    assert {one.name: one.count for one in site.standing} == left
    assert site.founding is None


def test_the_traps_of_a_ruin_strike_who_moves_in(row: Path) -> None:
    trapped = replace(RUIN, standing=(Standing("Pit Trap", 3, 0, KOBOLDS),))
    week = week_of(row, FOUND, slingers(60, "L3"), sites=(trapped,), answer={"ruin-rooms": "all"})
    strikes = week.events("hazard")
    assert len(strikes) == 3 and all(event.cause.rolls for event in strikes)
    hits = [event for event in strikes if event.data["hit"]]
    assert week.after.sites[RUIN.id].count("Pit Trap") == 3 - len(hits)
    dead = sum(int(str(event.data["dead"])) for event in hits)
    assert sum(group.count for group in week.after.groups_of("Anna")) == 60 - dead


def test_a_ruin_beside_ones_own_dungeon_is_held_on_top_of_the_limit(row: Path) -> None:
    beside = replace(RUIN, region=at("L1"))
    text = "60 Kobold Slingers at Lowerdeep 1 re-inhabit the ruin at Lowerdeep 1."
    week = week_of(row, text, slingers(60, "L1"), sites=(beside,), answer={"ruin-rooms": "all"})
    assert {site.id for site in week.after.sites_of("Anna")} == {"Anna/s1", "/r-Lowerdeep 3"}


# -- the game master's word -------------------------------------------------------------------------------------


def test_the_game_master_places_and_moves_monsters(row: Path) -> None:
    effect = (
        "an old hermit; Monsters: +3 Ogre (Defence 13, Health 20) at Lowerdeep 4; Monsters: 2 Ogre to Lowerdeep 1; "
        "Monsters: +5 Kobold Slingers at Lowerdeep 2"
    )
    text = "60 Kobold Slingers at Lowerdeep 2 explore the mushrooms (1 Speed)."
    week = week_of(row, text, slingers(60, "L2"), OGRES, answer={"wild-dwellers": effect})
    wild = sorted(
        (group.unit, group.count, str(group.region)) for group in week.after.groups.values() if not group.owner
    )
    assert wild == [("Kobold Slinger", 5, "Lowerdeep 2"), ("Ogre", 2, "Lowerdeep 1"), ("Ogre", 3, "Lowerdeep 4")]


def test_a_ruling_that_places_what_nobody_knows_is_refused(row: Path) -> None:
    text = "60 Kobold Slingers at Lowerdeep 2 explore the mushrooms (1 Speed)."
    with pytest.raises(CampaignError, match="no rule data knows"):
        week_of(row, text, slingers(60, "L2"), answer={"wild-dwellers": "none; Monsters: +3 Grue at Lowerdeep 4"})


@pytest.mark.parametrize(("text", "left", "gained"), [
    ("Execute 40 prisoners.", 20, {"Bodies": 40}), ("Kill all prisoners.", 0, {"Bodies": 60}),
    ("Enslave 10 prisoners.", 50, {"Slaves": 10}), ("Execute 90 prisoners.", 60, {}),
])  # fmt: skip
def test_prisoners_of_earlier_weeks_are_dealt_with(row: Path, text: str, left: int, gained: dict[str, int]) -> None:
    week = week_of(row, text, slingers(), wealth={"Prisoners": 60})
    wealth = week.after.players["Anna"].wealth
    assert wealth["Prisoners"] == left
    assert {name: wealth[name] for name in ("Bodies", "Slaves") if wealth[name]} == gained
    assert len(week.events("order-void")) == (not gained)
    assert week.asked == ()


def test_the_condition_of_a_line_is_asked_once(row: Path) -> None:
    text = (
        "Move 5 Kobold Slingers from Lowerdeep 1 to Lowerdeep 2 (1 Speed) if our envoy was eaten; 5 Kobold Slingers "
        "from Lowerdeep 1 to Lowerdeep 2 (1 Speed) if our envoy was eaten."
    )
    for answer, moved in (("yes", 10), ("no", 0)):
        week = week_of(row, text, slingers(), answer=answer)
        assert len([one for one in week.asked if one.id.startswith("order-conditions")]) == 1
        assert sum(group.count for group in week.after.groups.values() if group.region == at("L2")) == moved


@pytest.mark.parametrize(("answer", "leaves"), [("no", False), ("yes", True), ("round 2", True)])
def test_a_condition_of_battle_is_asked_once_and_not_each_round(row: Path, answer: str, leaves: bool) -> None:
    text = "Move 60 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed), withdraw if the omens are bad."
    week = week_of(
        row, text, slingers(60, "L2", came_from=at("L1")), screechers(80), relation="enemies",
        answer={"order-conditions": answer},
    )  # fmt: skip
    asked = [question for question in week.asked if question.id.startswith("order-conditions")]
    assert asked and len({question.id for question in asked}) == len(asked)
    assert not [question for question in asked if question.id.endswith("round-2")]
    told = week.events("fought")[0].data["regiments"]
    states = {one["state"] for one in told if one["side"] == "Anna"}  # type: ignore[index, union-attr, call-overload]
    assert ("withdrew" in states) >= leaves or "fled" in states or "destroyed" in states


@pytest.mark.parametrize(("relation", "blocked"), [(None, False), ("enemies", True)])
def test_the_setting_of_unrecorded_relations_counts_for_roads_and_escapes(
    row: Path, relation: str | None, blocked: bool
) -> None:
    options = {"unrecorded-relation": relation} if relation else {}
    week = week_of(row, "Move 20 Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed).", slingers(20, "L2"),
                   screechers(20), relation="", options=options)  # fmt: skip
    assert bool(week.events("fought")) is blocked
