"""The rulebook's worked examples of assaults and what follows, each by its id."""

from typing import Any

import pytest
from support.assaults import DERRO, KOBOLDS, assault, condition, traps
from support.battles import named, regiment

from orderbook.dice.given import ListedDice
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.battle.aftermath.raid import HALFLINGS, USUAL, Fate, Settlement, raid
from orderbook.systems.underdeep.battle.aftermath.sack import Sacking, sack

AXES: dict[str, Any] = {"melee_attack": 5, "melee_damage": 4}
GUARDS = [regiment("Guards", 5)]
RICH = {"Gold": 1000, "Food": 1000, "Metal": 1000, "Bodies": 1000, "Souls": 7}
ROLLS = [60, 70, 50, 12, 8, 9]


def test_ud_ex_trap_immune() -> None:
    axes = regiment("Axes", 20, abilities=["Immune (Acid)"], **AXES)
    fought = assault([axes, regiment("Bows", 20, **AXES)], [regiment("Guards", 5)], "Acid Pit", dice=[20, 2, 2])
    assert traps(fought) == [("Acid Pit", "Axes", "spared")]
    assert named(fought, "Axes").count == 20
    assert condition(fought, "Acid Pit") == "sprung"


def test_ud_ex_fear_scarecrows_echoes() -> None:
    both = ["Scarecrows", "Echoing Passages"]
    dice = [10, 10, 2]
    fought = assault([regiment("Axes", 5, **AXES)], GUARDS, "Palisade", *both, by=DERRO, dice=dice)
    assert [(each.need, each.passed) for each in fought.before.morale] == [(15, False), (20, False)]
    assert named(fought, "Axes").attack_plus == -2
    fought = assault(
        [regiment("Axes", 5, **AXES)],
        GUARDS,
        "Palisade",
        *both,
        by=DERRO,
        dice=dice,
        options=["fear-checks=penalties-add"],
    )
    assert named(fought, "Axes").attack_plus == -4
    fought = assault(
        [regiment("Axes", 5, **AXES)],
        GUARDS,
        "Palisade",
        *both,
        by=DERRO,
        dice=[10, 2],
        options=["fear-checks=highest-only"],
    )
    assert [each.need for each in fought.before.morale] == [20]


SIZES: dict[str, list[str]] = {"Small": [], "Big": ["Large"], "Giant": ["Huge"]}


def penalties(*structures: str) -> list[int]:
    """What attackers of each size have less in Attack and in Morale; Kobolds nothing."""
    attackers = [regiment(name, 5, abilities=abilities, **AXES) for name, abilities in SIZES.items()]
    attackers.append(regiment("Rivals", 5, unit="Kobold Slinger"))
    fought = assault(attackers, [regiment("Guards", 5)], "Palisade", *structures, builder=KOBOLDS, seed="m")
    found: list[int] = []
    for name in (*SIZES, "Rivals"):
        given = [(b.figure, b.amount) for b in named(fought, name).bonuses if b.reason == "Cramped and Confusing"]
        assert [figure for figure, _ in given] in (["attack", "morale"], [])
        assert len({amount for _, amount in given}) <= 1
        found.append(given[0][1] if given else 0)
    return found


def test_ud_ex_maze_penalties() -> None:
    assert penalties() == [-2, -4, -6, 0]
    assert penalties("Maze") == [-3, -5, -7, 0]


def test_ud_ex_labyrinth_penalties() -> None:
    assert penalties("Labyrinth") == penalties("Maze", "Labyrinth") == [-4, -6, -8, 0]


@pytest.mark.parametrize(
    ("loot", "highest"),
    [(HALFLINGS, {"Gold": 300, "Metal": 100, "Food": 800}), (USUAL, {"Gold": 600, "Metal": 200, "Food": 400})],
)
def test_ud_ex_raid_halfling(loot: dict[str, str], highest: dict[str, int]) -> None:
    town = Settlement("Town", loot)

    class Extreme:
        is_quick = False

        def __init__(self, is_high: bool) -> None:
            self.log = []  # type: ignore[var-annotated]
            self.is_high = is_high

        def roll(self, sides: int, what: str, key: str) -> int:
            return sides if self.is_high else 1

    assert raid(Extreme(True), town, "Goblins", 3, Fate.SACKED, Options()).loot == highest
    assert raid(Extreme(False), town, "Goblins", 3, Fate.SACKED, Options()).loot == dict.fromkeys(highest, 1)


@pytest.mark.parametrize("by_orcs", [False, True])
def test_ud_ex_sack_salvage(by_orcs: bool) -> None:
    sacking = Sacking(
        "Hold",
        "Dwarves",
        {"Gold": 1005, "Souls": 7},
        "Orcs",
        is_last_dungeon=True,
        defenders_escaped=True,
        by_orcs=by_orcs,
    )
    taken = sack(ListedDice([1, 1]), sacking, Options())
    assert taken.saved == {"Gold": 100, "Souls": 0}
    assert taken.loot == {"Gold": 905, "Souls": 7}


@pytest.mark.parametrize(("rolls", "prisoners"), [([2, 60], 0), ([3, 80], 90)])
def test_ud_ex_sack_prisoners_tunnel(rolls: list[int], prisoners: int) -> None:
    sacking = Sacking("Hold", "Dwarves", RICH, "Goblins", has_escape_tunnel=True)
    assert sack(ListedDice([*ROLLS, *rolls]), sacking, Options()).prisoners == prisoners
