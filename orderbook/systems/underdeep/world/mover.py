"""Who moves: the Speed and the abilities that decide what terrain costs."""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.systems.underdeep.world.rulings import Rulings
from orderbook.text.records import record

_DEFAULT = Rulings()

# First words of an ability as the unit lists print it, and the trait it gives.
_TRAITS = (
    ("flying", "flying"),
    ("flyer", "flying"),
    ("flier", "flying"),
    ("flight", "flying"),
    ("climb", "climbing"),
    ("huge", "huge"),
    ("amphibious", "amphibious"),
    ("aquatic", "amphibious"),
    ("teleport", "teleporter"),
    ("immune (fire", "fireproof"),
    ("immune fire", "fireproof"),
    ("immunity (fire", "fireproof"),
    ("immunity to fire", "fireproof"),
    ("magmacraft", "fireproof"),
)
_NO_MORALE = ("construct", "vermin", "undead")


@record
class Mover:
    """A unit or regiment on the march. ``speed`` is Speed a week.

    ``marching``: it is on a Forced March this week, which at most doubles its Speed (UD-MOV-25).
    ``tireless`` units have no Morale and cannot make one (UD-MOV-28). ``fireproof`` units ignore magma.
    """

    speed: int
    flying: bool = False
    climbing: bool = False
    huge: bool = False
    amphibious: bool = False
    teleporter: bool = False
    fireproof: bool = False
    tireless: bool = False
    marching: bool = False

    @classmethod
    def from_abilities(cls, speed: int, abilities: Iterable[str], *, marching: bool = False) -> Mover:
        """A mover from a unit's abilities, each as the unit list prints it ("Flying", "Immune (Fire)").

        A trait that is only rolled for ("roll 1d4: 1: Flying") is not taken as given.
        """
        words = [" ".join(ability.lower().split()) for ability in abilities]
        traits = {trait: True for start, trait in _TRAITS for word in words if word.startswith(start)}
        tireless = any(word.startswith(_NO_MORALE) for word in words)
        return cls(speed, tireless=tireless, marching=marching, **traits)

    @property
    def budget(self) -> int:
        """The Speed that can go into moving in one week."""
        return 2 * self.speed if self.marching and not self.tireless else self.speed

    def forced_march_penalty(self, spent: int, entered: int | None = None, rulings: Rulings = _DEFAULT) -> int | None:
        """What a week in which ``spent`` Speed was used takes from Attack and Morale; ``None`` if it cannot be done.

        Counted by Speed beyond the unit's own (UD-MOV-25); what the unit foraged first counts too (UD-MOV-27). Where
        the campaign counts regions instead, ``entered`` of them past the unit's Speed.
        """
        over = max(spent - self.speed, 0)
        if over > self.speed or (over and self.tireless):
            return None
        if rulings.forced_march_penalty == "regions-beyond" and entered is not None:
            return max(entered - self.speed, 0)
        return over

    def is_free_of(self, free: Iterable[str], *, underground: bool) -> str | None:
        """Which of the traits in ``free`` the mover has: the word, or ``None``.

        ``climbing underground`` counts only below the Surface (UD-ABL-CLIMBING-3). A teleporter passes over
        everything (UD-ABL-TELEPORTER-1).
        """
        if self.teleporter:
            return "teleporter"
        for trait in free:
            name, _, where = trait.partition(" ")
            if getattr(self, name) and (not where or underground):
                return name
        return None
