"""Armies and regiments as the rules form them from the lines of the Armies tab (UD-REG-01 to UD-REG-07).

Setting: regiment-split.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orderbook.rulebook.names import fold_name
from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.post.model import ArmyLine
from orderbook.systems.underdeep.post.postures import GARRISONED, posture_of
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.records import record

REGIMENT_AT_MOST = 50
"""Units in a regiment (UD-REG-04)."""

_DEFAULTS = Options()


@record
class Regiment:
    """Units of one type that fight as one (UD-REG-03)."""

    unit: str
    size: int


@record
class Army:
    """All regiments of one garrison, or all in one region outside (UD-REG-01).

    ``leaders`` are the officers and leaders with it, who belong to whatever regiment they join.
    """

    place: Region | str | None
    garrisoned: bool
    regiments: tuple[Regiment, ...]
    leaders: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Units in its regiments, leaders not counted."""
        return sum(regiment.size for regiment in self.regiments)


def form_armies(lines: Iterable[ArmyLine], options: Options = _DEFAULTS) -> tuple[Army, ...]:
    """The armies of a post, in its order. Parts of an army that stand apart are armies of their own (UD-REG-02).

    Every type of unit makes regiments of its own, however large its members are (UD-REG-03, UD-REG-07).
    """
    units: dict[tuple[object, bool], Counter[str]] = {}
    leaders: dict[tuple[object, bool], list[str]] = {}
    places: dict[tuple[object, bool], Region | str | None] = {}
    for line in lines:
        garrisoned = posture_of(line.state, at_site=line.names_site) == GARRISONED
        place = line.place
        key = (fold_name(place) if isinstance(place, str) else place, garrisoned)
        places.setdefault(key, place)
        counts = units.setdefault(key, Counter())
        if line.rank is None:
            counts[line.unit.name] += line.count
        else:
            leaders.setdefault(key, []).append(line.person or line.unit.name)
    return tuple(
        Army(
            places[key],
            key[1],
            tuple(Regiment(unit, size) for unit, count in counts.items() for size in split_group(count, options)),
            tuple(leaders.get(key, ())),
        )
        for key, counts in units.items()
    )


def split_group(count: int, options: Options = _DEFAULTS) -> tuple[int, ...]:
    """The sizes of the regiments that so many units of one type form, smallest first (UD-REG-04, UD-REG-05)."""
    if count <= 0:
        return ()
    if options.chose("regiment-split", "fewest-regiments"):
        number = -(-count // REGIMENT_AT_MOST)
        return tuple(sorted((count + part) // number for part in range(number)))
    most = REGIMENT_AT_MOST - 1 if options.chose("regiment-split", "halve-from-50") else REGIMENT_AT_MOST
    if count <= most:
        return (count,)
    half = count // 2
    return tuple(sorted((*split_group(half, options), *split_group(count - half, options))))
