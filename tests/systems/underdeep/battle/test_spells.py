"""Each spell in battle, with dice given: whom it reaches, what it does, and when it ends."""

from typing import Any

import pytest
from support import battles
from support.battles import attack, attacks, named, regiment

from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.outcome import describe_battle
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import RegimentPlan

# The caster's Ranged Attack is +5; those it casts on have Defence 15, Health 5 and Morale +1.
MAGE = {"ranged_attack": 5, "ranged_damage": 2, "morale": 60}


def battle(*sides: Any, dice: list[int], **rest: Any) -> Battle:
    """A battle in which every die that is not given shows a 1, with which nobody here hits anything."""
    return battles.battle(*sides, dice=[*dice, *[1] * 80], **rest)


def mage(spell: str, on: str | None = "B1", casters: int = 1, count: int = 1, round_number: int = 1) -> RegimentPlan:
    return regiment("Mage", count, spells=[SpellOrder(spell, on, round_number, casters)], **MAGE)


def troop(name: str, count: int = 10, **rest: Any) -> RegimentPlan:
    figures = {"melee_attack": 2, "melee_damage": 3, "morale": 1, **rest}
    return regiment(name, count, **figures)


def outcome(fought: Battle, round_number: int = 1) -> str:
    (cast,) = fought.rounds[round_number - 1].spells
    return str(cast.outcome)


def health(fought: Battle, name: str) -> int:
    return named(fought, name).pool // SCALE


# What is rolled against a Morale check: the mage's d20 + 5 against d20 + 1.


@pytest.mark.parametrize(
    ("spell", "told", "attack_lost"), [("Agony", "-2 to Attack and Damage", -2), ("Distraction", "-4 to Attack", -4)]
)
def test_minds_are_hurt_for_a_round(spell: str, told: str, attack_lost: int) -> None:
    fought = battle([mage(spell), troop("A1")], [troop("B1")], dice=[20, 1])
    assert outcome(fought) == told
    assert (attack_lost, spell) in attack(fought, "B1").modifiers
    assert named(fought, "B1").bonuses == []  # it is over with the round


@pytest.mark.parametrize("spell", ["Agony", "Distraction", "Confusion", "Dominate"])
def test_a_roll_that_only_equals_the_morale_check_fails(spell: str) -> None:
    fought = battle([mage(spell), troop("A1")], [troop("B1")], dice=[5, 9, 1, 1])
    (cast,) = fought.rounds[0].spells
    assert cast.attack is not None and cast.check is not None and cast.attack.total == cast.check.total == 10
    assert outcome(fought) in ("its mind holds", "it resists")


@pytest.mark.parametrize("spell", ["Agony", "Distraction", "Frenzy", "Dominate"])
@pytest.mark.parametrize("ability", ["Construct", "Undead", "Vermin"])
def test_who_has_no_mind_is_not_touched(spell: str, ability: str) -> None:
    fought = battle([mage(spell), troop("A1")], [troop("B1", abilities=[ability])], dice=[1, 1])
    assert outcome(fought) == "B1 has no mind for it"


# Confusion.


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ([1], "it stands and stares, -2 Defence"),
        ([3, 1, 20], "it strikes at A1, 6 die"),
        ([4, 3, 20], "it strikes at B2, 6 die"),
        ([5, 20], "it strikes at itself, 6 die"),
    ],
)
def test_a_confused_regiment_does_what_its_die_says(dice: list[int], told: str) -> None:
    # d20 to cast, d20 for the mind, a d6 and what it asks for, then the blows of whoever is left, all misses
    fought = battle([troop("A1"), mage("Confusion")], [troop("B1"), troop("B2", 9)], dice=[20, 1, *dice])
    assert outcome(fought) == told
    assert attacks(fought, "B1") == [] or attacks(fought, "B1")[0].name == "strike in confusion at"


