"""Through all states of a duel in one sweep, with decimals: compiled where numba is installed, plain Python elsewhere.

Like ``play`` this is written for a compiler. Health is counted downwards from the start, in steps that divide all
damage, so that a state comes after all states that lead to it. Corps are called A and B.
"""

from __future__ import annotations

from typing import Any

_CALM, SHAKEN_A, SHAKEN_B, HEAVY = range(4)
"""The four numbers of a state: how often it is reached without a check of morale, before a check of A's, before one of
B's; and how often it is left alive if every round fought so far counts ``weight``-fold."""

NUMBERS = 4
"""Numbers of a state."""


def spread(
    reach: Any, sums: Any, wide_a: int, wide_b: int, pools_a: Any, pools_b: Any, units_a: Any, units_b: Any,
    dealt_a: Any, dealt_b: Any, chances_a: Any, chances_b: Any, step_a: int, step_b: int, stays_a: Any, stays_b: Any,
    weight: float, shaken_a: Any, shaken_b: Any, alone_a: Any, alone_b: Any, offsets: Any, losses: Any, tails: Any,
) -> None:  # fmt: skip
    """Carries the chances in ``reach`` (four a state, row by row of A's Health) on to the ends.

    ``pools`` and ``units`` are what is left at each step of Health, ``stays`` the chance to pass a check there;
    ``dealt_a[n, k]`` is in steps of B's Health what n units of A deal with their k-th roll, the rolls ascending, and
    ``chances_a[k]`` its chance. ``step_a`` and ``step_b`` are the steps of Health in twentieths.

    Filled in: ``shaken_a[a, n]`` checks of A at that Health against n units of B (``shaken_b[n, b]`` likewise), and
    ``alone_a[0, a]``, ``alone_a[1, a]`` where B is destroyed, without and with a check of A; ``sums`` are rounds
    fought, the same ``weight``-fold, and the chance that both are destroyed. The last three are room to work in.
    """
    rolls_a = len(chances_a)
    rolls_b = len(chances_b)
    tails[rolls_a] = 0.0
    for k in range(rolls_a - 1, -1, -1):
        tails[k] = tails[k + 1] + chances_a[k]
    for a in range(wide_a):
        n_a = units_a[a]
        for k in range(rolls_a):
            offsets[k] = dealt_a[n_a, k]
            losses[k] = offsets[k] * step_b
        for b in range(wide_b):
            state = (a * wide_b + b) * NUMBERS
            before_a = reach[state + SHAKEN_A]
            before_b = reach[state + SHAKEN_B]
            chance = reach[state] + before_a * stays_a[a] + before_b * stays_b[b]
            n_b = units_b[b]
            shaken_a[a, n_b] += before_a
            shaken_b[n_a, b] += before_b
            if chance == 0.0:
                continue
            idle = 0.0  # rounds in which nobody is hurt lead back here
            idle_rolls = 0
            while idle_rolls < rolls_b and dealt_b[n_b, idle_rolls] == 0:
                idle += chances_b[idle_rolls]
                idle_rolls += 1
            skip = 0
            part = 0.0
            while skip < rolls_a and offsets[skip] == 0:
                part += chances_a[skip]
                skip += 1
            idle *= part
            chance /= 1.0 - idle
            heavy = reach[state + HEAVY] / (1.0 - idle * weight)
            sums[0] += chance
            sums[1] += heavy
            heavy *= weight
            alive = rolls_a  # from which roll of A on B is destroyed
            while alive > 0 and offsets[alive - 1] >= wide_b - b:
                alive -= 1
            lethal = 0.0
            for i in range(rolls_b):
                to_a = a + dealt_b[n_b, i]
                if to_a >= wide_a:
                    lethal += chances_b[i]
                    continue
                loss = (to_a - a) * step_a
                here = chance * chances_b[i]
                heavy_here = heavy * chances_b[i]
                heavy_if_stays = heavy_here * stays_a[to_a]
                row = (to_a * wide_b + b) * NUMBERS
                k = skip if i < idle_rolls else 0
                while k < alive and losses[k] < loss:
                    to = row + offsets[k] * NUMBERS
                    reach[to + SHAKEN_A] += here * chances_a[k]
                    reach[to + HEAVY] += heavy_if_stays * chances_a[k]
                    k += 1
                while k < alive:
                    to = row + offsets[k] * NUMBERS
                    if losses[k] == loss:
                        reach[to] += here * chances_a[k]
                        reach[to + HEAVY] += heavy_here * chances_a[k]
                    else:
                        reach[to + SHAKEN_B] += here * chances_a[k]
                        reach[to + HEAVY] += heavy_here * chances_a[k] * stays_b[b + offsets[k]]
                    k += 1
                if alive < rolls_a:
                    alone_a[1 if loss > pools_b[b] else 0, to_a] += here * tails[alive]
            if lethal > 0.0:
                here = chance * lethal
                for k in range(alive):
                    alone_b[1 if losses[k] > pools_a[a] else 0, b + offsets[k]] += here * chances_a[k]
                sums[2] += here * tails[alive]
