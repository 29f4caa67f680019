"""The quick ways know no rules but the engine's: roll for roll the same, and all rolls counted."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from support.battles import regiment, scenario
from support.duels import ABILITIES, CONDITIONS, chances_of, draw_battle

from orderbook.dice.model import Roll
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.odds.duel import STATES, Duel
from orderbook.systems.underdeep.battle.odds.exact import TooLarge, count_endings
from orderbook.systems.underdeep.battle.odds.plain import NotPlain, find_duel
from orderbook.systems.underdeep.battle.odds.play import count_most_rolls, flatten, make_tally, play
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.battle.pieces import all_pieces
from orderbook.systems.underdeep.battle.scenario import Scenario


class RandomDice:
    """Rolls with a log."""

    is_quick = True

    def __init__(self, seed: str) -> None:
        self.log: list[Roll] = []
        self.rolls: list[int] = []
        self._random = random.Random(seed)

    def roll(self, sides: int, what: str, key: str) -> int:
        self.rolls.append(self._random.randint(1, sides))
        return self.rolls[-1]


def end_of(battle: Battle) -> tuple[tuple[str, int], ...]:
    return tuple((regiment.state, regiment.count) for regiment in battle.regiments)


def play_once(duel: Duel, rolls: list[int]) -> tuple[tuple[tuple[str, int], ...], int, int]:
    """How the duel ends with these rolls, the rounds it took, the rolls it needed."""
    ends, rounds, alive = make_tally(duel)
    room = [[0, 0] for _ in range(4)]
    most = count_most_rolls(duel)
    padded = rolls + [0] * most
    played, used = play(flatten(duel), duel.rounds, duel.drops_fractions, padded, most, 1, ends, rounds, *alive, *room)
    assert played == 1
    found = []
    for corps, counts in zip(duel.corps, alive, strict=True):
        state, units = divmod(counts.index(1), corps.count + 1)
        found.append((STATES[state], units))
    assert ends.index(1) == STATES.index(found[0][0]) * len(STATES) + STATES.index(found[1][0])
    return tuple(found), rounds.index(1), used


@pytest.mark.parametrize("block", range(20))
def test_played_roll_for_roll_as_the_engine_does(block: int) -> None:
    plain = 0
    for number in range(block * 20, block * 20 + 20):
        drawn = draw_battle(number)
        try:
            duel = find_duel(drawn)
        except NotPlain:
            continue
        plain += 1
        for seed in range(15):
            dice = RandomDice(f"{number} {seed}")
            fought = fight(drawn, dice, telling=False)
            assert play_once(duel, dice.rolls) == (end_of(fought), fought.round, len(dice.rolls)), (number, seed)
    assert plain > 10


class EveryRoll:
    """All sequences of rolls of a battle, one after another; each counts by what it is likely to come."""

    is_quick = True

    def __init__(self) -> None:
        self.log: list[Roll] = []
        self.path: list[int] = []
        self.at = 0

    def roll(self, sides: int, what: str, key: str) -> int:
        assert sides == 20
        if self.at == len(self.path):
            self.path.append(1)
        self.at += 1
        return self.path[self.at - 1]

    def next_path(self) -> bool:
        """On to the next sequence; whether there is one."""
        self.at = 0
        while self.path and self.path[-1] == 20:
            self.path.pop()
        if self.path:
            self.path[-1] += 1
        return bool(self.path)


def enumerate_rolls(drawn: Scenario) -> dict[tuple[str, str, int, int], Fraction]:
    dice = EveryRoll()
    leaves: Counter[tuple[tuple[str, str, int, int], int]] = Counter()
    while True:
        (state, units), (other, others) = end_of(fight(drawn, dice, telling=False))
        leaves[(state, other, units, others), len(dice.path)] += 1
        if not dice.next_path():
            break
    chances: dict[tuple[str, str, int, int], Fraction] = {}
    for (ending, depth), count in leaves.items():
        chances[ending] = chances.get(ending, Fraction(0)) + Fraction(count, 20**depth)
    return chances


SMALL = {
    "melee": scenario(
        [regiment("One", 4, melee_attack=4, melee_damage=5, defence=14, morale=2)],
        [regiment("Other", 3, melee_attack=2, melee_damage=6, health=8, morale=30)],
        rounds=1,
    ),
    "shots": scenario(
        [regiment("One", 5, ranged_attack=6, ranged_damage=6, melee_attack=2, melee_damage=3, morale=-4)],
        [regiment("Other", 6, melee_attack=3, melee_damage=4, defence=17, abilities=["Undead"])],
        rounds=1,
    ),
    "poison": scenario(
        [regiment("One", 5, melee_attack=9, melee_damage=2, abilities=["Poison 2"], morale=40)],
        [regiment("Other", 6, defence=19, morale=-6)],
        rounds=1,
    ),
    "two rounds": scenario(
        [regiment("One", 2, melee_attack=3, melee_damage=4, abilities=["Construct"])],
        [regiment("Other", 2, defence=13, abilities=["Vermin"])],
        rounds=3,
    ),
}


@pytest.mark.parametrize("name", SMALL)
def test_exact_odds_are_those_of_all_rolls_fought_by_the_engine(name: str) -> None:
    assert chances_of(count_endings(find_duel(SMALL[name]))) == enumerate_rolls(SMALL[name])


def brute(one: dict[str, int], other: dict[str, int], rounds: int) -> dict[tuple[str, str, int, int], Fraction]:
    """All rolls of a melee of two regiments, straight from the rule book, without the project's code.

    Health is in tenths of a point; every round has 20 rolls of each attack, of the check and of the pursuit.
    """
    sides = one, other

    def damage(by: int, units: int, roll: int) -> int:
        short = max(0, sides[1 - by]["defence"] - sides[by]["attack"] - roll)
        return units * sides[by]["damage"] * max(0, 10 - short)

    def count(pools: tuple[int, int]) -> tuple[int, int]:
        return -(-pools[0] // (10 * one["health"])), -(-pools[1] // (10 * other["health"]))

    @cache
    def go(pools: tuple[int, int], left: int) -> Counter[tuple[str, str, int, int]]:
        units = count(pools)
        if not left or not all(units):
            states = ["fighting" if each else "destroyed" for each in units]
            return Counter({(*states, *units): 20 ** (4 * left)})
        found: Counter[tuple[str, str, int, int]] = Counter()
        for roll in range(1, 21):
            for roll_back in range(1, 21):
                after = (
                    max(0, pools[0] - damage(1, units[1], roll_back)),
                    max(0, pools[1] - damage(0, units[0], roll)),
                )
                lost = pools[0] - after[0], pools[1] - after[1]
                shaken = None if lost[0] == lost[1] else 0 if lost[0] > lost[1] else 1
                found.update(check(after, shaken if all(after) else None, left))
        return found

    @cache
    def check(after: tuple[int, int], shaken: int | None, left: int) -> Counter[tuple[str, str, int, int]]:
        found: Counter[tuple[str, str, int, int]] = Counter()
        onward = go(after, left - 1)
        if shaken is None:
            return Counter({ending: ways * 400 for ending, ways in onward.items()})
        units, side = count(after), sides[shaken]
        need = 15 if (side["count"] - units[shaken]) * 2 > side["count"] else 10
        for roll in range(1, 21):
            short = need - roll - side["morale"]
            for blow in range(1, 21):
                if short <= 0:
                    found.update(onward)
                    continue
                rest = list(after)
                if short >= 10:
                    rest[shaken] = max(0, rest[shaken] - damage(1 - shaken, units[1 - shaken], blow))
                states = ["fighting" if pool else "destroyed" for pool in rest]
                if rest[shaken]:
                    states[shaken] = "fled" if short >= 10 else "withdrew"
                found[(*states, *count((rest[0], rest[1])))] += 20 ** (4 * (left - 1))
        return found

    ways = go((one["count"] * one["health"] * 10, other["count"] * other["health"] * 10), rounds)
    return {ending: Fraction(each, 20 ** (4 * rounds)) for ending, each in ways.items()}


@pytest.mark.parametrize(
    ("one", "other", "rounds"),
    [
        ((2, 4, 2, 3, 17, 1), (1, 5, 3, 3, 15, 2), 3),
        ((3, 2, 6, 5, 14, -3), (2, 8, 1, 4, 16, 0), 3),
        ((1, 30, 8, 15, 18, 4), (6, 4, 2, 2, 16, -9), 2),
    ],
)
def test_exact_odds_are_those_of_the_rule_book(one: tuple[int, ...], other: tuple[int, ...], rounds: int) -> None:
    names = ("count", "health", "attack", "damage", "defence", "morale")
    sides = [dict(zip(names, figures, strict=True)) for figures in (one, other)]
    plans = [
        regiment(
            name, side["count"], health=side["health"], melee_attack=side["attack"], melee_damage=side["damage"],
            defence=side["defence"], morale=side["morale"],
        )
        for name, side in zip(("One", "Other"), sides, strict=True)
    ]  # fmt: skip
    found = chances_of(count_endings(find_duel(scenario([plans[0]], [plans[1]], rounds=rounds))))
    assert found == brute(sides[0], sides[1], rounds) and sum(found.values()) == 1


def test_a_count_stops_when_it_takes_too_long() -> None:
    with pytest.raises(TooLarge):
        count_endings(
            find_duel(scenario([regiment("One", 9, melee_damage=3, melee_attack=1)], [regiment("Other", 9)])), 9
        )


MELEE = {"melee_attack": 1, "melee_damage": 2}
NOT_PLAIN = {
    "it is not between two regiments": scenario(
        [regiment("One", 2, **MELEE), regiment("More", 2, **MELEE)], [regiment("Other", 2, **MELEE)]
    ),
    "One has orders beyond whom to fight": scenario(
        [regiment("One", 2, withdraw=["losses > 50 %"], **MELEE)], [regiment("Other", 2, **MELEE)]
    ),
    "the damage of earlier rounds counts for morale": scenario(
        [regiment("One", 2, **MELEE)], [regiment("Other", 2, **MELEE)], options=["morale-damage=of-the-battle"]
    ),
    "One has figures that are rolled": scenario(
        [regiment("One", 2, melee_attack=1, melee_damage="1d4")], [regiment("Other", 2, **MELEE)]
    ),
    "One attacks in a way of its own": scenario(
        [regiment("One", 2, melee_attack=1, melee_damage="3 (Psychic)")], [regiment("Other", 2, **MELEE)]
    ),
}


@pytest.mark.parametrize("reason", NOT_PLAIN)
def test_what_is_no_duel_says_why(reason: str) -> None:
    with pytest.raises(NotPlain) as raised:
        find_duel(NOT_PLAIN[reason])
    assert str(raised.value) == reason


def test_battles_drawn_have_every_steady_piece() -> None:
    drawn = {parse_ability(written)[0] for written in (*ABILITIES, *CONDITIONS)}
    steady = {parse_ability(piece.name)[0] for piece in all_pieces() if piece.is_steady}
    assert steady - drawn == {parse_ability("Vulnerability")[0]}  # drawn as Vulnerable
