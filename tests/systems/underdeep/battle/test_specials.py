"""Conditions, terrain and the specials of the three factions, with dice given."""

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


def own(name: str, unit: str, count: int = 1, **rest: Any) -> RegimentPlan:
    """Units of a shipped list."""
    return regiment(name, count, unit=unit, **rest)


# Conditions.


@pytest.mark.parametrize(
    ("condition", "attack_change"), [("Without Metal 2", -2), ("Forced March 3", -3), ("Obsession", 2), ("Sadism 9", 4)]
)
def test_conditions_that_change_attacks(condition: str, attack_change: int) -> None:
    fought = battle([troop("A1", conditions=[condition])], [troop("B1")], dice=[])
    assert (attack_change, condition.rstrip(" 0123456789")) in attack(fought, "A1").modifiers


@pytest.mark.parametrize(
    ("condition", "morale_change"),
    [
        ("Unpaid 2", -2),
        ("Hungry 1", -1),
        ("Forced March 3", -3),
        ("Sunlight 2", -2),
        ("Officer of the site", 1),
        ("Dragon Shrine", 1),
        ("Madgods' Shrine (Morale)", 2),
        ("Neglected obsession 3", -3),
        ("Sadism 2", 2),
    ],
)
def test_conditions_that_change_morale(condition: str, morale_change: int) -> None:
    fought = battle([troop("A1")], [troop("B1", conditions=[condition])], dice=[20])
    (check,) = fought.rounds[0].morale
    assert check.bonus == 60 + morale_change


@pytest.mark.parametrize(
    ("condition", "more"), [("Entrenched", 1), ("Garrisoned", 1), ("Dragon Shrine", 1), ("Pret-a-Porter", 2)]
)
def test_conditions_that_protect(condition: str, more: int) -> None:
    fought = battle([troop("A1")], [troop("B1", conditions=[condition])], dice=[])
    assert attack(fought, "A1").against == 15 + more


def test_a_stopped_construct_does_not_strike() -> None:
    fought = battle([troop("A1")], [troop("B1", 10, "Construct", conditions=["Stopped"])], dice=[])
    assert attacks(fought, "B1") == []


@pytest.mark.parametrize(
    ("condition", "abilities", "each"),
    [
        ("Pret-a-Porter", (), 7),
        ("Madgods' Shrine (Health)", (), 7),
        ("Undead officer of the site", ("Undead",), 6),
        ("Undead officer of the site", (), 5),
    ],
)
def test_conditions_that_give_health(condition: str, abilities: tuple[str, ...], each: int) -> None:
    fought = battle([troop("A1")], [troop("B1", 4, *abilities, conditions=[condition])], dice=[])
    assert (named(fought, "B1").count, named(fought, "B1").pool) == (4, 4 * each * SCALE)


def test_rough_love_heals_ten_a_round() -> None:
    fought = battle([troop("A1", 4)], [troop("B1", 2, health=20, conditions=["I Like It Rough"])], dice=[13], rounds=1)
    assert named(fought, "B1").pool == 40 * SCALE


def test_ready_for_action_strikes_harder() -> None:
    fought = battle([troop("A1", conditions=["Ready For Action"])], [troop("B1", 20)], dice=[11])
    assert attack(fought, "A1").damage == 50 * SCALE


@pytest.mark.parametrize("condition", ["Dragon Shrine", "Madgods' Shrine (Attack)"])
def test_shrines_keep_disease_away(condition: str) -> None:
    fought = battle([troop("A1", 10, "Disease 2")], [troop("B1", 20, conditions=[condition])], dice=[13])
    assert fought.infected == {}


# Terrain.


@pytest.mark.parametrize(
    ("terrain", "change"), [(("Surface",), -1), (("Wide cavern",), -1), (("Surface", "Kobold Warren"), 0), ((), 0)]
)
def test_kobolds_fear_wide_spaces(terrain: tuple[str, ...], change: int) -> None:
    fought = battle([own("A1", "Kobold Skulker", 10)], [troop("B1")], dice=[], terrain=terrain)
    assert ((-1, "Agoraphobia") in attack(fought, "A1").modifiers) == bool(change)
    assert all(why != "Agoraphobia" for _, why in attack(fought, "B1").modifiers)


def test_spells_last_twice_as_long_among_crystals() -> None:
    shaman = regiment("Mage", 1, spells=[SpellOrder("Shield", "A1", 1)], ranged_attack=5, ranged_damage=0, morale=60)
    fought = battle([shaman, troop("A1")], [troop("B1")], dice=[], rounds=3, terrain=("Crystals",))
    assert [attacks(fought, "B1", "A1", number)[0].against for number in (1, 2, 3)] == [18, 18, 15]


def test_odd_dice_among_crystals_are_the_game_masters() -> None:
    shaman = regiment("Mage", 1, spells=[SpellOrder("Curse", "B1", 1)], ranged_attack=5, ranged_damage=0, morale=60)
    fought = battle([shaman], [troop("B1")], dice=[20], terrain=("Crystals",), answers={"crystal-magic": "it snows"})
    assert "Among the crystals: it snows." in [event.text for event in fought.rounds[0].events]


# Succubi.


