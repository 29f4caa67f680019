"""Assaults: walls, crews, ways in, traps, prisoners."""

from typing import Any

import pytest
from support.assaults import DERRO, KOBOLDS, assault, condition, site_of, traps
from support.battles import attack, attacks, dice_told, named, regiment

from orderbook.systems.underdeep.battle.assault.outcome import describe_site, list_to_reset
from orderbook.systems.underdeep.battle.assault.prisoners import list_prisoners
from orderbook.systems.underdeep.battle.orders import SpellOrder
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import SidePlan

AXES: dict[str, Any] = {"melee_attack": 5, "melee_damage": 4}


def test_nobody_reaches_the_garrison_before_the_breach() -> None:
    fought = assault([regiment("Axes", 10, **AXES)], [regiment("Guards", 5, **AXES)], "Palisade", dice=[15])
    assert [each.on.label for each in fought.rounds[0].attacks] == ["Palisade"]
    # 15 + 5 = 20 meets Defence 20: 10 x 4 = 40 damage, and the Palisade has 30
    assert condition(fought, "Palisade") == "broken"
    assert site_of(fought).breached == "walls"


def test_after_the_breach_they_fight_inside() -> None:
    fought = assault(
        [regiment("Axes", 10, **AXES)], [regiment("Guards", 5, **AXES)], "Palisade", dice=[15, 10, 10, 20, 20], rounds=2
    )
    assert {(each.by.label, each.on.label) for each in fought.rounds[1].attacks} == {
        ("Axes", "Guards"),
        ("Guards", "Axes"),
    }
    assert attack(fought, "Axes", "Guards", 2).against == 16, "a garrison has +1 Defence"


def test_a_wall_takes_damage_by_degrees() -> None:
    fought = assault([regiment("Axes", 5, **AXES)], [regiment("Guards", 5)], "Palisade", "Reinforced Gate", dice=[14])
    strike = attack(fought, "Axes")
    assert (strike.total, strike.against) == (19, 25)
    assert strike.damage == 8 * SCALE  # 5 x 4 / 10 x (10 - 6)
    assert site_of(fought).walls[0].pool == 22 * SCALE


def test_a_site_without_walls_is_open() -> None:
    fought = assault([regiment("Axes", 10, **AXES)], [regiment("Guards", 5, **AXES)], "Caltrops", dice=[1, 10, 10])
    assert site_of(fought).breached == "open"
    assert traps(fought) == [("Caltrops", "Axes", "evaded")]
    assert attacks(fought, "Guards", "Axes")


def test_shooters_on_both_sides_of_the_wall() -> None:
    archers = regiment("Archers", 10, ranged_attack=4, ranged_damage=3)
    slingers = regiment("Slingers", 10, ranged_attack=4, ranged_damage=3)
    fought = assault([archers], [slingers], "Palisade", dice=[15, 11, 20, 20])
    out, back = attack(fought, "Archers"), attack(fought, "Slingers")
    assert (out.total, out.against) == (15, 16)  # 15 + 4 - 4 on the walls; Defence 15 + 1
    assert (back.total, back.against) == (15, 15)


def test_a_garrison_that_cannot_be_shot_at() -> None:
    archers = regiment("Archers", 10, ranged_attack=4, ranged_damage=3)
    slingers = regiment("Slingers", 10, ranged_attack=4, ranged_damage=3)
    fought = assault([archers], [slingers], "Palisade", dice=[11, 1, 20], options=["garrison-under-fire=untouchable"])
    assert attack(fought, "Archers").on.label == "Palisade"


def test_those_who_only_wait_inside_are_not_shot_at() -> None:
    archers = regiment("Archers", 10, ranged_attack=4, ranged_damage=3)
    fought = assault([archers], [regiment("Guards", 5, **AXES)], "Palisade", dice=[11])
    assert [each.on.label for each in fought.rounds[0].attacks] == ["Palisade"]


def test_of_a_crew_no_more_die_than_serve() -> None:
    archers = regiment("Archers", 50, ranged_attack=9, ranged_damage=9)
    guards = regiment("Guards", 20, **AXES)
    fought = assault([archers], [guards], "Palisade", "Kobold Trebuchet", dice=[20, 5])
    assert named(fought, "Guards").killed == 2


