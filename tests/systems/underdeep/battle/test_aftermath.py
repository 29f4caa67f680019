"""Sacks, raids, razing, prisoners and graves."""

import pytest

from orderbook.dice.given import ListedDice
from orderbook.dice.seeded import SeededDice
from orderbook.rulebook.options import Options, parse_options
from orderbook.systems import find_system
from orderbook.systems.underdeep.battle.aftermath.bodies import (
    GraveRobbery,
    Treated,
    Treatment,
    rob_graves,
    treat_prisoners,
)
from orderbook.systems.underdeep.battle.aftermath.raid import USUAL, Fate, Settlement, give_up, raid
from orderbook.systems.underdeep.battle.aftermath.razing import Standing, count_charges, raze
from orderbook.systems.underdeep.battle.aftermath.sack import Sacking, sack
from orderbook.systems.underdeep.battle.aftermath.spoils import SpoilsError, roll_spoils

RICH = {"Gold": 1000, "Food": 1000, "Metal": 1000, "Bodies": 1000, "Souls": 7}
ROLLS = [60, 70, 50, 12, 8, 9]


def options(*chosen: str) -> Options:
    return parse_options(chosen, find_system("underdeep").ambiguities()) if chosen else Options()


def test_a_sack_takes_what_the_dice_say() -> None:
    dice = ListedDice([*ROLLS, 2, 60])
    taken = sack(dice, Sacking("Hold", "Dwarves", RICH, "Goblins"), Options())
    assert taken.loot == {"Gold": 130, "Food": 50, "Metal": 12, "Bodies": 17}
    assert taken.prisoners == 120
    assert [roll.sides for roll in dice.log] == [100, 100, 100, 20, 20, 20, 3, 100]
    assert dice.log[0].what == "Goblins sack Hold: Gold"


def test_nobody_loses_more_than_he_has() -> None:
    poor = {"Gold": 20, "Food": 500}
    taken = sack(ListedDice([*ROLLS, 1, 1]), Sacking("Hold", "Dwarves", poor, "Goblins"), Options())
    assert taken.loot == {"Gold": 20, "Food": 50}
    assert taken.rolled["Gold"] == 130


def test_orcs_take_double_but_no_more_than_there_is() -> None:
    wealth = {**RICH, "Gold": 200}
    by_orcs = Sacking("Hold", "Dwarves", wealth, "Orcs", by_orcs=True)
    assert sack(ListedDice([*ROLLS, 1, 1]), by_orcs, Options()).loot == {
        "Gold": 200,
        "Food": 100,
        "Metal": 24,
        "Bodies": 34,
    }
    assert sack(ListedDice([*ROLLS, 1, 1]), by_orcs, options("orc-loot=raids-only")).loot["Food"] == 50


def test_the_last_dungeon_costs_everything() -> None:
    sacking = Sacking("Hold", "Dwarves", RICH, "Goblins", is_last_dungeon=True)
    assert sack(ListedDice([1, 1]), sacking, Options()).loot == RICH


def test_outposts_cannot_be_sacked() -> None:
    with pytest.raises(SpoilsError, match="Outposts cannot be sacked"):
        sack(ListedDice([]), Sacking("Post", "Dwarves", RICH, "Goblins", is_outpost=True), Options())


def test_multiplied_dice_are_multiplied_or_added() -> None:
    assert roll_spoils(ListedDice([3, 40]), "1d3 x 1d100", "", "", Options()) == 120
    assert roll_spoils(ListedDice([3, 40, 1, 99]), "1d3 x 1d100", "", "", options("multiplied-dice=sum")) == 140
    assert roll_spoils(ListedDice([40, 50]), "2d100", "", "", options("multiplied-dice=sum")) == 90
    with pytest.raises(SpoilsError, match="are no dice"):
        roll_spoils(ListedDice([]), "some gold", "", "", Options())


