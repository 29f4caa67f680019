"""Traps and defences that do more than strike, one by one."""

from dataclasses import replace
from typing import Any

import pytest
from support.assaults import DERRO, assault, built, condition, site_of, traps
from support.battles import attack, attacks, dice_told, named, regiment

from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.outcome import describe_battle
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.site_plan import StructurePlan

AXES: dict[str, Any] = {"melee_attack": 5, "melee_damage": 4}
GUARDS = [regiment("Guards", 5)]


def test_a_snare_holds_units_unharmed() -> None:
    fought = assault([regiment("Axes", 10, **AXES)], GUARDS, "Snare", dice=[9, 2, 1], rounds=1)
    axes = named(fought, "Axes")
    assert (axes.caught, axes.killed) == (2, 0)
    assert axes.count == 8
    assert attack(fought, "Axes", "Guards").count == 8


def test_a_snare_does_not_hold_big_ones() -> None:
    fought = assault([regiment("Trolls", 10, abilities=["Large"], **AXES)], GUARDS, "Snare", dice=[9, 1])
    assert traps(fought) == [("Snare", "Trolls", "spared")]
    assert named(fought, "Trolls").count == 10


def test_comrades_free_who_was_caught_if_they_win() -> None:
    fought = assault([regiment("Axes", 20, **AXES)], GUARDS, "Snare", dice=[9, 2, 20])
    axes = named(fought, "Axes")
    assert fought.winner == "A"
    assert (axes.caught, axes.count) == (0, 20)


def test_a_cage_holds_one_large_or_up_to_four() -> None:
    fought = assault([regiment("Trolls", 5, abilities=["Large"], **AXES)], GUARDS, "Cage Trap", dice=[9, 1])
    assert named(fought, "Trolls").caught == 1
    fought = assault([regiment("Axes", 10, **AXES)], GUARDS, "Cage Trap", dice=[9, 4, 1])
    assert named(fought, "Axes").caught == 4
    fought = assault([regiment("Worms", 2, abilities=["Huge"], **AXES)], GUARDS, "Cage Trap", dice=[9, 1])
    assert traps(fought) == [("Cage Trap", "Worms", "spared")]


def test_a_regiment_that_is_caught_as_a_whole_is_off_the_field() -> None:
    fought = assault([regiment("Axes", 2, **AXES)], GUARDS, "Cage Trap", dice=[9, 4])
    assert named(fought, "Axes").state == "surrendered"
    assert fought.winner == "B"


def test_no_pit_harms_a_huge_unit() -> None:
    for pit in ("Pit Trap", "Acid Pit"):
        fought = assault([regiment("Worms", 2, abilities=["Huge"], **AXES)], GUARDS, pit, dice=[20, 1])
        assert traps(fought) == [(pit, "Worms", "spared")]
        assert named(fought, "Worms").pool == named(fought, "Worms").start_pool


def test_the_monster_in_the_pit_is_the_game_masters() -> None:
    fought = assault([regiment("Axes", 10, **AXES)], GUARDS, "Monster Pit", dice=[10, 1])
    assert [(each.name, each.answer, each.is_answered) for each in fought.questions.values()] == [
        ("monster-in-the-pit", "0", False)
    ]
    fought = assault(
        [regiment("Axes", 10, **AXES)], GUARDS, "Monster Pit", dice=[10, 1, 20], answers={"monster-in-the-pit": "12"}
    )
    assert named(fought, "Axes").killed == 2


def test_gas_takes_health_until_the_battle_is_over() -> None:
    fought = assault([regiment("Axes", 10, **AXES)], GUARDS, "Poison Gas Trap", dice=[7, 1])
    assert attack(fought, "Poison Gas Trap").notes == ["-2 Health for each unit"]
    axes = named(fought, "Axes")
    assert axes.count == 10 and axes.pool == 50 * SCALE, "they have it again when it is over"
    fought = assault([regiment("Imps", 10, health=2, **AXES)], GUARDS, "Poison Gas Trap", dice=[7])
    assert named(fought, "Imps").count == 0
    fought = assault(
        [regiment("Bones", 10, health=2, abilities=["Undead"], **AXES)], GUARDS, "Poison Gas Trap", dice=[7, 1]
    )
    assert traps(fought) == [("Poison Gas Trap", "Bones", "spared")]


