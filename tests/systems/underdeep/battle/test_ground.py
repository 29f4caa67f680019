"""Who stands where: magma, monsters, besiegers, Reach at a wall, the risen dead, dragons that meet."""

from dataclasses import replace
from typing import Any

import pytest
from support.assaults import assault
from support.battles import attack, attacks, battle, blueprint, named, regiment

from orderbook.dice.given import ListedDice
from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.outcome import describe_battle
from orderbook.systems.underdeep.battle.scale import to_points
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, Scenario, SidePlan

SWORDS = {"melee_attack": 2, "melee_damage": 3}


def swords(name: str, count: int, *abilities: str, **rest: Any) -> RegimentPlan:
    return regiment(name, count, abilities=abilities, **{**SWORDS, **rest})


# magma


def burnt(fought: Battle) -> dict[str, float]:
    return {each.on.label: to_points(each.damage) for each in fought.before.attacks if each.by.label == "Magma"}


def test_magma_strikes_at_every_regiment_once() -> None:
    # 9 + 6 reach Defence 15, 8 + 6 do not; then the blows of two rounds, all misses
    fought = battle(
        [swords("A1", 20, health=50)],
        [swords("B1", 20, health=50)],
        terrain=("magma",),
        dice=[9, 8, 1, 1, 1, 1],
        rounds=2,
    )
    assert burnt(fought) == {"A1": 30, "B1": 0}
    assert to_points(named(fought, "A1").pool) == 20 * 50 - 30


@pytest.mark.parametrize("ability", ["Flying", "Climbing", "Immune (Fire)", "Magmacraft"])
def test_magma_does_not_touch_everybody(ability: str) -> None:
    fought = battle([swords("A1", 20)], [swords("B1", 20, ability)], terrain=("magma",), seed="m")
    assert set(burnt(fought)) == {"A1"}


def test_magma_spares_who_has_a_site_there_and_his_allies() -> None:
    home = SidePlan("C", False, (swords("C1", 20),), "B", owns_site=True)
    fought = battle([swords("A1", 20)], [swords("B1", 20)], home, terrain=("magma",), seed="m")
    assert set(burnt(fought)) == {"A1"}


def test_magma_burns_those_alone_who_storm_a_site() -> None:
    stormed = assault([swords("A1", 20)], [swords("B1", 20)], "Palisade", seed="m").scenario
    assert set(burnt(fight(replace(stormed, terrain=("magma",)), SeededDice("m")))) == {"A1"}


# monsters


def test_monsters_are_no_attackers_and_nobody_else_is_for_it() -> None:
    plan = SidePlan("Trolls", False, (swords("Trolls", 3),), is_monsters=True)
    fought = fight(Scenario((plan, SidePlan("Kobolds", False, (swords("B1", 20),))), rounds=1), SeededDice("m"))
    sides = describe_battle(fought)["sides"]
    assert [(each["name"], each["attacker"], each["monsters"]) for each in sides] == [
        ("Kobolds", False, False),
        ("Trolls", False, True),
    ]


# sieges


def test_besiegers_defend_against_a_sortie() -> None:
    fought = assault(
        [swords("Besiegers", 10)], [swords("Guards", 10)], is_assault=False, sorties=frozenset(["Guards"]), seed="s"
    )
    assert {side.name: side.is_attacker for side in fought.sides} == {"A": False, "B": True}
    fought = assault([swords("Besiegers", 10)], [swords("Guards", 10)], is_assault=False, seed="s")
    assert {side.name: side.is_attacker for side in fought.sides} == {"A": True, "B": False}


# walls


def test_reach_strikes_those_on_the_walls_as_well_as_any() -> None:
    bows = {"ranged_attack": 2, "ranged_damage": 2}
    for ability, penalty in ((), [(-4, "On the walls")]), (("Reach",), []):
        fought = assault(
            [regiment("Pikes", 10, abilities=ability, targets=["Bows"], **bows)],
            [regiment("Bows", 10, **bows)],
            "Palisade",
            seed="r",
        )
        found = attack(fought, "Pikes", "Bows")
        assert [each for each in found.modifiers if each[1] == "On the walls"] == penalty