def test_who_fights_a_sister_may_be_distracted() -> None:
    fought = battle([troop("A1", morale=1)], [troop("Lilith", 9, "Distraction Aura (DC 10)")], dice=[8])
    assert (-4, "Distraction Aura") in attacks(fought, "A1")[0].modifiers
    fought = battle([troop("A1", morale=1)], [troop("Lilith", 9, "Distraction Aura (DC 10)")], dice=[9])
    assert all(why != "Distraction Aura" for _, why in attacks(fought, "A1")[0].modifiers)


def test_an_aura_is_checked_once_a_round() -> None:
    sisters = [troop(name, 9, "Distraction Aura (DC 10)") for name in ("Lilith", "Naamah")]
    fought = battle([troop("A1", morale=1)], sisters, dice=[8])
    assert len([check for check in fought.rounds[0].morale if check.reason == "Distraction"]) == 1


@pytest.mark.parametrize(("abilities", "souls"), [((), 3), (("Undead",), 0), (("Construct",), 0)])
def test_a_sister_takes_the_souls_of_those_she_kills(abilities: tuple[str, ...], souls: int) -> None:
    grunts = troop("A1", 4, *abilities, health=1, melee_damage=0)
    fought = battle([grunts], [own("Lilith", "Succubus", stance="charge")], dice=[20] * 4)
    killed = named(fought, "A1").killed
    assert killed and fought.gains.get(("B", "Souls"), 0) == (killed if souls else 0)


def test_holy_places_frighten_succubi() -> None:
    fought = battle([own("Lilith", "Succubus")], [troop("B1")], dice=[15, 15], terrain=("Holy site",))
    assert (-2, "Unholy") in attacks(fought, "Lilith")[0].modifiers
    fought = battle([troop("A1")], [own("Lilith", "Succubus")], dice=[15, 15], terrain=("Holy site",))
    assert all(why != "Unholy" for _, why in attacks(fought, "Lilith")[0].modifiers)


# Derro.


def test_the_mad_resist_what_toys_with_minds() -> None:
    mage = regiment("Mage", 1, spells=[SpellOrder("Agony", "B1", 1)], ranged_attack=5, ranged_damage=0, morale=60)
    fought = battle([mage], [own("B1", "Derro Brigand", 10)], dice=[10, 10])
    check = fought.rounds[0].spells[0].check
    assert check is not None and (4, "Madness") in check.modifiers


def test_derro_cannot_be_confused() -> None:
    mage = regiment("Mage", 1, spells=[SpellOrder("Confusion", "B1", 1)], ranged_attack=5, ranged_damage=0, morale=60)
    fought = battle([mage], [own("B1", "Derro Brigand", 10)], dice=[20, 1])
    assert fought.rounds[0].spells[0].outcome == "B1 cannot be confused"


def test_who_fights_a_mouther_may_lose_his_wits() -> None:
    fought = battle([troop("A1", morale=1)], [own("Maw", "Gibbering Mouther")], dice=[8, 1])
    assert attacks(fought, "A1") == [] and attack(fought, "Maw").against == 13


def test_derro_are_used_to_mouthers() -> None:
    fought = battle([own("A1", "Derro Brigand", 10)], [own("Maw", "Gibbering Mouther")], dice=[1, 10, 10])
    assert attacks(fought, "A1") != []


def test_few_jabberlings_do_not_fight() -> None:
    fought = battle([troop("A1")], [own("Pack", "Jabberling", 9)], dice=[])
    assert named(fought, "Pack").state == "withdrew"
    fought = battle([troop("A1", 8)], [own("Pack", "Jabberling", 9), troop("B1", 9)], dice=[10, 10], rounds=1)
    assert attacks(fought, "Pack") == [] and all(each.on.name != "Pack" for each in attacks(fought, "A1"))
    fought = battle([troop("A1")], [own("Pack", "Jabberling", 10)], dice=[20, 1])
    assert attacks(fought, "Pack") != []


def test_what_the_book_does_not_define_is_asked() -> None:
    for unit, asked in (
        ("Derro Mutant", {"mutation", "multiattack"}),
        ("Derro Screecher", {"deafening"}),
        ("Jabberling", {"confusion-aura"}),
    ):
        fought = battle([troop("A1")], [own("B1", unit, 12)], dice=[20] * 6)
        assert {name for name, _ in fought.questions} == asked


def test_the_game_master_may_let_mutants_strike_thrice() -> None:
    plain = battle([own("A1", "Derro Mutant", 2)], [troop("B1", 40)], dice=[20])
    often = battle(
        [own("A1", "Derro Mutant", 2)], [troop("B1", 40)], dice=[20], answers={"multiattack": "each strikes so often"}
    )
    assert attack(often, "A1").damage == 3 * attack(plain, "A1").damage


def test_screechers_may_deafen() -> None:
    answers = {"deafening": "Attack and Defence -2"}
    fought = battle([troop("A1")], [own("B1", "Derro Screecher", 10, stance="charge")], dice=[], answers=answers)
    assert all((-2, "Deafening") in each.modifiers for each in attacks(fought, "A1"))


def test_derro_roll_nothing_against_an_aura_of_confusion() -> None:
    fought = battle(
        [own("A1", "Derro Brigand", 6)], [troop("B1", 9, "Confusion Aura (DC 10)")], dice=[10, 10], rounds=1
    )
    assert all("Confusion" not in roll.what for roll in fought.dice.log)