def test_who_needs_no_air_does_not_drown() -> None:
    fought = assault([regiment("Bones", 20, abilities=["Undead"], **AXES)], GUARDS, "Flooding Room", dice=[9, 1])
    assert traps(fought) == [("Flooding Room", "Bones", "spared")]
    fought = assault([regiment("Axes", 20, **AXES)], GUARDS, "Flooding Room", dice=[9, 1, 20])
    assert named(fought, "Axes").killed == 12
    fought = assault([regiment("Bones", 20, abilities=["Undead"], **AXES)], GUARDS, "Acidic Flooding Room", dice=[9, 1])
    assert named(fought, "Bones").killed == 16, "acid drowns nobody, it burns"


def test_the_mutagenic_moat_lowers_every_figure() -> None:
    fought = assault(
        [regiment("Axes", 20, **AXES)], GUARDS, "Palisade", "Mutagenic Moat", by=DERRO, dice=[17, 3, 20, 9], rounds=2
    )
    axes = named(fought, "Axes")
    assert attack(fought, "Mutagenic Moat").notes == ["all figures -3"]
    assert (axes.attack_plus, axes.damage_plus, axes.defence_plus, axes.morale_plus) == (-3, -3, -3, -3)
    assert axes.unit_health == 5 * SCALE, "its Health is back when the battle is over"


def test_deafened_for_a_round() -> None:
    fought = assault(
        [regiment("Axes", 10, **AXES)],
        [regiment("Guards", 5, **AXES)],
        "Deafening Passage",
        by=DERRO,
        dice=[7, 9, 9, 20, 20],
    )
    assert (-2, "Deafened") in attack(fought, "Axes").modifiers
    assert attack(fought, "Guards").against == 13
    assert named(fought, "Axes").attack_plus == 0


def test_strange_architecture_makes_confusion_worse() -> None:
    for name, penalty, dice in (
        ("Unstable Architecture", -2, []),
        ("Amorphous Architecture", -4, [1]),
        ("Chaotic Architecture", -6, [1]),
    ):
        mouther = regiment("Mouther", 1, abilities=["Confusion Aura (DC 10)"], health=50, **AXES)
        fought = assault([regiment("Axes", 5, **AXES)], [mouther], name, by=DERRO, dice=[*dice, 20, 9, 9, 20])
        (check,) = [each for each in fought.rounds[0].morale if each.reason == "Confusion"]
        assert (penalty, "Disoriented") in check.modifiers


def test_amorphous_architecture_strikes_as_a_trap() -> None:
    fought = assault([regiment("Axes", 10, **AXES)], GUARDS, "Amorphous Architecture", by=DERRO, dice=[9, 1, 20])
    assert attack(fought, "Amorphous Architecture").damage == 20 * SCALE


def test_the_gibbering_wall_strikes_confuses_and_heals() -> None:
    fought = assault([regiment("Axes", 20, **AXES)], GUARDS, "Gibbering Wall", by=DERRO, dice=[20, 9, 7, 20])
    wall = attack(fought, "Gibbering Wall")
    assert (wall.total, wall.damage, wall.types) == (15, 12 * SCALE, frozenset({"acid"}))
    # 9 + 5 = 14 against 16: 20 x 4 x 0.8 = 64 damage, 20 grow back
    assert site_of(fought).walls[0].pool == 56 * SCALE
    (check,) = [each for each in fought.rounds[0].morale if each.reason == "Confusion"]
    assert check.need == 10


