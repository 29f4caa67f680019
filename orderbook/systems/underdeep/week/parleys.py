"""Characters who meet in person talk without limit (UD-COM-05, UD-COM-06).

A Character is a leader, a Commander or a Captain.
"""

from __future__ import annotations

from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.routes import ENEMIES
from orderbook.systems.underdeep.week.state import GameState, Group, in_order
from orderbook.systems.underdeep.world.map import WorldMap


def meeting_pairs(desk: Desk) -> set[frozenset[str]]:
    """The pairs of players whose Characters are together as things stand now."""
    return pairs_in(desk.state, desk.ground if desk.ground is not None else desk.world)


def pairs_in(state: GameState, world: WorldMap | None) -> set[frozenset[str]]:
    """The same by a state and a map; without a map only those in one region can be known to meet."""
    characters = [
        group
        for group in in_order(state.groups.values())
        if group.rank is not None and group.owner in state.players and group.region is not None
    ]
    found: set[frozenset[str]] = set()
    for number, one in enumerate(characters):
        for other in characters[number + 1 :]:
            pair = frozenset((one.owner, other.owner))
            if len(pair) == 2 and pair not in found and _meet(state, world, one, other):
                found.add(pair)
    return found


def _meet(state: GameState, world: WorldMap | None, one: Group, other: Group) -> bool:
    """In regions side by side, or in one where they are no enemies or both have part in a siege."""
    assert one.region is not None and other.region is not None
    if one.region == other.region:
        return state.relation(one.owner, other.owner) != ENEMIES or _share_siege(state, one, other)
    return world is not None and one.region in world and other.region in world.neighbours(one.region)


def _share_siege(state: GameState, one: Group, other: Group) -> bool:
    return any(
        site.is_besieged and site.region == one.region and {one.owner, other.owner} <= {site.owner, *site.besieged_by}
        for site in state.sites.values()
    )
