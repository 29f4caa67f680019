"""Exact odds by compiled code: the same ways as counted state by state, whatever words they are kept in."""

from fractions import Fraction

import pytest
from support.battles import regiment, scenario
from support.duels import draw_battle

from orderbook.systems.underdeep.battle.odds import find, whole
from orderbook.systems.underdeep.battle.odds.counted import sweep
from orderbook.systems.underdeep.battle.odds.duel import Duel
from orderbook.systems.underdeep.battle.odds.exact import TooLarge, count_endings
from orderbook.systems.underdeep.battle.odds.find import Wanted, find_odds
from orderbook.systems.underdeep.battle.odds.ladders import count_states
from orderbook.systems.underdeep.battle.odds.model import COUNTED, EXACT
from orderbook.systems.underdeep.battle.odds.plain import NotPlain, find_duel
from orderbook.systems.underdeep.battle.odds.whole import count_whole

pytest.importorskip("numba")


def draw_duel(number: int, most: int) -> Duel | None:
    try:
        return find_duel(draw_battle(number, most))
    except NotPlain:
        return None


def make_duel(count: int, one: str = "Kobold Skulker", other: str = "Derro Brigand") -> Duel:
    return find_duel(scenario([regiment("One", count, unit=one)], [regiment("Other", count, unit=other)]))


@pytest.mark.parametrize("block", range(10))
def test_both_counts_are_equal(block: int) -> None:
    compared = 0
    for number in range(7000 + block * 25, 7025 + block * 25):
        duel = draw_duel(number, 3)
        try:
            if duel is None:
                continue
            exact = count_endings(duel, 30_000)
        except TooLarge:
            continue
        assert count_whole(duel) == exact, number
        compared += 1
    assert compared >= 6


@pytest.mark.parametrize("word", [30, 40, 50])
def test_shorter_words_give_the_same(word: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "_LEAST_BITS", 1)
    compared = 0
    for number in range(7300, 7320):
        duel = draw_duel(number, 3)
        if duel is None or count_states(duel) > 3000:
            continue
        monkeypatch.setattr(whole, "_WORD", 62)
        expected = count_whole(duel)
        monkeypatch.setattr(whole, "_WORD", word)
        try:
            assert count_whole(duel) == expected, number
        except TooLarge:
            continue
        compared += 1
    assert compared >= 3


def test_a_count_is_the_same_compiled_and_not() -> None:
    compared = 0
    for number in range(7400, 7440):
        duel = draw_duel(number, 2)
        if duel is not None and count_states(duel) < 100:
            assert count_whole(duel) == count_whole(duel, is_compiled=False), number
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize("block", range(4))
def test_counted_odds_of_larger_duels_are_as_exact_ones(block: int) -> None:
    compared = 0
    for number in range(7500 + block * 12, 7512 + block * 12):
        duel = draw_duel(number, 14)
        try:
            if duel is None:
                continue
            exact, counted = count_whole(duel, 100_000_000), sweep(duel, Fraction(1, 10**6))
        except TooLarge:
            continue
        assert sum(exact.ways.values()) == exact.total
        chances: dict[tuple[int, int, int, int], Fraction] = {}
        for (ending, _), ways in exact.ways.items():
            if not ending[0] == ending[1] == 0:
                chances[ending] = chances.get(ending, Fraction(0)) + Fraction(ways, exact.total)
        for ending in chances.keys() | counted.chances.keys():
            found = Fraction(counted.chances.get(ending, 0.0))
            assert abs(found - chances.get(ending, 0)) <= counted.error, (number, ending)
        compared += 1
    assert compared >= 2


def test_ten_against_ten_are_told_in_fractions() -> None:
    found = find_odds(
        scenario([regiment("One", 10, unit="Kobold Skulker")], [regiment("Other", 10, unit="Derro Brigand")]), Wanted()
    )
    assert found.method == EXACT and sum(found.wins.values()) == found.total == 20 ** (3 * 20 + 1)
    assert sum(found.rounds.values()) == found.total and max(found.rounds) == 20


def test_too_much_work_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLarge):
        count_whole(make_duel(10), 1_000_000)
    monkeypatch.setattr(whole, "_BYTES", 1_000_000)
    with pytest.raises(TooLarge):
        count_whole(make_duel(10))
    monkeypatch.setattr(find, "USUAL", find.Effort(100, 100, 1_000_000))
    few = scenario([regiment("One", 10, unit="Kobold Skulker")], [regiment("Other", 10, unit="Derro Brigand")])
    assert find_odds(few, Wanted()).method == COUNTED
