"""Units that change from week to week: restless ones, machines, poisoners, Mutants, Constructs that are mended."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from orderbook.books.bundle import Bundle
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.ledger import flow_of
from orderbook.systems.underdeep.week.musters import make_blueprint
from orderbook.systems.underdeep.week.mutants import read_mutations
from orderbook.systems.underdeep.week.state import Unpaid
from orderbook.systems.underdeep.week.values import NOBODY
from tests.systems.underdeep.week.change_kit import DERRO, HOME, KOBOLDS, abroad, home, state_of, troops, week_of

GNOLLS = """\
[[unit]]
name = "Gnoll"
upkeep = {Food = 1}
stats = {melee_attack = 2, melee_damage = 6, defence = 15, health = 5, speed = 4, morale = 1}
abilities = ["Animosity"]

[[unit]]
name = "Brass Walker"
upkeep = {}
stats = {melee_attack = 2, melee_damage = 4, defence = 15, health = 20, speed = 4, morale = "N/A"}
abilities = ["Construct"]

[[unit]]
name = "Flesh Golem"
upkeep = {}
stats = {melee_attack = 2, melee_damage = 4, defence = 15, health = 20, speed = 4, morale = "N/A"}
abilities = ["Construct"]

[[unit]]
name = "Grave Hulk"
upkeep = {Bodies = 1}
stats = {melee_attack = 2, melee_damage = 4, defence = 15, health = 3, speed = 4, morale = "N/A"}
abilities = ["Undead"]
"""


@pytest.fixture
def rules(tmp_path: Path) -> tuple[Path, ...]:
    path = tmp_path / "more.toml"
    path.write_text(f'[faction]\nname = "{KOBOLDS}"\n\n{GNOLLS}', encoding="utf-8")
    return (path,)


# -- Animosity --------------------------------------------------------------------------------------------------


def test_weeks_without_a_battle_are_counted(rules: tuple[Path, ...]) -> None:
    week = week_of(state_of(troops("Gnoll", 5)), rules=rules)
    assert week.after.groups["Anna/g2"].restless == 1
    calm = week_of(state_of(troops("Kobold Slinger", 5)), rules=rules)
    assert calm.after.groups["Anna/g2"].restless == 0
    fresh = week_of(state_of(troops("Gnoll", 5, raised=5)), rules=rules)
    assert fresh.after.groups["Anna/g2"].restless == 0


def test_who_keeps_the_peace_is_only_more_restless(rules: tuple[Path, ...]) -> None:
    week = week_of(state_of(troops("Gnoll", 5, restless=2)), rules=rules, dice=(11,))  # 11 + 1 against 10 + 2
    assert not week.events("lost")
    assert week.after.groups["Anna/g2"].restless == 3


def test_a_regiment_that_fails_strikes_itself(rules: tuple[Path, ...]) -> None:
    week = week_of(state_of(troops("Gnoll", 5, restless=2)), rules=rules, dice=(10, 11))
    (lost,) = week.events("lost")
    # 11 + 2 + 2 for the weeks reaches Defence 15: 5 units at 6 + 2 damage do 40, more than their 25 Health
    assert lost.data["count"] == 5
    assert [roll.roll for roll in lost.cause.rolls] == [10, 11]
    assert lost.cause.rules == ("UD-ABL-ANIMOSITY-2", "UD-ABL-ANIMOSITY-3")


def test_a_near_miss_wounds_and_kills_fewer(rules: tuple[Path, ...]) -> None:
    week = week_of(state_of(troops("Gnoll", 5, restless=1)), rules=rules, dice=(9, 5))
    # 5 + 2 + 1 misses 15 by 7: three tenths of 5 x 7 are 10.5 of 25 Health, so 3 stand with 14.5
    assert week.after.groups["Anna/g2"].count == 3
    assert week.after.groups["Anna/g2"].wounds == 1


def test_a_lone_unit_strikes_its_friends(rules: tuple[Path, ...]) -> None:
    friends = troops("Kobold Slinger", 5, number=3)
    week = week_of(state_of(troops("Gnoll", restless=1), friends), rules=rules, dice=(9, 20))
    # 20 + 3 beats 16: one unit at 7 damage against units of 4 Health
    assert week.after.groups["Anna/g3"].count == 4
    assert week.after.groups["Anna/g2"].count == 1
    (lost,) = week.events("lost")
    assert lost.cause.rules[1] == "UD-ABL-ANIMOSITY-4"


def test_a_unit_all_alone_deserts(rules: tuple[Path, ...]) -> None:
    week = week_of(state_of(abroad("Gnoll", restless=1), troops("Kobold Slinger", 5, 3)), rules=rules, dice=(9,))
    assert "Anna/g2" not in week.after.groups
    (wild,) = [group for group in week.after.groups.values() if group.owner == NOBODY]
    assert (wild.unit, wild.count) == ("Gnoll", 1)
    assert week.events("deserted")[0].cause.rules == ("UD-ABL-ANIMOSITY-5",)


def test_restless_units_strike_harder(rules: tuple[Path, ...], row_of_four: Path) -> None:
    from tests.systems.underdeep.week.row_kit import at

    gnolls = abroad("Gnoll", 5, region=at("L2"), restless=3)
    state = state_of(gnolls, site=home(region=at("L1")))
    foes = abroad("Derro Screecher", 4, 9, DERRO, id="/g9", owner=NOBODY, region=at("L3"))
    state.groups["/g9"] = foes  # type: ignore[index]
    orders = {"Orders": "5 Gnolls at Lowerdeep 2: move to Lowerdeep 3 (1 Speed) and attack."}
    week = week_of(state, orders, rules=rules, map_file=row_of_four)
    fought = week.events("fought")
    assert fought
    left = [group for group in week.after.groups.values() if group.unit == "Gnoll"]
    assert all(group.restless == 0 for group in left)


@pytest.fixture
def row_of_four(tmp_path: Path) -> Path:
    from tests.systems.underdeep.week.row_kit import MAP

    path = tmp_path / "row.toml"
    path.write_text(MAP, encoding="utf-8")
    return path


# -- what hunger does to the dead -------------------------------------------------------------------------------


def test_unpaid_bodies_take_a_point_of_health_a_week_and_give_it_back(rules: tuple[Path, ...]) -> None:
    first = week_of(state_of(troops("Grave Hulk", 2)), rules=rules)
    (owed,) = first.after.groups["Anna/g2"].unpaid
    assert owed.arrears == Arrears(food=1)
    second = state_of(troops("Grave Hulk", 2, unpaid=(Unpaid(2, Arrears(food=2), Bundle({"Bodies": 2})),)))
    gone = week_of(second, rules=rules)
    assert "Anna/g2" not in gone.after.groups  # Health 3, three weeks unpaid
    paid = state_of(
        troops("Grave Hulk", 2, unpaid=(Unpaid(2, Arrears(food=2), Bundle({"Bodies": 2})),)), wealth={"Bodies": 6}
    )
    whole = week_of(paid, rules=rules)
    assert whole.after.groups["Anna/g2"].unpaid == ()
    assert whole.after.players["Anna"].wealth["Bodies"] == 0


# -- machines ---------------------------------------------------------------------------------------------------


def test_a_machine_is_rolled_once_and_its_speed_each_week() -> None:
    made = troops("Kobold Kontraption", figures={"defence": 20, "health": 70, "speed": 3}, abilities=("Flying",))
    week = week_of(state_of(made, wealth={"Gold": 90, "Metal": 90}), dice=(6,))
    after = week.after.groups["Anna/g2"]
    assert after.figures == {"defence": 20, "health": 70, "speed": 8}
    assert after.abilities == ("Flying",)


def test_machines_that_came_otherwise_are_rolled_one_by_one() -> None:
    dice = (1, 10, 3, 4, 2, 20, 1, 1)  # for each: Defence, Health, ability, Speed
    week = week_of(state_of(troops("Kobold Kontraption", 2), wealth={"Gold": 90, "Metal": 90}), dice=dice)
    machines = [group for group in week.after.groups.values() if group.unit == "Kobold Kontraption"]
    assert sorted((m.figures["defence"], m.figures["health"], m.figures["speed"], m.abilities) for m in machines) == [
        (16, 30, 6, ("Climbing",)),
        (17, 40, 3, ("Flying",)),
    ]


def test_a_battle_takes_what_was_rolled_and_rolls_the_harm_itself() -> None:
    from orderbook.systems.underdeep.rules import underdeep_rulebook

    made = troops("Kobold Kontraption", figures={"defence": 20, "health": 70, "speed": 3}, abilities=("Poison 4",))
    unit = next(u for f in underdeep_rulebook().factions for u in f.units if u.name == "Kobold Kontraption")

    blueprint = make_blueprint(cast(Desk, SimpleNamespace(options=Options())), made, unit, Arrears())
    assert blueprint.rolled == ("ranged_damage", "melee_damage")
    assert "Poison 4" in blueprint.abilities
    assert not any(ability.startswith("Roll") for ability in blueprint.abilities)
    fighter = blueprint.build(lambda figure, sides: 2)
    assert (fighter.defence, fighter.health, fighter.melee and fighter.melee.damage) == (20, 70, 7)


# -- the Poison Kitchen -----------------------------------------------------------------------------------------

KITCHEN = {"Poison Kitchen": 1, "Workshop": 1, "Burrow": 1}


def test_who_is_garrisoned_beside_a_kitchen_has_poison_for_good() -> None:
    state = state_of(
        troops("Kobold Skulker", 4), troops("Kobold Slinger", 4, 3), abroad("Kobold Skulker", 4, 4),
        site=home(standing=KITCHEN),
    )  # fmt: skip
    week = week_of(state)
    assert week.after.groups["Anna/g2"].abilities == ("Poison 1",)
    assert week.after.groups["Anna/g3"].abilities == ()
    assert week.after.groups["Anna/g4"].abilities == ()


def test_recruits_of_a_kitchen_have_poison_at_once() -> None:
    tabs = {
        "Dungeons": f"Hole ({HOME})\nPoison Kitchen\nWorkshop\nBurrow",
        "Recruitment": f"Hole ({HOME})\n3 Kobold Skulkers: -21 Gold, -3 Metal",
        "Armies": "3 Kobold Skulkers - Garrisoned at Hole",
    }
    week = week_of(state_of(site=home(standing=KITCHEN), wealth={"Gold": 90, "Metal": 90}), tabs)
    (group,) = week.after.groups.values()
    assert (group.unit, group.count, group.abilities) == ("Kobold Skulker", 3, ("Poison 1",))


@pytest.mark.parametrize(
    ("order", "number"),
    [
        ("All Bottlethrowers garrisoned at Hole swap their Fire damage for Poison 1.", 5),
        ("2 Kobold Bottlethrowers at Hole give up Fire for Poison 1.", 2),
        ("Kobold Bottlethrowers at Hole take Poison 1 in place of Fire.", 5),
    ],
)
def test_bottlethrowers_may_have_poison_in_place_of_fire(order: str, number: int) -> None:
    week = week_of(
        state_of(troops("Kobold Bottlethrower", 5), site=home(standing=KITCHEN)), {"Orders": order},
    )  # fmt: skip
    assert not week.asked
    swapped = [group for group in week.after.groups.values() if group.abilities == ("Poison 1",)]
    assert [(group.count, group.figures) for group in swapped] == [(number, {"ranged_damage": 8})]
    assert sum(group.count for group in week.after.groups.values()) == 5


@pytest.mark.parametrize(
    "order",
    [
        "2 Kobold Bottlethrowers at Hole: garrison Hole against the poison spiders.",
        "Kobold Bottlethrowers at Hole hold.",
    ],
)
def test_other_orders_leave_their_fire_alone(order: str) -> None:
    week = week_of(state_of(troops("Kobold Bottlethrower", 5), site=home(standing=KITCHEN)), {"Orders": order})
    assert all(group.abilities == () for group in week.after.groups.values())


def test_recruits_may_have_poison_in_place_of_fire() -> None:
    tabs = {
        "Dungeons": f"Hole ({HOME})\nPoison Kitchen\nWorkshop\nBurrow",
        "Recruitment": f"Hole ({HOME})\n3 Kobold Bottlethrowers (Poison 1): -39 Gold, -15 Metal",
        "Armies": "5 Kobold Bottlethrowers - Garrisoned at Hole",
    }
    old = troops("Kobold Bottlethrower", 2)
    week = week_of(state_of(old, site=home(standing=KITCHEN), wealth={"Gold": 90, "Metal": 90, "Food": 90}), tabs)
    assert sorted((group.count, group.abilities) for group in week.after.groups.values()) == [
        (2, ()),
        (3, ("Poison 1",)),
    ]


def test_without_a_kitchen_fire_stays_fire() -> None:
    order = {"Orders": "2 Kobold Bottlethrowers at Hole give up Fire for Poison 1."}
    week = week_of(state_of(troops("Kobold Bottlethrower", 5)), order)
    assert week.after.groups["Anna/g2"].abilities == ()
    assert [event.cause.rules for event in week.events("order-void")] == [("UD-KOB-31",)]


# -- Mutants ----------------------------------------------------------------------------------------------------

CHOICES = ("Double-Headed", "Flyer", "Immunity [any]", "Poison 3", "Regeneration 10")
LABORATORY = {"Mutagenic Laboratory": 1, "Cave of Chaos": 1}


@pytest.mark.parametrize(
    ("text", "number", "found"),
    [
        ("5 Derro Mutants (Flyer): -60 Gold", 5, [("Flyer", 5)]),
        ("3 Mutants (2 Flyers, 1 Regeneration 10)", 3, [("Flyer", 2), ("Regeneration 10", 1)]),
        ("immunity to fire", 4, [("Immunity (Fire)", 4)]),
        ("Immune (Cold)", 1, [("Immunity (Cold)", 1)]),
        ("double-headed", 2, [("Double-Headed", 2)]),
        ("Flyer or Poison 3", 2, []),
        ("immunity to any", 2, []),
        ("3 flying", 5, []),
        ("5 Derro Mutants", 5, []),
    ],
)
def test_mutations_are_read_in_many_words(text: str, number: int, found: list[tuple[str, int]]) -> None:
    assert read_mutations(text, CHOICES, number) == found


def test_the_mutation_of_recruits_is_kept() -> None:
    tabs = {
        "Dungeons": f"Hole ({HOME})\nCave of Chaos",
        "Recruitment": f"Hole ({HOME})\n5 Derro Mutants (3 Flyer, 2 Poison 3): -60 Gold",
        "Armies": "5 Derro Mutants - Garrisoned at Hole",
    }
    week = week_of(state_of(site=home(DERRO, {"Cave of Chaos": 1}), wealth={"Gold": 90}), tabs)
    assert not week.asked
    groups = sorted((group.abilities, group.count) for group in week.after.groups.values())
    assert groups == [(("Flyer",), 3), (("Poison 3",), 2)]


def test_a_mutation_nobody_told_is_asked_for_once() -> None:
    state = state_of(troops("Derro Mutant", 4, faction=DERRO), site=home(DERRO))
    week = week_of(state, answer="2 Regeneration, 2 immunity to acid")
    (question,) = week.asked
    assert question.id.startswith("mutation.anna")
    groups = sorted((group.abilities, group.count) for group in week.after.groups.values())
    assert groups == [(("Immunity (Acid)",), 2), (("Regeneration 10",), 2)]
    assert not week_of(week.after).asked
    assert week_of(state, answer="whatever").after.groups["Anna/g2"].abilities == ()


@pytest.mark.parametrize(
    "order",
    [
        "Put 5 Derro Brigands at Hole into the mutagenic pool. Mutation: Flyer",
        "Transform 5 Derro Brigands at Hole into Derro Mutants in the Mutagenic Laboratory (Flyer).",
        "5 Brigands at Hole enter the mutagenic pool: Flyer.",
        "Mutate 5 Derro Brigands at Hole (Flyer)",
    ],
)
def test_the_pool_makes_mutants(order: str) -> None:
    state = state_of(troops("Derro Brigand", 8, faction=DERRO), site=home(DERRO, LABORATORY))
    week = week_of(state, {"Orders": order})
    assert not week.asked
    groups = sorted((group.unit, group.count, group.abilities) for group in week.after.groups.values())
    assert groups == [("Derro Brigand", 3, ()), ("Derro Mutant", 5, ("Flyer",))]


@pytest.mark.parametrize(
    "order",
    ["Disguise 2 Derro Brigands at Hole as Mutants.", "3 Derro Brigands at Hole: garrison Hole beside the Mutants."],
)
def test_speaking_of_mutants_makes_none(order: str) -> None:
    state = state_of(troops("Derro Brigand", 8, faction=DERRO), site=home(DERRO, LABORATORY))
    week = week_of(state, {"Orders": order})
    assert not week.events("changed")


def test_without_a_laboratory_nobody_changes() -> None:
    state = state_of(troops("Derro Brigand", 8, faction=DERRO), site=home(DERRO))
    week = week_of(state, {"Orders": "Put 5 Derro Brigands at Hole into the mutagenic pool."})
    assert week.after.groups["Anna/g2"].unit == "Derro Brigand"
    assert [event.cause.rules for event in week.events("order-void")] == [("UD-DER-35",)]


def test_what_the_pool_makes_of_others_is_ruled() -> None:
    state = state_of(troops("Derro Screecher", 4, faction=DERRO), site=home(DERRO, LABORATORY))
    answer = "they melt; Anna: -2 Derro Screechers"
    week = week_of(state, {"Orders": "Immerse 2 Derro Screechers at Hole in the mutagenic pool."}, answer=answer)
    assert [question.id for question in week.asked] == [week.asked[0].id]
    assert week.asked[0].id.startswith("mutation-of-others")
    assert week.after.groups["Anna/g2"].count == 2


# -- Constructs mended ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "skilled", "metal", "wounds"),
    [
        ("Repair the Brass Walkers at Hole.", False, 10, 0),
        ("Repair the Brass Walkers at Hole.", True, 5, 0),
        ("Repair the Brass Walkers at Hole (3 Metal).", True, 3, 4),
        ("Repair the Brass Walkers at Hole for 4 Health.", False, 4, 6),
        ("Heal the Brass Walker with 2 Metal.", False, 2, 8),
    ],
)
def test_constructs_are_mended_for_metal(
    rules: tuple[Path, ...], order: str, skilled: bool, metal: int, wounds: int
) -> None:
    helpers = [troops("Kobold Trapspringer", 1, 3)] if skilled else []
    wealth = {"Gold": 90, "Food": 90, "Metal": 90}
    week = week_of(
        state_of(troops("Brass Walker", 2, wounds=10), *helpers, wealth=wealth), {"Orders": order}, rules=rules
    )
    assert not week.asked
    (mended,) = week.events("mended")
    assert mended.data["amounts"] == {"Metal": -metal}
    assert week.after.groups["Anna/g2"].wounds == wounds
    assert ("UD-ABL-REPAIR-1" in mended.cause.rules) is skilled
    assert flow_of(mended) == ("Anna", "Repairs", Bundle({"Metal": -metal}))


def test_golems_of_flesh_take_bodies_and_only_what_there_is(rules: tuple[Path, ...]) -> None:
    state = state_of(troops("Flesh Golem", 1, wounds=10), wealth={"Metal": 50, "Bodies": 3})
    week = week_of(state, {"Orders": "Repair the Flesh Golem at Hole."}, rules=rules)
    assert week.after.groups["Anna/g2"].wounds == 7
    assert week.after.players["Anna"].wealth == Bundle({"Metal": 50})


def test_a_line_of_construction_mends_too(rules: tuple[Path, ...]) -> None:
    tabs = {"Construction": f"Hole ({HOME})\nBeginning Construction\nRepair Brass Walkers: -4 Metal"}
    week = week_of(state_of(troops("Brass Walker", 2, wounds=10), wealth={"Metal": 50}), tabs, rules=rules)
    assert week.after.groups["Anna/g2"].wounds == 6
    assert not week.events("order-void")


def test_nothing_is_paid_where_nothing_is_damaged(rules: tuple[Path, ...]) -> None:
    state = state_of(troops("Brass Walker", 2), wealth={"Metal": 50})
    week = week_of(state, {"Orders": "Repair the Brass Walkers at Hole."}, rules=rules)
    assert week.after.players["Anna"].wealth == Bundle({"Metal": 50})
    assert [event.cause.rules for event in week.events("order-void")] == [("UD-ABL-CONSTRUCT-4",)]
