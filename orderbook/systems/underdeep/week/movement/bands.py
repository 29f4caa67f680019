"""A band: one regiment, or one person, as it moves through the week."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from orderbook.rulebook.model import ability_stems
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.steps import Spot


class Posture(StrEnum):
    """How a band stands: in the open, dug in, inside a site's walls, or lying in ambush."""

    OPEN = "open"
    ENTRENCHED = "entrenched"
    GARRISONED = "garrisoned"
    AMBUSH = "in ambush"


@dataclass(frozen=True, slots=True)
class Band:
    """One regiment of at most 50 units of a type (UD-REG-03), or a leader alone. ``id`` is its own in the week.

    ``speed``, ``attack``, ``defence`` and ``health`` are a unit's, spells and officers reckoned in; ``wounds`` is
    damage that killed nobody yet. ``morale`` is ``None`` for units without one, which make no Forced March (UD-MOV-28).

    ``site`` names the site it is garrisoned in or has slipped into. ``came_from`` is where it entered its region from,
    if that is known. ``spent`` is Speed used already, ``fatigue`` what earlier Forced Marches took (UD-MOV-26),
    ``crossing`` the region beyond the Darksea it is bound for and the Speed paid on that (UD-MOV-22). ``capacity`` is
    how many it carries, ``aboard`` the band that carries it. ``exposed``: no Infiltrator for now, found or led by one
    who is none (UD-ABL-LEADERSHIP-3). ``ambushes`` names the owners its ambush is laid for, ``None`` for all enemies.
    ``shown_as`` is whose it seems to be on the map, in disguise; ``warded``: no Detection finds it and no Scrying shows
    it (UD-SPELL-WARD-2). ``illusory``: the double of a regiment, gone with the first damage.
    ``purses``: it lies in ambush to pick pockets, not to strike (UD-ABL-THIEVING-1). ``pay`` is the Gold that each of
    ``paid`` units of it carries, ``items`` what they carry beside; a person is in the regiment ``host``.
    """

    id: str
    owner: str
    unit: str
    count: int
    place: Region
    speed: int
    attack: int = 0
    defence: int = 0
    health: int = 1
    abilities: tuple[str, ...] = ()
    morale: int | None = 0
    side: str = ""
    posture: Posture = Posture.OPEN
    site: str | None = None
    came_from: Region | None = None
    spent: int = 0
    fatigue: int = 0
    wounds: int = 0
    crossing: tuple[Region, int] | None = None
    capacity: int = 0
    aboard: str | None = None
    exposed: bool = False
    ambushes: frozenset[str] | None = None
    shown_as: str | None = None
    warded: bool = False
    illusory: bool = False
    purses: bool = False
    pay: int = 0
    paid: int = 0
    items: tuple[str, ...] = ()
    host: str | None = None

    def has(self, ability: str) -> bool:
        """Whether it has an ability, in whatever form it is written (Detector, Detection; Flying, Flyer)."""
        return _has(self.abilities, ability)

    @property
    def spot(self) -> Spot:
        return Spot(self.place, self.side)

    @property
    def is_hidden(self) -> bool:
        """Whether only its owner knows where it is (UD-ABL-INFILTRATOR-1)."""
        return not self.exposed and self.has("Infiltrator")

    @property
    def is_inside(self) -> bool:
        """Whether it stands within a site's walls, where nobody in the region comes upon it."""
        return self.site is not None

    @property
    def room_taken(self) -> int | None:
        """The places it needs in a transport; ``None`` where it does not fit at all (UD-ABL-TRANSPORT-6)."""
        if self.has("Huge"):
            return None
        return self.count * (4 if self.has("Large") else 1)

    def mover(self, *, marching: bool = False) -> Mover:
        """It as a mover on the map; ``marching`` on a Forced March."""
        words = self.abilities if self.morale is not None else (*self.abilities, "Construct")
        return Mover.from_abilities(self.speed, words, marching=marching)

    def suffer(self, damage: int) -> Band:
        """It after damage to its Combined Health: survivors are counted rounding up (UD-BAT-13, UD-BAT-14). Any damage
        makes an illusion vanish (UD-SPELL-ILLUSORY-DUPLICATE-2)."""
        if self.illusory and damage > 0:
            return replace(self, count=0, wounds=0)
        left = max(self.count * self.health - self.wounds - damage, 0)
        count = -(-left // self.health)
        return replace(self, count=count, wounds=count * self.health - left)


@lru_cache(maxsize=4096)
def _has(abilities: tuple[str, ...], wanted: str) -> bool:
    stems = ability_stems(wanted)
    return any(ability_stems(ability)[: len(stems)] == stems for ability in abilities)