def test_engines_shoot_through_a_shroud_as_badly_as_archers() -> None:
    witch = regiment("Witch", 1, defence=40, spells=[SpellOrder("Obfuscating Shroud")])
    fought = assault(
        [witch, regiment("Axes", 9, **AXES)], [regiment("Guards", 20, **AXES)], "Kobold Trebuchet", "Palisade"
    )
    assert (-4, "Shrouded") in attack(fought, "Kobold Trebuchet").modifiers


def test_murder_holes_strike_who_is_at_the_wall() -> None:
    axes, archers = regiment("Axes", 10, **AXES), regiment("Archers", 30, ranged_attack=0, ranged_damage=1)
    fought = assault(
        [axes, archers],
        [regiment("Guards", 3, **AXES)],
        "Palisade",
        "Murder Holes",
        dice=[2, 2, 8],
        crews={"Murder Holes": "Guards"},
    )
    hole = attack(fought, "Murder Holes")
    assert (hole.on.label, hole.total, hole.damage) == ("Axes", 13, 8 * SCALE)
    assert site_of(fought).wall_weapons[0].crew == [(named(fought, "Guards"), 1)]


def test_too_few_to_serve_a_weapon() -> None:
    fought = assault([regiment("Axes", 10, **AXES)], [regiment("Guard", 1)], "Palisade", "Kobold Trebuchet", dice=[2])
    assert not attacks(fought, "Kobold Trebuchet")


def test_who_serves_a_weapon_does_nothing_else() -> None:
    slingers = regiment("Slingers", 10, ranged_attack=4, ranged_damage=3)
    fought = assault(
        [regiment("Axes", 10, **AXES)],
        [slingers],
        "Palisade",
        "Kobold Trebuchet",
        dice=[2, 2, 2],
        crews={"Kobold Trebuchet": "Slingers"},
    )
    assert attack(fought, "Slingers").count == 8


def test_trebuchets_shoot_before_all_blows_once() -> None:
    fought = assault(
        [regiment("Axes", 5, **AXES)],
        [regiment("Guards", 5)],
        "Palisade",
        "Kobold Trebuchet",
        dice=[20, 5, 1, 9],
        rounds=2,
    )
    # all five die of the first stone
    assert attack(fought, "Kobold Trebuchet").killed == 5
    assert not attacks(fought, "Axes")


def test_a_misfire_hurts_one_of_the_crew() -> None:
    fought = assault(
        [regiment("Axes", 5, **AXES)], [regiment("Guards", 5)], "Palisade", "Kobold Trebuchet", dice=[1, 5, 20]
    )
    assert attack(fought, "Kobold Trebuchet").damage == 0
    assert named(fought, "Guards").killed == 1


def test_a_misfire_hurts_the_whole_crew_if_the_campaign_says_so() -> None:
    fought = assault(
        [regiment("Axes", 5, **AXES)],
        [regiment("Guards", 5)],
        "Palisade",
        "Kobold Trebuchet",
        dice=[1, 5, 20],
        options=["misfire-victim=whole-crew"],
    )
    assert named(fought, "Guards").killed == 2


def test_defenders_outside_fight_as_on_any_field() -> None:
    fought = assault(
        [regiment("Axes", 10, **AXES)],
        [regiment("Guards", 5, **AXES), regiment("Patrol", 5, **AXES)],
        "Palisade",
        garrison=["Guards"],
        dice=[10, 10, 20],
    )
    assert {(each.by.label, each.on.label) for each in fought.rounds[0].attacks} == {
        ("Axes", "Patrol"),
        ("Patrol", "Axes"),
    }
    assert attack(fought, "Axes").against == 15


@pytest.mark.parametrize("ability", ["Flyer", "Climbing"])
def test_over_the_wall(ability: str) -> None:
    fought = assault(
        [regiment("Bats", 10, abilities=[ability], **AXES)],
        [regiment("Guards", 5, **AXES)],
        "Palisade",
        "Rockfall Trap",
        dice=[1, 10, 10, 20, 20],
    )
    assert site_of(fought).breached == ""
    assert traps(fought) == [("Rockfall Trap", "Bats", "evaded")]
    assert attacks(fought, "Bats", "Guards")


