"""Where those run who belong to nobody any more."""

from __future__ import annotations

from collections import deque

from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.world.region import Region


def find_refuge(desk: Desk, start: Region | None) -> Region | None:
    """The closest region that nobody occupies, of equally close ones the first in order; None where no map tells.

    Occupied is a region with units of a player or with a site of one (UD-UPK-05).
    """
    if desk.world is None or start is None or start not in desk.world:
        return None
    taken = {group.region for group in desk.state.groups.values() if group.owner}
    taken |= {site.region for site in desk.state.sites.values() if site.owner}
    seen = {start}
    ring = deque([(0, start)])
    found: list[tuple[int, Region]] = []
    while ring:
        distance, region = ring.popleft()
        if found and distance > found[0][0]:
            break
        if region not in taken:
            found.append((distance, region))
        for neighbour in desk.world.neighbours(region):
            if neighbour not in seen:
                seen.add(neighbour)
                ring.append((distance + 1, neighbour))
    return min(region for _, region in found) if found else None
