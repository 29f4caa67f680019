"""Razing a site with charges (UD-RAZ-01, UD-RAZ-02, UD-ABL-DEMOLITIONS-4).

Without Demolitions nothing falls: what is laid waste stays a ruin with its structures as they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.battle.aftermath.spoils import SpoilsError
from orderbook.systems.underdeep.battle.assault.charges import DAMAGE

SPEED_OF_A_CHARGE = 2
"""Speed that a unit spends on laying one (UD-ABL-DEMOLITIONS-4)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A room, trap or fortification of a site. ``health`` is what walls and gates have left, 0 for all others."""

    name: str
    health: int = 0


@dataclass(frozen=True, slots=True)
class Razing:
    """After the charges: what is Broken now, what stands with how much Health, how many charges were left over."""

    broken: tuple[str, ...]
    standing: tuple[Standing, ...]
    left_over: int

    @property
    def is_gone(self) -> bool:
        """Whether nothing stands any more, so that the site is off the map (UD-RAZ-02)."""
        return not self.standing


def count_charges(speed: int, units: int) -> int:
    """How many charges so many units lay who spend ``speed`` each (UD-ABL-DEMOLITIONS-4)."""
    return speed // SPEED_OF_A_CHARGE * units


def raze(
    site: str,
    structures: Sequence[Standing],
    charges: int,
    options: Options,
    *,
    is_held: bool,
    has_tunnel: bool,
    order: Mapping[str, int] | None = None,
) -> Razing:
    """Blows charges below a site's structures, those named in ``order`` first and so many each, then from the top.

    One breaks a room or trap, or does 40 damage to a fortification (UD-ABL-DEMOLITIONS-5). A site of the enemy has to
    be tunnelled under first; one that is held need not (setting charges-without-tunnel). Raises ``SpoilsError``.
    """
    if not has_tunnel and (not is_held or options.chose("charges-without-tunnel", "always")):
        raise SpoilsError(f"charges below {site} need a finished tunnel; dig one first")
    left = {index: each.health for index, each in enumerate(structures)}
    broken: list[str] = []
    wanted = dict(order or {})
    queue = sorted(left, key=lambda index: structures[index].name not in wanted)
    for index in queue:
        limit = wanted.get(structures[index].name) if wanted else None
        if wanted and limit is None:
            continue
        needed = max(1, -(-left[index] // DAMAGE))
        used = min(needed, charges, needed if limit is None else limit)
        charges -= used
        if limit is not None:
            wanted[structures[index].name] = limit - used
        if used == needed:
            broken.append(structures[index].name)
            del left[index]
        elif used:
            left[index] -= used * DAMAGE
    return Razing(tuple(broken), tuple(Standing(structures[i].name, health) for i, health in left.items()), charges)
