"""Small battles worked with pencil and paper out of the rules, several rules at once, and compared figure by figure."""

from fractions import Fraction
from typing import Any

from support.assaults import assault, traps
from support.battles import attack, attacks, battle, named, regiment

from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import SidePlan


def damage(fought: Battle, by: str, on: str, round_number: int = 1) -> Fraction:
    """Points of damage of one attack, in full."""
    return Fraction(attack(fought, by, on, round_number).damage, SCALE)


def health(fought: Battle, name: str) -> Fraction:
    return Fraction(named(fought, name).pool, SCALE)


def line(name: str, count: int, **figures: Any) -> Any:
    return regiment(name, count, **{"melee_attack": 4, "melee_damage": 4, "health": 6, "morale": 30, **figures})


def test_a_king_his_warriors_and_what_spills() -> None:
    # 20 Swordsmen face 10 and 1: 20/11 rounded up is 2 on the King, 18 on the Warriors.
    king = line("King", 1, melee_attack=8, melee_damage=6, health=15, defence=18, leads="Warriors")
    swords = line("Swordsmen", 20, melee_attack=5, defence=16)
    fought = battle([king, line("Warriors", 10)], [swords], dice=[10, 8, 9, 20, 1])
    assert damage(fought, "King", "Swordsmen") == 6  # 0.6 x 10
    assert damage(fought, "Warriors", "Swordsmen") == 24  # 12 against 16: 4.0 x 6
    assert damage(fought, "Swordsmen", "Warriors") == Fraction(648, 10)  # 14 against 15: 7.2 x 9
    assert damage(fought, "Swordsmen", "King") == 8
    assert health(fought, "Swordsmen") == 90 and named(fought, "Swordsmen").count == 15
    assert health(fought, "King") == 7 and named(fought, "Warriors").count == 0


def test_a_dead_kings_excess_falls_on_his_warriors() -> None:
    king = line("King", 1, health=5, defence=10, leads="Warriors")
    fought = battle([king, line("Warriors", 10)], [line("Swordsmen", 20, defence=30)], dice=[1, 1, 1, 20, 1])
    # 18 x 4 / 10 x 0: 5 against 15 is 10 short; 2 x 4 / 10 x 10 = 8 on a King of 5: 3 go on
    assert named(fought, "King").count == 0 and health(fought, "Warriors") == 57
    assert named(fought, "Warriors").count == 10


def test_arrows_come_before_the_charge_and_swords_after_it() -> None:
    archers = line(
        "Archers", 10, ranged_attack=4, ranged_damage=3, melee_attack=1, melee_damage=1, health=5, defence=14
    )
    axes = line("Axes", 8, melee_attack=3, melee_damage=5)
    fought = battle([archers], [axes], dice=[12, 10, 20, 20, 11, 14], rounds=2)
    assert damage(fought, "Archers", "Axes") == 30 and attack(fought, "Axes").count == 3
    assert damage(fought, "Axes", "Archers") == Fraction(135, 10)  # 13 against 14: 1.5 x 9
    # the Axes took more and check; then 8 Archers draw: 20 + 1 against 15, 0.8 x 10; 3 Axes: 14 against 14
    assert damage(fought, "Archers", "Axes", 2) == 8 and damage(fought, "Axes", "Archers", 2) == 15
    assert health(fought, "Archers") == Fraction(215, 10) and named(fought, "Archers").count == 5
    assert health(fought, "Axes") == 10 and named(fought, "Axes").count == 2


def test_of_three_armies_those_above_the_average_check() -> None:
    # A deals 40 to B and B 20 to A; C deals 20 to B: A took 20, B 60, C 0; the average is 26 2/3.
    third = SidePlan("C", False, (line("C1", 5, targets=["B1"]),))
    sides = [line("A1", 10, targets=["B1"])], [line("B1", 10, targets=["A1"], health=20)]
    fought = battle(*sides, third, dice=[20] * 9)
    assert [check.regiment.label for check in fought.rounds[0].morale] == ["B1"]


def test_more_than_half_dead_needs_fifteen_and_ten_less_is_flight() -> None:
    foes = line("Foes", 10, defence=5, morale=0, melee_damage=1, melee_attack=0)
    for die, state in ((15, "fighting"), (14, "withdrew"), (6, "withdrew"), (5, "destroyed")):
        fought = battle([line("Own", 10)], [foes], dice=[20, 1, die, 5])
        assert named(fought, "Foes").state == state, die  # 40 of 60 Health: 4 of 10 live
        assert bool([each for each in attacks(fought, "Own") if each.kind == "pursuit"]) is (state == "destroyed")
    assert damage_of_pursuit(fought) == 40 and named(fought, "Foes").count == 0


