"""Flanking and an ambush worked out by hand from the rules' text, roll by roll."""

from support.battles import attack, attacks, battle, named, regiment

from orderbook.systems.underdeep.battle.scale import to_points

AXES = {"melee_attack": 3, "melee_damage": 5, "defence": 17, "health": 8, "morale": 3}


def test_two_armies_from_two_regions_flank_a_third() -> None:
    """Two armies of 10 and 20 (half the other: enough) come upon 20 of Defence 17 from two regions.

    Each has 3 of its own and 2 for flanking on all rolls, and no more for it in damage. North rolls 12: 12 + 5 = 17, a
    hit: 10 x 5 / 10 x 10 = 50. South rolls 9: 14, 3 short, so times 7: 20 x 5 / 10 x 7 = 70. Together 120 of the 160
    Health that 20 units of 8 have: 40 are left, 5 units. The 20 strike back in blocks by numbers, 7 at the 10 (6.67)
    and 13 at the 20, with 3 and without any bonus: 14 reaches 17, 35 and 65 damage, which kill 4 and 8.
    """
    fought = battle(
        [
            regiment("North", 10, army="N", origin="Upperdeep 1", **AXES),
            regiment("South", 20, army="S", origin="Upperdeep 2", **AXES),
        ],
        [regiment("Stand", 20, **AXES)],
        dice=[12, 9, 14, 14, 20],
    )
    assert [attack(fought, name).total for name in ("North", "South")] == [17, 14]
    assert [to_points(attack(fought, name).damage) for name in ("North", "South")] == [50, 70]
    assert named(fought, "Stand").count == 5
    assert sorted((each.count, to_points(each.damage)) for each in attacks(fought, "Stand")) == [(7, 35), (13, 65)]
    assert (named(fought, "North").count, named(fought, "South").count) == (6, 12)
    assert all((2, "Flanking") in attack(fought, name).modifiers for name in ("North", "South"))
    assert all(each.modifiers == [(3, "Melee Attack")] for each in attacks(fought, "Stand"))


def test_an_army_of_less_than_half_the_other_does_not_flank() -> None:
    fought = battle(
        [
            regiment("North", 9, army="N", origin="Upperdeep 1", **AXES),
            regiment("South", 20, army="S", origin="Upperdeep 2", **AXES),
        ],
        [regiment("Stand", 20, **AXES)],
        seed="hand",
    )
    assert attack(fought, "North").modifiers == [(3, "Melee Attack")]


def test_an_ambush_and_the_round_after_it() -> None:
    """Ten in ambush strike first: 14 + 3 = 17 hits, 10 x 5 / 10 x 10 = 50 of 80 Health; 4 of 10 are left, and nobody
    answers or checks Morale. Then both sides fight: the ten roll 10, 13 is 4 short: 50 / 10 x 6 = 30, which is all that
    is left. The four roll 14: 4 x 5 / 10 x 10 = 20 of 80: 60 are left, 8 units (7.5)."""
    fought = battle(
        [regiment("Hidden", 10, abilities=["Infiltrator"], sneak=True, **AXES)],
        [regiment("Column", 10, **AXES)],
        dice=[14, 10, 14],
    )
    first = attack(fought, "Hidden", round_number=0)
    assert (first.total, to_points(first.damage), first.killed) == (17, 50, 6)
    assert not fought.before.morale and not attacks(fought, "Column", round_number=0)
    assert to_points(attack(fought, "Hidden").damage) == 30 and named(fought, "Column").state == "destroyed"
    answer = attack(fought, "Column")
    assert (answer.count, to_points(answer.damage)) == (4, 20)
    assert named(fought, "Hidden").count == 8
