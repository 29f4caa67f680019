"""A duel: a battle of two plain regiments, one a side, with nothing left but whole numbers.

What the odds of such a battle need is how each regiment attacks in its first rounds and ever after, and what becomes
of one that fails its morale check. ``plain.py`` finds that out by asking the engine; ``play.py``, ``exact.py`` and
``spread.py`` work with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from orderbook.systems.underdeep.battle.attack import FULL
from orderbook.systems.underdeep.battle.morale import FLIGHT, NEED, NEED_OF_THE_BEATEN
from orderbook.systems.underdeep.battle.regiment import DESTROYED, FIGHTING, FLED, SURRENDERED, WITHDREW
from orderbook.systems.underdeep.battle.scale import SCALE

SIDES_OF_DIE = 20

FIGHTS, WITHDRAWS, FLEES, SURRENDERS, DIES = range(5)
"""Numbers of ``STATES``."""

STATES = (FIGHTING, WITHDREW, FLED, SURRENDERED, DESTROYED)

NOT, FIRST, EXCHANGE = range(3)
"""When in a round a regiment attacks: not at all, before all others (UD-RNG-03), or with them (UD-BAT-15)."""

KNOWN_ROUNDS = 3
"""Rounds told apart: the first, the second, and all later ones, which are alike."""


@dataclass(frozen=True, slots=True)
class Blow:
    """How a regiment attacks in a round. ``needed`` is the roll of full damage, ``dice`` how many are rolled, of which
    the best or the worst counts. ``damage`` is that of one unit for each step of the multiplier, ``poison`` what it
    adds by rolling higher than needed, both in twentieths; ``factor`` is what immunity or vulnerability makes of it."""

    when: int = NOT
    needed: int = 0
    dice: int = 1
    is_best: bool = True
    damage: int = 0
    factor: int = 1
    poison: int = 0

    @property
    def ways(self) -> int:
        """How many rolls of its dice there are."""
        return 1 if self.when == NOT else SIDES_OF_DIE**self.dice

    def deal(self, units: int, roll: int, drops_fractions: bool = False) -> int:
        """Damage in twentieths by so many units (UD-BAT-11, UD-BAT-12, UD-ABL-POISON-1)."""
        shortfall = self.needed - roll
        multiplier = FULL if shortfall <= 0 else FULL - shortfall if shortfall < FULL else 0
        amount = units * self.damage * multiplier
        if drops_fractions:
            amount -= amount % SCALE
        amount *= self.factor
        return amount + units * self.poison if roll > self.needed else amount


@lru_cache(maxsize=256)
def count_rolls(blow: Blow) -> tuple[tuple[int, int], ...]:
    """The rolls of a blow that differ in what they do, each with the number of its ways."""
    if blow.when == NOT:
        return ((0, 1),)
    ways: dict[int, int] = {}
    for roll in range(1, SIDES_OF_DIE + 1):
        low, high = (roll - 1, roll) if blow.is_best else (SIDES_OF_DIE - roll, SIDES_OF_DIE - roll + 1)
        # Below what deals anything all rolls are alike, and so are those above what is needed.
        alike = min(max(roll, blow.needed - FULL), blow.needed + 1 if blow.poison else blow.needed)
        ways[alike] = ways.get(alike, 0) + high**blow.dice - low**blow.dice
    return tuple(ways.items())


@dataclass(frozen=True, slots=True)
class Corps:
    """One of the two. Health in twentieths; ``beaten`` is the most Health at which its army counts as beaten
    (UD-MRL-04). ``morale`` is the bonus of its checks, ``None`` where it never checks or never falls back."""

    alliance: str
    count: int
    pool: int
    unit_health: int
    beaten: int
    morale: int | None
    is_disciplined: bool
    has_escape: bool
    blows: tuple[Blow, Blow, Blow]
    pursuits: tuple[Blow, Blow, Blow]
    """The attack on an enemy that flees (UD-MRL-07), by round as ``blows``."""

    def count_units(self, pool: int) -> int:
        """Survivors (UD-BAT-14)."""
        return -(-pool // self.unit_health)

    def settle_check(self, roll: int, pool: int) -> int:
        """What a morale check comes to, as a number of ``STATES``."""
        if self.morale is None:
            return FIGHTS
        short = (NEED_OF_THE_BEATEN if pool <= self.beaten else NEED) - roll - self.morale
        if short <= 0:
            return FIGHTS
        if not self.has_escape:
            return SURRENDERS
        return FLEES if short >= FLIGHT and not self.is_disciplined else WITHDRAWS


@dataclass(frozen=True, slots=True)
class Duel:
    """Both regiments in the engine's order, and the round after which the battle stops."""

    corps: tuple[Corps, Corps]
    rounds: int
    drops_fractions: bool = False


def find_phase(number: int) -> int:
    """Which of a regiment's ``blows`` counts in a round, the rounds counted from 1."""
    return min(number, KNOWN_ROUNDS) - 1
