"""Rolls of a week: each knows what it is for, and depends on nothing but the seed, the week and that."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from orderbook.campaign.event import LoggedRoll
from orderbook.campaign.faults import CampaignError

_WORDS = 1 << 64


@dataclass
class Rolls:
    """Where the dice come from: a seed, or results that somebody rolled at a table, in their order."""

    seed: str
    week: int
    given: Sequence[int] | None = None
    _used: int = 0
    _counts: Counter[str] = field(default_factory=Counter)

    def roll(self, what: str, sides: int) -> LoggedRoll:
        """One die. ``what`` names it for people and tells it from every other; of two alike the second differs.

        Raises ``CampaignError`` where the given dice run out, or show what this die cannot.
        """
        if self.given is None:
            number = self._counts[what]
            self._counts[what] += 1
            return LoggedRoll(what, sides, _draw(self.seed, f"{self.week}\x1f{what}\x1f{number}", sides))
        if self._used >= len(self.given):
            raise CampaignError(
                f"the {len(self.given)} dice given are used up, and a d{sides} is wanted for: {what}. Add its result"
            )
        shown = self.given[self._used]
        self._used += 1
        if not 1 <= shown <= sides:
            raise CampaignError(
                f"die {self._used} of those given shows {shown}, but a d{sides} is wanted for: {what}. "
                f"Write a number from 1 to {sides}"
            )
        return LoggedRoll(what, sides, shown)


def _draw(seed: str, message: str, sides: int) -> int:
    """A number from 1 to ``sides``, each as likely: words of the hash beyond the last full round are passed over."""
    limit = _WORDS - _WORDS % sides
    attempt = 0
    while True:
        digest = hmac.digest(seed.encode(), f"{message}\x1f{attempt}".encode(), hashlib.sha256)
        word = int.from_bytes(digest[:8], "big")
        if word < limit:
            return word % sides + 1
        attempt += 1
