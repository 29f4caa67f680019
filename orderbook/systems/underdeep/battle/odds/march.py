"""One round of all states of a duel at once, in whole numbers; written for a compiler like ``spread``.

A number of ways is too large for a machine's word, and is kept as several: digits to the base ``2 ** bits``, the lowest
first. Ways are only ever multiplied by small numbers and added up, which is done digit by digit; what a digit has grown
beyond its base is carried when the state is next looked at. ``whole.py`` sees to it that no word overflows before that.
"""

from __future__ import annotations

from typing import Any

PARTS = 3
"""Parts of a row, as in ``spread``: by whose morale is still to be checked, nobody's, A's or B's."""


def march(
    before: Any, after: Any, old: int, digits: int, bits: int, calm_ways: int, is_last: bool, wide_b: int,
    units_a: Any, units_b: Any, dealt_a: Any, dealt_b: Any, ways_a: Any, ways_b: Any, step_a: int, step_b: int,
    stays_a: Any, stays_b: Any, bounds: Any, shaken_a: Any, shaken_b: Any, alone_a: Any, alone_b: Any, dead: Any,
    rest: Any, room: Any, below: Any, blur: Any,
) -> None:  # fmt: skip
    """Settles the checks of morale of the round before, then fights a round, unless ``is_last``.

    ``before`` has the ways after the round before, ``old`` digits each, ``after`` is filled in with those after this
    one, ``digits`` each: by Health of A's, part, Health of B's and digit. A state where nothing is to be checked goes
    on in ``calm_ways`` ways, others in ``stays``. Filled in for the round before: ``shaken_a[a, n, d]`` and
    ``shaken_b[n, b, d]``, ways to be checked, and with ``is_last`` ``rest[n, m, d]``, ways to be undecided with so
    many units. For this round: ``alone_a[a, d]``, ``alone_b[b, d]`` and ``dead[d]``, before any check. All else is as
    in ``spread``; ``room``, ``below`` and ``blur`` have a place for each digit.
    """
    mask = (1 << bits) - 1
    wide_a = len(units_a)
    rolls_a = len(ways_a)
    rolls_b = len(ways_b)
    lethal_a = below[0]
    for a in range(wide_a):
        n_a = units_a[a]
        for s in range(len(bounds) - 1):
            first = bounds[s]
            wide = bounds[s + 1] - first
            n_b = units_b[first]
            anything = 0
            for part in range(PARTS):
                start = ((a * PARTS + part) * wide_b + first) * old
                ways = before[start : start + wide * old]
                seen = 0
                for j in range(len(ways)):
                    seen |= ways[j]
                if seen == 0:
                    continue
                anything |= seen
                for j in range(wide):
                    over = 0
                    for d in range(j * old, (j + 1) * old):
                        word = ways[d] + over
                        ways[d] = word & mask
                        over = word >> bits
                if part == 1:
                    for j in range(wide):
                        for d in range(old):
                            shaken_a[a, n_b, d] += ways[j * old + d]
                elif part == 2:
                    for j in range(wide):
                        for d in range(old):
                            shaken_b[n_a, first + j, d] += ways[j * old + d]
            if anything == 0:
                continue
            calm = a * PARTS * wide_b * old + first * old
            part = wide_b * old
            for j in range(wide):
                over = 0
                for d in range(digits):
                    word = over
                    if d < old:
                        at = calm + j * old + d
                        word += before[at] * calm_ways
                        word += before[at + part] * stays_a[a] + before[at + 2 * part] * stays_b[first]
                    room[j * digits + d] = word & mask
                    over = word >> bits
            if is_last:
                for j in range(wide):
                    for d in range(digits):
                        rest[n_a, n_b, d] += room[j * digits + d]
                continue
            within = 0  # the rolls of A that leave any of B alive
            while within < rolls_a and first + dealt_a[n_a, within] < wide_b:
                within += 1
            outside = rolls_b  # the first roll of B that destroys A
            lethal_b = 0
            while outside > 0 and a + dealt_b[n_b, outside - 1] >= wide_a:
                outside -= 1
                lethal_b += ways_b[outside]
            if first + dealt_a[n_a, rolls_a - 1] + wide > wide_b:  # B may be destroyed
                for d in range(digits):
                    below[1, d] = 0
                    lethal_a[d] = 0
                for j in range(wide):
                    for d in range(digits):
                        below[j + 2, d] = below[j + 1, d] + room[j * digits + d]
                for k in range(rolls_a):
                    alive = min(max(wide_b - first - dealt_a[n_a, k], 0), wide)
                    for d in range(digits):
                        lethal_a[d] += ways_a[k] * (below[wide + 1, d] - below[alive + 1, d])
                over = 0
                for d in range(digits):
                    word = lethal_a[d] + over
                    lethal_a[d] = word & mask
                    over = word >> bits
                for d in range(digits):
                    dead[d] += lethal_b * lethal_a[d]
                for i in range(outside):
                    for d in range(digits):
                        alone_a[a + dealt_b[n_b, i], d] += lethal_a[d] * ways_b[i]
            if lethal_b > 0:
                for k in range(within):
                    to = first + dealt_a[n_a, k]
                    for j in range(min(wide, wide_b - to)):
                        for d in range(digits):
                            alone_b[to + j, d] += room[j * digits + d] * (lethal_b * ways_a[k])
            if within == 0 or outside == 0:
                continue
            low = first + dealt_a[n_a, 0]
            high = min(first + dealt_a[n_a, within - 1] + wide, wide_b)
            blur[low * digits : high * digits] = 0
            # Rolls of A below the loss of A are added up first, then those above it.
            k = 0
            upto = low
            for i in range(outside):
                loss = dealt_b[n_b, i] * step_a
                row = (a + dealt_b[n_b, i]) * PARTS * wide_b
                while k < within and dealt_a[n_a, k] * step_b < loss:
                    to = first + dealt_a[n_a, k]
                    upto = min(to + wide, wide_b)
                    target = blur[to * digits : upto * digits]
                    factor = ways_a[k]
                    for j in range(len(target)):
                        target[j] += room[j] * factor
                    k += 1
                target = after[(row + wide_b + low) * digits : (row + wide_b + upto) * digits]
                source = blur[low * digits : upto * digits]
                factor = ways_b[i]
                for j in range(len(target)):
                    target[j] += source[j] * factor
                equal = k
                while equal < within and dealt_a[n_a, equal] * step_b == loss:
                    to = first + dealt_a[n_a, equal]
                    target = after[(row + to) * digits : (row + min(to + wide, wide_b)) * digits]
                    factor = ways_b[i] * ways_a[equal]
                    for j in range(len(target)):
                        target[j] += room[j] * factor
                    equal += 1
            blur[low * digits : high * digits] = 0
            k = within - 1
            downto = high
            for i in range(outside - 1, -1, -1):
                loss = dealt_b[n_b, i] * step_a
                row = ((a + dealt_b[n_b, i]) * PARTS + 2) * wide_b
                while k >= 0 and dealt_a[n_a, k] * step_b > loss:
                    downto = first + dealt_a[n_a, k]
                    target = blur[downto * digits : min(downto + wide, wide_b) * digits]
                    factor = ways_a[k]
                    for j in range(len(target)):
                        target[j] += room[j] * factor
                    k -= 1
                target = after[(row + downto) * digits : (row + high) * digits]
                source = blur[downto * digits : high * digits]
                factor = ways_b[i]
                for j in range(len(target)):
                    target[j] += source[j] * factor
