"""A group of the state as a band of the week's march."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.systems.underdeep.arrears import toll_of
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.movement import Band
from orderbook.systems.underdeep.week.movement import Posture as BandPosture
from orderbook.systems.underdeep.week.squads import Squad
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.statuses import DISGUISED, ILLUSORY, WARDED, abilities_of, is_under
from orderbook.systems.underdeep.week.theatre import Names
from orderbook.systems.underdeep.week.thieves import items_of, paid_parts, pay_of
from orderbook.systems.underdeep.world.map import WorldMap

_NUMBER = re.compile(r"([0-9]+)")


def make_band(desk: Desk, group: Group, names: Names, world: WorldMap, squad: Squad | None = None) -> Band | None:
    """A group as it moves; None for one of which nobody knows where it is, or that is off the map."""
    place = group.region or (squad.start if squad is not None else None)
    if place is None or place not in world:
        return None
    unit = desk.unit(group)
    abilities = (*(unit.abilities if unit is not None else ()), *abilities_of(group))
    disguise = next((one.name for one in group.statuses if one.name.startswith(f"{DISGUISED} as ")), None)
    return Band(
        group.id,
        group.owner,
        group.unit,
        group.count,
        place,
        figure_of(desk, group, "speed") or 0,
        _best(figure_of(desk, group, "melee_attack"), figure_of(desk, group, "ranged_attack")),
        figure_of(desk, group, "defence") or 0,
        max((figure_of(desk, group, "health") or 1) + _hunger(desk, group), 1),
        abilities,
        figure_of(desk, group, "morale"),
        group.side if group.side in world.places[place].all_sides else "",
        BandPosture(group.posture.value),
        names.of(group.site),
        group.came_from,
        fatigue=group.fatigue,
        wounds=group.wounds,
        crossing=group.crossing,
        capacity=_capacity(abilities),
        shown_as=disguise.removeprefix(f"{DISGUISED} as ") if disguise is not None else None,
        warded=is_under(group, WARDED),
        illusory=is_under(group, ILLUSORY),
        purses=group.purses,
        pay=pay_of(desk, group),
        paid=sum(part.count for part in paid_parts(group)),
        items=items_of(desk, group),
    )


def _best(*figures: int | None) -> int:
    return max((figure for figure in figures if figure is not None), default=0)


def _hunger(desk: Desk, group: Group) -> int:
    """What hunger takes from Health: of units of one group the worst off stand for all (UD-UPK-07)."""
    return min((toll_of(part.arrears, desk.options).health for part in group.unpaid), default=0)


def _capacity(abilities: Iterable[str]) -> int:
    """How many a transport holds: the figure behind its ability (UD-ABL-TRANSPORT-6)."""
    found = [_NUMBER.search(ability) for ability in abilities if ability.lower().startswith("transport")]
    return max((int(match[1]) for match in found if match is not None), default=0)
