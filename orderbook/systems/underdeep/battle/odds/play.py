"""Duels played with given rolls, in whole numbers only: compiled where numba is installed, plain Python elsewhere.

The same function serves both, so that the quick way has no rules of its own. It is written for a compiler: flat lists
of numbers instead of objects, states by their number in ``duel.STATES``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from orderbook.systems.underdeep.battle.attack import FULL
from orderbook.systems.underdeep.battle.morale import FLIGHT, NEED, NEED_OF_THE_BEATEN
from orderbook.systems.underdeep.battle.odds.duel import (
    DIES,
    EXCHANGE,
    FIGHTS,
    FIRST,
    FLEES,
    KNOWN_ROUNDS,
    NOT,
    STATES,
    SURRENDERS,
    WITHDRAWS,
    Blow,
    Duel,
)
from orderbook.systems.underdeep.battle.scale import SCALE

ROLLS_OF_A_MORALE_CHECK = 1

PURSUIT = EXCHANGE + 1
"""The step of a round after first shots and exchange."""

OF_STATES = len(STATES)

POOL, HEALTH, BEATEN, CHECKS, MORALE, DISCIPLINE, ESCAPE, CORPS = range(8)
"""Places of a corps's figures, and how many there are."""

WHEN, NEEDED, DICE, BEST, DAMAGE, FACTOR, POISON, BLOW = range(8)
"""Places of a blow's figures, and how many there are."""


def flatten(duel: Duel) -> list[int]:
    """The figures of a duel as ``play`` reads them: both corps, then by round both blows and both pursuits."""
    figures: list[int] = []
    for corps in duel.corps:
        figures += (corps.pool, corps.unit_health, corps.beaten, int(corps.morale is not None), corps.morale or 0)
        figures += (int(corps.is_disciplined), int(corps.has_escape))
    for by_round in zip(*(corps.blows for corps in duel.corps), *(corps.pursuits for corps in duel.corps), strict=True):
        for blow in by_round:
            figures += _flatten_blow(blow)
    return figures


def _flatten_blow(blow: Blow) -> tuple[int, ...]:
    return (blow.when, blow.needed, blow.dice, int(blow.is_best), blow.damage, blow.factor, blow.poison)


def count_most_rolls(duel: Duel) -> int:
    """How many rolls one such duel may need."""
    one, other = duel.corps
    by_round = max(a.dice + b.dice for a, b in zip(one.blows, other.blows, strict=True))
    pursuit = max(blow.dice for corps in duel.corps for blow in corps.pursuits)
    return duel.rounds * (by_round + ROLLS_OF_A_MORALE_CHECK) + pursuit


def list_zeros(length: int) -> list[int]:
    """So many zeros."""
    return [0] * length


def make_tally(duel: Duel, zeros: Callable[[int], Any] = list_zeros) -> tuple[Any, Any, list[Any]]:
    """Empty tallies for ``play``: by both states, by rounds fought, and for each corps by state and units alive."""
    by_state = [zeros(len(STATES) * (corps.count + 1)) for corps in duel.corps]
    return zeros(len(STATES) ** 2), zeros(duel.rounds + 1), by_state


def play(
    figures: Any, limit: int, drops: bool, rolls: Any, most: int, wanted: int,
    ends: Any, rounds: Any, alive_one: Any, alive_other: Any, pools: Any, suffered: Any, dealt: Any, states: Any,
) -> tuple[int, int]:  # fmt: skip
    """Plays up to ``wanted`` duels while ``most`` rolls are left; how many, and how many rolls they took.

    Rolls are taken in the engine's order. The last four are for its own use: two numbers each.
    """
    at = 0
    played = 0
    while played < wanted and at + most <= len(rolls):
        for side in range(2):
            pools[side] = figures[side * CORPS + POOL]
            states[side] = FIGHTS
        number = 0
        while number < limit and states[0] == FIGHTS and states[1] == FIGHTS:
            number += 1
            base = 2 * CORPS + 4 * BLOW * ((number if number < KNOWN_ROUNDS else KNOWN_ROUNDS) - 1)
            suffered[0] = 0
            suffered[1] = 0
            fleeing = -1
            for step in (FIRST, EXCHANGE, PURSUIT):
                if step == PURSUIT:
                    # Morale before any pursuit: the side that suffered more checks, while both fight (UD-MRL-01).
                    shaken = 0 if suffered[0] > suffered[1] else 1
                    if states[0] != FIGHTS or states[1] != FIGHTS:
                        break
                    if suffered[0] == suffered[1] or figures[shaken * CORPS + CHECKS] == 0:
                        break
                    short = 0 - rolls[at] - figures[shaken * CORPS + MORALE]
                    at += 1
                    short += NEED_OF_THE_BEATEN if pools[shaken] <= figures[shaken * CORPS + BEATEN] else NEED
                    if short <= 0:
                        break
                    if figures[shaken * CORPS + ESCAPE] == 0:
                        states[shaken] = SURRENDERS
                        break
                    if short < FLIGHT or figures[shaken * CORPS + DISCIPLINE] != 0:
                        states[shaken] = WITHDRAWS
                        break
                    fleeing = shaken
                for side in range(2):
                    dealt[side] = 0
                    blow = base + side * BLOW + (2 * BLOW if step == PURSUIT else 0)
                    if step == PURSUIT:
                        if side == fleeing or figures[blow + WHEN] == NOT:
                            continue
                    elif figures[blow + WHEN] != step:
                        continue
                    if pools[side] == 0 or pools[1 - side] == 0:
                        continue
                    roll = rolls[at]
                    at += 1
                    for _ in range(figures[blow + DICE] - 1):
                        further = rolls[at]
                        at += 1
                        if (further > roll) == (figures[blow + BEST] != 0):
                            roll = further
                    units = -(-pools[side] // figures[side * CORPS + HEALTH])
                    short = figures[blow + NEEDED] - roll
                    amount = (
                        units * figures[blow + DAMAGE] * (FULL if short <= 0 else FULL - short if short < FULL else 0)
                    )
                    if drops:
                        amount -= amount % SCALE
                    amount *= figures[blow + FACTOR]
                    if short < 0:
                        amount += units * figures[blow + POISON]
                    dealt[side] = amount
                for side in range(2):
                    taken = dealt[1 - side]
                    if taken > pools[side]:
                        taken = pools[side]
                    pools[side] -= taken
                    suffered[side] += taken
                    if pools[side] == 0:
                        states[side] = DIES
            if fleeing >= 0 and states[fleeing] == FIGHTS:
                states[fleeing] = FLEES
        ends[states[0] * OF_STATES + states[1]] += 1
        rounds[number] += 1
        of_state = -(-figures[POOL] // figures[HEALTH]) + 1
        alive_one[states[0] * of_state - (-pools[0] // figures[HEALTH])] += 1
        of_state = -(-figures[CORPS + POOL] // figures[CORPS + HEALTH]) + 1
        alive_other[states[1] * of_state - (-pools[1] // figures[CORPS + HEALTH])] += 1
        played += 1
    return played, at
