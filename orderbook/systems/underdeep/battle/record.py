"""What happened, round by round: what reports print and what the result in JSON is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.attack import Attack
    from orderbook.systems.underdeep.battle.morale import MoraleCheck
    from orderbook.systems.underdeep.battle.regiment import Regiment
    from orderbook.systems.underdeep.battle.spells import Cast


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who fights whom in a round: ``how`` is melee or ranged, ``why`` ordered, kept or proposed."""

    by: Regiment
    on: Regiment
    how: str
    why: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something told in a sentence; ``kind`` groups sentences of a sort."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Departure:
    """A regiment that left the field, how (``withdrew``, ``fled``, ``surrendered``) and why."""

    regiment: Regiment
    state: str
    why: str


@dataclass(slots=True)
class RoundRecord:
    """One round, in the order in which things happened; number 0 is what came before the first."""

    number: int
    pairings: list[Pairing] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    spells: list[Cast] = field(default_factory=list)
    spell_attacks: list[Attack] = field(default_factory=list)
    morale: list[MoraleCheck] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)
    dead: dict[Regiment, int] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    counts: dict[Regiment, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """Something the game master decides: its name, what it is about, how it was answered and by whom."""

    name: str
    about: str
    text: str
    choices: tuple[str, ...]
    answer: str
    is_answered: bool
