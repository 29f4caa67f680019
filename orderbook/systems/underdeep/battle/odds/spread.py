"""Through all states of a duel in one sweep, with decimals: compiled where numba is installed, plain Python elsewhere.

Like ``play`` this is written for a compiler. Health is counted downwards from the start, in steps that divide all
damage, so that a state comes after all states that lead to it. Corps are called A and B, a row of states has one Health
of A's. What a roll does depends on no more than the units of both, so that a stretch of a row, in which B's units are
as many, is carried on as a whole: shifted, multiplied and added, one pair of rolls after the other.
"""

from __future__ import annotations

from typing import Any

PARTS = 3
"""Parts of a row: states reached without a check of morale, before a check of A's, and before one of B's."""

ROUNDS, BOTH_DEAD = range(2)
"""Places of what ``spread`` sums up: rounds fought, and the chance that both are destroyed."""


def spread(
    reach: Any, sums: Any, ring: int, wide_b: int, units_a: Any, units_b: Any, dealt_a: Any, dealt_b: Any,
    chances_a: Any, chances_b: Any, step_a: int, step_b: int, stays_a: Any, stays_b: Any, bounds: Any,
    shaken_a: Any, shaken_b: Any, alone_a: Any, alone_b: Any, room: Any, below: Any, blur: Any,
) -> None:  # fmt: skip
    """Carries the chances in ``reach`` on to the ends.

    ``reach`` has ``ring`` rows, the first for A's full Health: the parts of a row one after the other, a part one
    number for each Health of B's. A row that is done with becomes that of ``ring`` steps less, as no loss of A is so
    large, not with the steps of one unit more. ``units`` are what is left at each step of Health, ``stays`` the chance
    to pass a check there; ``dealt_a[n, k]`` is in steps of B's Health what n units of A deal with their k-th roll, the
    rolls ascending, and ``chances_a[k]`` its chance. ``step_a`` and ``step_b`` are the steps of Health in twentieths.
    The s-th stretch of a row reaches from ``bounds[s]`` to ``bounds[s + 1]``; in it ``units_b`` and ``stays_b`` are the
    same.

    Filled in: ``shaken_a[a, n]`` checks of A at that Health against n units of B (``shaken_b[n, b]`` likewise),
    ``alone_a[a]`` where B is destroyed, ``alone_b[b]`` where A is, and ``sums``. ``room`` (a number for each step of
    Health in the longest stretch), ``below`` (one more) and ``blur`` (one for each Health of B's) are to work in.
    """
    rolls_a = len(chances_a)
    rolls_b = len(chances_b)
    wide_a = len(units_a)
    top = 0
    while top < wide_a:
        n_a = units_a[top]
        bottom = top + 1
        while bottom < wide_a and units_a[bottom] == n_a:
            bottom += 1
        skip = 0  # rolls of A that do nothing
        idle_a = 0.0
        while skip < rolls_a and dealt_a[n_a, skip] == 0:
            idle_a += chances_a[skip]
            skip += 1
        # Rows of as many units together: what one stretch leads to is still at hand for the next.
        for s in range(len(bounds) - 1):
            first = bounds[s]
            wide = bounds[s + 1] - first
            n_b = units_b[first]
            idle_rolls = 0
            idle = 0.0
            while idle_rolls < rolls_b and dealt_b[n_b, idle_rolls] == 0:
                idle += chances_b[idle_rolls]
                idle_rolls += 1
            again = 1.0 / (1.0 - idle * idle_a)  # rounds in which nobody is hurt lead back here
            for a in range(top, bottom):
                start = a % ring * PARTS * wide_b
                calm = reach[start + first : start + first + wide]
                before_a = reach[start + wide_b + first : start + wide_b + first + wide]
                before_b = reach[start + 2 * wide_b + first : start + 2 * wide_b + first + wide]
                checked = 0.0
                chance = 0.0
                for j in range(wide):
                    checked += before_a[j]
                    chance += calm[j] + before_b[j]
                if checked + chance == 0.0:
                    continue
                shaken_a[a, n_b] += checked
                for j in range(wide):
                    room[j] = (calm[j] + before_a[j] * stays_a[a]) * again
                # Where B does nothing A may lead on in the stretch itself: it is settled a piece after the other then.
                piece = wide
                if idle > 0.0 and skip < rolls_a and dealt_a[n_a, skip] < wide:
                    piece = dealt_a[n_a, skip]
                at = 0
                while at < wide:
                    end = min(at + piece, wide)
                    for j in range(at, end):
                        shaken_b[n_a, first + j] += before_b[j]
                        room[j] += before_b[j] * stays_b[first] * again
                    if idle > 0.0:
                        for k in range(skip, rolls_a):
                            to = first + at + dealt_a[n_a, k]
                            alive = min(end - at, wide_b - to)
                            if alive <= 0:
                                break
                            factor = idle * chances_a[k]
                            target = reach[start + 2 * wide_b + to : start + 2 * wide_b + to + alive]
                            source = room[at : at + alive]
                            for j in range(len(target)):
                                target[j] += source[j] * factor
                    at = end
                chance = 0.0
                for j in range(wide):
                    chance += room[j]
                    below[j + 1] = chance
                sums[ROUNDS] += chance
                within = 0  # the rolls of A that leave any of B alive
                lethal_a = 0.0  # the chance that B is destroyed
                for k in range(rolls_a):
                    alive = wide_b - first - dealt_a[n_a, k]
                    if alive > 0:
                        within = k + 1
                    if alive < wide:
                        lethal_a += chances_a[k] * (chance - below[max(alive, 0)])
                outside = rolls_b  # the first roll of B that destroys A
                lethal_b = 0.0
                while outside > 0 and a + dealt_b[n_b, outside - 1] >= wide_a:
                    outside -= 1
                    lethal_b += chances_b[outside]
                for i in range(outside):
                    alone_a[a + dealt_b[n_b, i]] += lethal_a * chances_b[i]
                if lethal_b > 0.0:
                    sums[BOTH_DEAD] += lethal_b * lethal_a
                    for k in range(within):
                        to = first + dealt_a[n_a, k]
                        target = alone_b[to : min(to + wide, wide_b)]
                        factor = lethal_b * chances_a[k]
                        for j in range(len(target)):
                            target[j] += room[j] * factor
                if within == 0 or outside == idle_rolls:
                    continue
                low = first + dealt_a[n_a, 0]
                high = min(first + dealt_a[n_a, within - 1] + wide, wide_b)
                # Rolls of A that overlap are added up first: below the loss of A, and above it.
                overlap = high - low <= within * wide
                blur[low:high] = 0.0
                k = 0
                upto = low
                for i in range(idle_rolls, outside):
                    loss = dealt_b[n_b, i] * step_a
                    row = (a + dealt_b[n_b, i]) % ring * PARTS * wide_b
                    if not overlap:
                        for m in range(within):
                            to = first + dealt_a[n_a, m]
                            dealt = dealt_a[n_a, m] * step_b
                            where = row + to + (wide_b if dealt < loss else 2 * wide_b if dealt > loss else 0)
                            target = reach[where : where + min(wide, wide_b - to)]
                            factor = chances_b[i] * chances_a[m]
                            for j in range(len(target)):
                                target[j] += room[j] * factor
                        continue
                    while k < within and dealt_a[n_a, k] * step_b < loss:
                        to = first + dealt_a[n_a, k]
                        upto = min(to + wide, wide_b)
                        target = blur[to:upto]
                        factor = chances_a[k]
                        for j in range(len(target)):
                            target[j] += room[j] * factor
                        k += 1
                    target = reach[row + wide_b + low : row + wide_b + upto]
                    source = blur[low:upto]
                    factor = chances_b[i]
                    for j in range(len(target)):
                        target[j] += source[j] * factor
                    equal = k
                    while equal < within and dealt_a[n_a, equal] * step_b == loss:
                        to = first + dealt_a[n_a, equal]
                        target = reach[row + to : row + min(to + wide, wide_b)]
                        factor = chances_b[i] * chances_a[equal]
                        for j in range(len(target)):
                            target[j] += room[j] * factor
                        equal += 1
                if not overlap:
                    continue
                blur[low:high] = 0.0
                k = within - 1
                downto = high
                for i in range(outside - 1, idle_rolls - 1, -1):
                    loss = dealt_b[n_b, i] * step_a
                    row = (a + dealt_b[n_b, i]) % ring * PARTS * wide_b + 2 * wide_b
                    while k >= 0 and dealt_a[n_a, k] * step_b > loss:
                        downto = first + dealt_a[n_a, k]
                        target = blur[downto : min(downto + wide, wide_b)]
                        factor = chances_a[k]
                        for j in range(len(target)):
                            target[j] += room[j] * factor
                        k -= 1
                    target = reach[row + downto : row + high]
                    source = blur[downto:high]
                    factor = chances_b[i]
                    for j in range(len(target)):
                        target[j] += source[j] * factor
        for a in range(top, bottom):
            start = a % ring * PARTS * wide_b
            reach[start : start + PARTS * wide_b] = 0.0
        top = bottom
