"""Exact odds of larger duels: all courses counted round by round in whole numbers, by compiled code.

What ``exact.py`` counts state by state this counts for all states of a round at once (``march.py``). Both count the
same ways, so that their endings are equal, number by number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from orderbook.systems.underdeep.battle.odds.compiled import compile_function
from orderbook.systems.underdeep.battle.odds.duel import DIES, FIGHTS, FIRST, FLEES, SIDES_OF_DIE, Blow, Duel
from orderbook.systems.underdeep.battle.odds.exact import Count, Endings, TooLarge
from orderbook.systems.underdeep.battle.odds.ladders import Tables, find_ladders, list_phases
from orderbook.systems.underdeep.battle.odds.march import PARTS, march
from orderbook.systems.underdeep.battle.odds.steps import Ending, Pools

_WORD = 62
"""Bits of a word that sums may fill: one fewer than there are beside its sign, so that there is room to carry."""

_LEAST_BITS = 16
"""Digits of fewer bits than these are not worth it."""

_BYTES = 300_000_000
"""What all ways after one round may take (two rounds are kept), and those to be checked after all rounds."""


def count_whole(duel: Duel, most_work: int | None = None, is_compiled: bool = True) -> Endings:
    """All endings of a duel with their ways, as ``count_endings`` finds them.

    Raises ``TooLarge`` where digits would have to be multiplied more than ``most_work`` times, or take too much room.
    """
    whole = _Whole(duel, is_compiled)
    if most_work is not None and whole.work > most_work:
        raise TooLarge
    return whole.run()


class _Whole:
    """One count. An array of ends has an axis of rounds fought and, as its last, one of digits."""

    def __init__(self, duel: Duel, is_compiled: bool) -> None:
        self.duel = duel
        phases = list_phases(duel)
        if any(blow.when == FIRST for blow in phases[-1].blows):
            raise TooLarge  # blows are exchanged in ``march``
        self.phase = phases[-1]
        ladders = find_ladders(duel, phases)
        if prod(ladder.length for ladder in ladders) * PARTS * 8 > _BYTES:
            raise TooLarge
        self.tables = Tables(duel, self.phase, ladders)
        self.np: Any = self.tables.np
        self.march: Callable[..., None] = compile_function(march) if is_compiled else march
        self.both = self.tables.find_rows()
        self.bounds = self.tables.find_bounds(self.both[1])
        self.count = Count(duel, None)
        self.bits = self._find_bits()
        self.most = self._count_digits(duel.rounds)
        self.ends: dict[tuple[Ending, int], int] = defaultdict(int)

    @property
    def work(self) -> int:
        """Digits that are multiplied, at most."""
        rolls = sum(len(ways) for ways in self.tables.ways)
        digits = sum(self._count_digits(number) for number in range(self.duel.rounds + 1))
        return prod(self._lengths()) * digits * rolls

    def _lengths(self) -> list[int]:
        return [ladder.length for ladder in self.tables.ladders]

    def _find_bits(self) -> int:
        """Bits of a digit: so few that no sum of digits outgrows a word. Raises ``TooLarge``."""
        ways = [blow.ways for blow in self.phase.blows]
        units = [corps.count for corps in self.duel.corps]
        rows, row = (self._lengths()[side] for side in self.both)
        longest, stretches = max(rows, row), len(self.bounds) - 1
        most: int = max(
            # ``after``: a state is come to from one other by each pair of rolls and of numbers of units.
            prod(units) * prod(ways),
            3 * SIDES_OF_DIE,  # ``room``
            longest * max(ways),  # ``lethal_a``
            rows * stretches * max(ways),  # ``dead``; each place of ``alone_a`` gets less
            rows * prod(ways),  # ``alone_b``: from each row a place is come to from one other by each pair of rolls
            rows * row,  # ``rest``; each place of ``shaken`` gets less
            longest * SIDES_OF_DIE * self.count.pursuit_ways,  # who flees, added up by Health, then by rolls
        )
        bits = _WORD - most.bit_length()
        if bits < _LEAST_BITS:
            raise TooLarge
        return bits

    def _count_digits(self, number: int) -> int:
        """Digits of all ways after so many rounds."""
        return -(-self.count.ways[number].bit_length() // self.bits)

    def run(self) -> Endings:
        """Raises ``TooLarge``."""
        units = [corps.count for corps in self.duel.corps]
        cells = prod(self._lengths()) * PARTS
        checks = sum(map(prod, zip(self._lengths(), reversed(units), strict=True)))
        if max(cells, checks * (self.duel.rounds + 1)) * self.most * 8 > _BYTES:
            raise TooLarge
        states, number = self.count.fight_opening()
        endings = self.count.finish({} if number < self.duel.rounds else states)
        self.ends.update(endings.ways)
        if number < self.duel.rounds:
            self._march(states, number)
        return Endings(endings.total, {key: ways for key, ways in self.ends.items() if ways})

    def _march(self, states: dict[Pools, int], number: int) -> None:
        """Fights on from the states after so many rounds; what ends is put to ``ends``."""
        np, (first, second), tables = self.np, self.both, self.tables
        lengths, units, rounds = self._lengths(), [corps.count for corps in self.duel.corps], self.duel.rounds
        shape = (rounds - number + 1, lengths[first], units[second] + 1, self.most)
        shaken = np.zeros(shape, np.int64), np.zeros((shape[0], units[first] + 1, lengths[second], self.most), np.int64)
        alone = [np.zeros((shape[0], lengths[side], self.most), np.int64) for side in self.both]
        dead = np.zeros((shape[0], self.most), np.int64)
        rest = np.zeros((units[first] + 1, units[second] + 1, self.most), np.int64)
        longest = int(np.diff(self.bounds).max())
        old = self._count_digits(number)
        before = np.zeros((lengths[first], PARTS, lengths[second], old), np.int64)
        for pools, ways in states.items():
            place = tables.find_place(pools)
            before[place[first], 0, place[second]] = self._split(ways >> self.count.slot * number, old)
        for index in range(shape[0]):
            digits = self._count_digits(min(number + index + 1, rounds))
            is_last = number + index == rounds
            after = np.zeros((lengths[first], PARTS, lengths[second], 0 if is_last else digits), np.int64)
            now = min(index + 1, shape[0] - 1)
            self.march(
                before.reshape(-1), after.reshape(-1), old, digits, self.bits, SIDES_OF_DIE if index else 1, is_last,
                lengths[second], *(tables.units[side] for side in self.both),
                *(tables.dealt[side] for side in self.both), *(tables.ways[side] for side in self.both),
                *(tables.ladders[side].step for side in self.both), *(tables.stays[side] for side in self.both),
                self.bounds, shaken[0][index], shaken[1][index], alone[0][now], alone[1][now], dead[now], rest,
                np.zeros(longest * digits, np.int64), np.zeros((longest + 2, digits), np.int64),
                np.zeros(lengths[second] * digits, np.int64),
            )  # fmt: skip
            before, old = after, digits
        self._collect(number, first, shaken[0], alone[0])
        self._collect(number, second, shaken[1].swapaxes(1, 2), alone[1])
        for fought, ways in self._join(dead):
            self._end((DIES, DIES, 0, 0), number + fought[0], ways * SIDES_OF_DIE)
        for counts, ways in self._join(rest):
            one, other = counts if first == 0 else counts[::-1]
            self._end((FIGHTS, FIGHTS, one, other), rounds, ways)

    def _collect(self, number: int, side: int, shaken: Any, alone: Any) -> None:
        """What becomes of a side whose morale was checked, by rounds, its Health and the number of enemies, and of one
        that is alone on the field."""
        np, tables, corps = self.np, self.tables, self.duel.corps[side]
        by_units = np.zeros((len(alone), corps.count + 1, self.most), np.int64)
        self._carry(alone)
        np.add.at(by_units, (slice(None), tables.units[side]), alone)
        for (fought, units), ways in self._join(by_units):
            self._end(self._name(side, FIGHTS, DIES, units, 0), number + fought, ways * SIDES_OF_DIE)
        self._carry(shaken)
        enemies = range(shaken.shape[2])
        by_step = shaken.transpose(1, 2, 0, 3)
        for start, end in tables.find_morale(side):
            sums = np.zeros((end - start + 1, *by_step.shape[1:]), np.int64)
            by_step[start:end].cumsum(axis=0, out=sums[1:])
            for _, state, of_20 in self.phase.check(side, int(tables.pools[side][start]))[1]:
                pursuit = self.phase.pursuits[1 - side] if state == FLEES else Blow()
                dealt = [self.phase.deal(pursuit, count) for count in enemies]
                left: Any = 0
                for roll in range(max(map(len, dealt))):
                    one = [each[roll] if roll < len(each) else (0, 0) for each in dealt]
                    damage, ways = (np.array(column) for column in zip(*one, strict=True))
                    left = left + tables.count_by_units(side, start, sums, damage) * (ways * of_20)[:, None, None]
                share = self.count.pursuit_ways // pursuit.ways
                for (units, others, fought), found in self._join(left):
                    ending = self._name(side, state if units else DIES, FIGHTS, units, others)
                    self._end(ending, number + fought, found, share)

    @staticmethod
    def _name(side: int, state: int, other: int, units: int, others: int) -> Ending:
        return (state, other, units, others) if side == 0 else (other, state, others, units)

    def _end(self, ending: Ending, number: int, ways: int, share: int | None = None) -> None:
        """Puts ways after so many rounds to those of the whole battle, the pursuit's share of rolls included."""
        share = self.count.pursuit_ways if share is None else share
        self.ends[ending, number] += ways * share * (self.count.ways[-1] // self.count.ways[number])

    def _split(self, ways: int, digits: int) -> list[int]:
        return [ways >> self.bits * place & (1 << self.bits) - 1 for place in range(digits)]

    def _carry(self, array: Any) -> None:
        for place in range(self.most - 1):
            array[..., place + 1] += array[..., place] >> self.bits
            array[..., place] &= (1 << self.bits) - 1

    def _join(self, array: Any) -> Iterator[tuple[tuple[int, ...], int]]:
        """The numbers of an array that are not 0, by their place in it."""
        places = array.any(axis=-1).nonzero()
        numbers = array[places].tolist()
        for place, digits in zip(self.np.transpose(places).tolist(), numbers, strict=True):
            yield tuple(place), sum(digit << self.bits * at for at, digit in enumerate(digits))
