"""Odds of a duel by going through all of its states with decimals: as sure as exact ones, for larger regiments.

Nothing is sampled and no state is left out. What is left out is the limit of rounds: the sweep of ``spread.py`` fights
to the end. How likely a battle is to last longer than its limit is bounded on the way: counting every round fought
``weight``-fold, a battle that comes to the limit counts ``weight ** limit``. That bound is the error told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

from orderbook.systems.underdeep.battle.odds.compiled import compile_function
from orderbook.systems.underdeep.battle.odds.duel import (
    DIES,
    FIGHTS,
    FLEES,
    KNOWN_ROUNDS,
    SIDES_OF_DIE,
    Corps,
    Duel,
    count_rolls,
)
from orderbook.systems.underdeep.battle.odds.exact import Count, Endings, TooLarge
from orderbook.systems.underdeep.battle.odds.spread import HEAVY, NUMBERS, spread
from orderbook.systems.underdeep.battle.odds.steps import Ending, Phase

WEIGHTS = (3, 2)
"""Weights of a round, the first that will do is taken."""

MOST_STATES = 3_000_000
"""States there may be; each takes 32 bytes."""

_MOST_IDLE = Fraction(9, 10)
"""What the chance of a round in which nobody is hurt, times the weight, may come to: at 1 there is no bound."""

_ROUNDING = Fraction(1, 10**11)
"""More than all rounding of decimals together comes to."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Chances of endings, the rounds fought on average, and how far either may be off."""

    chances: dict[Ending, float]
    rounds: float
    error: Fraction


@dataclass(frozen=True, slots=True)
class Ladder:
    """Steps of Health of a corps: ``step`` twentieths each, ``length`` of them with somebody left."""

    corps: Corps
    step: int
    length: int


