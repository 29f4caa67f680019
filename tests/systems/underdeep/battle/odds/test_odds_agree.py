"""Exact, counted and simulated odds agree; how the work is shared out changes nothing."""

from collections import Counter
from fractions import Fraction

import pytest
from support.battles import regiment, scenario
from support.duels import chances_of, draw_battle

from orderbook.systems.underdeep.battle.odds import find
from orderbook.systems.underdeep.battle.odds.counted import Counted, sweep
from orderbook.systems.underdeep.battle.odds.duel import STATES, Duel
from orderbook.systems.underdeep.battle.odds.exact import TooLarge, count_endings
from orderbook.systems.underdeep.battle.odds.find import NoOdds, Wanted, find_odds
from orderbook.systems.underdeep.battle.odds.ladders import count_states
from orderbook.systems.underdeep.battle.odds.model import COUNTED, EXACT, SIMULATED
from orderbook.systems.underdeep.battle.odds.plain import NotPlain, find_duel
from orderbook.systems.underdeep.battle.odds.simulate import Tally, simulate_battles, simulate_duels

SURE = 5.5
"""So many standard errors a chance may be off: among 10,000 of them none is, but once in 5,000 such tests."""

ERROR = Fraction(1, 10**6)


def draw_duels(first: int, count: int, most: int) -> list[tuple[int, Duel]]:
    found = []
    for number in range(first, first + count):
        try:
            found.append((number, find_duel(draw_battle(number, most))))
        except NotPlain:
            continue
    return found


def check_tally(tally: Tally, states: list[dict[tuple[str, int], float]], about: object) -> None:
    """Each state and number of units of each regiment has come as often as its chance says; rare ones together."""
    for counts, chances in zip(tally.regiments, states, strict=True):
        assert set(counts) <= set(chances), about
        rare = {key for key, chance in chances.items() if chance * tally.battles < 20}
        groups = [(counts[key], chance) for key, chance in chances.items() if key not in rare]
        groups.append((sum(counts[key] for key in rare), sum(chances[key] for key in rare)))
        for times, chance in groups:
            expected = chance * tally.battles
            room = SURE * (expected * (1 - min(chance, 1.0))) ** 0.5 + SURE
            assert abs(times - expected) <= room, (about, times, expected)


def by_regiment(chances: dict[tuple[int, int, int, int], float]) -> list[dict[tuple[str, int], float]]:
    found: list[dict[tuple[str, int], float]] = [{}, {}]
    for (state, other, units, others), chance in chances.items():
        for side, key in enumerate(((STATES[state], units), (STATES[other], others))):
            found[side][key] = found[side].get(key, 0.0) + chance
    return found


def exact_chances(duel: Duel, most_steps: int) -> dict[tuple[int, int, int, int], float]:
    endings = count_endings(duel, most_steps)
    assert sum(endings.ways.values()) == endings.total
    chances: dict[tuple[int, int, int, int], float] = {}
    for (ending, _), ways in endings.ways.items():
        chances[ending] = chances.get(ending, 0.0) + ways / endings.total
    return chances


@pytest.mark.parametrize("block", range(10))
def test_exact_odds_agree_with_the_engine(block: int) -> None:
    compared = 0
    for number, duel in draw_duels(1000 + block * 12, 12, 3):
        try:
            chances = exact_chances(duel, 60_000)
        except TooLarge:
            continue
        compared += 1
        check_tally(simulate_battles(draw_battle(number, 3), 300, f"agree {number}"), by_regiment(chances), number)
    assert compared >= 3


@pytest.mark.parametrize("block", range(10))
def test_counted_odds_agree_with_exact_ones(block: int) -> None:
    pytest.importorskip("numba")
    compared = 0
    for number, duel in draw_duels(2000 + block * 20, 20, 3):
        try:
            counted = sweep(duel, ERROR)
            exact = count_endings(duel, 60_000)
        except TooLarge:
            continue
        compared += 1
        allowed = float(counted.error)
        chances: dict[tuple[int, int, int, int], float] = {}
        for (ending, _), ways in exact.ways.items():
            chances[ending] = chances.get(ending, 0.0) + ways / exact.total
        undecided = {ending for ending in chances if ending[0] == ending[1] == 0}
        for ending in set(counted.chances) | set(chances) - undecided:
            assert abs(counted.chances.get(ending, 0.0) - chances.get(ending, 0.0)) <= allowed, (number, ending)
        mean = sum(fought * ways for (_, fought), ways in exact.ways.items()) / exact.total
        assert abs(counted.rounds - mean) <= allowed
    assert compared >= 2


