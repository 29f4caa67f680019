"""Black Dragons of friends that meet without a battle fight one another to the death at once (UD-KOB-16)."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.systems.underdeep.battle.pieces.factions.kobolds import BLACK_DRAGON
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.movement import Battle
from orderbook.systems.underdeep.world.region import Region


def find_duels(desk: Desk) -> Iterator[Battle]:
    """A battle for each place where more than one of them stands when all else has been fought out.

    Behind walls and before them are two places.
    """
    assert desk.movement is not None
    places: dict[tuple[Region, str], dict[str, list[str]]] = {}
    numbers: dict[tuple[Region, str], int] = {}
    for group in sorted(desk.state.groups.values(), key=lambda group: group.id):
        if group.unit != BLACK_DRAGON or group.region is None or group.id not in desk.movement.bands:
            continue
        place = group.region, group.site or ""
        places.setdefault(place, {}).setdefault(group.owner, []).append(group.id)
        numbers[place] = numbers.get(place, 0) + group.count
    for place in sorted(places):
        if numbers[place] > 1:
            yield Battle(place[0], (), {owner: tuple(names) for owner, names in sorted(places[place].items())})
