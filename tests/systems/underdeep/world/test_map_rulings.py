"""The map under other readings of the rulebook, and that its figures are those of the rest of orderbook."""

from dataclasses import fields, replace
from pathlib import Path

import pytest

import orderbook.systems.underdeep as underdeep
from orderbook.books.bundle import Bundle
from orderbook.rulebook.rules import load_ambiguities
from orderbook.systems.underdeep.post.bonuses import BONUSES, Bonus
from orderbook.systems.underdeep.world.map import Place, Way, build_map
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.systems.underdeep.world.sites import region_bonus
from orderbook.systems.underdeep.world.steps import Barred, step_cost
from orderbook.systems.underdeep.world.terrain import load_terrain
from orderbook.systems.underdeep.world.trade import closes_region, is_within_range

U1, U2, S1, S2 = Region("Upperdeep", 1), Region("Upperdeep", 2), Region("Surface", 1), Region("Surface", 2)


def test_the_choices_are_those_of_the_rule_data() -> None:
    known = {a.name: a for a in load_ambiguities(Path(underdeep.__file__).parent / "data" / "rules")}
    for field in fields(Rulings):
        ambiguity = known[field.name.replace("_", "-")]
        assert field.default == ambiguity.default


CHOICES = [
    ("crossing-cost", "on-top", "river", Mover(8), 3),
    ("crossing-cost", "on-top", "mountains", Mover(8), 4),
    ("crossing-cost", "on-top", "river", Mover(8, flying=True), 1),
    ("darksea-crossing", "one-week", "darksea", Mover(3), "UD-MOV-02"),
    ("darksea-crossing", "one-week", "darksea", Mover(4), 4),
    ("ocean-flight", "open-to-flyers", "ocean", Mover(4, flying=True), 1),
    ("ocean-flight", "open-to-flyers", "ocean", Mover(4, amphibious=True), "UD-TER-24"),
    ("terrain-exemptions", "terrain-entry", "river", Mover(4, climbing=True), 2),
    ("terrain-exemptions", "terrain-entry", "river", Mover(4, flying=True), 2),
    ("terrain-exemptions", "terrain-entry", "darksea", Mover(4, amphibious=True), 1),
    ("terrain-exemptions", "terrain-entry", "dense mushrooms", Mover(4, flying=True), 1),
]


@pytest.mark.parametrize(("setting", "choice", "terrain", "mover", "expected"), CHOICES)
def test_another_reading(setting: str, choice: str, terrain: str, mover: Mover, expected: int | str) -> None:
    on_way = "way" in load_terrain()[terrain].on
    start, end = (U1, U2) if on_way else (S1, S2)
    features = frozenset() if on_way else frozenset({terrain})
    world = build_map([Place(end, features=features)], [Way(start, end, (terrain,) if on_way else ())])
    world = replace(world, rulings=Rulings.from_settings({setting: choice, "message-allowance": "two-per-recipient"}))
    outcome = step_cost(world, start, end, mover)
    assert (outcome.rule if isinstance(outcome, Barred) else outcome.cost) == expected


@pytest.mark.parametrize(
    ("choice", "farthest"), [("sixteen-between", 16), ("fifteen-between", 15), ("sixteen-steps", 15)]
)
def test_readings_of_the_trade_distance(choice: str, farthest: int) -> None:
    rulings = Rulings(trade_distance=choice)
    assert is_within_range(farthest, rulings)
    assert not is_within_range(farthest + 1, rulings)
    assert not is_within_range(None, rulings)


def test_readings_of_mixed_blockades_and_of_crystals() -> None:
    alone = Rulings(mixed_blockade="one-size-alone")
    assert closes_region(13, 6)
    assert not closes_region(13, 6, rulings=alone)
    assert closes_region(25, rulings=alone)
    crystals = Place(U1, features=frozenset({"crystals"}))
    assert region_bonus(crystals, "Outpost", Rulings(outpost_crystals="outposts-too")) == Bundle({"Gold": 20})


@pytest.mark.parametrize("bonus", BONUSES, ids=lambda bonus: bonus.name)
def test_regional_bonuses_are_those_the_production_checks_know(bonus: Bonus) -> None:
    words = [word for word in load_terrain().values() if word.bonus_rule == bonus.rule]
    assert {(word.bonus, "Outpost" not in word.sites) for word in words} == {(bonus.yields, bonus.dungeon_only)}
