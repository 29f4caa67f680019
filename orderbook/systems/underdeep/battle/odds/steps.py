"""One round of a duel from one state: where it leads, in how many ways."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

from orderbook.systems.underdeep.battle.odds.duel import (
    DIES,
    EXCHANGE,
    FIGHTS,
    FIRST,
    FLEES,
    NOT,
    SIDES_OF_DIE,
    Blow,
    Duel,
    count_rolls,
)

Pools = tuple[int, int]
"""Combined Healths of both, in twentieths."""

Ending = tuple[int, int, int, int]
"""State of both, units alive of both."""

Flight = tuple[int, int, int]
"""Which corps flees, its Combined Health, and how many units of the other are at it."""


@dataclass(slots=True)
class Step:
    """Where a round leads: ways to go on, to end there and then, and to flee, before the pursuit is rolled."""

    onward: dict[Pools, int] = field(default_factory=dict)
    ends: dict[Ending, int] = field(default_factory=dict)
    fled: dict[Flight, int] = field(default_factory=dict)


class Phase:
    """Rounds that are alike. Each state splits into ``ways`` in such a round; ``pairs_of_rolls`` says how many of
    these have to be looked at."""

    def __init__(self, duel: Duel, index: int) -> None:
        self.index = index
        self.corps = duel.corps
        self.drops_fractions = duel.drops_fractions
        self.blows = duel.corps[0].blows[index], duel.corps[1].blows[index]
        self.pursuits = duel.corps[0].pursuits[index], duel.corps[1].pursuits[index]
        self.ways = SIDES_OF_DIE * self.blows[0].ways * self.blows[1].ways
        self.pairs_of_rolls = len(count_rolls(self.blows[0])) * len(count_rolls(self.blows[1]))
        self._dealt: dict[tuple[Blow, int], list[tuple[int, int]]] = {}
        self._checks: dict[tuple[int, bool], tuple[int, tuple[tuple[int, int, int], ...]]] = {}

    def is_like(self, other: Phase) -> bool:
        """Whether a round of the one is as a round of the other."""
        return (self.blows, self.pursuits) == (other.blows, other.pursuits)

    @property
    def chance_idle(self) -> Fraction:
        """The highest chance of a round in which nobody is hurt, however many units there are."""
        chance = Fraction(1)
        for blow in self.blows:
            harmless = sum(count for roll, count in count_rolls(blow) if not blow.deal(1, roll, self.drops_fractions))
            chance *= Fraction(harmless, blow.ways)
        return chance

    def find_step(self, pools: Pools) -> Step:
        """What a round makes of a state; its ways add up to ``ways``."""
        step = Step()
        onward, ends, fled = step.onward, step.ends, step.fled
        one, other = self.corps
        start, start_other = pools
        for after, count in self._attack(pools).items():
            left, left_other = after
            suffered, suffered_other = start - left, start_other - left_other
            units, units_other = one.count_units(left), other.count_units(left_other)
            if not (left and left_other):
                key = FIGHTS if left else DIES, FIGHTS if left_other else DIES, units, units_other
                ends[key] = ends.get(key, 0) + count * SIDES_OF_DIE
                continue
            # The side that suffered more checks its morale, while there is an enemy (UD-MRL-01).
            if suffered > suffered_other:
                stays, fails = self.check(0, left)
            elif suffered < suffered_other:
                stays, fails = self.check(1, left_other)
            else:
                stays, fails = SIDES_OF_DIE, ()
            if stays:
                onward[after] = count * stays
            for shaken, state, of_20 in fails:
                if state == FLEES:
                    flight = (0, left, units_other) if shaken == 0 else (1, left_other, units)
                    fled[flight] = fled.get(flight, 0) + count * of_20
                    continue
                key = (state, FIGHTS, units, units_other) if shaken == 0 else (FIGHTS, state, units, units_other)
                ends[key] = ends.get(key, 0) + count * of_20
        return step

    def count_idle(self, pools: Pools) -> int:
        """In how many ways a round leaves a state as it is."""
        ways = SIDES_OF_DIE
        for corps, blow, pool in zip(self.corps, self.blows, pools, strict=True):
            if blow.when != NOT:
                ways *= dict(self.deal(blow, corps.count_units(pool))).get(0, 0)
        return ways

    def pursue(self, flight: Flight) -> list[tuple[Ending, int]]:
        """The endings of a flight with their ways in ``20 ** dice`` of the pursuit (UD-MRL-07)."""
        side, pool, units = flight
        endings: dict[Ending, int] = defaultdict(int)
        for damage, count in self.deal(self.pursuits[1 - side], units):
            left = pool - damage if damage < pool else 0
            own = (FLEES if left else DIES, self.corps[side].count_units(left))
            other = (FIGHTS if units else DIES, units)
            one, two = (own, other) if side == 0 else (other, own)
            endings[one[0], two[0], one[1], two[1]] += count
        return list(endings.items())

    def _attack(self, pools: Pools) -> dict[Pools, int]:
        """What is left of both after first shots and exchange."""
        now: dict[Pools, int] = {pools: 1}
        for when in (FIRST, EXCHANGE):
            if self.blows[0].when != when and self.blows[1].when != when:
                continue
            after: dict[Pools, int] = {}
            for (left, left_other), before in now.items():
                on_other = [
                    (left_other - damage if damage < left_other else 0, count)
                    for damage, count in self._list_damage(0, when, left, left_other)
                ]
                for damage, count in self._list_damage(1, when, left_other, left):
                    own = left - damage if damage < left else 0
                    ways = before * count
                    for other, count_other in on_other:
                        key = own, other
                        after[key] = after.get(key, 0) + ways * count_other
            now = after
        return now

    def _list_damage(self, side: int, when: int, own: int, other: int) -> list[tuple[int, int]]:
        """What a corps with that Health deals to one with the other at that point of the round, with the ways."""
        blow = self.blows[side]
        if blow.when != when:
            return [(0, 1)]
        if not own or not other:
            return [(0, blow.ways)]
        return self.deal(blow, self.corps[side].count_units(own))

    def deal(self, blow: Blow, units: int) -> list[tuple[int, int]]:
        """What so many units deal in twentieths, each with its ways, ascending."""
        found = self._dealt.get((blow, units))
        if found is None:
            by_amount: dict[int, int] = defaultdict(int)
            for roll, count in count_rolls(blow):
                by_amount[blow.deal(units, roll, self.drops_fractions)] += count
            found = self._dealt[blow, units] = list(by_amount.items())
        return found

    def check(self, side: int, pool: int) -> tuple[int, tuple[tuple[int, int, int], ...]]:
        """With how many rolls of 20 a corps stays, and for each way to fail: who, to which state, with how many."""
        corps = self.corps[side]
        key = side, pool <= corps.beaten
        found = self._checks.get(key)
        if found is None:
            rolls: dict[int, int] = defaultdict(int)
            for roll in range(1, SIDES_OF_DIE + 1):
                rolls[corps.settle_check(roll, pool)] += 1
            stays = rolls.pop(FIGHTS, 0)
            found = self._checks[key] = stays, tuple((side, state, of_20) for state, of_20 in rolls.items())
        return found