def test_flyers_pass_over_pits_and_climbers_do_not() -> None:
    for ability, expected in (("Flyer", []), ("Climbing", [("Pit Trap", "Bats", "evaded")])):
        fought = assault(
            [regiment("Bats", 10, abilities=[ability], **AXES)],
            [regiment("Guards", 5)],
            "Palisade",
            "Pit Trap",
            seed="a",
        )
        told = [each[:2] for each in traps(fought)]
        assert told == [each[:2] for each in expected]


def test_a_tunnel_leads_past_walls_and_crews_but_not_past_traps() -> None:
    fought = assault(
        [regiment("Axes", 10, **AXES)],
        [regiment("Guards", 5, **AXES)],
        "Palisade",
        "Murder Holes",
        "Spiked Moat",
        "Pit Trap",
        has_tunnel=True,
        dice=[14, 10, 10, 20],
    )
    assert site_of(fought).breached == "tunnel"
    assert condition(fought, "Palisade") == "stands"
    assert traps(fought) == [("Pit Trap", "Axes", "hit")]
    assert not attacks(fought, "Murder Holes")
    assert attacks(fought, "Axes", "Guards")


def test_a_tunnel_past_the_traps_if_the_campaign_says_so() -> None:
    fought = assault(
        [regiment("Axes", 10, **AXES)],
        [regiment("Guards", 5)],
        "Palisade",
        "Pit Trap",
        has_tunnel=True,
        dice=[10],
        options=["tunnel-traps=bypassed"],
    )
    assert traps(fought) == []


def test_the_game_master_may_be_asked_about_a_tunnel() -> None:
    fought = assault(
        [regiment("Axes", 10, **AXES)],
        [regiment("Guards", 5)],
        "Palisade",
        has_tunnel=True,
        dice=[10],
        options=["tunnel-breach=ask"],
        answers={"tunnel-breach": "no"},
    )
    assert site_of(fought).breached == ""
    assert [each.is_answered for each in fought.questions.values() if each.name == "tunnel-breach"] == [True]


def test_a_moat_holds_them_up_for_a_round() -> None:
    slingers = regiment("Slingers", 10, ranged_attack=4, ranged_damage=1)
    fought = assault(
        [regiment("Axes", 40, **AXES)], [slingers], "Palisade", "Spiked Moat", dice=[16, 8, 20, 8, 9], rounds=2
    )
    assert traps(fought) == [("Spiked Moat", "Axes", "evaded")]
    assert [each.by.label for each in fought.rounds[0].attacks] == ["Spiked Moat", "Slingers"]
    assert attacks(fought, "Axes", "Palisade", 2)


def test_a_moat_strikes_who_goes_around_it() -> None:
    fought = assault([regiment("Axes", 40, **AXES)], [regiment("Guards", 5)], "Palisade", "Spiked Moat", dice=[17, 20])
    assert attack(fought, "Spiked Moat").damage == 12 * SCALE


def test_a_trap_goes_from_one_to_the_next_until_it_hits() -> None:
    fought = assault(
        [regiment("Axes", 5, **AXES), regiment("Bows", 5, **AXES), regiment("Clubs", 5, **AXES)],
        [regiment("Guards", 5)],
        "Pit Trap",
        dice=[8, 9, 2, 2, 2, 20, 20, 20],
    )
    assert traps(fought) == [("Pit Trap", "Axes", "evaded"), ("Pit Trap", "Bows", "hit")]
    assert attack(fought, "Pit Trap", "Bows").damage == 8 * SCALE


def test_the_vanguard_meets_the_traps_first() -> None:
    fought = assault(
        [regiment("Axes", 5, **AXES), regiment("Bows", 5, **AXES)],
        [regiment("Guards", 5)],
        "Pit Trap",
        dice=[9, 2, 2, 20, 20],
        vanguard=("Bows",),
    )
    assert traps(fought) == [("Pit Trap", "Bows", "hit")]