def test_a_settlement_rebuilds_for_four_weeks_after_the_sack() -> None:
    town = Settlement("Town", USUAL)
    sacked = raid(SeededDice("x"), town, "Goblins", 3, Fate.SACKED, Options()).settlement
    for week in (4, 7):
        again = raid(ListedDice([]), sacked, "Goblins", week, Fate.SACKED, Options(), takes_prisoners=True)
        assert (again.loot, again.prisoners) == ({}, 0)
        assert again.settlement.rebuilding_until == week + 4
    assert raid(SeededDice("x"), sacked, "Goblins", 8, Fate.SACKED, Options()).loot


def test_what_becomes_of_a_settlement() -> None:
    town = Settlement("Town", USUAL)
    razed = raid(SeededDice("x"), town, "Goblins", 3, Fate.RAZED, Options())
    assert razed.loot and razed.settlement.is_razed
    with pytest.raises(SpoilsError, match="razed"):
        raid(SeededDice("x"), razed.settlement, "Goblins", 9, Fate.SACKED, Options())
    seized = raid(SeededDice("x"), town, "Goblins", 3, Fate.SEIZED, Options()).settlement
    assert seized.holder == "Goblins"
    assert give_up(seized, 9) == Settlement("Town", USUAL, rebuilding_until=13)


def test_orcs_double_a_raid_and_prisoners_are_taken_if_wanted() -> None:
    rolls = [2, 10, 1, 10, 1, 10]
    town = Settlement("Town", USUAL)
    assert raid(ListedDice(rolls), town, "Orcs", 1, Fate.SACKED, Options(), by_orcs=True).loot == {
        "Gold": 40,
        "Metal": 20,
        "Food": 20,
    }
    taken = raid(ListedDice([*rolls, 3, 20]), town, "Goblins", 1, Fate.SACKED, Options(), takes_prisoners=True)
    assert taken.prisoners == 60


def test_charges_bring_a_site_down() -> None:
    site = [Standing("Palisade", 30), Standing("Great Wall", 100), Standing("Burrow"), Standing("Pit Trap")]
    assert count_charges(5, 3) == 6
    all_of_it = raze("Warren", site, 6, Options(), is_held=True, has_tunnel=False)
    assert (all_of_it.is_gone, all_of_it.left_over) == (True, 0)
    part = raze("Warren", site, 3, Options(), is_held=True, has_tunnel=False)
    assert part.broken == ("Palisade",)
    assert part.standing == (Standing("Great Wall", 20), Standing("Burrow"), Standing("Pit Trap"))
    ordered = raze("Warren", site, 6, Options(), is_held=True, has_tunnel=False, order={"Burrow": 1})
    assert (ordered.broken, ordered.left_over) == (("Burrow",), 5)


def test_charges_below_the_enemy_need_a_tunnel() -> None:
    site = [Standing("Burrow")]
    with pytest.raises(SpoilsError, match="finished tunnel"):
        raze("Warren", site, 1, Options(), is_held=False, has_tunnel=False)
    with pytest.raises(SpoilsError, match="finished tunnel"):
        raze("Warren", site, 1, options("charges-without-tunnel=always"), is_held=True, has_tunnel=False)
    assert raze("Warren", site, 1, Options(), is_held=False, has_tunnel=True).is_gone


def test_prisoners_are_dealt_with_as_ordered() -> None:
    assert treat_prisoners(20, {Treatment.KILL: 5, Treatment.ENSLAVE: 10}) == Treated(bodies=5, slaves=10, held=5)
    with pytest.raises(SpoilsError, match="there are 20"):
        treat_prisoners(20, {Treatment.KILL: 21})


@pytest.mark.parametrize(
    ("units", "speed", "leaves", "graves", "bodies", "noticed"),
    [
        (50, 2, True, 500, 100, False),
        (51, 1, True, 500, 51, True),
        (10, 2, False, 500, 20, True),
        (50, 2, True, 30, 30, False),
    ],
)
def test_graves(units: int, speed: int, leaves: bool, graves: int, bodies: int, noticed: bool) -> None:
    assert rob_graves(units, speed, leaves, graves) == GraveRobbery(bodies, noticed)