@pytest.mark.parametrize("block", range(10))
def test_counted_odds_agree_with_duels_played(block: int) -> None:
    pytest.importorskip("numba")
    compared = 0
    for number, duel in draw_duels(3000 + block * 25, 25, 40):
        if count_states(duel) > 400_000:
            continue
        try:
            counted: Counted = sweep(duel, ERROR)
        except TooLarge:
            continue
        compared += 1
        tally = simulate_duels(duel, 100_000, f"agree {number}", is_compiled=True)
        check_tally(tally, by_regiment(counted.chances), number)
        assert sum(counted.chances.values()) == pytest.approx(1.0, abs=1e-6)
    assert compared >= 2


def test_sweep_is_the_same_compiled_and_not() -> None:
    pytest.importorskip("numba")
    compared = 0
    for number, duel in draw_duels(4000, 30, 2):
        if count_states(duel) > 1500:
            continue
        try:
            assert sweep(duel, ERROR) == sweep(duel, ERROR, is_compiled=False), number
            compared += 1
        except TooLarge:
            continue
    assert compared >= 3


def test_duels_are_the_same_compiled_and_not() -> None:
    pytest.importorskip("numba")
    for number, duel in draw_duels(5000, 15, 30):
        assert simulate_duels(duel, 500, "x", is_compiled=True) == simulate_duels(duel, 500, "x"), number


MIXED = scenario(
    [regiment("One", 12, unit="Kobold Slinger"), regiment("Guard", 8, unit="Kobold Skulker")],
    [regiment("Other", 14, unit="Derro Brigand")],
)
PLAIN = scenario([regiment("One", 60, unit="Kobold Skulker")], [regiment("Other", 70, unit="Derro Brigand")])


def test_workers_change_nothing() -> None:
    assert simulate_battles(MIXED, 120, "seed", workers=2) == simulate_battles(MIXED, 120, "seed")
    duel = find_duel(SKULKERS)
    find_tally = simulate_duels(duel, 100_300, "seed", workers=2, is_compiled=find.can_compile())
    assert find_tally == simulate_duels(duel, 100_300, "seed", is_compiled=find.can_compile())


SKULKERS = scenario(
    [regiment("One", 3, melee_attack=2, melee_damage=6, health=4)],
    [regiment("Other", 3, melee_attack=3, melee_damage=5, abilities=["Vermin"])],
)


def test_more_battles_begin_with_the_same_ones() -> None:
    few, many = simulate_battles(MIXED, 40, "seed"), simulate_battles(MIXED, 80, "seed")
    assert all(many.winners[side] >= times for side, times in few.winners.items())
    assert simulate_battles(MIXED, 40, "other") != few


def test_the_best_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_odds(SKULKERS, Wanted()).method == EXACT
    assert find_odds(MIXED, Wanted(runs=30)).method == SIMULATED
    if find.can_compile():
        assert find_odds(PLAIN, Wanted()).method == COUNTED
    monkeypatch.setattr(find, "can_compile", lambda: False)
    found = find_odds(PLAIN, Wanted(runs=200))
    assert (found.method, found.runs, found.why) == (SIMULATED, 200, "it has too many states to count")
    with pytest.raises(NoOdds, match="not between two regiments"):
        find_odds(MIXED, Wanted(method=EXACT))


def test_battles_that_cannot_end_are_undecided() -> None:
    found = find_odds(scenario([regiment("One", 2)], [regiment("Other", 3)]), Wanted())
    assert found.method == EXACT and found.wins == {"A": 0, "B": 0, "nobody": found.total}
    assert found.undecided == found.total and found.rounds == {20: found.total}


def test_a_battle_that_may_last_long_is_not_counted_with_decimals() -> None:
    pytest.importorskip("numba")
    tough = find_duel(
        scenario(
            [regiment("One", 20, melee_attack=0, melee_damage=1, defence=29, abilities=["Undead"])],
            [regiment("Other", 20, melee_attack=0, melee_damage=1, defence=29, abilities=["Undead"])],
        )
    )
    with pytest.raises(TooLarge):
        sweep(tough, ERROR)


def test_a_thousand_rounds_are_no_trouble() -> None:
    pytest.importorskip("numba")
    one, other = regiment("One", 12, unit="Kobold Skulker"), regiment("Other", 14, unit="Derro Brigand")
    found = find_odds(scenario([one], [other], rounds=1000), Wanted())
    assert found.method == COUNTED and found.error < ERROR and not found.undecided


def test_all_weights_add_up() -> None:
    for number in range(6000, 6015):
        found = find_odds(draw_battle(number, 4), Wanted(runs=200))
        assert sum(found.wins.values()) == found.total
        for each in found.regiments:
            assert sum(each.ends.values()) == sum(each.alive.values()) == sum(each.states.values()) == found.total
            assert all(0 <= units <= each.count for units in each.alive)
        lost = Counter(found.regiments[0].lost)
        assert sum(lost.values()) == found.total


def test_chances_are_of_the_whole() -> None:
    assert sum(chances_of(count_endings(find_duel(SKULKERS))).values()) == 1