def test_a_confused_regiment_that_runs_is_struck_once_more() -> None:
    fought = battle([mage("Confusion"), troop("A1")], [troop("B1")], dice=[20, 1, 6, 20])
    assert named(fought, "B1").state == "fled"
    assert [each.kind for each in attacks(fought, "A1")] == ["pursuit"]


def test_confusion_is_rolled_anew_in_a_second_round_among_crystals() -> None:
    for terrain in ((), ("Crystals",)):
        fought = battle(
            [mage("Confusion"), troop("A1")], [troop("B1", morale=20)], dice=[20, 1, 1], rounds=3, terrain=terrain
        )
        # it stands and stares in the first round, among crystals in the second, too
        blows = [sum(each.count for each in attacks(fought, "B1", None, number)) for number in (1, 2, 3)]
        assert blows == ([0, 0, 10] if terrain else [0, 10, 10])


@pytest.mark.parametrize("ability", ["Construct", "Unconfused"])
def test_some_cannot_be_confused(ability: str) -> None:
    fought = battle([mage("Confusion"), troop("A1")], [troop("B1", abilities=[ability])], dice=[1, 1])
    assert outcome(fought) == "B1 cannot be confused"


def test_confusion_may_be_rolled_for_every_unit() -> None:
    fought = battle(
        [mage("Confusion"), troop("A1", 1, melee_damage=0)],
        [troop("B1", 4)],
        dice=[20, 1, 1, 5, 5, 6, 20, 1],
        options=["confusion-scope=each-unit"],
    )
    assert outcome(fought) == "it stands and stares, -2 Defence; it strikes at itself, 1 die; a few run in circles"


# What hits the Defence.


def test_blood_boils_in_those_who_have_some() -> None:
    fought = battle([mage("Blood Boil")], [troop("B1", 4)], dice=[10])
    assert (outcome(fought), health(fought, "B1")) == ("1 die of it", 12)
    fought = battle([mage("Blood Boil")], [troop("B1", 4, abilities=["Immune (Fire)"])], dice=[10])
    assert health(fought, "B1") == 20
    fought = battle([mage("Blood Boil")], [troop("B1", 4, abilities=["Construct"])], dice=[20])
    assert outcome(fought) == "nothing in it has blood"


def test_the_game_master_says_whether_the_dead_have_blood() -> None:
    undead = troop("Skeletons", 4, abilities=["Undead"])
    fought = battle([mage("Blood Boil", "Skeletons")], [undead], dice=[20])
    assert outcome(fought) == "nothing in it has blood" and fought.questions[("bloodless", "Skeletons")].answer == "no"
    fought = battle([mage("Blood Boil", "Skeletons")], [undead], dice=[20], answers={"bloodless": "yes"})
    assert health(fought, "Skeletons") == 12


def test_blight_withers_plants_only() -> None:
    fought = battle([mage("Blight")], [troop("B1", 4, abilities=["Fungoid"], morale=60)], dice=[10])
    assert (health(fought, "B1"), outcome(fought)) == (4, "3 wither away")
    assert outcome(battle([mage("Blight")], [troop("B1", 4)], dice=[10])) == "nothing in it can wither"


@pytest.mark.parametrize(
    ("abilities", "loss", "left"), [((), 2, 20), (("Dazzled",), 4, 20), (("Sunlight Vulnerability",), 2, 8)]
)
def test_blinding_light(abilities: tuple[str, ...], loss: int, left: int) -> None:
    fought = battle(
        [mage("Blinding Light"), troop("A1", 1, melee_damage=0)],
        [troop("B1", 4, abilities=abilities, morale=60)],
        dice=[10],
    )
    assert outcome(fought).startswith(f"-{loss} to Attack and Morale")
    assert health(fought, "B1") == left


def test_lightning_leaps_until_it_misses() -> None:
    foes = [troop("B1", 4), troop("B2", 3), troop("B3", 2)]
    fought = battle([mage("Chain Lightning")], foes, dice=[10, 10, 10, 10, 1])
    assert [health(fought, name) for name in ("B1", "B2", "B3")] == [12, 12, 8]
    assert outcome(fought) == "4 times it strikes, 1 die"


