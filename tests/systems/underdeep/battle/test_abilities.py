"""Each ability in battle, with dice given."""

from typing import Any

import pytest
from support import battles
from support.battles import attack, attacks, named, regiment

from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import RegimentPlan


def battle(*sides: Any, dice: list[int], **rest: Any) -> Battle:
    """A battle in which every die that is not given shows a 1, with which nobody here hits anything."""
    return battles.battle(*sides, dice=[*dice, *[1] * 80], **rest)


def troop(name: str, count: int = 10, *abilities: str, **rest: Any) -> RegimentPlan:
    """Melee +2, damage 3, Defence 15, Health 5; they never lose heart unless told otherwise."""
    return regiment(name, count, abilities=abilities, **{"melee_attack": 2, "melee_damage": 3, "morale": 60, **rest})


def health(fought: Battle, name: str) -> int:
    return named(fought, name).pool // SCALE


# Fear (UD-ABL-FEAR-1 to UD-ABL-FEAR-3).


def test_fear_costs_two_to_hit_for_the_battle() -> None:
    fought = battle([troop("A1", 10, "Fear (DC 15)")], [troop("B1", morale=1)], dice=[13], rounds=2)
    for number in (1, 2):
        assert attack(fought, "B1", None, number).modifiers == [(2, "Melee Attack"), (-2, "Afraid")]


def test_only_the_highest_fear_of_a_side_counts() -> None:
    foes = [troop("A1", 10, "Fear (DC 10)"), troop("A2", 10, "Fear (DC 20)")]
    fought = battle(foes, [troop("B1", morale=1)], dice=[18])
    (check,) = [each for each in fought.before.morale if each.reason == "fear"]
    assert (check.need, check.total) == (20, 19)


def test_fears_may_add_up() -> None:
    foes = [troop("A1", 10, "Fear (DC 10)"), troop("A2", 10, "Fear (DC 20)")]
    fought = battle(foes, [troop("B1", morale=1)], dice=[2, 2], options=["fear-checks=penalties-add"])
    assert [amount for amount, why in attacks(fought, "B1")[0].modifiers if why == "Afraid"] == [-2, -2]


@pytest.mark.parametrize("ability", ["Construct", "Undead", "Vermin"])
def test_who_has_no_mind_fears_nothing(ability: str) -> None:
    fought = battle([troop("A1", 10, "Fear (DC 20)")], [troop("B1", 10, ability)], dice=[])
    assert fought.before.morale == []


# Dice, morale and flight.


def test_two_heads_roll_twice() -> None:
    fought = battle([troop("A1", 10, "Double-Headed")], [troop("B1")], dice=[4, 11])
    assert attack(fought, "A1").rolls == (4, 11) and attack(fought, "A1").total == 13


def test_the_disciplined_never_flee() -> None:
    fought = battle([troop("A1", 30)], [troop("B1", 20, "Discipline", morale=1)], dice=[13])
    assert named(fought, "B1").state == "withdrew"
    fought = battle([troop("A1", 30)], [troop("B1", 20, morale=1)], dice=[13])
    assert named(fought, "B1").state in ("fled", "destroyed")


@pytest.mark.parametrize(("hunter", "struck"), [((), []), (("Detection",), ["pursuit"])])
def test_who_vanishes_is_pursued_by_detectors_only(hunter: tuple[str, ...], struck: list[str]) -> None:
    fought = battle([troop("A1", 30, *hunter)], [troop("B1", 40, "Vanish", morale=-5)], dice=[13])
    assert named(fought, "B1").state == "fled"
    assert [each.kind for each in attacks(fought, "A1")[1:]] == struck


# Disease and poison.


def test_disease_infects_whom_it_hurts_in_melee() -> None:
    fought = battle([troop("A1", 10, "Disease 3")], [troop("B1"), troop("B2")], dice=[13])
    assert fought.infected == {named(fought, "B1"): 3}


def test_disease_needs_damage_and_a_body_that_rots() -> None:
    assert battle([troop("A1", 10, "Disease 3")], [troop("B1")], dice=[1]).infected == {}
    assert battle([troop("A1", 10, "Disease 3")], [troop("B1", 10, "Undead")], dice=[13]).infected == {}


# Damage types.


def test_the_vulnerable_take_twice_the_damage() -> None:
    fought = battle([troop("A1", 10, melee_damage="3 (Fire)")], [troop("B1", 20, "Vulnerability (Fire)")], dice=[13])
    assert attack(fought, "A1").damage == 60 * SCALE
    fought = battle([troop("A1", 10, melee_damage="3 (Cold)")], [troop("B1", 20, "Vulnerability (Fire)")], dice=[13])
    assert attack(fought, "A1").damage == 30 * SCALE


# Regeneration.


