"""Odds of a battle by the best way there is: exact, counted with decimals, or from many battles fought."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from orderbook.dice.quick import QuickDice
from orderbook.systems.underdeep.battle.engine import Battle
from orderbook.systems.underdeep.battle.odds.compiled import can_compile
from orderbook.systems.underdeep.battle.odds.counted import Counted, sweep
from orderbook.systems.underdeep.battle.odds.duel import FIGHTS, STATES, Duel
from orderbook.systems.underdeep.battle.odds.exact import Endings, TooLarge, count_endings
from orderbook.systems.underdeep.battle.odds.ladders import count_states, list_phases
from orderbook.systems.underdeep.battle.odds.model import (
    COUNTED,
    EXACT,
    NOBODY,
    SIMULATED,
    TOO_MANY_STATES,
    Odds,
    RegimentOdds,
)
from orderbook.systems.underdeep.battle.odds.plain import NotPlain, find_duel
from orderbook.systems.underdeep.battle.odds.simulate import (
    Tally,
    name_winner,
    simulate_battles,
    simulate_duels,
)
from orderbook.systems.underdeep.battle.odds.steps import Ending
from orderbook.systems.underdeep.battle.odds.whole import count_whole
from orderbook.systems.underdeep.battle.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Effort:
    """How much an exact count may take before another way is taken: ``few_steps`` state by state where it can be
    compiled, else ``steps``; ``work`` compiled (see ``count_whole``)."""

    few_steps: int
    steps: int
    work: int


USUAL = Effort(40_000, 400_000, 500_000_000)
"""About a second."""

MOST = Effort(40_000, 40_000_000, 10_000_000_000)
"""Where nothing but exact odds will do."""

MOST_ERROR = Fraction(1, 10**5)
"""How far counted odds may be off."""

DUELS, COMPILED_DUELS, BATTLES = 20_000, 1_000_000, 2_000
"""Battles fought where the caller names no number: duels without and with numba, and all others."""

_OF_ALL = 3
"""Of so many states that might be one or so is ever come to."""

_PARTS = 1 << 62
"""Of how many parts a chance given as a decimal is made whole."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How odds are to be found: ``method`` is ``exact`` or ``simulated``, or empty for the best; ``runs`` is the number
    of battles, ``workers`` that of processes (they change nothing but the time it takes)."""

    runs: int | None = None
    seed: str = "orderbook"
    method: str = ""
    workers: int = 1


class NoOdds(Exception):
    """Why there are no such odds; ``str(error)`` says how to mend it."""


def find_odds(scenario: Scenario, wanted: Wanted) -> Odds:
    """The odds of a battle. Raises ``NoOdds`` where exact ones are wanted and cannot be had."""
    try:
        duel = find_duel(scenario)
    except NotPlain as reason:
        if wanted.method == EXACT:
            raise NoOdds(f"the odds can be no better than simulated here: {reason}") from reason
        return _simulate(scenario, None, wanted, str(reason))
    if wanted.method == SIMULATED:
        return _simulate(scenario, duel, wanted, "")
    odds = count_odds(scenario, duel, MOST if wanted.method == EXACT else USUAL)
    if odds is not None:
        return odds
    if wanted.method == EXACT:
        raise NoOdds("the battle has too many states to count; leave out --method exact, or make the regiments smaller")
    return _simulate(scenario, duel, wanted, TOO_MANY_STATES)


def count_odds(scenario: Scenario, duel: Duel, effort: Effort) -> Odds | None:
    """Exact or counted odds of a duel; ``None`` if both would take too long."""
    most_steps = effort.few_steps if can_compile() else effort.steps
    if count_states(duel) * list_phases(duel)[-1].pairs_of_rolls <= _OF_ALL * most_steps:
        try:
            return _read_endings(scenario, duel, count_endings(duel, most_steps))
        except TooLarge:
            pass
    if can_compile():
        try:
            return _read_endings(scenario, duel, count_whole(duel, effort.work))
        except TooLarge:
            pass
        try:
            return _read_counted(scenario, duel, sweep(duel, MOST_ERROR))
        except TooLarge:
            pass
    return None


def _simulate(scenario: Scenario, duel: Duel | None, wanted: Wanted, why: str) -> Odds:
    if duel is None:
        tally = simulate_battles(scenario, wanted.runs or BATTLES, wanted.seed, wanted.workers)
    else:
        runs = wanted.runs or (COMPILED_DUELS if can_compile() else DUELS)
        # Compiling takes longer than a few thousand duels do.
        tally = simulate_duels(duel, runs, wanted.seed, wanted.workers, can_compile() and runs > DUELS)
    return _read_tally(scenario, tally, wanted.seed, why)


def _read_tally(scenario: Scenario, tally: Tally, seed: str, why: str) -> Odds:
    return Odds(
        SIMULATED,
        tally.battles,
        _list_wins(scenario, tally.winners),
        dict(sorted(tally.rounds.items())),
        _describe_regiments(scenario, tally.regiments),
        tally.undecided,
        Fraction(sum(number * times for number, times in tally.rounds.items()), tally.battles),
        seed,
        why,
    )


def _read_endings(scenario: Scenario, duel: Duel, endings: Endings) -> Odds:
    rounds: dict[int, int] = defaultdict(int)
    ways: dict[Ending, int] = defaultdict(int)
    for (ending, number), count in endings.ways.items():
        rounds[number] += count
        ways[ending] += count
    mean = Fraction(sum(number * count for number, count in rounds.items()), endings.total)
    return _read_ways(scenario, duel, EXACT, endings.total, ways, dict(sorted(rounds.items())), mean)


def _read_counted(scenario: Scenario, duel: Duel, counted: Counted) -> Odds:
    ways = {ending: parts for ending, chance in counted.chances.items() if (parts := int(chance * _PARTS))}
    mean = Fraction(counted.rounds)
    return _read_ways(scenario, duel, COUNTED, sum(ways.values()), ways, {}, mean, counted.error)


def _read_ways(
    scenario: Scenario,
    duel: Duel,
    method: str,
    total: int,
    ways: Mapping[Ending, int],
    rounds: Mapping[int, int],
    mean_rounds: Fraction,
    error: Fraction = Fraction(0),
) -> Odds:
    winners: Counter[str] = Counter()
    found: list[Counter[tuple[str, int]]] = [Counter(), Counter()]
    undecided = 0
    for (state, other, units, others), count in ways.items():
        winners[name_winner(duel, state, other)] += count
        undecided += count if state == other == FIGHTS else 0
        found[0][STATES[state], units] += count
        found[1][STATES[other], others] += count
    regiments = _describe_regiments(scenario, found)
    return Odds(method, total, _list_wins(scenario, winners), rounds, regiments, undecided, mean_rounds, error=error)


def _list_wins(scenario: Scenario, winners: Counter[str]) -> dict[str, int]:
    """The weights of all alliances, and of nobody where that can happen."""
    sides = sorted(scenario.sides, key=lambda side: (not side.is_attacker, side.name))
    wins = {side.alliance or side.name: winners[side.alliance or side.name] for side in sides}
    return {**wins, NOBODY: winners[""]} if winners[""] else wins


def _describe_regiments(scenario: Scenario, found: list[Counter[tuple[str, int]]]) -> tuple[RegimentOdds, ...]:
    regiments = Battle(scenario, QuickDice(0), telling=False).regiments
    return tuple(
        RegimentOdds(
            regiment.side,
            regiment.alliance,
            regiment.label,
            regiment.fighter.name,
            regiment.fighter.faction,
            regiment.start_count,
            dict(sorted(counts.items())),
        )
        for regiment, counts in zip(regiments, found, strict=True)
    )
