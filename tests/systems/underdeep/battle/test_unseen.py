"""Ambushes and those in them: who is given away by a leader, who stays for a round, who is aboard a transport."""

from typing import Any

import pytest
from support.assaults import assault
from support.battles import attack, attacks, battle, named, regiment

from orderbook.systems.underdeep.battle.scale import SCALE, to_points
from orderbook.systems.underdeep.battle.scenario import RegimentPlan

SWORDS = {"melee_attack": 2, "melee_damage": 3}


def swords(name: str, count: int, *abilities: str, **rest: Any) -> RegimentPlan:
    return regiment(name, count, abilities=abilities, **{**SWORDS, **rest})


# a leader among Infiltrators


@pytest.mark.parametrize(("ability", "ambushes"), [((), False), (("Infiltrator",), True)])
def test_a_leader_who_is_no_infiltrator_gives_an_ambush_away(ability: tuple[str, ...], ambushes: bool) -> None:
    fought = battle(
        [swords("Sneaks", 10, "Infiltrator", sneak=True), swords("Chief", 1, *ability, "Leadership", leads="Sneaks")],
        [swords("Guards", 30, health=50)],
        seed="x",
    )
    assert bool(attacks(fought, "Sneaks", round_number=0)) is ambushes
    told = [event.text for event in fought.before.events]
    assert told == ([] if ambushes else ["Sneaks cannot lie in ambush: who leads them is no Infiltrator."])


def test_a_file_may_lay_an_ambush_with_whom_it_likes() -> None:
    fought = battle(
        [swords("Wolves", 10, sneak=True), swords("Chief", 1, "Leadership", leads="Wolves")], [swords("Guards", 30)]
    )
    assert attacks(fought, "Wolves", round_number=0)


def test_any_regiment_the_queen_leads_is_one_of_infiltrators() -> None:
    queen = regiment("Queen", 1, unit="Shee-Ra Cleversmart the Sixteenth", leads="Slingers")
    others = regiment("Others", 5, unit="Kobold Slinger")
    fought = battle([regiment("Slingers", 5, unit="Kobold Slinger"), others, queen], [swords("Guards", 30)])
    assert named(fought, "Slingers").has("Infiltrator") and not named(fought, "Others").has("Infiltrator")


@pytest.mark.parametrize("is_led", [True, False])
def test_led_by_one_who_is_none_infiltrators_do_not_slip_in(is_led: bool) -> None:
    leader = [swords("Chief", 1, leads="Sneaks")] if is_led else []
    fought = assault(
        [swords("Sneaks", 5, "Infiltrator"), *leader],
        [swords("Guards", 5)],
        "Palisade",
        infiltrators=frozenset(["Sneaks"]),
        seed="slip",
    )
    slips = [each for each in fought.before.attacks if each.kind == "stealth"]
    assert bool(slips) is not is_led
    assert any("cannot slip in" in event.text for event in fought.before.events) is is_led


# the round after the ambush


def test_those_who_struck_from_ambush_fight_one_round_before_they_withdraw() -> None:
    # the ambush, then one round of blows on both sides and the check of who took more
    fought = battle(
        [swords("Sneaks", 10, "Infiltrator", sneak=True, withdraw=["at once"], health=50)],
        [swords("Guards", 30, health=50)],
        dice=[13, 13, 13, 20],
        rounds=2,
    )
    assert attack(fought, "Sneaks", round_number=0).damage == attack(fought, "Sneaks").damage == 30 * SCALE
    assert attack(fought, "Guards", "Sneaks").damage == 90 * SCALE
    assert [each.regiment.label for each in fought.rounds[1].departures] == ["Sneaks"]
    assert named(fought, "Sneaks").state == "withdrew"


def test_without_an_ambush_an_order_to_withdraw_holds_at_once() -> None:
    fought = battle([swords("Sneaks", 10, withdraw=["at once"])], [swords("Guards", 30)])
    assert not attacks(fought, "Guards") and named(fought, "Sneaks").state == "withdrew"


# transports


def carried(**wagon: Any) -> list[RegimentPlan]:
    return [
        regiment("Wagon", 1, abilities=["Transport", "Huge"], **{"health": 12, "defence": 10, **wagon}),
        swords("Riders", 6, aboard="Wagon", health=20),
    ]


def test_an_ambush_that_destroys_a_transport_hurts_those_aboard_as_much() -> None:
    # 10 x 3 damage are 30 at full: more than the 12 the wagon has; each rider loses 12, too
    fought = battle([swords("Sneaks", 10, sneak=True)], carried(), dice=[13, 1, 1])
    assert [each.on.label for each in attacks(fought, "Sneaks", round_number=0)] == ["Wagon"]
    riders = named(fought, "Riders")
    assert to_points(riders.pool) == 6 * 20 - 6 * 12 and riders.count == 3


def test_frail_units_die_in_a_transport_that_is_destroyed() -> None:
    wagon, _ = carried()
    fought = battle([swords("Sneaks", 10, sneak=True)], [wagon, swords("Riders", 6, aboard="Wagon")], dice=[13])
    assert named(fought, "Riders").state == "destroyed" and fought.winner == "A"


def test_from_a_transport_that_holds_they_get_out_unharmed_and_fight() -> None:
    fought = battle([swords("Sneaks", 10, sneak=True)], carried(health=100), seed="holds", rounds=2)
    assert [each.on.label for each in attacks(fought, "Sneaks", round_number=0)] == ["Wagon"]
    assert attacks(fought, "Riders", "Sneaks") and not fought.before.dead


def test_in_any_other_battle_they_have_got_out_before() -> None:
    fought = battle([swords("Foes", 10, targets=["Riders"])], carried(), seed="out")
    assert attacks(fought, "Foes", "Riders")


def in_the_air(riders: RegimentPlan, **rest: Any) -> Any:
    ship = regiment("Ship", 1, abilities=["Transport", "Huge", "Flyer"], health=12, defence=10)
    return battle(
        [swords("Bats", 10, "Flyer", "Undead", targets=["Riders"])], [ship, riders], terrain=("Midair",), **rest
    )


def test_in_the_air_shooters_fight_from_the_transport() -> None:
    bows = swords("Riders", 6, aboard="Ship", ranged_attack=2, ranged_damage=2)
    fought = in_the_air(bows, dice=[13, 3])
    assert attack(fought, "Riders", "Bats").kind == "ranged"
    assert attacks(fought, "Bats", "Riders") == [] and attacks(fought, "Bats", "Ship")


def test_in_the_air_melee_units_aboard_do_nothing() -> None:
    fought = in_the_air(swords("Riders", 6, aboard="Ship"), seed="idle", rounds=1)
    assert attacks(fought, "Riders") == [] and attacks(fought, "Bats", "Ship")


def test_a_transport_shot_down_takes_everyone_with_it() -> None:
    fought = in_the_air(swords("Riders", 6, aboard="Ship", health=99), dice=[13])
    assert named(fought, "Ship").state == named(fought, "Riders").state == "destroyed"
    assert fought.rounds[0].dead == {named(fought, "Ship"): 1, named(fought, "Riders"): 6}


def test_a_transport_that_flees_takes_them_along() -> None:
    ship = regiment("Ship", 1, abilities=["Transport", "Flyer"], withdraw=["at once"])
    riders = swords("Riders", 6, aboard="Ship")
    fought = battle([swords("Bats", 10, "Flyer")], [ship, riders], terrain=("Midair",))
    assert named(fought, "Ship").state == named(fought, "Riders").state == "withdrew"