def test_what_lowers_the_health_score_does_not_grow_back() -> None:
    # diseased units of Health 3 instead of 10 are whole at 3, after a round and after the battle
    fought = battle([troop("A1", 1)], [troop("B1", 2, "Regeneration 5", health=3)], dice=[12])
    assert health(fought, "B1") == 6
    # among crystals a cloud that takes 2 of 10 lasts two rounds: the 3 damage are healed, not the 4 of the cloud
    cloud = regiment("Mage", 1, ranged_attack=5, ranged_damage=2, spells=[SpellOrder("Poisonous Cloud", "B1", 1)])
    foe = troop("B1", 2, "Regeneration 5", health=10)
    fought = battle([cloud, troop("A1", 1)], [foe], dice=[15, 13], rounds=2, terrain=("Crystals",))
    assert fought.rounds[0].spells[0].outcome == "-2 Health for each unit"
    assert fought.rounds[1].counts[named(fought, "B1")] == (2, 16 * SCALE)
    assert health(fought, "B1") == 20


def test_the_living_regenerate_each_round_and_wholly_after_the_battle() -> None:
    fought = battle([troop("A1", 1)], [troop("B1", 2, "Regeneration 1", health=10)], dice=[13])
    assert health(fought, "B1") == 20  # 20 - 3 + 2, and whole as soon as it is over
    fought = battle([troop("A1", 4)], [troop("B1", 2, "Regeneration 1", health=10)], dice=[13, 1, 1, 13], rounds=2)
    assert named(fought, "B1").count == 0  # 20 - 12 + 1 leaves one with 9, then 12 more


def test_the_dead_come_back_only_if_the_campaign_says_so() -> None:
    troops = troop("B1", 4, "Regeneration 10", health=10)
    assert named(battle([troop("A1", 7)], [troops], dice=[13]), "B1").count == 2
    fought = battle([troop("A1", 7)], [troops], dice=[13], options=["regeneration-of-the-dead=revives"])
    assert (named(fought, "B1").count, named(fought, "B1").killed) == (4, 0)


def test_what_it_is_vulnerable_to_does_not_grow_back() -> None:
    burnt = troop("B1", 2, "Regeneration 5", "Vulnerability (Fire)", health=10)
    fought = battle([troop("A1", 1, melee_damage="3 (Fire)")], [burnt], dice=[13])
    assert health(fought, "B1") == 14


# Grudge.


@pytest.mark.parametrize("words", ["Dwarves", "Dwarf", "Elves and Dwarves", "Clerics, Dwarf"])
def test_a_grudge_helps_against_the_hated(words: str) -> None:
    haters = troop("A1", 20, f"Grudge ({words})", health=8, morale=1)
    fought = battle([haters], [troop("Dwarf Axemen", 25, melee_damage=6)], dice=[11, 20, 20])
    blow = attacks(fought, "A1")[0]
    assert (2, "Grudge") in blow.modifiers and blow.damage == 100 * SCALE
    (check,) = fought.rounds[0].morale
    assert check.regiment.label == "A1" and (4, "Grudge") in check.modifiers


def test_a_grudge_is_nothing_to_others() -> None:
    fought = battle([troop("A1", 10, "Grudge (Dwarves)")], [troop("Orc Raiders")], dice=[13])
    assert attack(fought, "A1").damage == 30 * SCALE


# What the dying do.


def test_who_dies_without_having_hurt_anybody_strikes_out() -> None:
    fought = battle([troop("A1", 10, melee_damage=4)], [troop("B1", 4, "Death Throes", melee_damage=3)], dice=[13])
    assert named(fought, "B1").count == 0
    assert health(fought, "A1") == 44  # four dying, 3 / 2 each


def test_who_hurt_somebody_dies_quietly() -> None:
    fought = battle([troop("A1", 10)], [troop("B1", 4, "Death Throes", melee_damage=3)], dice=[13, 13])
    assert health(fought, "A1") == 38


def test_the_slain_rise_for_whoever_holds_the_field() -> None:
    fought = battle([troop("A1", 10, "Create Spawn (Zombie)")], [troop("B1", 20)], dice=[13])
    assert fought.gains == {("A", "spawn: Zombie"): 6}
    fought = battle([troop("A1", 1, "Create Spawn (Zombie)", melee_damage=50)], [troop("B1", 20)], dice=[13, 13])
    assert fought.gains == {("A", "spawn prevented: Zombie"): 10}


def test_idle_weeks_make_angry() -> None:
    fought = battle([troop("A1", 10, "Animosity", conditions=["Restless 2"])], [troop("B1")], dice=[11])
    assert (2, "Restless") in attack(fought, "A1").modifiers and attack(fought, "A1").damage == 50 * SCALE


def test_every_ability_and_spell_of_the_book_is_known() -> None:
    from orderbook.systems.underdeep.battle.pieces import find_written
    from orderbook.systems.underdeep.rules import underdeep_rulebook

    book = underdeep_rulebook()
    missing = [each.name for each in (*book.abilities, *book.spells) if find_written(each.name) is None]
    assert [name for name in missing if name != "Assassinate"] == []