def test_lightning_stops_where_only_one_is_left() -> None:
    fought = battle([mage("Chain Lightning")], [troop("B1", 4)], dice=[20])
    assert (outcome(fought), health(fought, "B1")) == ("1 times it strikes, 0 die", 16)


def test_hex_gives_two_dice_and_two_heads_three() -> None:
    heads = troop("Heads", abilities=["Double-Headed"])
    fought = battle([mage("Hex"), troop("A1"), heads], [troop("B1")], dice=[10, 3, 12, 2, 4, 6, 1, 1])
    first = attacks(fought, "A1")[0]
    assert first.rolls == (3, 12) and first.roll == 12
    assert attacks(fought, "Heads")[0].rolls == (2, 4, 6)


def test_a_cloud_takes_health_and_gives_it_back() -> None:
    fought = battle([mage("Poisonous Cloud"), troop("A1")], [troop("B1", 4)], dice=[10, 13, 1])
    # at 3 Health each a blow for 30 kills all 4
    assert named(fought, "B1").count == 0
    fought = battle([mage("Poisonous Cloud"), troop("A1", 1)], [troop("B1", 4)], dice=[10, 13, 1])
    assert (named(fought, "B1").count, health(fought, "B1")) == (3, 15)


@pytest.mark.parametrize(("option", "left"), [("dies", 0), ("stays-at-1", 4)])
def test_a_cloud_may_kill_the_frail(option: str, left: int) -> None:
    fought = battle(
        [mage("Poisonous Cloud"), troop("A1", 1, melee_damage=0)],
        [troop("B1", 4, health=2)],
        dice=[10, 1, 1],
        options=[f"health-lowered-to-0={option}"],
    )
    assert named(fought, "B1").count == left


def test_contagion_infects_all_but_the_immune() -> None:
    fought = battle([mage("Contagion")], [troop("B1")], dice=[10])
    assert fought.infected == {named(fought, "B1"): 6}
    fought = battle([mage("Contagion")], [troop("B1", conditions=["Blessed"])], dice=[10])
    assert fought.infected == {}


@pytest.mark.parametrize(
    ("size", "roll", "stone"), [("", 10, False), ("", 11, True), ("Large", 12, False), ("Huge", 15, True)]
)
def test_petrify_has_to_beat_the_defence(size: str, roll: int, stone: bool) -> None:
    fought = battle([mage("Petrify")], [troop("B1", 4, abilities=[size] if size else [])], dice=[roll])
    assert named(fought, "B1").count == (3 if stone else 4)


# What needs no roll.


def test_frenzy_strikes_harder_and_does_not_run() -> None:
    fought = battle([troop("A1", 30)], [mage("Frenzy", "B1"), troop("B1", 20)], dice=[20, 1, 1])
    assert attack(fought, "A1").against == 13
    assert named(fought, "B1").state == "fighting"  # it failed its check by more than 10


def test_a_shroud_hides_all_from_arrows_and_pursuit() -> None:
    bows = regiment("Bows", 10, ranged_attack=3, ranged_damage=2, melee_attack=0, melee_damage=0, morale=60)
    fought = battle([mage("Obfuscating Shroud", None), bows], [troop("B1")], dice=[10, 1])
    assert (-4, "Shrouded") in attack(fought, "Bows").modifiers


def test_the_wounded_dead_are_made_whole() -> None:
    ghouls = troop("Ghouls", 4, abilities=["Undead"], wounded=3)
    fought = battle([mage("Necromantic Healing", "Ghouls"), ghouls], [troop("B1", 1, melee_damage=0)], dice=[1, 1])
    assert health(fought, "Ghouls") == 20
    fought = battle(
        [mage("Necromantic Healing", "A1"), troop("A1", 4, wounded=3)], [troop("B1", 1, melee_damage=0)], dice=[]
    )
    assert outcome(fought) == "it is not Undead"


