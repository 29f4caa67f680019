"""Odds of a duel by going through all of its states with decimals: as sure as exact ones, for larger regiments.

Nothing is sampled and no state is left out. What is left out is the limit of rounds: the sweep of ``spread.py`` fights
to the end. How likely a battle is to last longer than its limit ``outlast.py`` bounds. That bound is the error told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from orderbook.systems.underdeep.battle.odds.compiled import compile_function
from orderbook.systems.underdeep.battle.odds.duel import DIES, FIGHTS, FIRST, FLEES, SIDES_OF_DIE, Blow, Duel
from orderbook.systems.underdeep.battle.odds.exact import Count, Endings, TooLarge
from orderbook.systems.underdeep.battle.odds.ladders import Ladder, Tables, find_ladders, list_phases
from orderbook.systems.underdeep.battle.odds.outlast import outlast
from orderbook.systems.underdeep.battle.odds.spread import BOTH_DEAD, PARTS, ROUNDS, spread
from orderbook.systems.underdeep.battle.odds.steps import Ending, Phase

WEIGHTS = (5.0, 4.0, 3.0, 2.0)
"""Weights of a round in the bound of ``outlast.py``, tried until one makes it small; else the best holds."""

_SMALL = 1e-6
"""A bound so small that no better one is looked for."""

MOST_STATES = 10_000_000
"""States there may be; each takes 24 bytes."""

_FINE, _FINE_UNITS, _COARSE = 20, 4, 2
"""Cells of ``outlast.py`` a unit's Health is divided into: among the last units, and among all others."""

_ROUNDING = Fraction(1, 10**11)
"""More than all rounding of decimals together comes to."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Chances of endings, the rounds fought on average, and how far either may be off."""

    chances: dict[Ending, float]
    rounds: float
    error: Fraction


def sweep(duel: Duel, most_error: Fraction, is_compiled: bool = True) -> Counted:
    """The chances of all endings. Raises ``TooLarge``, also where the error would be larger than ``most_error``."""
    phases = list_phases(duel)
    ladders = find_ladders(duel, phases)
    if ladders[0].length * ladders[1].length > MOST_STATES or not phases[-1].chance_idle < 1:
        raise TooLarge
    if any(blow.when == FIRST for blow in phases[-1].blows):
        raise TooLarge  # blows are exchanged in the sweep
    return _Sweep(duel, phases[-1], ladders, is_compiled).run(most_error)