def test_the_chute_drops_them_among_jabberlings() -> None:
    jabberlings = regiment("Jabberlings", 20, unit="Jabberling", abilities=[])
    fought = assault(
        [regiment("Axes", 30, health=40, **AXES)],
        [jabberlings, regiment("Guards", 5, **AXES)],
        "Jabberling Pit Chute",
        by=DERRO,
        seed="chute",
        rounds=1,
        answers={"confusion-aura": "no"},
        more=(),
    )
    told = traps(fought)
    assert told == [("Jabberling Pit Chute", "Axes", told[0][2])]
    if told[0][2] == "hit":
        assert attacks(fought, "Jabberlings", "Axes in the pit", 1)
        assert not attacks(fought, "Jabberlings", "Axes", 1)
    axes = named(fought, "Axes")
    assert axes.start_count == 30 and axes.count + axes.killed == 30


def test_an_empty_pit_holds_nobody() -> None:
    fought = assault([regiment("Axes", 30, **AXES)], GUARDS, "Jabberling Pit Chute", by=DERRO, dice=[11, 20, 1])
    assert attack(fought, "Axes", "Guards").count == 30


def test_a_reinforced_gate_strengthens_the_palisade() -> None:
    fought = assault([regiment("Axes", 5, **AXES)], GUARDS, "Palisade", "Reinforced Gate", dice=[1])
    assert attack(fought, "Axes", "Palisade").against == 25
    assert condition(fought, "Reinforced Gate") == "stands"


def test_every_weapon_and_plain_trap_strikes_by_its_figures() -> None:
    figures = {
        "Caltrops": (4, 5),
        "Metal Jaws": (5, 10),
        "Pit Trap": (6, 8),
        "Spiked Pit Trap": (6, 12),
        "Rockfall Trap": (6, 20),
        "Collapsing Tunnel": (10, 30),
        "Mimic": (12, 15),
        "Acid Pit": (6, 15),
    }
    for name, (to_hit, damage) in figures.items():
        fought = assault([regiment("Axes", 20, **AXES)], GUARDS, name, dice=[15 - to_hit, 1, 20])
        strike = attack(fought, name)
        assert (strike.total, strike.damage) == (15, damage * SCALE), name
    for name, (to_hit, damage) in {
        "Murder Holes": (5, 10),
        "Rat Cages": (6, 10),
        "Buckets of Acid": (6, 10),
        "Grenades": (6, 15),
    }.items():
        fought = assault([regiment("Axes", 20, **AXES)], GUARDS, "Palisade", name, dice=[1, 15 - to_hit, 20])
        strike = attack(fought, name)
        assert (strike.total, strike.damage) == (15, damage * SCALE), name


def test_the_dice_say_what_they_were_rolled_for() -> None:
    fought = assault([regiment("Axes", 20, **AXES)], GUARDS, "Snare", dice=[9, 1, 1])
    assert dice_told(fought)[:2] == ["Snare strikes Axes", "Snare holds some of Axes"]


def dispel_at(trap: StructurePlan, **rest: Any) -> Battle:
    """A round before the Palisade, in which a mage outside casts Dispel at a trap behind it."""
    mage = regiment("Mage", 1, ranged_attack=3, ranged_damage=1, spells=[SpellOrder("Dispel", trap.label, 1)])
    return assault([mage], [regiment("B", 1)], "Palisade", more=[trap], **rest)


@pytest.mark.parametrize(
    ("answer", "ends"), [("erased", "erased"), ("shut down", "disarmed"), ("nothing", "armed"), ("", "armed")]
)
def test_dispel_puts_out_a_trap_as_the_game_master_says(answer: str, ends: str) -> None:
    fought = dispel_at(built("Pit Trap")[0], answers={"uses-of-dispel": answer} if answer else {})
    told = describe_battle(fought)
    assert fought.site is not None and fought.site.traps[0].condition == ends
    (question,) = told["questions"]
    assert (question["question"], question["answered"]) == ("uses-of-dispel", bool(answer))
    assert told["site"]["erased"] == (["Pit Trap"] if ends == "erased" else [])


def test_markings_go_for_good_unless_told_otherwise() -> None:
    fought = dispel_at(replace(built("Pit Trap")[0], name="Glyph of Frost", label="Glyph of Frost"))
    assert fought.site is not None and fought.site.traps[0].condition == "erased"