def test_dispel_counters_what_is_still_to_be_cast() -> None:
    priest = regiment("Priest", 1, spells=[SpellOrder("Dispel", "B1", 1)], **MAGE)
    # both roll for their place: the priest comes first
    fought = battle([mage("Agony"), troop("A1", 1)], [priest, troop("B1")], dice=[50, 10, 1, 1])
    assert [(cast.name, cast.outcome) for cast in fought.rounds[0].spells] == [
        ("Dispel", "it counters Agony"),
        ("Agony", "it is dispelled"),
    ]


def test_dispel_ends_what_is_there() -> None:
    priest = regiment("Priest", 1, spells=[SpellOrder("Dispel", "B1", 1)], **MAGE)
    fought = battle([mage("Agony"), troop("A1", 1)], [priest, troop("B1")], dice=[10, 50, 20, 1, 1, 1])
    assert [cast.outcome for cast in fought.rounds[0].spells] == ["-2 to Attack and Damage", "it ends Agony"]
    assert all(reason != "Agony" for _, reason in attack(fought, "B1").modifiers)


# Dominate.


def test_a_dominated_unit_fights_for_the_caster_and_comes_back() -> None:
    # 17 + 5 = 22 against 12 + 1 = 13: nine rounds; 20 and 15: 25 against 16
    fought = battle([mage("Dominate"), troop("A1", 4)], [troop("B1", 4)], dice=[5, 6], rounds=4)
    (drawn,) = fought.drawn
    assert drawn.name == "B1 under A" and named(fought, "B1").start_count == 3
    assert outcome(fought) == "one B1 obeys for 3 rounds"
    assert drawn.side == "B"  # after three rounds
    assert sum(army.start_count for army in fought.armies) == 9


def test_domination_lasts_twice_as_long_among_crystals() -> None:
    # 5 + 5 = 10 against 8 + 1 = 9: one round, and one more (UD-TER-06)
    sides = [mage("Dominate"), troop("A1", 4)], [troop("B1", 4, health=50)]
    for terrain, rounds in (((), "1 round"), (("Crystals",), "2 rounds")):
        fought = battle(*sides, dice=[5, 8], rounds=1, terrain=terrain)
        assert outcome(fought) == f"one B1 obeys for {rounds}"


def test_domination_at_twice_the_check_lasts() -> None:
    fought = battle([mage("Dominate"), troop("A1", 4)], [troop("B1", 4)], dice=[20, 1])
    (drawn,) = fought.drawn
    assert fought.lasting == {drawn: "A"} and drawn.side == "A" and drawn.alliance == "A"


def test_who_resists_is_safe_from_that_caster() -> None:
    fought = battle([mage("Dominate", casters=2, count=2), troop("A1", 4)], [troop("B1", 4)], dice=[1, 20])
    assert [cast.outcome for cast in fought.rounds[0].spells] == [
        "it resists",
        "it resisted before and is safe for a week",
    ]


def test_a_dominated_unit_strikes_its_own_in_the_round_of_the_spell() -> None:
    # 25 against 7: for good; then A1, B1 and B2 (twice) miss, and the one hits (13 + 2 reach 15)
    fought = battle([mage("Dominate"), troop("A1", 4)], [troop("B1", 4), troop("B2", 4)], dice=[20, 1, 1, 1, 1, 1, 13])
    (drawn,) = fought.drawn
    (strike,) = attacks(fought, drawn.label)
    assert (strike.on.side, strike.count, strike.damage) == ("B", 1, 3 * SCALE)
    assert not attacks(fought, "A1", drawn.label) and all(each.on is not drawn for each in attacks(fought, "B1"))


def test_one_who_withdrew_from_the_spell_this_week_is_safe_from_that_caster() -> None:
    safe = troop("B1", 4, resisted=frozenset(["Mage"]))
    fought = battle([mage("Dominate"), troop("A1", 4)], [safe], dice=[20, 1])
    assert outcome(fought) == "it resisted before and is safe for a week" and not fought.drawn


