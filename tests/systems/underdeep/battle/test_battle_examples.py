"""The rulebook's worked examples of battle, each by its id."""

import pytest
from support.battles import attack, attacks, battle, named, regiment

from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.scale import to_points
from orderbook.systems.underdeep.battle.scenario import RegimentPlan
from orderbook.systems.underdeep.battle.splitting import split_blocks

GRUNTS = regiment("Grunts", 20, melee_attack=2, melee_damage=3, defence=15, health=5)
AXEMEN = regiment("Axemen", 15, melee_attack=3, melee_damage=5, defence=17, health=8, morale=3)


def grunts_and_axemen() -> Battle:
    return battle([GRUNTS], [AXEMEN], dice=[14, 14, 20])


def test_ud_ex_grunts_axemen_totals() -> None:
    fought = grunts_and_axemen()
    grunts, axemen = named(fought, "Grunts"), named(fought, "Axemen")
    assert (to_points(grunts.start_pool), to_points(axemen.start_pool)) == (100, 120)
    # a Combined Damage Score is what an attack deals by each step of its multiplier
    assert to_points(attack(fought, "Grunts").damage) / attack(fought, "Grunts").multiplier == 6
    assert to_points(attack(fought, "Axemen").damage) / attack(fought, "Axemen").multiplier == 7.5


def test_ud_ex_grunts_axemen_attacks() -> None:
    fought = grunts_and_axemen()
    by_grunts, by_axemen = attack(fought, "Grunts"), attack(fought, "Axemen")
    assert (by_grunts.total, by_grunts.against, by_grunts.multiplier, to_points(by_grunts.damage)) == (16, 17, 9, 54)
    assert (by_axemen.total, by_axemen.against, by_axemen.multiplier, to_points(by_axemen.damage)) == (17, 15, 10, 75)


def test_ud_ex_grunts_axemen_casualties() -> None:
    fought = grunts_and_axemen()
    grunts, axemen = named(fought, "Grunts"), named(fought, "Axemen")
    assert (to_points(grunts.pool), grunts.count, grunts.killed) == (25, 5, 15)
    assert (to_points(axemen.pool), axemen.count, axemen.killed) == (66, 9, 6)
    (check,) = fought.rounds[0].morale
    assert (check.regiment, check.need) == (grunts, 15)


def test_ud_ex_one_body() -> None:
    """Told to attack two regiments, it attacks the first; the other comes in only by attacking it."""
    divided = regiment("Grunts", 20, melee_attack=2, melee_damage=3, targets=["Axemen", "Hammerers"])
    foes = [regiment(name, 20, stance="hold") for name in ("Axemen", "Hammerers")]
    fought = battle([divided], foes)
    assert [(each.on.label, each.count) for each in attacks(fought, "Grunts")] == [("Axemen", 20)]


def split_grunts() -> tuple[list[RegimentPlan], list[RegimentPlan]]:
    foes = [
        regiment("Axemen", 10, melee_attack=3, melee_damage=40, health=8),
        regiment("Hammerers", 5, melee_attack=3, melee_damage=4, health=8),
    ]
    return [GRUNTS], foes


def test_ud_ex_split_grunts() -> None:
    own, foes = split_grunts()
    fought = battle(own, foes, dice=[10, 10, 20, 10, 20])
    assert [(each.on.label, each.count) for each in attacks(fought, "Grunts")] == [("Axemen", 13), ("Hammerers", 7)]


def test_ud_ex_split_spill() -> None:
    """The Axemen alone kill more than the 13 that face them."""
    own, foes = split_grunts()
    fought = battle(own, foes, dice=[1, 1, 9, 1, 20, 20])
    assert attack(fought, "Axemen").killed > 13 and named(fought, "Grunts").count == 0


KING = {"melee_attack": 6, "melee_damage": 60, "defence": 15, "health": 10, "leads": "Warriors"}


def test_ud_ex_goblin_king_split() -> None:
    king, warriors = regiment("King", 1, **KING), regiment("Warriors", 10, health=10)
    fought = battle([king, warriors], [regiment("Swordsmen", 20, melee_attack=3, melee_damage=4)])
    assert {(each.on.label, each.count) for each in attacks(fought, "Swordsmen")} == {("King", 2), ("Warriors", 18)}
    bodies = [named(fought, "Warriors"), named(fought, "King")]
    assert bodies[0].count == 10 or sum(split_blocks(20, bodies)) == 20


@pytest.mark.parametrize("by_king", [False, True])
def test_ud_ex_goblin_king_spill(by_king: bool) -> None:
    king, warriors = regiment("King", 1, **KING), regiment("Warriors", 10, health=10, morale=30)
    swordsmen = regiment("Swordsmen", 20, melee_attack=3, melee_damage=40, health=5, morale=30)
    if by_king:  # he slays more than the 2 that face him
        fought = battle([king, warriors], [swordsmen], dice=[20, 1, 1, 20])
        assert attack(fought, "King").killed == 12 == named(fought, "Swordsmen").killed
    else:  # 2 Swordsmen deal 80: he dies of 10, his Warriors take 70
        fought = battle([king, warriors], [swordsmen], dice=[1, 1, 20, 20])
        assert named(fought, "King").count == 0
        assert to_points(named(fought, "Warriors").pool) == 100 - 70


@pytest.mark.parametrize(("roll", "poison"), [(12, 20), (19, 20)])
def test_ud_ex_poison_beats(roll: int, poison: int) -> None:
    assert poisoned(roll) == poison


@pytest.mark.parametrize("roll", [11, 10, 1])
def test_ud_ex_poison_equals(roll: int) -> None:
    assert poisoned(roll) == 0


def poisoned(roll: int) -> int:
    """Poison damage of 10 Spider Cavalry with Attack +3 on Defence 14."""
    riders = regiment("Spider Cavalry", 10, melee_attack=1, melee_damage=4, abilities=["Poison 2", "Cavalry"])
    fought = battle([riders], [regiment("Raiders", 100, defence=14)], dice=[roll, 20][: 2 if roll > 4 else 1])
    found = attack(fought, "Spider Cavalry")
    assert sum(amount for amount, _ in found.extra) + 10 * 4 * found.multiplier * 2 == found.damage
    assert found.total == roll + 3
    return sum(int(to_points(amount)) for amount, _ in found.extra)
