"""What goes with units into battle and comes of it: leaders, transports, magma, dragons, Bodies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.weeks import PlayedWeek

from orderbook.dice.model import Dice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.scenario import Scenario
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week import battles, marching
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.movement import Battle as MovedBattle
from orderbook.systems.underdeep.week.movement import Quarrel
from orderbook.systems.underdeep.week.musters import muster_battle
from orderbook.systems.underdeep.week.resolve import load_world
from orderbook.systems.underdeep.week.rolls import Rolls
from orderbook.systems.underdeep.week.state import Group, Site, Standing
from orderbook.systems.underdeep.week.values import Kind, Posture, Rank
from tests.systems.underdeep.week.row_kit import DERRO, KOBOLDS, MAP, at, row, screechers, slingers, week_of

__all__ = ["row"]

MARCH = "Move all Kobold Slingers from Lowerdeep 2 to Lowerdeep 3 (1 Speed)."
FORT = Site("Bert/s2", "Fort", "Bert", Kind.OUTPOST, at("L3"), KOBOLDS, standing=(Standing("Palisade", 1, 0, KOBOLDS),))


@pytest.fixture
def fought(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Scenario, Battle]]:
    """The battles of the week that is played next."""
    seen: list[tuple[Scenario, Battle]] = []

    def watch(scenario: Scenario, dice: Dice) -> Battle:
        battle = fight(scenario, dice)
        seen.append((scenario, battle))
        return battle

    monkeypatch.setattr(battles, "fight", watch)
    return seen


def unit(name: str, count: int, place: str, owner: str = "Anna", number: int = 5, **more: Any) -> Group:
    faction = KOBOLDS if owner == "Anna" else DERRO
    group = Group(f"{owner}/g{number}", owner, name, count, faction, None, at(place))
    return replace(group, **more)


# Bodies


def dead(week: PlayedWeek) -> int:
    return sum(int(str(event.data["count"])) for event in week.events("lost") if event.data["why"] == "in battle")


def test_the_victors_take_the_bodies_if_they_were_told_to(row: Path) -> None:
    for text, takes in ((MARCH, False), (MARCH.rstrip(".") + ", then collect bodies.", True)):
        week = week_of(row, text, slingers(200, "L2", came_from=at("L1")), screechers(10), relation="enemies")
        (battle,) = week.events("fought")
        assert battle.data["winner"] == "Anna"
        taken = [event for event in week.events("plundered") if event.cause.rules == ("UD-MOV-30",)]
        assert bool(taken) is takes
        if takes:
            assert taken[0].data["amounts"] == {"Bodies": dead(week)} and taken[0].data["player"] == "Anna"
        assert week.after.facts_of(at("L3")).bodies == (0 if takes else dead(week))


def test_the_beaten_take_nothing(row: Path) -> None:
    text = MARCH.rstrip(".") + ", then collect bodies."
    week = week_of(row, text, slingers(2, "L2", came_from=at("L1")), screechers(90), relation="enemies")
    assert not [event for event in week.events("plundered") if event.cause.rules == ("UD-MOV-30",)]


# dragons


def test_black_dragons_of_one_player_that_meet_fight_to_the_death(row: Path) -> None:
    one = unit("Black Dragon", 1, "L2", number=5)
    week = week_of(
        row,
        "Move the Black Dragon from Lowerdeep 2 to Lowerdeep 3 (1 Speed).",
        one,
        unit("Black Dragon", 1, "L3", number=6),
    )
    (told,) = week.events("fought")
    assert "UD-KOB-16" in told.cause.rules
    assert sum(group.count for group in week.after.groups.values() if group.unit == "Black Dragon") <= 1


def test_a_dragon_behind_walls_and_one_before_them_do_not_meet(row: Path) -> None:
    inside = unit("Black Dragon", 1, "L1", number=5, site="Anna/s1", posture=Posture.GARRISONED)
    week = week_of(row, "None", inside, unit("Black Dragon", 1, "L1", number=6))
    assert not week.events("fought")


# leaders


def test_officers_lead_and_have_leadership(row: Path, fought: list[tuple[Scenario, Battle]]) -> None:
    inside = {"site": "Bert/s2", "posture": Posture.GARRISONED}
    guard = screechers(30, **inside)
    captain = unit(
        "Derro Screecher", 1, "L3", "Bert", 7, person="Grik", rank=Rank.CAPTAIN, commands="Bert/s2", **inside
    )
    text = MARCH.rstrip(".") + ", then assault Fort."
    week_of(row, text, slingers(60, "L2"), guard, captain, relation="enemies", sites=(FORT,))
    plans = {plan.name: plan for scenario, _ in fought for side in scenario.sides for plan in side.regiments}
    assert "Leadership" in plans["Grik"].blueprint.abilities and plans["Grik"].leads == "Derro Screechers"


@pytest.mark.parametrize(
    ("who", "seen"), [("20 Derro Filchers", False), ("the Derro Overlord and 20 Derro Filchers", True)]
)
def test_a_leader_who_is_no_infiltrator_gives_those_he_leads_away(row: Path, who: str, seen: bool) -> None:
    overlord = unit("Derro Overlord", 1, "L4", "Bert", 6, person="Vesk", rank=Rank.LEADER)
    text = f"Move {who} from Lowerdeep 4 to Lowerdeep 2 (2 Speed)."
    week = week_of(row, "None", slingers(4, "L3"), unit("Derro Filcher", 20, "L4", "Bert"), overlord, bert=text)
    assert ("Derro Filcher" in str([event.data for event in week.events("seen") if "Anna" in event.known_to])) is seen
    text = f"Spend 2 Speed to have {who} at Lowerdeep 4 set up an ambush."
    week = week_of(row, "None", slingers(4, "L3"), unit("Derro Filcher", 20, "L4", "Bert"), overlord, bert=text)
    assert (week.after.groups["Bert/g5"].posture is Posture.AMBUSH) is not seen


def test_the_queen_hides_the_regiment_she_leads(row: Path) -> None:
    queen = unit("Shee-Ra Cleversmart the Sixteenth", 1, "L2", number=7, person="Shee-Ra", rank=Rank.LEADER)
    text = "Spend 2 Speed to have Shee-Ra and 10 Kobold Slingers at Lowerdeep 2 set up an ambush."
    week = week_of(row, text, slingers(10, "L2"), queen)
    assert week.after.groups["Anna/g2"].posture is Posture.AMBUSH
    week = week_of(
        row, "Spend 2 Speed to have 10 Kobold Slingers at Lowerdeep 2 set up an ambush.", slingers(10, "L2"), queen
    )
    assert week.after.groups["Anna/g2"].posture is not Posture.AMBUSH


def test_the_ambush_of_a_queen_falls_on_who_comes_the_week_after(row: Path) -> None:
    queen = unit(
        "Shee-Ra Cleversmart the Sixteenth",
        1,
        "L3",
        number=7,
        person="Shee-Ra",
        rank=Rank.LEADER,
        posture=Posture.AMBUSH,
    )
    text = "Move all Derro Screechers from Lowerdeep 4 to Lowerdeep 3 (1 Speed)."
    laid = slingers(30, "L3", posture=Posture.AMBUSH)
    week = week_of(row, "None", laid, queen, screechers(4, "L4"), bert=text, relation="enemies")
    (ambushed,) = week.events("ambushed")
    assert ambushed.data["attacker"] == "Anna" and set(ambushed.data["ambushers"]) >= {"Anna/g2"}  # type: ignore[arg-type]


# the ground


def test_magma_spares_those_at_home(tmp_path: Path, fought: list[tuple[Scenario, Battle]]) -> None:
    path = tmp_path / "magma.toml"
    path.write_text(
        MAP.replace('[Lowerdeep.3]\nkind = "cavern"', '[Lowerdeep.3]\nkind = "cavern"\nfeatures = ["magma"]')
    )
    for sites, burnt in (((), {"Anna", "Bert"}), ((FORT,), {"Anna"})):
        fought.clear()
        week_of(path, MARCH, slingers(60, "L2", came_from=at("L1")), screechers(40), relation="enemies", sites=sites)
        (scenario, battle), *_ = fought
        assert scenario.terrain == ("magma",)
        assert {each.on.side for each in battle.before.attacks if each.by.label == "Magma"} == burnt


def test_besiegers_storm_without_a_speed_for_the_entrance(row: Path) -> None:
    hidden = replace(FORT, kind=Kind.DUNGEON, standing=(Standing("Disguised Entrance", 1, 0, KOBOLDS),))
    guard = screechers(2, site="Bert/s2", posture=Posture.GARRISONED)
    for posture, storms in ((Posture.ENTRENCHED, True), (Posture.OPEN, False)):
        army = slingers(60, "L3", posture=posture)
        site = replace(hidden, besieged_by=("Anna",) if posture is Posture.ENTRENCHED else ())
        text = (
            "60 Kobold Slingers (Lowerdeep 3): scout Lowerdeep 2 (1 Speed), scout Lowerdeep 4 (1 Speed), " * 2
            + "assault Fort."
        )
        week = week_of(row, text, army, guard, relation="enemies", sites=(site,))
        assert bool(week.events("fought")) is storms, [event.data for event in week.events("order-void")]


def test_a_transport_in_an_ambush_has_its_troops_aboard(row: Path, fought: list[tuple[Scenario, Battle]]) -> None:
    battle = MovedBattle(
        at("L3"),
        (Quarrel("Anna", "Bert", "Bert"),),
        {"Anna": ("Anna/g2", "Anna/g5"), "Bert": ("Bert/g2",)},
        (("Bert/g2", ("Anna/g5",)),),
        (("Anna/g2", "Anna/g5"),),
    )
    for midair in (False, True):
        scenario = mustered(row, replace(battle, midair=midair))
        aboard = {plan.name: plan.aboard for side in scenario.sides for plan in side.regiments}
        assert aboard == {"Kobold Slingers": "Kobold Skulkers", "Kobold Skulkers": None, "Derro Screechers": None}
        assert ("Midair" in scenario.terrain) is midair


def mustered(row: Path, battle: MovedBattle) -> Scenario:
    """The scenario of a battle between Anna's Slingers and Skulkers and Bert's Screechers."""
    groups = (slingers(20, "L3"), unit("Kobold Skulker", 5, "L3"), screechers(20))
    week = week_of(row, "None", *groups)
    desk = Desk(
        week.request.setup, 5, underdeep_rulebook(), load_world(week.request), week.before, {}, {}, Rolls("x", 5)
    )
    list(marching.run(desk))
    muster = muster_battle(desk, battle, {})
    assert muster is not None
    return muster.scenario


def side_of(week: PlayedWeek, fought: list[tuple[Scenario, Battle]], name: str) -> object:
    scenario, _ = fought[-1]
    return next(side for side in scenario.sides if side.name == name)


@pytest.mark.parametrize(
    ("text", "keeps"),
    [
        ("Do not burn the corpses.", True), ("They leave the dead to rise.", True), ("Do not touch the bodies.", True),
        ("They leave at dawn.", False), ("Burn the corpses.", False),
    ],
)  # fmt: skip
def test_orders_may_spare_corpses(row: Path, fought: list[tuple[Scenario, Battle]], text: str, keeps: bool) -> None:
    week = week_of(row, f"{MARCH}\n{text}", slingers(60, "L2", came_from=at("L1")), screechers(40), relation="enemies")
    assert side_of(week, fought, "Anna").keeps_corpses is keeps  # type: ignore[attr-defined]
