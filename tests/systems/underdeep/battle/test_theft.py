"""Pockets picked out of an ambush: a single roll, Gold and items, units without their pay, thieves who are caught."""

from typing import Any

import pytest
from support.battles import attack, attacks, battle, dice_told, named, regiment, scenario

from orderbook.dice.given import ListedDice
from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.engine import fight
from orderbook.systems.underdeep.battle.odds.simulate import simulate_battles
from orderbook.systems.underdeep.battle.outcome import describe_battle
from orderbook.systems.underdeep.battle.reading.file import read_battle_file
from orderbook.systems.underdeep.battle.report.sentences import tell_attack
from orderbook.systems.underdeep.battle.scale import to_points
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText

FILE = """dice = [14]
[[side]]
name = "Derro"
attacker = true
[[side.regiment]]
name = "Filchers"
unit = "Derro Filcher"
count = 6
targets = ["Slingers"]
pick_pockets = true
[[side]]
name = "Kobolds"
[[side.regiment]]
name = "Slingers"
unit = "Kobold Slinger"
count = 20
items = ["Whistle"]
[[side.regiment]]
name = "Watch"
stats = {defence = 40, health = 1}
upkeep = 3
count = 1
"""
SWORDS = {"melee_attack": 5, "melee_damage": 3}


def thieves(count: int, *abilities: str, **rest: Any) -> RegimentPlan:
    known = abilities or ("Infiltrator", "Thieving")
    return regiment("Thieves", count, abilities=known, picks=True, **{**SWORDS, **rest})


def guards(count: int = 10, **rest: Any) -> RegimentPlan:
    return regiment("Guards", count, **{**SWORDS, "pay": 2, **rest})


@pytest.mark.parametrize(("count", "gold"), [(4, 8), (10, 20), (30, 20)])
def test_each_thief_empties_one_purse_and_no_more_than_there_are(count: int, gold: int) -> None:
    fought = battle([thieves(count)], [guards()], dice=[10])  # 10 + 5 reaches Defence 15
    assert fought.gains == {("A", "Gold"): gold}
    assert named(fought, "Thieves").state == "withdrew" and named(fought, "Thieves").count == count
    assert fought.rounds == [] and dice_told(fought) == ["Thieves pick the pockets of Guards"]
    robbery = attack(fought, "Thieves", round_number=0)
    assert (robbery.kind, robbery.total, robbery.against, robbery.damage) == ("theft", 15, 15, 0)
    assert tell_attack(robbery).endswith("10 + 5 Attack = 15 against 15; unnoticed.")


def test_nobody_is_hurt_and_the_robbed_lose_heart() -> None:
    (robbed,) = (each for each in battle([thieves(10)], [guards()], dice=[20]).regiments if each.side == "B")
    assert (robbed.count, robbed.morale_plus) == (10, -1)


def test_those_who_keep_their_pay_keep_their_heart() -> None:
    others = regiment("Axes", 10, **SWORDS)
    # a robbery, a round of blows without harm, and nobody checks
    fought = battle([thieves(4), others], [guards(wounded=2)], dice=[20, *[1] * 6])
    whole, part = named(fought, "Guards"), named(fought, "Guards, robbed")
    assert (whole.start_count, whole.morale_plus) == (6, 0)
    assert (part.start_count, part.morale_plus, part.army) == (4, -1, whole.army)
    assert whole.army.start_count == 10
    assert to_points(whole.army.start_pool) == 10 * 5 - 2
    assert {each.by.label for each in fought.rounds[0].attacks} == {"Axes", "Guards", "Guards, robbed"}


def test_the_robbed_keep_what_bears_on_their_regiment() -> None:
    chief = regiment("Chief", 1, abilities=["Leadership"], leads="Guards", pay=0, **SWORDS)
    foes = [guards(conditions=("Entrenched",)), chief]
    fought = battle([thieves(4), regiment("Axes", 10, **SWORDS)], foes, dice=[20, *[1] * 8])
    whole, part = named(fought, "Guards"), named(fought, "Guards, robbed")
    assert part.defence_plus == whole.defence_plus > 0 and part.morale_plus == whole.morale_plus - 1


def test_odds_count_the_robbed_where_they_belong() -> None:
    harmless = regiment("Axes", 15, melee_attack=1, melee_damage=0)
    planned = scenario([thieves(4, melee_attack=30), harmless], [guards()], rounds=1)  # they never miss
    tally = simulate_battles(planned, 60, "odds")
    assert tally.regiments[1:] == [{("withdrew", 4): 60}, {("fighting", 10): 60}]


