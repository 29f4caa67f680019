"""Rolls from a seed. Each depends on the seed and its own key alone, so that one more roll elsewhere shifts nothing."""

from __future__ import annotations

import hashlib
import hmac

from orderbook.dice.model import Roll


class SeededDice:
    """The nth roll of a key is the HMAC-SHA256 of key and n under the seed, brought down to the sides without bias."""

    is_quick = False

    def __init__(self, seed: str) -> None:
        self.log: list[Roll] = []
        self._seed = seed.encode()
        self._counts: dict[str, int] = {}

    def roll(self, sides: int, what: str, key: str) -> int:
        """As ``Dice.roll``; it never fails."""
        number = self._counts.get(key, 0)
        self._counts[key] = number + 1
        result = _draw(self._seed, f"{key}\x1f{number}", sides)
        self.log.append(Roll(what, sides, result))
        return result


def _draw(seed: bytes, message: str, sides: int) -> int:
    """A number from 1 to ``sides``: the first 64-bit word below the largest multiple of ``sides``."""
    limit = (1 << 64) - (1 << 64) % sides
    attempt = 0
    while True:
        digest = hmac.digest(seed, f"{message}\x1f{attempt}".encode(), hashlib.sha256)
        for start in range(0, 32, 8):
            word = int.from_bytes(digest[start : start + 8], "big")
            if word < limit:
                return word % sides + 1
        attempt += 1
