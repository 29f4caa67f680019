"""A duel as tables of numpy: the steps of Health of both corps, and what is the same for all compiled sweeps of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any

from orderbook.systems.underdeep.battle.odds.duel import KNOWN_ROUNDS, Corps, Duel, count_rolls
from orderbook.systems.underdeep.battle.odds.steps import Phase


@dataclass(frozen=True, slots=True)
class Ladder:
    """The steps of Health of a corps: ``step`` twentieths each, ``length`` of them with somebody left."""

    corps: Corps
    step: int
    length: int


def list_phases(duel: Duel) -> list[Phase]:
    """The rounds that are told apart."""
    return [Phase(duel, index) for index in range(KNOWN_ROUNDS)]


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


def find_ladders(duel: Duel, phases: list[Phase]) -> tuple[Ladder, Ladder]:
    """The ladders of both."""
    one, other = duel.corps
    return find_ladder(one, other, phases), find_ladder(other, one, phases)


def count_states(duel: Duel) -> int:
    """An upper bound for the states of a duel."""
    one, other = find_ladders(duel, list_phases(duel))
    return one.length * other.length


class Tables:
    """Rounds that are alike, as arrays by side. Health is counted downwards from the start, in steps."""

    def __init__(self, duel: Duel, phase: Phase, ladders: tuple[Ladder, Ladder]) -> None:
        import numpy

        self.np: Any = numpy
        self.phase = phase
        self.ladders = ladders
        self.pools = [numpy.arange(ladder.length) * -ladder.step + ladder.corps.pool for ladder in ladders]
        """Health at each step."""
        self.units = [-(-pools // ladder.corps.unit_health) for pools, ladder in zip(self.pools, ladders, strict=True)]
        """Units alive at each step."""
        self.stays = [self._list_stays(side) for side in range(2)]
        """With how many rolls of 20 a check of morale is passed at each step."""
        self.dealt = [self._list_dealt(duel, side) for side in range(2)]
        """What each number of units deals with each roll, in steps of the enemy's Health, the rolls ascending."""
        self.ways = [numpy.array([count for _, count in count_rolls(blow)]) for blow in phase.blows]
        """The ways of each roll."""

    def find_place(self, pools: tuple[int, int]) -> tuple[int, int]:
        """The steps at which both have that Health."""
        one, other = self.ladders
        return (one.corps.pool - pools[0]) // one.step, (other.corps.pool - pools[1]) // other.step

    def find_rows(self) -> tuple[int, int]:
        """The side whose Health tells rows apart, and the one whose Health runs along them: that of more steps, as
        longer stretches take less time."""
        return (0, 1) if self.ladders[1].length >= self.ladders[0].length else (1, 0)

    def find_bounds(self, side: int) -> Any:
        """Where the stretches of a row begin in which that side's units and morale are the same, and the end."""
        units, stays = self.units[side], self.stays[side]
        is_new = (units[1:] != units[:-1]) | (stays[1:] != stays[:-1])
        return self.np.concatenate(([0], self.np.flatnonzero(is_new) + 1, [len(units)]))

    def find_morale(self, side: int) -> list[tuple[int, int]]:
        """The first step and the one after the last of all steps at which the side's morale is the same: while its army
        does not count as beaten, and then."""
        pools = self.pools[side]
        beaten = int((pools > self.ladders[side].corps.beaten).sum())
        return [(start, end) for start, end in ((0, beaten), (beaten, len(pools))) if start < end]

    def count_by_units(self, side: int, start: int, sums: Any, damage: Any) -> Any:
        """How many are left with each number of units after a damage that differs by the number of enemies.

        ``sums`` adds up, by number of enemies, who is reached from the step ``start`` down to before each further one;
        further axes stay as they are.
        """
        np, ladder = self.np, self.ladders[side]
        more_than = np.arange(ladder.corps.count + 1)[:, None] * ladder.corps.unit_health + damage
        steps = -((more_than - ladder.corps.pool) // ladder.step) - start  # with more than that
        steps = np.clip(steps, 0, len(sums) - 1)
        reached = sums[steps, np.arange(steps.shape[1])]
        return -np.diff(reached, axis=0, prepend=sums[-1:])

    def _list_stays(self, side: int) -> Any:
        corps, pools = self.ladders[side].corps, self.pools[side]
        beaten, fresh = (self.phase.check(side, pool)[0] for pool in (1, corps.pool))
        return self.np.where(pools <= corps.beaten, beaten, fresh)

    def _list_dealt(self, duel: Duel, side: int) -> Any:
        corps, blow, step = duel.corps[side], self.phase.blows[side], self.ladders[1 - side].step
        rolls = [roll for roll, _ in count_rolls(blow)]
        units = range(corps.count + 1)
        table = [[blow.deal(count, roll, duel.drops_fractions) // step for roll in rolls] for count in units]
        return self.np.array(table, self.np.int64)