def test_flyers_are_no_harder_for_reach() -> None:
    for ability, total in ((), 0), (("Reach",), 2):
        fought = battle([swords("A1", 5, *ability)], [swords("Bats", 5, "Flyer")], seed="bats")
        found = attack(fought, "A1")
        assert found.total - found.roll == total


# the dead who rise


def makers(count: int = 2) -> RegimentPlan:
    return swords("Ghouls", count, "Create Spawn (Zombie)", melee_damage=50, targets=["Foes"])


def test_corpses_that_are_spared_rise_and_are_fought() -> None:
    zombie = blueprint("Zombie", ["Undead"], melee_attack=1, melee_damage=2, defence=12, health=4)
    foes = SidePlan("B", False, (swords("Foes", 40),), keeps_corpses=True)
    # round 1: the Ghouls kill 20, the Foes kill both of them; 20 Zombies rise, the 20 left have a free blow (60 damage,
    # 15 Zombies), then 5 Zombies and 20 Foes strike in round 2 and nobody of the Zombies is left
    scene = Scenario((SidePlan("A", True, (makers(),)), foes), spawn={"Zombie": zombie}, rounds=5)
    dice = ListedDice([13, 13, 10, 14, 10])
    fought = fight(scene, dice)
    risen = named(fought, "Risen Zombie")
    assert risen.start_count == 20 and risen.state == "destroyed" and risen.side == "A"
    sneak = [each for each in fought.rounds[0].attacks if each.kind == "sneak"]
    assert [(each.by.label, each.on.label, each.killed) for each in sneak] == [("Foes", "Risen Zombie", 15)]
    assert attack(fought, "Risen Zombie", "Foes", 2).count == 5
    assert fought.winner == "B" and dice.left == 0
    assert fought.gains == {}


def test_without_that_order_or_without_losing_the_field_they_do_not() -> None:
    zombie = blueprint("Zombie", ["Undead"], health=4)
    fought = battle([makers()], [swords("Foes", 40)], spawn={"Zombie": zombie}, dice=[13, 13])
    assert fought.gains == {("A", "spawn prevented: Zombie"): 20}
    keepers = SidePlan("C", True, (swords("Friends", 40, melee_damage=50),), "A", keeps_corpses=True)
    fought = battle([makers()], [swords("Foes", 4)], keepers, spawn={"Zombie": zombie}, seed="k", rounds=5)
    assert not [each for each in fought.regiments if each.label.startswith("Risen")]


# dragons


def dragon(name: str, count: int = 1, **rest: Any) -> RegimentPlan:
    return regiment(name, count, unit="Black Dragon", **rest)


def test_black_dragons_of_two_sides_fight_to_the_death_before_all_else() -> None:
    # 5 + 15 reach 20: 30 damage each way five times, 1 + 15 is four short: 18 damage
    dice = [20, 20, 20, *[5, 5] * 5, 5, 1]  # the first three are what they and A1 fear
    fought = battle([dragon("Night"), swords("A1", 1)], [dragon("Soot")], dice=dice, rounds=0)
    assert (named(fought, "Night").state, named(fought, "Soot").state) == ("fighting", "destroyed")
    night = sum(to_points(each.damage) for each in fought.before.attacks if each.on.label == "Night")
    soot = sum(to_points(each.damage) for each in fought.before.attacks if each.on.label == "Soot")
    assert (night, soot) == (5 * 30 + 18, 6 * 30)


def test_nor_do_two_of_one_army_bear_each_other() -> None:
    fought = battle([dragon("Night"), dragon("Soot"), swords("A1", 5)], [swords("B1", 50)], seed="d", rounds=0)
    assert sum(named(fought, name).count for name in ("Night", "Soot")) <= 1
    fought = battle([dragon("Both", 2)], [swords("B1", 50)], seed="d", rounds=0)
    assert named(fought, "Both").count <= 1


def test_one_dragon_alone_fights_as_anybody_does() -> None:
    fought = battle([dragon("Night")], [swords("B1", 50)], seed="d")
    assert not fought.before.attacks and attacks(fought, "Night")
