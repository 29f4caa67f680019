"""Casting: who may, whom it reaches, in which order, and how long it lasts; with Shield and Curse."""

import pytest
from support.battles import attack, battle, dice_told, named, regiment

from orderbook.systems.underdeep.battle.attack import Attack, _settle_dice
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.scenario import RegimentPlan

SHAMAN = {"ranged_attack": 5, "ranged_damage": 2}


def grunts(name: str, count: int = 20) -> RegimentPlan:
    return regiment(name, count, melee_attack=2, melee_damage=3, morale=60)


def with_spell(*spells: SpellOrder, count: int = 1, rounds: int = 1, dice: list[int] | None = None) -> Battle:
    caster = regiment("Shaman", count, spells=spells, morale=60, **SHAMAN)
    return battle([caster, grunts("A1")], [grunts("B1")], rounds=rounds, dice=dice)


def test_shield_lasts_one_round_and_costs_the_caster_its_shot() -> None:
    fought = with_spell(SpellOrder("Shield", "A1", 1), rounds=2)
    assert [attack(fought, "B1", "A1", number).against for number in (1, 2)] == [18, 15]
    assert [each.by.label for each in fought.rounds[0].attacks].count("Shaman") == 0
    assert attack(fought, "Shaman", None, 2).kind == "ranged"


def test_spells_of_one_name_do_not_add_up() -> None:
    fought = with_spell(SpellOrder("Shield", "A1", 1, casters=2), count=2)
    assert attack(fought, "B1", "A1").against == 18
    assert [cast.outcome for cast in fought.rounds[0].spells] == ["+3 Defence", "it is shielded already"]


def test_those_who_do_not_cast_shoot() -> None:
    fought = with_spell(SpellOrder("Shield", "A1", 1, casters=2), count=5)
    assert attack(fought, "Shaman").count == 3


@pytest.mark.parametrize(("roll", "cursed"), [(10, True), (9, False)])
def test_curse_needs_a_hit_and_keeps_the_lower_die(roll: int, cursed: bool) -> None:
    dice = [roll, 12] + ([17, 4] if cursed else [17]) + [20, 20]
    fought = with_spell(SpellOrder("Curse", "B1", 1), dice=dice)
    assert attack(fought, "B1").rolls == ((17, 4) if cursed else (17,))
    assert attack(fought, "B1").roll == (4 if cursed else 17)
    assert named(fought, "B1").on_attack_dice == ()  # gone at the round's end


def test_curse_may_have_to_beat_the_defence() -> None:
    caster = regiment("Shaman", 1, spells=[SpellOrder("Curse", "B1", 1)], **SHAMAN)
    fought = battle([caster], [grunts("B1")], dice=[10, 17, 1], options=["exact-roll-of-a-spell=misses"])
    assert attack(fought, "B1").rolls == (17,)


def test_caught_in_melee_nobody_casts_what_needs_a_shot() -> None:
    caster = regiment(
        "Shaman",
        50,
        health=50,
        morale=60,
        melee_attack=1,
        melee_damage=1,
        spells=[SpellOrder("Curse", "B1", 2)],
        **SHAMAN,
    )
    fought = battle([caster], [grunts("B1", 200)], rounds=2)
    assert fought.rounds[1].spells == [] and "caught in melee" in fought.rounds[1].events[0].text
    assert attack(fought, "Shaman", None, 2).kind == "melee"


@pytest.mark.parametrize(
    ("better", "worse", "later", "settled"),
    [
        ([], [(1, "Curse")], False, (1, False)),
        ([(0, "Double-Headed"), (1, "Hex")], [], False, (2, True)),
        ([(1, "Hex")], [(2, "Curse")], False, (0, False)),
        ([(1, "Hex")], [(2, "Curse")], True, (1, False)),
        ([(2, "Hex")], [(1, "Curse")], True, (1, True)),
        ([(0, "Double-Headed"), (2, "Hex")], [(1, "Curse")], False, (1, True)),
    ],
)
def test_dice_that_help_and_dice_that_hurt(
    better: list[tuple[int, str]], worse: list[tuple[int, str]], later: bool, settled: tuple[int, bool]
) -> None:
    fought = battle([grunts("A1")], [grunts("B1")], options=["hex-with-curse=later-spell"] if later else [])
    found: Attack = attack(fought, "A1")
    found.better, found.worse = better, worse
    assert _settle_dice(fought, found) == settled


def test_spells_are_named_rolls() -> None:
    fought = with_spell(SpellOrder("Curse", "B1", 1))
    assert "Shaman casts Curse on B1" in dice_told(fought)
