"""Blocks: how a regiment that faces several bodies is shared out among them (UD-SPL-01 to UD-SPL-05)."""

from __future__ import annotations

from collections.abc import Sequence

from orderbook.systems.underdeep.battle.regiment import Regiment


def list_bodies(foes: Sequence[Regiment]) -> list[Regiment]:
    """Regiments with the leaders attached to them, each a body of its own (UD-ABL-LEADERSHIP-6)."""
    bodies: list[Regiment] = []
    for foe in foes:
        bodies.append(foe)
        if foe.leaders:
            bodies.extend(leader for leader in foe.leaders if leader.is_standing)
    return bodies


def split_blocks(count: int, bodies: Sequence[Regiment], is_nearest: bool = False) -> list[int]:
    """How many of ``count`` units face each body, in proportion to the bodies' weights (UD-SPL-02).

    A leader's own attack is shared out in the same way (UD-ABL-LEADERSHIP-5).

    A share facing a leader is rounded up, the rest is shared out by largest remainder; with ``is_nearest`` each share
    is rounded to the nearest whole unit and the largest makes up the difference (setting block-rounding).
    """
    if len(bodies) == 1:
        return [count]
    weights = [body.weight for body in bodies]
    total = sum(weights)
    if not total:
        return [0] * len(bodies)
    if is_nearest:
        return _round_nearest(count, weights, total)
    shares = [0] * len(bodies)
    left = count
    for index, body in enumerate(bodies):
        if body.host is not None:
            shares[index] = min(left, -(-count * weights[index] // total))
            left -= shares[index]
    others = [index for index, body in enumerate(bodies) if body.host is None]
    for index, share in zip(others, share_out(left, [weights[index] for index in others]), strict=True):
        shares[index] = share
    return shares


def share_out(count: int, weights: Sequence[int]) -> list[int]:
    """Whole shares in proportion to weights that add up to ``count``: by largest remainder, the first of equals."""
    total = sum(weights)
    if not total:
        return [0] * len(weights)
    shares = [count * weight // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: -(count * weights[index] % total))
    for index in by_remainder[: count - sum(shares)]:
        shares[index] += 1
    return shares


def _round_nearest(count: int, weights: Sequence[int], total: int) -> list[int]:
    shares = [(2 * count * weight + total) // (2 * total) for weight in weights]
    largest = max(range(len(weights)), key=lambda index: (weights[index], -index))
    shares[largest] = max(0, shares[largest] + count - sum(shares))
    for index in sorted(range(len(shares)), key=lambda index: weights[index]):  # more shares than units
        shares[index] -= min(shares[index], max(0, sum(shares) - count))
    return shares