def test_a_trap_hits_in_full_or_not_at_all() -> None:
    fought = assault([regiment("Axes", 20, **AXES)], [regiment("Guards", 5)], "Pit Trap", dice=[8, 2])
    assert attack(fought, "Pit Trap").damage == 0  # 14 against 15


def test_poison_in_a_pit_hurts_where_it_beats_the_defence() -> None:
    for roll, damage in ((9, 12), (10, 16)):
        fought = assault(
            [regiment("Axes", 20, **AXES)], [regiment("Guards", 5)], "Poisonous Spiked Pit Trap", dice=[roll, 2, 20]
        )
        assert attack(fought, "Poisonous Spiked Pit Trap").damage == damage * SCALE


def test_rats_infect_who_falls_among_them() -> None:
    fought = assault([regiment("Axes", 20, **AXES)], [regiment("Guards", 5)], "Pit of Rats", dice=[9, 2, 20])
    assert fought.infected == {named(fought, "Axes"): 3}


# disarming


def test_a_disarmed_trap_troubles_nobody() -> None:
    skulkers = regiment("Skulkers", 5, abilities=["Disarm Traps +5"], **AXES)
    fought = assault([skulkers], [regiment("Guards", 5)], "Pit Trap", dice=[12, 10, 2])
    assert traps(fought) == [("Pit Trap", "Skulkers", "disarmed")]  # 17 against 16
    assert dice_told(fought)[0] == "Skulkers try to disarm Pit Trap"
    assert condition(fought, "Pit Trap") == "disarmed"


def test_a_trap_sprung_by_who_would_disarm_it() -> None:
    skulkers = regiment("Skulkers", 5, abilities=["Disarm Traps +5"], **AXES)
    fought = assault(
        [regiment("Axes", 5, **AXES), skulkers], [regiment("Guards", 5)], "Pit Trap", dice=[11, 10, 2, 2, 20]
    )
    assert traps(fought) == [("Pit Trap", "Skulkers", "hit")]  # 16 against 16, and 16 reaches Defence 15


def test_a_trap_nobody_noticed_goes_on_as_usual() -> None:
    skulkers = regiment("Skulkers", 5, abilities=["Disarm Traps +5"], **AXES)
    fought = assault(
        [regiment("Axes", 5, **AXES), skulkers], [regiment("Guards", 5)], "Pit Trap", dice=[3, 8, 9, 2, 2, 20]
    )
    assert traps(fought) == [("Pit Trap", "Skulkers", "unnoticed"), ("Pit Trap", "Axes", "hit")]


# those who come unseen


def test_infiltrators_get_past_walls_they_beat() -> None:
    sneaks = regiment("Sneaks", 5, abilities=["Infiltrator"], **AXES)
    fought = assault(
        [sneaks, regiment("Axes", 5, **AXES)],
        [regiment("Guards", 5, **AXES)],
        "Palisade",
        "Pit Trap",
        infiltrators=frozenset(["Sneaks"]),
        dice=[16, 1, 2, 2, 2, 20, 20],
    )
    assert traps(fought) == [("Pit Trap", "Sneaks", "evaded")]
    assert attacks(fought, "Sneaks", "Guards") and attacks(fought, "Axes", "Palisade")


def test_equalling_the_wall_is_not_enough_for_infiltrators() -> None:
    sneaks = regiment("Sneaks", 5, abilities=["Infiltrator"], **AXES)
    fought = assault(
        [sneaks], [regiment("Guards", 5, **AXES)], "Palisade", infiltrators=frozenset(["Sneaks"]), dice=[15, 2]
    )
    assert attacks(fought, "Sneaks", "Palisade") and not attacks(fought, "Sneaks", "Guards")


def test_thieves_loot_and_are_gone() -> None:
    thieves = regiment("Thieves", 3, abilities=["Thieving"], **AXES)
    fought = assault(
        [thieves, regiment("Axes", 5, **AXES)],
        [regiment("Guards", 5)],
        "Palisade",
        thieves=frozenset(["Thieves"]),
        dice=[16, 4, 10, 1, 2],
    )
    assert fought.gains["A", "Gold"] == 15
    assert named(fought, "Thieves").state == "withdrew"