class _Sweep:
    """One sweep, with all that it fills in."""

    def __init__(self, duel: Duel, phase: Phase, ladders: tuple[Ladder, Ladder], is_compiled: bool) -> None:
        self.duel = duel
        self.phase = phase
        self.ladders = ladders
        self.tables = Tables(duel, phase, ladders)
        self.np: Any = self.tables.np
        self.spread: Callable[..., None] = compile_function(spread) if is_compiled else spread
        self.outlast: Callable[..., None] = compile_function(outlast) if is_compiled else outlast
        self.stays = [stays / SIDES_OF_DIE for stays in self.tables.stays]
        self.chances = [ways / blow.ways for ways, blow in zip(self.tables.ways, phase.blows, strict=True)]
        self.ends: dict[tuple[int, int], Any] = {}

    def run(self, most_error: Fraction) -> Counted:
        """Raises ``TooLarge`` where a chance might be off by more than ``most_error``."""
        np, (one, other) = self.np, self.ladders
        count = Count(self.duel, None)
        states, number = count.fight_opening()
        ended = count.finish({})
        opening = {self.tables.find_place(pools): count.chance_of(ways, number) for pools, ways in states.items()}
        error = self._bound_rest(opening, self.duel.rounds - number)
        if error > most_error:
            raise TooLarge
        shaken = np.zeros((one.length, other.corps.count + 1)), np.zeros((one.corps.count + 1, other.length))
        alone = [np.zeros(ladder.length) for ladder in self.ladders]
        both = self.tables.find_rows()
        sums = self._spread(both, opening, shaken if both[0] == 0 else (shaken[1].T, shaken[0].T), alone)
        self._collect(0, shaken[0], alone[0])
        self._collect(1, shaken[1].T, alone[1])
        self._table(0, DIES, DIES)[0, 0] += sums[BOTH_DEAD]
        return self._sum_up(ended, float(sums[ROUNDS]), number, error)

    def _spread(self, both: tuple[int, int], opening: Mapping[tuple[int, int], float], shaken: Any, alone: Any) -> Any:
        """Fights to the end, the first of ``both`` being the side whose Health tells rows apart; what ``spread`` sums
        up."""
        np, (first, second) = self.np, both
        rows, row = self.ladders[first].length, self.ladders[second].length
        tallest = int(np.diff(self.tables.find_bounds(first)).max())
        reached = max((places[first] for places in opening), default=0)
        ring = min(rows, max(int(self.tables.dealt[second].max()) + tallest, reached + 1))
        reach = np.zeros((ring, PARTS, row))
        for places, chance in opening.items():
            reach[places[first], 0, places[second]] = chance
        bounds = self.tables.find_bounds(second)
        longest = int(np.diff(bounds).max())
        sums = np.zeros(2)
        checks = [np.zeros(each.shape) for each in shaken]
        self.spread(
            reach.reshape(-1), sums, ring, row, *(self.tables.units[side] for side in both),
            *(self.tables.dealt[side] for side in both), *(self.chances[side] for side in both),
            *(self.ladders[side].step for side in both), *(self.stays[side] for side in both),
            bounds, *checks, *(alone[side] for side in both), np.zeros(longest), np.zeros(longest + 1), np.zeros(row),
        )  # fmt: skip
        for each, found in zip(shaken, checks, strict=True):
            each += found
        return sums

    def _bound_rest(self, opening: Mapping[tuple[int, int], float], rounds: int) -> Fraction:
        """The most the chance may be that a battle is not over after so many rounds more, and rounding."""
        np, cells = self.np, [self._find_cells(side) for side in range(2)]
        (tops, cell_of), (tops_other, cell_of_other) = cells
        least = 1.0
        for weight in WEIGHTS:
            counts = np.empty((len(tops) + 1, len(tops_other) + 1))
            self.outlast(
                weight, tops, tops_other, cell_of, cell_of_other, *self.tables.units, *self.tables.dealt, *self.chances,
                *(ladder.step for ladder in self.ladders), *self.stays, counts,
            )  # fmt: skip
            mean = sum(chance * counts[cell_of[one], cell_of_other[other]] for (one, other), chance in opening.items())
            # The rounds beyond the limit are in the mean of rounds, too: 1, 1 / weight, 1 / weight ** 2 ...
            least = min(least, float(mean) * weight**-rounds / (weight - 1.0))
            if least <= _SMALL:
                break
        return Fraction(least) + _ROUNDING

    def _find_cells(self, side: int) -> tuple[Any, Any]:
        """The first step of Health of each cell, and the cell of each step."""
        np, pools, units, corps = self.np, self.tables.pools[side], self.tables.units[side], self.duel.corps[side]
        parts = np.where(units <= _FINE_UNITS, _FINE, _COARSE)
        part = (pools - (units - 1) * corps.unit_health) * parts // corps.unit_health
        is_new = np.concatenate(([True], (units[1:] != units[:-1]) | (part[1:] != part[:-1])))
        return np.flatnonzero(is_new), np.cumsum(is_new) - 1

    def _collect(self, side: int, shaken: Any, alone: Any) -> None:
        """What becomes of a side whose morale was checked, by its Health and the number of enemies, and of one that
        is alone on the field."""
        np, corps, pools = self.np, self.duel.corps[side], self.tables.pools[side]
        self._table(side, FIGHTS, DIES)[:, 0] += np.bincount(self.tables.units[side], alone, corps.count + 1)
        enemies = range(shaken.shape[1])
        for start, end in self.tables.find_morale(side):
            # How many are reached from there down to each step.
            sums = np.zeros((end - start + 1, len(enemies)))
            shaken[start:end].cumsum(axis=0, out=sums[1:])
            for _, state, of_20 in self.phase.check(side, int(pools[start]))[1]:
                pursuit = self.phase.pursuits[1 - side] if state == FLEES else Blow()
                dealt = [self.phase.deal(pursuit, count) for count in enemies]
                for roll in range(max(map(len, dealt))):
                    one = [each[roll] if roll < len(each) else (0, 0) for each in dealt]
                    damage, ways = (np.array(column) for column in zip(*one, strict=True))
                    left = np.maximum(self.tables.count_by_units(side, start, sums, damage), 0.0)
                    left *= ways * (of_20 / SIDES_OF_DIE / pursuit.ways)
                    self._table(side, state, FIGHTS)[1:, 1:] += left[1:, 1:]
                    self._table(side, DIES, FIGHTS)[0, 1:] += left[0, 1:]  # nobody left is dead, whatever he did

    def _table(self, side: int, state: int, other: int) -> Any:
        """Chances of an ending by units alive of the side and of its enemy."""
        key = (state, other) if side == 0 else (other, state)
        if key not in self.ends:
            one, enemy = self.duel.corps
            self.ends[key] = self.np.zeros((one.count + 1, enemy.count + 1))
        return self.ends[key] if side == 0 else self.ends[key].T

    def _sum_up(self, ended: Endings, rounds: float, number: int, error: Fraction) -> Counted:
        chances: dict[Ending, float] = {}
        for (ending, fought), ways in ended.ways.items():
            chance = ways / ended.total
            chances[ending] = chances.get(ending, 0.0) + chance
            rounds += chance * fought
        rounds += number * (1.0 - sum(ways for ways in ended.ways.values()) / ended.total)
        for (state, state_other), table in self.ends.items():
            places = table.nonzero()
            for units, enemies, chance in zip(*(each.tolist() for each in (*places, table[places])), strict=True):
                ending = state, state_other, units, enemies
                chances[ending] = chances.get(ending, 0.0) + chance
        return Counted(chances, rounds, error)
