"""The field battle: attack, casualties, blocks, leaders, shooting, withdrawal, morale, flanking, bridges, ambush."""

from typing import Any

import pytest
from support.battles import attack, attacks, battle, dice_told, named, regiment

from orderbook.dice.model import DiceError
from orderbook.systems.underdeep.battle.asking import AnswerError
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.scale import to_points
from orderbook.systems.underdeep.battle.scenario import RegimentPlan, SidePlan


def swords(name: str, count: int, **figures: Any) -> RegimentPlan:
    return regiment(name, count, **{"melee_attack": 2, "melee_damage": 3, **figures})


def bows(name: str, count: int, **figures: Any) -> RegimentPlan:
    return swords(name, count, **{"ranged_attack": 2, "ranged_damage": 2, **figures})


@pytest.mark.parametrize(("roll", "damage"), [(20, 60), (13, 60), (12, 54), (8, 30), (4, 6), (3, 0), (1, 0)])
def test_a_shortfall_lowers_the_multiplier(roll: int, damage: int) -> None:
    fought = battle([swords("Grunts", 20)], [regiment("Rocks", 100)], dice=[roll, 20])
    assert to_points(attack(fought, "Grunts").damage) == damage


def test_fractions_of_damage_are_kept_or_dropped() -> None:
    for options, damage, alive in (((), 13.5, 8), (("fractions-of-damage=dropped",), 13, 8)):
        fought = battle([swords("Few", 5)], [regiment("Many", 10)], dice=[12, 20], options=options)
        assert to_points(named(fought, "Many").start_pool - named(fought, "Many").pool) == damage
        assert named(fought, "Many").count == alive


def test_wounds_from_before_count() -> None:
    fought = battle([swords("A1", 1)], [regiment("B1", 3, wounded=6)], dice=[1])
    assert (named(fought, "B1").start_count, to_points(named(fought, "B1").pool)) == (2, 9)


def test_a_regiment_that_aims_elsewhere_is_split_among_all_it_faces() -> None:
    fought = battle(
        [swords("A1", 20, targets=["B1"]), swords("A2", 10, targets=["B2"])],
        [swords("B1", 20, targets=["A1"]), swords("B2", 10, targets=["A1"])],
    )
    assert {(each.on.label, each.count) for each in attacks(fought, "A1")} == {("B1", 13), ("B2", 7)}
    assert {(each.on.label, each.count) for each in attacks(fought, "B2")} == {("A1", 7), ("A2", 3)}


def test_large_and_huge_units_draw_more_of_a_regiment() -> None:
    fought = battle(
        [swords("A1", 20)],
        [
            swords("Ogres", 2, abilities=["Large"], targets=["A1"]),
            swords("Wyrm", 1, abilities=["Huge"], targets=["A1"]),
        ],
    )
    assert {(each.on.label, each.count) for each in attacks(fought, "A1")} == {("Ogres", 10), ("Wyrm", 10)}


def test_one_roll_may_serve_all_blocks() -> None:
    sides = [swords("A1", 20)], [swords("B1", 10, targets=["A1"]), swords("B2", 5, targets=["A1"])]
    once = battle(*sides, options=["rolls-when-split=once"])
    assert len({each.roll for each in attacks(once, "A1")}) == 1
    assert dice_told(once).count("A1 attack B1") + dice_told(once).count("A1 attack B2") == 1
    assert sum(told.startswith("A1 attack") for told in dice_told(battle(*sides))) == 2


def test_blocks_may_be_rounded_to_the_nearest() -> None:
    sides = [swords("King", 1, leads="A1"), swords("A1", 30)], [swords("B1", 20)]
    for options, shares in (((), {("A1", 19), ("King", 1)}), (("block-rounding=nearest",), {("A1", 19), ("King", 1)})):
        fought = battle(*sides, options=options)
        assert {(each.on.label, each.count) for each in attacks(fought, "B1")} == shares
    sides = [swords("King", 1, leads="A1"), swords("A1", 50)], [swords("B1", 20)]
    fought = battle(*sides, options=["block-rounding=nearest"])
    assert {(each.on.label, each.count) for each in attacks(fought, "B1")} == {("A1", 20)}


# ------------------------------------------------------------------ leaders


def test_excess_damage_on_a_leader_falls_on_the_regiment() -> None:
    fought = battle(
        [swords("Swordsmen", 20, melee_damage=100)],
        [regiment("King", 1, leads="Warriors", health=10), regiment("Warriors", 10, health=100)],
        dice=[1, 20, 20],
    )
    on_king, on_rest = attack(fought, "Swordsmen", "King"), attack(fought, "Swordsmen", "Warriors")
    assert (on_king.count, on_rest.count) == (2, 18)
    warriors = named(fought, "Warriors")
    assert to_points(warriors.start_pool - warriors.pool) == to_points(on_rest.damage) + to_points(on_king.damage) - 10
    assert named(fought, "King").state == "destroyed"


