"""Exact odds of a duel: every course of it counted, in whole numbers of equally likely ones.

A state is what both regiments have left (their Combined Healths). Each has a whole number of ways that lead to it after
0, 1, 2 … rounds, and a round splits every way into equally many, so that no fraction is ever reduced or rounded. The
ways of all rounds are kept side by side in one large number, a slot for each round: as Health never grows, all ways to
a state are together once the states above it are done, and one product serves all rounds at once.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from orderbook.systems.underdeep.battle.odds.duel import FIGHTS, KNOWN_ROUNDS, SIDES_OF_DIE, Duel
from orderbook.systems.underdeep.battle.odds.steps import Ending, Flight, Phase, Pools


class TooLarge(Exception):
    """There are more states than was allowed."""


@dataclass(slots=True)
class Endings:
    """How a duel ends: ways by ending and by the number of rounds fought, in ``total``."""

    total: int
    ways: dict[tuple[Ending, int], int] = field(default_factory=dict)


def count_endings(duel: Duel, most_steps: int | None = None) -> Endings:
    """All endings of a duel with their ways. A step is one state with one pair of rolls; raises ``TooLarge`` when it
    takes more than ``most_steps``."""
    count = Count(duel, most_steps)
    states, number = count.fight_opening()
    if number < duel.rounds:
        states = count.fight_on(states)
    return count.finish(states)


class Count:
    """The count of one duel. ``ways[r]`` is of how many ways one is after r rounds."""

    def __init__(self, duel: Duel, most_steps: int | None) -> None:
        self.duel = duel
        self.steps_left = most_steps
        self.pursuit_ways = SIDES_OF_DIE ** max(blow.dice for corps in duel.corps for blow in corps.pursuits)
        self.phases = [Phase(duel, index) for index in range(KNOWN_ROUNDS)]
        self.ways = [1]
        for number in range(duel.rounds):
            self.ways.append(self.ways[-1] * self.phases[min(number, KNOWN_ROUNDS - 1)].ways)
        self.slot = (self.ways[-1] * self.pursuit_ways).bit_length() + 1
        self.ends: dict[Ending, int] = defaultdict(int)
        self.fled: list[dict[Flight, int]] = [defaultdict(int) for _ in self.phases]

    def fight_opening(self) -> tuple[dict[Pools, int], int]:
        """Fights the rounds that are unlike later ones: the states after them, and how many there were."""
        one, other = self.duel.corps
        states: dict[Pools, int] = {(one.pool, other.pool): 1}
        number = 0
        while number < self.duel.rounds and not self._are_alike_from(number):
            states = self._fight_round(states, self.phases[number])
            number += 1
        return states, number

    def finish(self, states: dict[Pools, int]) -> Endings:
        """All endings, the battle being undecided in the states given."""
        one, other = self.duel.corps
        for (left, left_other), ways in states.items():
            ending = FIGHTS, FIGHTS, one.count_units(left), other.count_units(left_other)
            self.ends[ending] += ways * self.pursuit_ways
        for phase, fled in zip(self.phases, self.fled, strict=True):
            for flight, ways in fled.items():
                self._pursue(phase, flight, ways)
        return self._unpack()

    def chance_of(self, ways: int, number: int) -> float:
        """The chance of so many ways after so many rounds."""
        return float(Fraction(ways >> self.slot * number, self.ways[number]))

    def _are_alike_from(self, number: int) -> bool:
        return all(phase.is_like(self.phases[-1]) for phase in self.phases[number:])

    def _fight_round(self, states: dict[Pools, int], phase: Phase) -> dict[Pools, int]:
        onward: dict[Pools, int] = defaultdict(int)
        for pools, ways in states.items():
            for state, found in self._leave(pools, ways, phase):
                onward[state] += found
        return onward

    def fight_on(self, states: dict[Pools, int]) -> dict[Pools, int]:
        """Fights all rounds that are left, which are alike; the states of those who still fight after the last."""
        phase = self.phases[-1]
        by_health: dict[int, dict[Pools, int]] = defaultdict(lambda: defaultdict(int))
        for pools, ways in states.items():
            by_health[sum(pools)][pools] = ways
        undecided: dict[Pools, int] = {}
        last = self.slot * self.duel.rounds
        within = (1 << last) - 1
        for health in range(max(by_health, default=0), 0, -1):
            for pools, ways in by_health.pop(health, {}).items():
                idle = phase.count_idle(pools)
                came = ways
                while idle and came:  # rounds in which nobody is hurt
                    came = (came & within) * idle << self.slot
                    ways += came
                if ways >> last:
                    undecided[pools] = ways >> last << last
                    ways &= within
                for state, found in self._leave(pools, ways, phase):
                    if state != pools:
                        by_health[sum(state)][state] += found
        return undecided

    def _leave(self, pools: Pools, ways: int, phase: Phase) -> list[tuple[Pools, int]]:
        """Where a round leads from a state, the ways a slot further on; what ends there is noted."""
        if self.steps_left is not None:
            self.steps_left -= phase.pairs_of_rolls
            if self.steps_left < 0:
                raise TooLarge
        step = phase.find_step(pools)
        ways <<= self.slot
        for ending, count in step.ends.items():
            self.ends[ending] += ways * (count * self.pursuit_ways)
        for flight, count in step.fled.items():
            self.fled[phase.index][flight] += ways * count
        products = {count: ways * count for count in set(step.onward.values())}
        return [(state, products[count]) for state, count in step.onward.items()]

    def _pursue(self, phase: Phase, flight: Flight, ways: int) -> None:
        endings = phase.pursue(flight)
        share = self.pursuit_ways // sum(count for _, count in endings)
        for ending, count in endings:
            self.ends[ending] += ways * (count * share)

    def _unpack(self) -> Endings:
        endings = Endings(self.ways[-1] * self.pursuit_ways)
        mask = (1 << self.slot) - 1
        for ending, packed in self.ends.items():
            for number, ways in enumerate(self.ways):
                found = packed >> self.slot * number & mask
                if found:
                    endings.ways[ending, number] = found * (self.ways[-1] // ways)
        return endings