def test_thieves_who_fail_badly_are_shot_at() -> None:
    thieves = regiment("Thieves", 3, abilities=["Thieving"], **AXES)
    slingers = regiment("Slingers", 10, ranged_attack=4, ranged_damage=3)
    for roll, shots in ((4, 1), (5, 0)):  # short by 11, by 10
        fought = assault(
            [thieves],
            [slingers],
            "Palisade",
            thieves=frozenset(["Thieves"]),
            seed="q",
            rounds=None,
            dice=[roll, *[2] * 200],
        )
        assert len(attacks(fought, "Slingers", round_number=0)) == shots
        assert not fought.gains


def test_an_assassin_kills_and_slips_away() -> None:
    blade = regiment("Blade", 1, melee_attack=9, melee_damage=30)
    queen = regiment("Queen", 1, leads="Guards", health=10, melee_attack=5, melee_damage=5)
    fought = assault(
        [blade], [regiment("Guards", 20, **AXES), queen], "Palisade", assassins={"Blade": "Queen"}, dice=[12, 10]
    )
    assert named(fought, "Queen").count == 0 and named(fought, "Guards").killed in (0, 4)
    assert named(fought, "Blade").state == "withdrew"


def test_an_assassin_whose_victim_lives_fights_it_alone_for_a_round() -> None:
    blade = regiment("Blade", 1, melee_attack=9, melee_damage=5, health=50, has_escape=False)
    queen = regiment("Queen", 1, leads="Guards", health=60, melee_attack=5, melee_damage=5)
    fought = assault(
        [blade],
        [regiment("Guards", 20, **AXES), queen],
        "Palisade",
        assassins={"Blade": "Queen"},
        dice=[12, 10, 10, 10, 20, 10, 10, 10, 20, 20],
        rounds=2,
    )
    first = {(each.by.label, each.on.label) for each in fought.rounds[0].attacks}
    assert first == {("Blade", "Queen"), ("Queen", "Blade")}
    assert attacks(fought, "Guards", "Blade", 2)


def test_an_assassin_who_is_seen_is_shot_at() -> None:
    blade = regiment("Blade", 1, melee_attack=5, melee_damage=5, health=50)
    slingers = regiment("Slingers", 10, ranged_attack=4, ranged_damage=3)
    fought = assault([blade], [slingers], "Palisade", assassins={"Blade": "Slingers"}, dice=[5, 11, *[2] * 9])
    assert attack(fought, "Slingers", "Blade", 0).damage == 30 * SCALE


# charges, suicide


def test_charges_below_the_walls() -> None:
    fought = assault(
        [regiment("Axes", 5, **AXES)],
        [regiment("Guards", 5)],
        "Palisade",
        "Pit Trap",
        has_tunnel=True,
        charges={"Palisade": 1, "Pit Trap": 1},
        dice=[2],
    )
    assert condition(fought, "Palisade") == condition(fought, "Pit Trap") == "broken"
    assert traps(fought) == []


@pytest.mark.parametrize(
    ("roll", "option", "left"), [(5, "never", 0), (5, "at-exactly-10", 5), (4, "at-exactly-10", 0)]
)
def test_suicides_at_a_wall(roll: int, option: str, left: int) -> None:
    bombs = regiment("Bombs", 5, melee_attack=5, melee_damage="9 (Fire, Suicide)")
    fought = assault([bombs], [regiment("Guards", 5)], "Palisade", dice=[roll], options=[f"suicide-at-walls={option}"])
    assert named(fought, "Bombs").count == left


# morale and prisoners


def test_defenders_who_fail_surrender() -> None:
    fought = assault(
        [regiment("Axes", 40, **AXES)],
        [regiment("Guards", 40, **AXES)],
        dice=[10, 2, 9],
    )
    assert named(fought, "Guards").state == "surrendered"
    assert [(each.regiment.label, each.count, each.captor) for each in list_prisoners(fought)] == [
        ("Guards", named(fought, "Guards").count, "A")
    ]