def test_a_led_regiment_checks_the_leaders_morale() -> None:
    fought = battle(
        [swords("A1", 20)], [regiment("King", 1, leads="B1", morale=7), regiment("B1", 30, morale=-5)], dice=[13, 13, 3]
    )
    (check,) = fought.rounds[0].morale
    assert (check.regiment.label, check.total, check.passed) == ("B1", 10, True)


def test_a_leader_leaves_with_its_regiment_and_goes_on_without_it() -> None:
    gone = battle([swords("A1", 20)], [regiment("King", 1, leads="B1"), regiment("B1", 30)], dice=[13, 13, 3])
    assert named(gone, "King").state == "withdrew" == named(gone, "B1").state
    alone = battle(
        [swords("A1", 20, melee_damage=9)],
        [swords("King", 1, leads="B1", health=500, morale="N/A"), regiment("B1", 2, morale="N/A")],
        rounds=2,
        seed="3",
    )
    assert named(alone, "B1").state == "destroyed" and named(alone, "King").is_standing
    assert attacks(alone, "King", round_number=2) and attack(alone, "A1", "King", 2).count == 20


def test_leadership_lasts_as_long_as_the_leader() -> None:
    king = regiment("King", 1, unit="Derro Overlord", leads="B1", health=1, defence=1)
    fought = battle([swords("A1", 60)], [king, swords("B1", 200)], rounds=2, seed="1")
    assert named(fought, "King").state == "destroyed" and named(fought, "B1").bonuses == []
    first, second = (attacks(fought, "B1", "A1", number)[0] for number in (1, 2))
    assert (first.multiplier and first.damage // first.multiplier) == 200 * (3 + 1) * 2
    assert (second.multiplier and second.damage // second.multiplier) == second.count * 3 * 2


# ------------------------------------------------------------------ shooting


def test_first_shots_kill_before_the_melee() -> None:
    fought = battle([bows("Archers", 40)], [swords("Runners", 20, targets=["Archers"])], dice=[20, 20, 20])
    assert [each.kind for each in fought.rounds[0].attacks] == ["ranged", "melee"]
    assert attack(fought, "Runners").count == 4  # 80 of 100 Health shot away before they strike
    assert not any(each.kind == "melee" for each in attacks(fought, "Archers"))


def test_archers_caught_draw_swords_in_the_next_round() -> None:
    fought = battle([bows("Archers", 200)], [swords("Runners", 400, morale=30)], rounds=2)
    assert [attack(fought, "Archers", round_number=number).kind for number in (1, 2)] == ["ranged", "melee"]


def test_shooting_into_melee_costs_two_once_there_is_one() -> None:
    fought = battle(
        [bows("Archers", 10), swords("Guard", 100, morale=30)],
        [swords("Foes", 100, targets=["Guard"], morale=30)],
        rounds=2,
    )
    told = [{why: amount for amount, why in attack(fought, "Archers", None, n).modifiers} for n in (1, 2)]
    assert [each.get("Shooting into melee") for each in told] == [None, -2]


def into_melee(fought: Battle, by: str, round_number: int) -> int:
    return sum(
        amount for amount, why in attack(fought, by, None, round_number).modifiers if why == "Shooting into melee"
    )


def test_nobody_shoots_into_a_melee_of_his_own() -> None:
    fought = battle([bows("Harpies", 10, abilities=["Flyer"])], [swords("Foes", 10, morale=30)], rounds=2)
    assert attacks(fought, "Foes", "Harpies", 2)
    assert [into_melee(fought, "Harpies", number) for number in (1, 2)] == [0, 0]


def test_a_flyer_that_shoots_is_no_melee_for_other_shooters() -> None:
    aloft = [bows("Harpies", 10, abilities=["Flyer"]), bows("Archers", 10, targets=["Foes"])]
    fought = battle(aloft, [swords("Foes", 10, morale=30, targets=["Harpies"])], rounds=2)
    assert attacks(fought, "Foes", "Harpies", 2) and into_melee(fought, "Archers", 2) == 0


def test_friends_shield_archers_only_from_those_they_engage() -> None:
    archers, guard = bows("Archers", 10), swords("Guard", 20, targets=["B1"])
    one = battle([archers, guard], [swords("B1", 20, targets=["Archers"])])
    assert not attacks(one, "B1", "Archers") and attacks(one, "B1", "Guard")
    two = battle([archers, guard], [swords(name, 20, targets=["Archers"]) for name in ("B1", "B2")])
    assert attacks(two, "B2", "Archers") and not attacks(two, "B1", "Archers")


def test_archers_told_to_charge_shoot_once_and_close() -> None:
    fought = battle([bows("Archers", 50, stance="charge", morale=30)], [regiment("B1", 100, morale=30)], rounds=2)
    assert [attack(fought, "Archers", None, number).kind for number in (1, 2)] == ["ranged", "melee"]


def test_who_holds_only_answers() -> None:
    fought = battle([swords("A1", 20, stance="hold")], [swords("B1", 20, stance="hold")])
    assert fought.rounds[0].attacks == []
    fought = battle([swords("A1", 20)], [swords("B1", 20, stance="hold")])
    assert attack(fought, "B1").on.label == "A1"


# ------------------------------------------------------------------ withdrawal and morale


def test_who_withdraws_is_shot_at_but_not_struck() -> None:
    fought = battle(
        [swords("Blades", 20), bows("Archers", 20, targets=["B1"])],
        [swords("B1", 30, withdraw=["at once"]), swords("B2", 30)],
    )
    assert attacks(fought, "Archers", "B1") and not attacks(fought, "Blades", "B1") and not attacks(fought, "B1")
    assert named(fought, "B1").state == "withdrew"


@pytest.mark.parametrize(
    ("condition", "left_in"),
    [
        ("after round 1", 2),
        ("losses > 10%", 2),
        ("outnumbered", 1),
        ("outnumbered 2:1", 2),
        ("outnumbered 9:1", None),
        ("army losses > 90 %", None),
    ],
)
def test_conditions_to_withdraw(condition: str, left_in: int | None) -> None:
    fought = battle(
        [swords("A1", 30, morale=40)], [swords("B1", 20, morale=40, withdraw=[condition])], rounds=2, dice=[12] * 9
    )
    left = [record.number for record in fought.rounds for each in record.departures if each.regiment.label == "B1"]
    assert left == ([] if left_in is None else [left_in])


def test_a_condition_only_a_person_can_judge_is_a_question() -> None:
    sides = [swords("A1", 20)], [swords("B1", 20, withdraw=["if it looks bad"])]
    asked = battle(*sides)
    (question,) = asked.questions.values()
    assert (question.name, question.answer, question.is_answered) == ("order-conditions", "no", False)
    told = battle(*sides, answers={"order-conditions: B1, round 1": "yes"})
    assert named(told, "B1").state == "withdrew"


@pytest.mark.parametrize(("roll", "state"), [(9, "fighting"), (8, "withdrew"), (-1, "fled")])
def test_a_failed_check_is_withdrawal_and_by_ten_flight(roll: int, state: str) -> None:
    morale = 1 if roll > 0 else -1
    dice = [13, max(roll, 1)] + ([20] if state == "fled" else [])
    fought = battle([swords("A1", 20)], [regiment("B1", 40, morale=morale)], dice=dice)
    assert named(fought, "B1").state == state
    assert [each.kind for each in attacks(fought, "A1")] == ["melee"] + ["pursuit"] * (state == "fled")


def test_who_lost_more_than_half_needs_fifteen() -> None:
    for count, need in ((24, 10), (23, 15)):
        fought = battle([swords("A1", 20)], [regiment("B1", count)], dice=[20, 20])
        (check,) = fought.rounds[0].morale
        assert (check.need, named(fought, "B1").killed) == (need, 12)


def test_half_may_be_reckoned_by_health() -> None:
    sides = [swords("A1", 20)], [regiment("Ogre", 1, health=100)]
    for options, need in (((), 10), (("half-the-army=health",), 15)):
        fought = battle(*sides, dice=[20, 20], options=options)
        assert fought.rounds[0].morale[0].need == need - 5 * (need == 15) * 0
        break
    fought = battle(
        [swords("A1", 20)], [regiment("Ogre", 1, health=100)], dice=[20, 20], options=["half-the-army=health"]
    )
    assert fought.rounds[0].morale[0].need == 15


def test_nobody_checks_when_all_suffered_the_same() -> None:
    fought = battle([swords("A1", 20)], [swords("B1", 20)], dice=[12, 12])
    assert fought.rounds[0].morale == []


def test_of_three_armies_those_above_the_average_check() -> None:
    third = SidePlan("C", False, (regiment("C1", 30),))
    fought = battle([swords("A1", 20, targets=["B1"])], [swords("B1", 20, targets=["C1"])], third, seed="x")
    suffered = {army.side: army.suffered for army in fought.armies}
    average = sum(suffered.values()) / 3
    assert {check.regiment.side for check in fought.rounds[0].morale} == {s for s, d in suffered.items() if d > average}


def test_with_nowhere_to_go_it_surrenders() -> None:
    fought = battle([swords("A1", 20)], [swords("B1", 40, has_escape=False)], dice=[20, 1, 1])
    assert named(fought, "B1").state == "surrendered" and fought.winner == "A"


@pytest.mark.parametrize("ability", ["Undead", "Construct", "Vermin"])
def test_the_unshaken_never_check(ability: str) -> None:
    fought = battle(
        [swords("A1", 20)], [swords("B1", 40, abilities=[ability], withdraw=["at once"])], dice=[20, 20][:2]
    )
    assert fought.rounds[0].morale == []
    assert named(fought, "B1").state == ("withdrew" if ability == "Undead" else "fighting")


def test_who_has_no_score_does_not_check() -> None:
    fought = battle([swords("A1", 20)], [regiment("B1", 40, morale="N/A")], dice=[20])
    assert fought.rounds[0].morale == []


# ------------------------------------------------------------------ psychic, suicide, types


def test_psychic_attacks_meet_morale_instead_of_defence() -> None:
    mind = {"ranged_attack": 4, "ranged_damage": "5 (Psychic)"}
    fought = battle([regiment("Orb", 1, **mind)], [regiment("B1", 10, morale=3, defence=99)], dice=[10, 9, 20])
    hit = attack(fought, "Orb")
    assert (hit.total, hit.against, to_points(hit.damage)) == (14, 12, 5)
    for figures in ({"morale": "N/A"}, {"abilities": ["Undead"]}):
        none = battle([regiment("Orb", 1, **mind)], [regiment("B1", 10, **figures)], dice=[20])
        assert attack(none, "Orb").damage == 0


@pytest.mark.parametrize(("roll", "left"), [(20, 0), (4, 0), (3, 10)])
def test_suicide_attackers_die_unless_they_never_arrive(roll: int, left: int) -> None:
    bombs = regiment("Bombs", 10, melee_attack=2, melee_damage="3 (Fire, Suicide)")
    fought = battle([bombs], [regiment("B1", 40, morale=40)], dice=[roll] + [10] * (roll > 3))
    assert named(fought, "Bombs").count == left


def test_immunity_looks_at_the_type() -> None:
    fire = regiment("Fire", 10, melee_attack=2, melee_damage="3 (Fire)")
    fought = battle([fire], [regiment("B1", 40, abilities=["Immune (Fire)"])], dice=[20])
    assert attack(fought, "Fire").damage == 0 and "Immunity" in attack(fought, "Fire").notes[0]


# ------------------------------------------------------------------ pieces that prove the hooks


@pytest.mark.parametrize(("roll", "damage"), [(13, 30 + 20), (12, 30)])
def test_poison_needs_more_than_the_defence(roll: int, damage: int) -> None:
    riders = swords("Riders", 10, abilities=["Poison 2"])
    fought = battle([riders], [regiment("Raiders", 40, defence=14)], dice=[roll, 20])
    assert to_points(attack(fought, "Riders").damage) == damage


def test_cavalry_charges_once() -> None:
    fought = battle([swords("Riders", 10, abilities=["Cavalry"])], [regiment("B1", 400, morale=90)], rounds=2)
    told = [attack(fought, "Riders", None, number).modifiers for number in (1, 2)]
    assert told == [[(2, "Melee Attack"), (2, "Cavalry")], [(2, "Melee Attack")]]


def test_flyers_are_hard_to_strike_and_go_on_shooting() -> None:
    bats = bows("Bats", 40, abilities=["Flying"], morale=90)
    fought = battle([swords("A1", 40, morale=90)], [bats], rounds=2)
    assert [attack(fought, "Bats", None, number).kind for number in (1, 2)] == ["ranged", "ranged"]
    assert (-4, "Flyer") in attack(fought, "A1").modifiers
    claws = battle([swords("A1", 40)], [swords("Bats", 40, abilities=["Flyer"])])
    assert (-2, "Flyer") in attack(claws, "A1").modifiers
    for ability in ("Huge", "Reach", "Flyer"):
        able = battle([swords("A1", 40, abilities=[ability])], [bats])
        assert "Flyer" not in [why for _, why in attack(able, "A1").modifiers]


# ------------------------------------------------------------------ ambush, flanking, bridge


def test_an_ambush_strikes_first_and_unanswered() -> None:
    fought = battle([swords("A1", 20, sneak=True)], [swords("B1", 20)], dice=[20, 1, 13, 20])
    assert attack(fought, "A1", "B1", 0).kind == "sneak" and attacks(fought, "B1", None, 0) == []
    assert fought.before.morale == [] and attack(fought, "B1").count == 8


@pytest.mark.parametrize(
    ("numbers", "origins", "answers", "flanks"),
    [
        ((20, 10), ("x", "y"), {}, True),
        ((20, 9), ("x", "y"), {}, False),
        ((20, 10), ("x", "x"), {}, False),
        ((20, 10), ("x", "y"), {"flanking-directions": "no"}, False),
    ],
)
def test_flanking(numbers: tuple[int, int], origins: tuple[str, str], answers: dict[str, str], flanks: bool) -> None:
    hosts = [swords(f"A{n}", numbers[n], army=f"host {n}", origin=origins[n]) for n in (0, 1)]
    fought = battle(hosts, [swords("B1", 50)], answers=answers)
    assert ((2, "Flanking") in attack(fought, "A0").modifiers) is flanks
    assert "Flanking" not in [why for _, why in attacks(fought, "B1")[0].modifiers]


def test_one_at_a_time_over_a_bridge() -> None:
    own = [swords("B1", 1, bridge=True), swords("B2", 30, morale=90)]
    foes = [swords("A1", 30, melee_attack=30, morale=50), swords("A2", 30), bows("A3", 10)]
    fought = battle(foes, own, bridge="B", rounds=2, seed="7")
    first = [(each.by.label, each.on.label) for each in fought.rounds[0].attacks if each.kind == "melee"]
    assert set(first) <= {("A1", "B1"), ("B1", "A1")} and ("A1", "B1") in first
    assert attacks(fought, "A3")
    second = {(each.by.label, each.on.label) for each in fought.rounds[1].attacks if each.kind == "melee"}
    assert named(fought, "B1").state != "fighting" and second <= {("A1", "B2"), ("B2", "A1")} and second


def test_dice_that_run_out_say_what_was_wanted() -> None:
    with pytest.raises(DiceError, match="a d20 is wanted for: B1 attack A1"):
        battle([swords("A1", 20)], [swords("B1", 20)], dice=[10])


def test_whoever_finds_its_enemy_shot_turns_to_another() -> None:
    fought = battle(
        [
            regiment("Bows", 20, targets=["Axemen"], ranged_attack=5, ranged_damage=5),
            swords("Grunts", 10, targets=["Axemen"]),
        ],
        [swords("Axemen", 5), swords("Zealots", 10, stance="hold")],
        dice=[15, 13, 13, 13, 13],
    )
    assert named(fought, "Axemen").count == 0
    assert attack(fought, "Grunts").on is named(fought, "Zealots")
    assert attack(fought, "Zealots").on is named(fought, "Grunts")
    assert [each.why for each in fought.rounds[0].pairings if each.on.label == "Zealots"][-1] == "proposed"


def test_whoever_finds_nobody_left_strikes_nobody() -> None:
    fought = battle(
        [regiment("Bows", 20, ranged_attack=5, ranged_damage=5), swords("Grunts", 10)],
        [swords("Axemen", 5)],
        dice=[15],
    )
    assert fought.winner == "A" and attacks(fought, "Grunts") == []


def test_an_answer_is_one_of_the_choices() -> None:
    plan = [swords("Grunts", 2, withdraw=["the moon is full"])]
    foes = [swords("Foe", 2)]
    with pytest.raises(AnswerError, match=r"'perhaps' is no answer to: .* Write one of yes, no"):
        battle(plan, foes, answers={"order-conditions": "perhaps"})
    assert named(battle(plan, foes, answers={"order-conditions": "YES"}), "Grunts").state == "withdrew"


def test_who_has_destroyed_the_last_enemy_holds_the_field_and_checks_no_morale() -> None:
    """UD-MRL-01, UD-MRL-03: armies check during combat, for whether they fight on; there is nobody left to fight."""
    winners, losers = swords("Winners", 10, morale=-20), swords("Losers", 8, melee_damage=6, health=1)
    fought = battle([winners], [losers], dice=[20, 20])
    assert not fought.rounds[0].morale and fought.winner == "A"
    assert (named(fought, "Winners").state, named(fought, "Winners").count) == ("fighting", 1)


def test_who_still_has_an_enemy_checks_morale() -> None:
    winners, losers = swords("Winners", 10, morale=-20), swords("Losers", 8, melee_damage=6, health=1)
    fought = battle([winners], [losers, regiment("Rocks", 9)], dice=[20, 20, 20, 20])
    assert [check.regiment.label for check in fought.rounds[0].morale] == ["Winners"]
