"""Odds from many battles: plain duels by the million, any other battle by the engine itself.

Battles come in batches of a fixed size, each with dice of its own seeded by the batch's number, so that the same seed
gives the same odds however many processes share the work.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from orderbook.dice.quick import QuickDice
from orderbook.systems.underdeep.battle.engine import Battle, fight
from orderbook.systems.underdeep.battle.odds.compiled import compile_function
from orderbook.systems.underdeep.battle.odds.duel import FIGHTS, SIDES_OF_DIE, STATES, Duel
from orderbook.systems.underdeep.battle.odds.play import count_most_rolls, flatten, list_zeros, make_tally, play
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scenario import Scenario

DUELS_AT_A_TIME = 100_000
BATTLES_AT_A_TIME = 50

_ROLLS = bytes(byte % SIDES_OF_DIE + 1 for byte in range(256))
_UNFAIR = bytes(range(256 - 256 % SIDES_OF_DIE, 256))
"""Bytes that would make some rolls likelier than others."""

_BYTES_OF_A_DUEL = 12


@dataclass(slots=True)
class Tally:
    """What happened how often: by who was left (alliances), by rounds, and by regiment the pairs of state and units
    alive. Regiments stand in the engine's order."""

    battles: int = 0
    winners: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    regiments: list[Counter[tuple[str, int]]] = field(default_factory=list)
    undecided: int = 0

    def add(self, other: Tally) -> None:
        """Adds what another tally counted."""
        self.battles += other.battles
        self.winners += other.winners
        self.rounds += other.rounds
        self.undecided += other.undecided
        if not self.regiments:
            self.regiments = [Counter() for _ in other.regiments]
        for own, more in zip(self.regiments, other.regiments, strict=True):
            own.update(more)


def simulate_battles(scenario: Scenario, battles: int, seed: str, workers: int = 1) -> Tally:
    """Fights a battle so many times with the engine. Raises ``DiceError`` from the dice."""
    work = partial(_fight_batch, scenario, seed)
    return _share_out(work, battles, BATTLES_AT_A_TIME, workers)


def simulate_duels(duel: Duel, battles: int, seed: str, workers: int = 1, is_compiled: bool = False) -> Tally:
    """Plays a duel so many times."""
    work = partial(_play_batch, duel, seed, is_compiled)
    return _share_out(work, battles, DUELS_AT_A_TIME, workers)


def _share_out(work: Callable[[tuple[int, int]], Tally], battles: int, at_a_time: int, workers: int) -> Tally:
    batches = [(first, min(at_a_time, battles - first)) for first in range(0, battles, at_a_time)]
    if workers <= 1 or len(batches) == 1:
        return _sum_up(map(work, batches))
    with ProcessPoolExecutor(min(workers, len(batches))) as pool:
        return _sum_up(pool.map(work, batches, chunksize=-(-len(batches) // (4 * workers))))


def _sum_up(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def _fight_batch(scenario: Scenario, seed: str, batch: tuple[int, int]) -> Tally:
    first, count = batch
    tally = Tally(count)
    for number in range(first, first + count):
        battle = fight(scenario, QuickDice(f"{seed}|{number}"), telling=False)
        tally.winners[battle.winner or ""] += 1
        tally.rounds[battle.round] += 1
        tally.undecided += not battle.is_over
        ends = _list_ends(battle)
        if not tally.regiments:
            tally.regiments = [Counter() for _ in ends]
        for counter, end in zip(tally.regiments, ends, strict=True):
            counter[end] += 1
    return tally


def _list_ends(battle: Battle) -> list[tuple[str, int]]:
    """State and units alive of each regiment that was mustered.

    Whoever changed sides in battle fights as a regiment of its own; it is still counted where it came from, unless it
    stays under enemy control for good (UD-SPELL-DOMINATE-3). So are those who were robbed; who rose from the dead was
    not mustered.
    """
    came_from: Counter[Regiment] = Counter()
    sources = {**battle.drawn, **battle.parted}
    for drawn, origin in sources.items():
        while origin in sources:
            origin = sources[origin]
        if battle.lasting.get(drawn, origin.side) == origin.side:
            came_from[origin] += drawn.count
    return [(regiment.state, regiment.count + came_from[regiment]) for regiment in battle.mustered]


def _play_batch(duel: Duel, seed: str, is_compiled: bool, batch: tuple[int, int]) -> Tally:
    first, count = batch
    generator = random.Random(f"{seed}|{first}")
    most = count_most_rolls(duel)
    player: Callable[..., Any] = play
    zeros: Callable[[int], Any] = list_zeros
    figures: Any = flatten(duel)
    if is_compiled:
        import numpy

        player = compile_function(play)
        zeros = partial(numpy.zeros, dtype=numpy.int64)
        figures = numpy.array(figures, numpy.int64)
    ends, rounds, alive = make_tally(duel, zeros)
    room = [zeros(2) for _ in range(4)]
    rolls, played = b"", 0
    while played < count:
        wanted = most + _BYTES_OF_A_DUEL * (count - played)
        rolls += generator.randbytes(wanted).translate(_ROLLS, _UNFAIR)
        view = numpy.frombuffer(rolls, numpy.uint8) if is_compiled else rolls
        more, used = player(
            figures, duel.rounds, duel.drops_fractions, view, most, count - played, ends, rounds, *alive, *room
        )
        played += more
        rolls = rolls[used:]
    return _read_tally(duel, count, _list_seen(ends), _list_seen(rounds), [_list_seen(each) for each in alive])


def _list_seen(counts: Any) -> list[tuple[int, int]]:
    """Places of a tally that are not 0, with what stands there: of millions of places few are filled."""
    if isinstance(counts, list):
        return [(key, times) for key, times in enumerate(counts) if times]
    (places,) = counts.nonzero()
    return list(zip(places.tolist(), counts[places].tolist(), strict=True))


_Seen = list[tuple[int, int]]


def _read_tally(duel: Duel, count: int, ends: _Seen, rounds: _Seen, alive: list[_Seen]) -> Tally:
    tally = Tally(count)
    for key, times in ends:
        state, other = divmod(key, len(STATES))
        tally.winners[name_winner(duel, state, other)] += times
        tally.undecided += times if state == other == FIGHTS else 0
    tally.rounds = Counter(dict(rounds))
    for corps, counts in zip(duel.corps, alive, strict=True):
        found: Counter[tuple[str, int]] = Counter()
        for key, times in counts:
            state, units = divmod(key, corps.count + 1)
            found[STATES[state], units] += times
        tally.regiments.append(found)
    return tally


def name_winner(duel: Duel, state: int, other: int) -> str:
    """The side that is left alone on the field, by the states of both; empty if both or none are."""
    if (state == FIGHTS) == (other == FIGHTS):
        return ""
    return duel.corps[0 if state == FIGHTS else 1].alliance