def test_odds_go_on_where_the_dead_rise() -> None:
    """Who rises was not mustered, and is no end of a regiment."""
    ghouls = regiment("Ghouls", 4, abilities=["Create Spawn (Zombie)"], melee_attack=9, melee_damage=2)
    keepers = SidePlan("B", False, (regiment("Keepers", 40, melee_attack=5, melee_damage=9),), keeps_corpses=True)
    planned = Scenario((SidePlan("A", True, (ghouls,)), keepers), spawn={"Zombie": ghouls.blueprint})
    assert any(len(fight(planned, SeededDice(f"{seed}")).regiments) > 2 for seed in range(20))
    assert [sum(each.values()) for each in simulate_battles(planned, 40, "risen").regiments] == [40, 40]


def test_who_has_no_pay_on_him_has_none_to_lose() -> None:
    for conditions, pay in ((["Unpaid 1"], 2), ([], 0)):
        fought = battle([thieves(4)], [guards(conditions=tuple(conditions), pay=pay)], dice=[20])
        assert not fought.gains and "Guards, robbed" not in [each.label for each in fought.regiments]
        assert [event.text for event in fought.before.events] == ["Thieves get nothing."]


def test_what_the_regiment_and_its_leader_carry_goes_along_once() -> None:
    chief = regiment("Chief", 1, leads="Guards", items=("Crown of Ash",), pay=0)
    second = regiment("Others", 2, abilities=["Infiltrator", "Thieving"], picks=True, **SWORDS)
    fought = battle([thieves(10), second], [guards(items=("Drum",)), chief], dice=[20, 20])
    assert fought.gains == {("A", "Gold"): 20, ("A", "Crown of Ash"): 1, ("A", "Drum"): 1}
    assert {"side": "A", "resource": "Drum", "amount": 1} in describe_battle(fought)["gains"]


@pytest.mark.parametrize(("roll", "caught"), [(9, False), (5, False), (4, True)])
def test_only_a_miss_by_more_than_ten_is_noticed(roll: int, caught: bool) -> None:
    """5 + 5 against 20 falls short by 10, 4 + 5 by 11."""
    fought = battle([thieves(10)], [guards(defence=20)], dice=[roll, 20, 20, 20, 20, 20])
    assert not fought.gains
    assert bool(fought.rounds) is caught
    assert (named(fought, "Thieves").state == "withdrew") is not caught
    if caught:
        assert [each.on.label for each in attacks(fought, "Guards")] == ["Thieves"]


def test_all_enemies_go_for_those_who_were_caught() -> None:
    friends = regiment("Axes", 30, health=50, **SWORDS)
    foes = [guards(30, defence=20, health=50), regiment("Spears", 30, targets=["Axes"], health=50, **SWORDS)]
    fought = battle([thieves(20, health=50, targets=["Guards"]), friends], foes, dice=[2, *[10] * 12])
    assert {each.by.label for each in fought.rounds[0].attacks if each.on.label == "Thieves"} == {"Guards", "Spears"}


@pytest.mark.parametrize("abilities", [("Infiltrator",), ("Thieving",)])
def test_it_takes_thieves_who_go_unseen(abilities: tuple[str, ...]) -> None:
    fought = battle([thieves(10, *abilities)], [guards()], seed="no")
    assert not attacks(fought, "Thieves", round_number=0)
    (told,) = fought.before.events
    assert told.text.startswith("Thieves cannot pick pockets: it takes ")


def test_a_leader_who_is_no_infiltrator_gives_them_away() -> None:
    chief = regiment("Chief", 1, abilities=["Leadership"], leads="Thieves", **SWORDS)
    fought = battle([thieves(10), chief], [guards()], seed="no")
    assert not attacks(fought, "Thieves", round_number=0)


def test_those_who_strike_do_so_after_the_thieves_have_gone() -> None:
    knives = regiment("Knives", 10, abilities=["Infiltrator"], sneak=True, **SWORDS)
    fought = battle([thieves(10), knives], [guards()], dice=[15, 15, *[10] * 6])
    assert dice_told(fought)[:2] == ["Thieves pick the pockets of Guards", "Knives ambush Guards"]


def test_a_battle_file_says_who_picks_pockets_and_of_whom() -> None:
    read = read_battle_file(SourceText(FILE), underdeep_rulebook())
    plans = {plan.name: plan for side in read.scenario.sides for plan in side.regiments}
    assert plans["Filchers"].orders.picks_pockets and not plans["Slingers"].orders.picks_pockets
    assert plans["Slingers"].blueprint.pay == 1 and plans["Slingers"].items == ("Whistle",)
    assert plans["Watch"].blueprint.pay == 3
    fought = fight(read.scenario, ListedDice((14,)))  # 14 + 5 against 16
    assert fought.gains == {("Derro", "Gold"): 6, ("Derro", "Whistle"): 1}