def damage_of_pursuit(fought: Battle) -> Fraction:
    (pursuit,) = (each for each in attacks(fought, "Own") if each.kind == "pursuit")
    return Fraction(pursuit.damage, SCALE)


def test_a_psychic_attack_falls_short_of_a_mind() -> None:
    seers = regiment("Seers", 10, ranged_attack=2, ranged_damage="3 (Psychic)", morale=30)
    fought = battle([seers], [line("Foes", 10, morale=2)], dice=[4, 7, 1, 20])
    assert damage(fought, "Seers", "Foes") == 21  # 6 against 7 + 2: 3.0 x 7


def test_bombers_that_never_arrive_live() -> None:
    for die, left in ((3, 10), (4, 0)):
        bombs = regiment("Bombs", 10, melee_attack=2, melee_damage="6 (Suicide)", morale=30)
        fought = battle([bombs], [regiment("Foes", 10, morale=30)], dice=[die, 20])
        assert named(fought, "Bombs").count == left  # 5 against 15 is 10 short; 6 is 9 short
        assert damage(fought, "Bombs", "Foes") == (6 if left == 0 else 0)


def test_bombers_at_a_wall_are_lost_however_badly_they_miss() -> None:
    bombs = regiment("Bombs", 10, melee_attack=-5, melee_damage="6 (Suicide)", morale=30)
    fought = assault([bombs], [regiment("Guards", 5)], "Palisade", dice=[1])
    assert attack(fought, "Bombs").misses_by > 10 and named(fought, "Bombs").count == 0


def test_poison_wants_more_than_the_defence() -> None:
    riders = line("Riders", 10, abilities=["Poison 2", "Cavalry"])
    for die, dealt in ((9, 40), (10, 60)):  # 4 and 2 for the charge: 15 equals, 16 beats
        fought = battle([riders], [line("Foes", 20, health=9)], dice=[die, 1, 20])
        assert damage(fought, "Riders", "Foes") == dealt


def test_two_heads_and_a_hex_are_three_dice() -> None:
    witch = regiment("Witch", 1, ranged_attack=9, defence=40, spells=[SpellOrder("Hex", "Foes", 1)])
    ogres = line("Ogres", 2, abilities=["Double-Headed"])
    fought = battle([witch, ogres], [line("Foes", 9)], dice=[20, 2, 3, 11, 1, 1, 20])
    assert attack(fought, "Ogres").rolls == (2, 3, 11) and damage(fought, "Ogres", "Foes") == 8


def test_lightning_goes_to_and_fro_until_it_misses() -> None:
    storm = regiment("Storm", 1, ranged_attack=5, defence=40, spells=[SpellOrder("Chain Lightning", "One", 1)])
    foes = [regiment("One", 4, morale=30), regiment("Two", 6, morale=30)]
    fought = battle([storm], foes, dice=[10, 10, 10, 9, 20, 20])
    # One, Two, One again, and 14 against 15 ends it: 4 + 4 on the one, 6 on the other
    assert health(fought, "One") == 12 and health(fought, "Two") == 24


def test_a_trap_goes_on_to_the_next_until_it_hits() -> None:
    bands = [line(name, 10, health=5) for name in ("First", "Second", "Third")]
    fought = assault(bands, [regiment("Guards", 50)], "Pit Trap", dice=[8, 9])  # +6 against 15
    assert traps(fought) == [("Pit Trap", "First", "evaded"), ("Pit Trap", "Second", "hit")]
    assert named(fought, "Second").killed == 1  # 8 damage: 42 of 50 left, nine alive
    assert named(fought, "First").killed == named(fought, "Third").killed == 0


def test_who_leaves_by_choice_is_shot_and_not_struck() -> None:
    mob = [line("Blades", 5, targets=["Gone"]), line("Bows", 5, ranged_attack=4, ranged_damage=2, targets=["Gone"])]
    gone = line("Gone", 10, withdraw=["at once"])
    fought = battle(mob, [gone, line("Rock", 1, health=90)], dice=[20] * 9)
    assert attacks(fought, "Blades", "Gone") == [] and damage(fought, "Bows", "Gone") == 10
    assert named(fought, "Gone").state == "withdrew" and named(fought, "Gone").count == 9


def test_half_the_numbers_are_enough_to_flank() -> None:
    for few, bonus in ((5, 2), (4, 0)):
        armies = [line("North", 10, army="N", origin="Upperdeep 1"), line("South", few, army="S", origin="Upperdeep 2")]
        fought = battle(armies, [line("Foes", 9)], dice=[20] * 9)
        for name in ("North", "South"):
            assert sum(amount for amount, why in attack(fought, name).modifiers if why == "Flanking") == bonus
