"""Reports say what happened and nothing else: blows that come too late or are not rolled, the caught, the stubborn."""

from typing import Any

import pytest
from support.assaults import assault
from support.battles import battle, dice_told, named, regiment, scenario

from orderbook.dice.seeded import SeededDice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.report.render import render_battle
from orderbook.systems.underdeep.battle.report.view import view_battle
from orderbook.systems.underdeep.battle.site_plan import SitePlan
from orderbook.systems.underdeep.battle.verbs import make_singular

AXES: dict[str, Any] = {"melee_attack": 5, "melee_damage": 4, "morale": 30}
GUARDS = [regiment("Guards", 5)]


def told(fought: Battle, heading: str, round_number: int = 1) -> list[str]:
    """The lines of a round under a heading, none where it has no such heading."""
    (view,) = (each for each in view_battle(fought).rounds if each.title == f"Round {round_number}")
    return [line for name, lines in view.groups if name == heading for line in lines]


def test_a_wall_that_lies_in_ruins_does_not_hold() -> None:
    bands = [regiment(f"Axes {number}", 20, **AXES) for number in range(1, 4)]
    fought = assault(bands, GUARDS, "Palisade", dice=[20, 20, 20])
    ends = [line.rsplit(", ", 1)[1] for line in told(fought, "Attacks")]
    assert ends == ["it breaks.", "it is down already.", "it is down already."]


def test_blows_on_the_dead_are_told_as_such_however_light() -> None:
    bands = [regiment("Axes", 20, targets=["Ogre"], **AXES), regiment("Boy", 1, targets=["Ogre"], **AXES)]
    fought = battle(bands, [regiment("Ogre", 1, health=40, defence=10)], dice=[20, 20])
    big, small = told(fought, "Attacks")
    assert big.endswith(("1 dies.", "1 falls.", "1 dead.", "that kills 1."))
    assert small.endswith(("4 damage, nobody is left to die of it.", "4 damage, the dead do not feel it."))


def test_what_cannot_be_dodged_is_told_without_a_roll() -> None:
    dying = regiment("Bombs", 10, abilities=["Death Throes"], **AXES)
    fought = battle([dying], [regiment("Ogres", 10, health=50, defence=40, **AXES)], dice=[1, 20, 20])
    (line,) = (each for each in told(fought, "Attacks") if "dying" in each)
    assert line.startswith("8 Bombs strike out dying at Ogres: 16 damage, ")


def test_those_whom_gas_kills_are_told() -> None:
    fought = assault([regiment("Axes", 7, health=2, **AXES)], GUARDS, "Poison Gas Trap", dice=[20])
    (line,) = (each for each in told(fought, "Attacks") if each.startswith("Poison Gas Trap"))
    assert "7" in line.rsplit("; ", 1)[1] and "damage" not in line
    assert told(fought, "Casualties") == ["7 Axes."]


def test_the_caught_are_alive_and_in_the_trap() -> None:
    fought = assault([regiment("Axes", 2, **AXES)], GUARDS, "Cage Trap", dice=[9, 4])
    assert "Axes: 2 of 2 alive, Health 10, surrendered in round 1, 2 caught in traps" in render_battle(fought)


def test_a_leader_stands_when_a_trap_holds_all_it_led() -> None:
    band = [regiment("Axes", 2, **AXES), regiment("Chief", 1, leads="Axes", defence=40, **AXES)]
    fought = assault(band, GUARDS, "Cage Trap", dice=[9, 4])
    assert named(fought, "Axes").state == "surrendered" and named(fought, "Chief").state == "fighting"
    assert named(fought, "Chief").host is None


def test_who_fails_in_a_frenzy_is_told_to_stay() -> None:
    witch = regiment("Witch", 1, spells=[SpellOrder("Frenzy", "Mad")], defence=40)
    mad = regiment("Mad", 10, melee_attack=5, melee_damage=1)
    fought = battle([witch, mad], [regiment("Axes", 2, health=40, **AXES)], dice=[1, 20, 1, 20])
    (line, _) = told(fought, "Morale")
    assert line == "Mad, Morale: 1 + 1 Morale = 2 against 10: failed, and stays." and named(fought, "Mad").is_standing


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("attack", "attacks"),
        ("try to slip past", "tries to slip past"),
        ("are confused", "is confused"),
        ("go for", "goes for"),
        ("pass", "passes"),
    ],
)
def test_one_does_what_several_do(many: str, one: str) -> None:
    assert make_singular(many) == one


def test_dice_of_one_confused_unit_are_told_of_one() -> None:
    mage = regiment("Mage", 1, ranged_attack=9, ranged_damage=0, spells=[SpellOrder("Confusion", "Ogre")])
    fought = battle([mage], [regiment("Ogre", 1, **(AXES | {"morale": 0}))], dice=[20, 1, 1])
    assert dice_told(fought)[-1] == "Ogre is confused"


def test_a_besieged_garrison_is_listed_alike_whatever_the_order_of_the_file() -> None:
    def view(*garrison: str) -> tuple[str, ...]:
        names = [regiment(name, 5) for name in garrison]
        site = SitePlan("Hold", "B", "Dwarves", garrison=frozenset(garrison), is_assault=False)
        plan = scenario([regiment("Axes", 9)], names, site=site, rounds=1)
        return view_battle(fight(plan, SeededDice("x"))).aftermath

    assert view("Bows", "Axemen") == view("Axemen", "Bows")
    assert view("Bows", "Axemen") == ("Hold is besieged; inside and out of this: 5 Axemen, 5 Bows.",)
