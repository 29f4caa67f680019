"""How likely a duel is to outlast a number of rounds, at most; written for a compiler like ``spread``.

Every round fought counts ``weight``-fold: a battle that goes on after n rounds counts at least ``weight ** (n + 1)``,
so that the mean of these counts, divided by that, is no less than the chance of such a battle. The mean is bounded from
above by taking states together into cells: a state counts as the one of most Health in its cell, and one of more Health
never counts less than one of less, whatever it would in truth.
"""

from __future__ import annotations

from typing import Any


def outlast(
    weight: float, tops_a: Any, tops_b: Any, cell_of_a: Any, cell_of_b: Any, units_a: Any, units_b: Any,
    dealt_a: Any, dealt_b: Any, chances_a: Any, chances_b: Any, step_a: int, step_b: int, stays_a: Any, stays_b: Any,
    counts: Any,
) -> None:  # fmt: skip
    """Fills in ``counts[c, d]``: no mean count from a state in cell c of A's Health and d of B's is more.

    Cells are counted downwards from full Health, as the steps of Health are; ``tops`` has the first step of each,
    ``cell_of`` the cell of each step. All else is as in ``spread``. The last row and column of ``counts`` are for the
    dead, and 1; a count is infinite where no bound is found.
    """
    last_a, last_b = len(tops_a), len(tops_b)
    wide_a, wide_b = len(cell_of_a), len(cell_of_b)
    counts[last_a, :] = 1.0
    counts[:, last_b] = 1.0
    for c in range(last_a - 1, -1, -1):
        n_a = units_a[tops_a[c]]
        for d in range(last_b - 1, -1, -1):
            n_b = units_b[tops_b[d]]
            total = 0.0
            again = 0.0
            for i in range(len(chances_b)):
                to_a = tops_a[c] + dealt_b[n_b, i]
                if to_a >= wide_a:
                    total += chances_b[i]
                    continue
                cell_a = cell_of_a[to_a]
                loss = dealt_b[n_b, i] * step_a
                for k in range(len(chances_a)):
                    chance = chances_b[i] * chances_a[k]
                    to_b = tops_b[d] + dealt_a[n_a, k]
                    if to_b >= wide_b:
                        total += chance
                        continue
                    stays = 1.0
                    if dealt_a[n_a, k] * step_b < loss:
                        stays = stays_a[to_a]
                    elif dealt_a[n_a, k] * step_b > loss:
                        stays = stays_b[to_b]
                    total += chance * (1.0 - stays)
                    cell_b = cell_of_b[to_b]
                    if cell_a == c and cell_b == d:
                        again += chance * stays
                    elif stays > 0.0:  # a count may be infinite
                        total += chance * stays * counts[cell_a, cell_b]
            left = 1.0 - weight * again
            count = weight * total / left if left > 0.0 else float("inf")
            counts[c, d] = max(count, counts[c + 1, d], counts[c, d + 1])