def test_the_result_tells_who_is_dominated_and_who_resisted() -> None:
    fought = battle([mage("Dominate"), troop("A1", 4)], [troop("B1", 4)], dice=[20, 1])
    told = describe_battle(fought)
    assert told["dominated"] == [{"side": "A", "name": "B1 under A", "unit": "B1", "of": "B1", "caster": "Mage"}]
    assert told["resisted"] == []
    fought = battle([mage("Dominate"), troop("A1", 4)], [troop("B1", 4)], dice=[1, 20])
    told = describe_battle(fought)
    assert told["resisted"] == [{"side": "B", "name": "B1", "caster_side": "A", "caster": "Mage"}]
    assert told["dominated"] == []


# Undead and Constructs: what is no matter of the mind works on them.


@pytest.mark.parametrize("ability", ["Undead", "Construct"])
def test_magic_that_is_not_of_the_mind_works_on_them(ability: str) -> None:
    fought = battle([mage("Hex"), troop("A1")], [troop("B1", abilities=[ability])], dice=[20])
    assert len(attack(fought, "A1", "B1").rolls) == 2
    fought = battle([mage("Curse"), troop("A1")], [troop("B1", abilities=[ability])], dice=[20])
    assert len(attack(fought, "B1").rolls) == 2
    own = regiment("Own", 1, spells=[SpellOrder("Shield", "B1", 1)], **MAGE)
    fought = battle([troop("A1")], [troop("B1", abilities=[ability]), own], dice=[])
    assert attack(fought, "A1", "B1").against == 18


@pytest.mark.parametrize("ability", ["Undead", "Construct"])
def test_illusions_deceive_them(ability: str) -> None:
    illusion = troop("Mirage", 30, conditions=["Illusory"])
    fought = battle([troop("A1", abilities=[ability])], [illusion, troop("B1", 2)], dice=[13])
    assert attack(fought, "A1", "Mirage").count > 0 and named(fought, "Mirage").count == 0


# What was cast in the week before.


def test_a_ward_helps_against_magic_only() -> None:
    fought = battle([mage("Curse"), troop("A1", 1)], [troop("B1", conditions=["Warded"])], dice=[11, 1, 1])
    assert fought.rounds[0].spells[0].attack.against == 17 and outcome(fought) == "it misses"
    assert attack(fought, "A1").against == 15
    fought = battle([mage("Agony"), troop("A1", 1)], [troop("B1", conditions=["Warded"])], dice=[5, 7, 1, 1])
    assert fought.rounds[0].spells[0].check.total == 10


def test_an_illusion_is_gone_at_the_first_scratch() -> None:
    fought = battle([troop("A1", 1)], [troop("B1", 10, conditions=["Illusory"])], dice=[13, 1])
    assert named(fought, "B1").count == 0


def test_the_blessed_are_of_good_cheer() -> None:
    fought = battle([troop("A1", 20)], [troop("B1", 20, conditions=["Blessed"])], dice=[20, 1, 10])
    (check,) = fought.rounds[0].morale
    assert (2, "Blessed") in check.modifiers


def test_blessing_a_friend_lasts_for_the_battle() -> None:
    fought = battle([mage("Bless", "A1"), troop("A1", 20)], [troop("B1", 20)], dice=[1, 20, 10], rounds=2)
    assert outcome(fought) == "+2 Morale, no disease"
    assert (2, "Blessed") in fought.rounds[0].morale[0].modifiers
    assert named(fought, "A1").has("Blessed")


@pytest.mark.parametrize(("roll", "state"), [(20, "fled"), (3, "fighting")])
def test_a_blessing_drives_a_sister_out(roll: int, state: str) -> None:
    sister = regiment("Lilith", unit="Succubus")
    fought = battle([mage("Bless", "Lilith"), troop("A1", 1)], [sister], dice=[roll, 3])
    assert named(fought, "Lilith").state == state
    assert outcome(battle([mage("Bless")], [troop("B1")], dice=[])) == "it is wasted on an enemy"
