"""The [site] table of a battle file."""

import pytest

from orderbook.systems.underdeep.battle.reading.file import read_battle_file
from orderbook.systems.underdeep.battle.reading.problems import BattleFileError
from orderbook.systems.underdeep.battle.site_plan import SitePlan
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.text.source import SourceText

SIDES = """
[[side]]
name = "Goblins"
attacker = true
[[side.regiment]]
name = "Grunts"
stats = {melee_attack = 2, melee_damage = 3, defence = 15, health = 5, speed = 4, morale = 1}
count = 20
[[side]]
name = "Kobolds"
[[side.regiment]]
name = "Slingers"
unit = "Kobold Slinger"
count = 20
[[side.regiment]]
name = "Patrol"
unit = "Kobold Slinger"
count = 5
"""


def site(text: str, sides: str = SIDES) -> SitePlan:
    plan = read_battle_file(SourceText(f"[site]\n{text}\n{sides}", "x.toml"), underdeep_rulebook()).scenario.site
    assert plan is not None
    return plan


def complaints(text: str, sides: str = SIDES) -> list[tuple[int, str]]:
    with pytest.raises(BattleFileError) as raised:
        site(text, sides)
    return [(problem.line, str(problem)) for problem in raised.value.problems]


def test_a_site_of_the_rule_data() -> None:
    plan = site(
        'name = "Warren"\nstructures = ["Palisade", "2 Murder Holes", "Pit Traps x3", "Reinforced Gate"]\n'
        'garrison = ["Slingers"]\ncrews = {"Murder Holes" = "Slingers"}\n'
    )
    assert [each.label for each in plan.structures] == [
        "Palisade",
        "Murder Holes",
        "Murder Holes 2",
        "Pit Trap",
        "Pit Trap 2",
        "Pit Trap 3",
        "Reinforced Gate",
    ]
    assert (plan.owner, plan.builder, plan.is_outpost) == ("Kobolds", "Cleversmart Kobolds", False)
    assert plan.structures[0].fighter.health == 30 and plan.structures[0].breaches
    assert plan.structures[1].at_wall and plan.structures[1].crew == 1
    assert plan.structures[3].weapon is not None and plan.structures[3].weapon.attack == 6
    assert plan.structures[6].strengthens == 5 and not plan.structures[6].breaches
    assert plan.garrison == {"Slingers"}


def test_everybody_is_garrisoned_where_nothing_is_said() -> None:
    assert site('structures = ["Palisade"]').garrison == {"Slingers", "Patrol"}


def test_figures_of_ones_own() -> None:
    plan = site(
        'structures = [{name = "Ice Wall", kind = "wall", defence = 18, health = 50, attack = 3, damage = "4 (Cold)"},'
        ' {name = "Ballista", kind = "manned", attack = 7, damage = 12, crew = 3},'
        ' {name = "Pit Trap", damage = 11}, {name = "Blast", kind = "trap", attack = 5, damage = 9, once = true}]'
    )
    wall, ballista, pit, blast = plan.structures
    assert (wall.fighter.defence, wall.fighter.health) == (18, 50)
    assert wall.weapon is not None and wall.weapon.types == {"cold"}
    assert (ballista.crew, ballista.at_wall) == (3, False)
    assert pit.weapon is not None and (pit.weapon.attack, pit.weapon.damage) == (6, 11)
    assert blast.is_once


def test_who_dug_it_decides_between_pits() -> None:
    assert site('built_by = "Derro"\nstructures = ["Pit Trap"]').structures[0].weapon.attack == 3  # type: ignore[union-attr]
    assert site('built_by = "Kobolds"\nstructures = ["Pit Trap"]').structures[0].weapon.attack == 6  # type: ignore[union-attr]
    ((line, told),) = complaints('built_by = "Trolls"\nstructures = ["Pit Trap"]')
    assert line == 3 and "2 factions have a Pit Trap" in told and 'built_by = "Derro"' in told


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ('owner = "Orcs"', 2, "there is no side 'Orcs'"),
        ('kind = "castle"', 2, "there is no kind 'castle'"),
        ('structures = ["Palisad of doom"]', 2, "no structure is called 'Palisad of doom'"),
        ('structures = ["Palisade"]\ngarrison = ["Slinger"]', 3, "there is no regiment 'Slinger'. Write Slingers"),
        ('structures = ["Palisade"]\ncrews = {"Murder Holes" = "Slingers"}', 3, "there is no 'Murder Holes'"),
        ('structures = ["Palisade"]\ncharges = {Palisade = 1}', 3, "once a tunnel is finished"),
        ('structures = [{name = "Wall", kind = "wall"}]', 2, "a wall or gate needs Defence and Health"),
        ('structures = [{name = "Wall", kind = "wall", defnce = 3}]', 2, "did you mean defence?"),
        ('structures = ["Outer Wall"]', 2, "needs Defence and Health"),
        ('structures = [{name = "Trap", kind = "trap", abilities = ["Whirling"]}]', 2, "nothing in a battle acts"),
        ("wals = 3", 2, "there is no key 'wals'"),
        ('infiltrators = ["Slingers"]', 2, "there is no regiment 'Slingers'"),
        ('assassins = {Grunts = "King"}', 2, "there is no regiment 'King'"),
        ("structures = [3]", 2, "3 is no structure"),
        ("structures = 3", 2, "structures is no list"),
        ("tunnel = 3", 2, "neither true nor false"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, line: int, told: str) -> None:
    found = complaints(text)
    assert [each[0] for each in found] == [line]
    assert told in found[0][1]


def test_a_site_that_is_no_table() -> None:
    with pytest.raises(BattleFileError, match="site is no table"):
        read_battle_file(SourceText("site = 3\n" + SIDES, "x.toml"), underdeep_rulebook())