def find_ladder(corps: Corps, enemy: Corps, phases: list[Phase]) -> Ladder:
    """The steps of Health that divide all damage the enemy can do to a corps."""
    index = 0 if phases[0].corps[0] is enemy else 1
    step = 0
    for phase in phases:
        for roll, _ in count_rolls(phase.blows[index]):
            for units in range(1, enemy.count + 1) if phase.drops_fractions else (1,):
                step = gcd(step, phase.blows[index].deal(units, roll, phase.drops_fractions))
    step = step or corps.pool
    return Ladder(corps, step, -(-corps.pool // step))


def count_states(duel: Duel) -> int:
    """An upper bound for the states of a duel."""
    phases = list_phases(duel)
    one, other = duel.corps
    return find_ladder(one, other, phases).length * find_ladder(other, one, phases).length


def list_phases(duel: Duel) -> list[Phase]:
    """The rounds that are told apart."""
    return [Phase(duel, index) for index in range(KNOWN_ROUNDS)]


def sweep(duel: Duel, most_error: Fraction, is_compiled: bool = True) -> Counted:
    """The chances of all endings. Raises ``TooLarge``, also where the error would be larger than ``most_error``."""
    phases = list_phases(duel)
    one, other = duel.corps
    ladders = find_ladder(one, other, phases), find_ladder(other, one, phases)
    if ladders[0].length * ladders[1].length > MOST_STATES:
        raise TooLarge
    if phases[-1].chance_idle * WEIGHTS[-1] > _MOST_IDLE:
        raise TooLarge
    for weight in WEIGHTS:
        if phases[-1].chance_idle * weight > _MOST_IDLE:
            continue
        found = _Sweep(duel, phases[-1], ladders, weight, is_compiled).run()
        if found.error <= most_error:
            return found
    raise TooLarge


class _Sweep:
    """One sweep, with all that it fills in."""

    def __init__(
        self, duel: Duel, phase: Phase, ladders: tuple[Ladder, Ladder], weight: int, is_compiled: bool
    ) -> None:
        import numpy

        self.np: Any = numpy
        self.duel = duel
        self.phase = phase
        self.ladders = ladders
        self.weight = weight
        self.spread: Callable[..., None] = compile_function(spread) if is_compiled else spread
        self.pools = [numpy.arange(ladder.length) * -ladder.step + ladder.corps.pool for ladder in ladders]
        self.units = [-(-pools // ladder.corps.unit_health) for pools, ladder in zip(self.pools, ladders, strict=True)]
        self.ends: dict[tuple[int, int], Any] = {}

    def run(self) -> Counted:
        np, (one, other) = self.np, self.ladders
        count = Count(self.duel, None)
        states, number = count.fight_opening()
        ended = count.finish({})
        reach = np.zeros(one.length * other.length * NUMBERS)
        for (left, left_other), ways in states.items():
            row = (one.corps.pool - left) // one.step * other.length + (other.corps.pool - left_other) // other.step
            chance = count.chance_of(ways, number)
            reach[row * NUMBERS] = chance
            reach[row * NUMBERS + HEAVY] = chance * self.weight**number
        dealt = [self._list_dealt(0, other.step), self._list_dealt(1, one.step)]
        chances = [self._list_chances(side) for side in range(2)]
        stays = [self._list_stays(side) for side in range(2)]
        sums = np.zeros(3)
        shaken = np.zeros((one.length, other.corps.count + 1)), np.zeros((one.corps.count + 1, other.length))
        alone = [np.zeros((2, ladder.length)) for ladder in self.ladders]
        room = len(chances[0])
        self.spread(
            reach, sums, one.length, other.length, *self.pools, *self.units,
            *dealt, *chances, one.step, other.step, *stays,
            float(self.weight), *shaken, *alone, np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(room + 1),
        )  # fmt: skip
        self._collect(0, shaken[0], alone[0])
        self._collect(1, shaken[1].T, alone[1])
        self._end(DIES, DIES)[0, 0] += sums[2]
        return self._sum_up(ended, sums, number)

    def _list_dealt(self, side: int, step: int) -> Any:
        """What each number of units deals with each roll, in steps of the enemy's Health."""
        corps, blow = self.duel.corps[side], self.phase.blows[side]
        rolls = [roll for roll, _ in count_rolls(blow)]
        table = [
            [blow.deal(units, roll, self.duel.drops_fractions) // step for roll in rolls]
            for units in range(corps.count + 1)
        ]
        return self.np.array(table, self.np.int64)

    def _list_chances(self, side: int) -> Any:
        blow = self.phase.blows[side]
        return self.np.array([count / blow.ways for _, count in count_rolls(blow)])

    def _list_stays(self, side: int) -> Any:
        """The chance to pass a check of morale, at each step of Health."""
        corps, pools = self.duel.corps[side], self.pools[side]
        beaten, fresh = (self.phase.check(side, pool)[0] / SIDES_OF_DIE for pool in (1, corps.pool))
        return self.np.where(pools <= corps.beaten, beaten, fresh)

    def _end(self, state: int, state_other: int) -> Any:
        """Chances of an ending by units alive of both."""
        key = state, state_other
        if key not in self.ends:
            one, other = self.duel.corps
            self.ends[key] = self.np.zeros((one.count + 1, other.count + 1))
        return self.ends[key]

    def _add(self, side: int, state: int, units: Any, enemies: int, chances: Any) -> None:
        """Adds chances of one side's ending, by its units, against so many enemies that fight on."""
        other = FIGHTS if enemies else DIES
        summed = self.np.bincount(units, chances)
        for ending, first, last in ((DIES, 0, 1), (state, 1, len(summed))):  # nobody left is dead, whatever he did
            if side == 0:
                self._end(ending, other)[first:last, enemies] += summed[first:last]
            else:
                self._end(other, ending)[enemies, first:last] += summed[first:last]

    def _collect(self, side: int, shaken: Any, alone: Any) -> None:
        """What becomes of a side whose morale was checked, by its Health and the number of enemies, and of one that
        is alone on the field."""
        corps, pools, units = self.duel.corps[side], self.pools[side], self.units[side]
        self._add(side, FIGHTS, units, 0, alone[0] + alone[1] * self._list_stays(side))
        shaken[:, 0] += alone[1]
        seen = [enemies for enemies in range(shaken.shape[1]) if shaken[:, enemies].any()]
        for is_beaten in (True, False):
            rows = (pools <= corps.beaten) == is_beaten
            if not rows.any():
                continue
            for _, state, of_20 in self.phase.check(side, int(pools[rows][0]))[1]:
                for enemies in seen:
                    chances = shaken[rows, enemies] * (of_20 / SIDES_OF_DIE)
                    if state == FLEES:
                        self._pursue(side, pools[rows], enemies, chances)
                    else:
                        self._add(side, state, units[rows], enemies, chances)

    def _pursue(self, side: int, pools: Any, enemies: int, chances: Any) -> None:
        blow = self.phase.pursuits[1 - side]
        for damage, count in self.phase.deal(blow, enemies):
            units = -(-self.np.maximum(pools - damage, 0) // self.duel.corps[side].unit_health)
            self._add(side, FLEES, units, enemies, chances * (count / blow.ways))

    def _sum_up(self, ended: Endings, sums: Any, number: int) -> Counted:
        chances: dict[Ending, float] = {}
        rounds = float(sums[0])
        for (ending, fought), ways in ended.ways.items():
            chance = ways / ended.total
            chances[ending] = chances.get(ending, 0.0) + chance
            rounds += chance * fought
        rounds += number * (1.0 - sum(ways for ways in ended.ways.values()) / ended.total)
        for (state, state_other), table in self.ends.items():
            for units, enemies in zip(*(axis.tolist() for axis in table.nonzero()), strict=True):
                ending = state, state_other, units, enemies
                chances[ending] = chances.get(ending, 0.0) + float(table[units, enemies])
        bound = Fraction(float(sums[1])) / self.weight**self.duel.rounds
        return Counted(chances, rounds, bound + _ROUNDING)