def test_an_escape_tunnel_lets_them_get_away() -> None:
    fought = assault([regiment("Axes", 40, **AXES)], [regiment("Guards", 40, **AXES)], "Escape Tunnel", dice=[10, 2, 9])
    assert named(fought, "Guards").state == "withdrew"
    assert list_prisoners(fought) == []


def test_a_besiegers_tunnel_is_no_escape_tunnel() -> None:
    fought = assault([regiment("Axes", 40, **AXES)], [regiment("Guards", 40, **AXES)], has_tunnel=True, dice=[10, 2, 9])
    assert named(fought, "Guards").state == "surrendered"


# sieges


def test_a_besieged_garrison_takes_no_part_unless_told_to() -> None:
    relief = SidePlan("C", True, (regiment("Relief", 10, origin="North", **AXES),), alliance="B")
    fought = assault(
        [regiment("Besiegers", 10, **AXES)],
        [regiment("Guards", 10, **AXES)],
        "Palisade",
        is_assault=False,
        further=[relief],
        dice=[10, 10, 20, 20],
    )
    assert [each.name for each in fought.absent] == ["Guards"]
    assert {each.label for each in fought.regiments} == {"Besiegers", "Relief"}
    told = describe_site(fought)
    assert told is not None and told["inside"] == [{"name": "Guards", "standing": 10}]


def test_a_sortie_flanks_with_the_relief() -> None:
    relief = SidePlan("C", True, (regiment("Relief", 10, origin="North", **AXES),), alliance="B")
    fought = assault(
        [regiment("Besiegers", 10, **AXES)],
        [regiment("Guards", 10, **AXES)],
        "Palisade",
        is_assault=False,
        sorties=frozenset(["Guards"]),
        further=[relief],
        seed="flank",
    )
    for name in ("Guards", "Relief"):
        (strike,) = attacks(fought, name)
        assert (2, "Flanking") in strike.modifiers


def test_a_sortie_during_an_assault_stands_outside() -> None:
    fought = assault(
        [regiment("Axes", 10, **AXES)],
        [regiment("Guards", 10, **AXES)],
        "Palisade",
        sorties=frozenset(["Guards"]),
        dice=[10, 10, 20, 20],
    )
    assert attack(fought, "Axes", "Guards").against == 15


# after the battle


def test_traps_reset_themselves_where_the_defenders_hold() -> None:
    for options, expected in (([], []), (["trap-reset=by-defenders"], ["Pit Trap"])):
        fought = assault(
            [regiment("Axes", 1, **AXES)], [regiment("Guards", 40, **AXES)], "Pit Trap", dice=[20, 20], options=options
        )
        assert fought.winner == "B"
        assert list_to_reset(site_of(fought)) == expected


def test_leaders_inspire_those_garrisoned_with_them() -> None:
    overlord = regiment("Overlord", 1, unit="Derro Overlord")
    fought = assault(
        [regiment("Axes", 5, **AXES)], [regiment("Guards", 5, **AXES), overlord], "Palisade", by=DERRO, dice=[2]
    )
    assert [
        (bonus.figure, bonus.amount) for bonus in named(fought, "Guards").bonuses if "Overlord" in bonus.reason
    ] == [
        ("melee_attack", 1),
        ("morale", 1),
    ]


def test_what_kobolds_took_from_others_is_not_cramped() -> None:
    fought = assault([regiment("Axes", 5, **AXES)], [regiment("Guards", 5)], "Palisade", builder="Dwarves", dice=[2])
    assert named(fought, "Axes").attack_plus == 0
    fought = assault(
        [regiment("Axes", 5, **AXES)], [regiment("Guards", 5)], "Palisade", builder=KOBOLDS, is_outpost=True, dice=[2]
    )
    assert named(fought, "Axes").attack_plus == 0


def test_an_entrance_nobody_can_find_is_remarked_on() -> None:
    for ability, tunnel, told in (("Scout", False, True), ("Detector", False, False), ("Scout", True, False)):
        fought = assault(
            [regiment("Axes", 10, abilities=[ability], **AXES)],
            [regiment("Guards", 10, **AXES)],
            "Palisade",
            "Invisible Entrance",
            has_tunnel=tunnel,
            seed="hidden",
        )
        assert any("Detection" in note for note in fought.notes) is told
