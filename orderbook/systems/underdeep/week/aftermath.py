"""What a week does to troops beside battles: healing, disease, sunlight, sieges that end, charges that go off."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import EVERYBODY, Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.week import charges, sunlight
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Group, Status, in_order
from orderbook.systems.underdeep.week.statuses import INFECTED


def run_healing(desk: Desk) -> Iterator[Event | Question]:
    """As the week begins all are whole again but Undead and Constructs without Regeneration; diseases go on
    (UD-ABL-REGENERATION-3, UD-ABL-UNDEAD-4, UD-ABL-CONSTRUCT-4, UD-ABL-DISEASE-2, UD-ABL-DISEASE-3)."""
    for group in in_order(desk.state.groups.values()):
        unit = desk.unit(group)
        if group.wounds and heals(unit):
            yield desk.event(
                Happened.WOUNDED, {"group": group.id, "wounds": 0}, known_to=(group.owner,),
                rules=("UD-ABL-REGENERATION-3",),
            )  # fmt: skip
        yield from _sicken(desk, group, unit)


def heals(unit: Unit | None) -> bool:
    """Whether a unit's wounds close by themselves within a week."""
    if unit is None or unit.has_ability("Regeneration"):
        return True
    return not (unit.has_ability("Undead") or unit.has_ability("Construct"))


def _sicken(desk: Desk, group: Group, unit: Unit | None) -> Iterator[Event]:
    """A diseased regiment loses 1 Health a unit for each week; who has none left dies."""
    status = next((one for one in group.statuses if one.name == INFECTED), None)
    if status is None:
        return
    lost = status.figures.get("health", 0) - 1
    worse = Status(INFECTED, status.until, {"health": lost})
    known = (group.owner,)
    yield desk.event(
        Happened.STATUS_SET, {"group": group.id, "status": write(worse)}, known_to=known, rules=("UD-ABL-DISEASE-2",)
    )
    if sunlight.plain_health(unit, group) + lost <= 0:
        yield sunlight.perish(desk, group, "disease", ("UD-ABL-DISEASE-2",))


# -- the end of the week ----------------------------------------------------------------------------------------


def run(desk: Desk) -> Iterator[Event | Question]:
    """Sieges without besiegers end, what was mined goes off, the sun does its work."""
    yield from _lift_sieges(desk)
    yield from charges.run(desk)
    for group in in_order(desk.state.groups.values()):
        yield from sunlight.shine(desk, group)


def _lift_sieges(desk: Desk) -> Iterator[Event]:
    """A siege ends only when no enemy is left in the region (UD-SIE-08); its tunnels fall in (UD-TUN-07)."""
    for site in in_order(desk.state.sites.values()):
        if not site.besieged_by or site.region is None:
            continue
        there = {group.owner for group in desk.state.standing_in(site.region) if group.site != site.id}
        left: list[Json] = [owner for owner in site.besieged_by if owner in there and owner != site.owner]
        if left and len(left) < len(site.besieged_by):
            yield desk.event(
                Happened.BESIEGED, {"site": site.id, "by": left}, known_to=(EVERYBODY,), rules=("UD-SIE-08",)
            )
        elif not left:
            yield desk.event(
                Happened.SIEGE_LIFTED, {"site": site.id}, known_to=(EVERYBODY,), rules=("UD-SIE-08", "UD-TUN-07")
            )
