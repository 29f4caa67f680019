"""Means, quantiles, intervals and columns."""

from fractions import Fraction

import pytest
from support.battles import regiment, scenario

from orderbook.systems.underdeep.battle.odds.bins import make_bins
from orderbook.systems.underdeep.battle.odds.model import find_deviation, find_mean, find_quantile, wilson
from orderbook.systems.underdeep.battle.odds.report import draw_bar, show_chance
from orderbook.systems.underdeep.battle.odds.simulate import simulate_battles
from orderbook.systems.underdeep.battle.orders import SpellOrder


def test_mean_and_deviation() -> None:
    assert find_mean({1: 1, 4: 2}) == 3
    assert find_deviation({1: 1, 4: 2}) == pytest.approx(2**0.5)


@pytest.mark.parametrize(("per_cent", "number"), [(10, 0), (20, 0), (21, 3), (50, 3), (80, 3), (90, 7)])
def test_quantiles(per_cent: int, number: int) -> None:
    assert find_quantile({7: 1, 0: 1, 3: 3}, per_cent) == number


def test_wilson_interval_of_a_text_book() -> None:
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(0, 50)[0] == 0 and wilson(50, 50)[1] == 1


@pytest.mark.parametrize("most", [1, 3, 10, 11, 37, 1000])
def test_columns_take_in_every_number_once(most: int) -> None:
    bins = make_bins(dict.fromkeys(range(most + 1), 1), most)
    assert [n for each in bins for n in range(each.first, each.last + 1)] == list(range(most + 1))
    assert sum(each.chance for each in bins) == 1 and len(bins) <= 11


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 10**9), "< 0.1 %"),
        (Fraction(1, 3), "33.3 %"),
        (1 - Fraction(1, 10**9), "> 99.9 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_chances_are_certain_only_where_they_are(chance: Fraction, text: str) -> None:
    assert show_chance(chance) == text
    assert bool(draw_bar(chance)) is bool(chance) and len(draw_bar(chance)) <= 40


def test_whoever_is_dominated_is_lost_only_if_it_is_for_good() -> None:
    caster = regiment(
        "Sisters", 2, ranged_attack=9, ranged_damage=4, morale=9, spells=[SpellOrder("Dominate", on="Grunts")]
    )
    sturdy = regiment("Grunts", 6, melee_attack=3, melee_damage=2, health=30)  # no blow of theirs kills one
    fought = scenario([caster], [sturdy], rounds=1)
    tally = simulate_battles(fought, 150, "any")
    sisters, grunts = tally.regiments  # the dominated unit is none of those that were mustered
    assert sum(sisters.values()) == sum(grunts.values()) == 150
    assert {units for _, units in grunts} == {5, 6}
