"""Bodies and prisoners: the fallen, the captured, and graves.

UD-ASL-18, UD-SAC-08, UD-RAI-07, UD-BDY-02, UD-BDY-03.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from orderbook.systems.underdeep.battle.aftermath.spoils import SpoilsError

MOST_GRAVE_ROBBERS = 50
"""More of them are noticed (UD-BDY-03)."""


class Treatment(StrEnum):
    """What a captor does with prisoners (UD-ASL-18, UD-SAC-08, UD-RAI-07)."""

    KILL = "kill"
    ENSLAVE = "enslave"
    RANSOM = "ransom"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Treated:
    """What became of prisoners: ``bodies`` of the killed, ``slaves``, those given ``back`` and those still ``held``."""

    bodies: int = 0
    slaves: int = 0
    back: int = 0
    held: int = 0


def treat_prisoners(count: int, choices: Mapping[Treatment, int]) -> Treated:
    """Deals with prisoners as ordered; whoever nothing is said of is held. Each of those killed leaves a Body.

    Raises ``SpoilsError`` where more are dealt with than there are.
    """
    told = sum(choices.values())
    if told > count or any(number < 0 for number in choices.values()):
        raise SpoilsError(f"{told} prisoners are dealt with, but there are {count}; name no more than that")
    return Treated(
        choices.get(Treatment.KILL, 0),
        choices.get(Treatment.ENSLAVE, 0),
        choices.get(Treatment.RANSOM, 0),
        choices.get(Treatment.HOLD, 0) + count - told,
    )


@dataclass(frozen=True, slots=True)
class GraveRobbery:
    """Bodies dug up, and whether the defenders of the settlement take notice."""

    bodies: int
    is_noticed: bool


def rob_graves(units: int, speed: int, leaves_this_week: bool, in_the_graves: int) -> GraveRobbery:
    """Each unit digs up 1 Body for each Speed it spends, as far as there are any (UD-BDY-02; how many there are is the
    question ``graveyards``). More than 50, or who stays, bring the defenders out (UD-BDY-03)."""
    bodies = min(units * speed, in_the_graves)
    return GraveRobbery(bodies, units > MOST_GRAVE_ROBBERS or not leaves_this_week)
