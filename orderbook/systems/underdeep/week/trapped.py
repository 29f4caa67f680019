"""Units that traps in the open hold unharmed: who frees them, and whose prisoners they become.

UD-KOB-50 to UD-KOB-52. Where the owner of the trap is about, they are out of the fight, and his prisoners if those who
came with them do not hold the place in the end. Elsewhere they sit in the trap until his troops come for them, or
theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week import conquest
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Battle, Caught
from orderbook.systems.underdeep.week.state import Captives, FieldTrap, Group, in_order
from orderbook.systems.underdeep.week.values import NOBODY
from orderbook.systems.underdeep.world.region import Region

_RULES = ("UD-KOB-50", "UD-KOB-51")


def run(desk: Desk) -> Iterator[Event | Question]:
    """What this week's catch and that of the weeks before come to, now that the battles are fought."""
    for one in desk.movement.caught if desk.movement is not None else ():
        if one.trap.id not in desk.state.traps:
            yield from _at_a_site(desk, one)
    for trap in in_order(desk.state.traps.values()):
        if trap.captives and trap.region is not None:
            yield from _come_for(desk, trap, trap.region)


def take_out(desk: Desk, caught: tuple[Caught, ...], name: str) -> Iterator[Event]:
    """Those of a group whom traps hold are in the traps from now on, and not with it."""
    mine = [one for one in caught if one.band == name]
    number = sum(one.count for one in mine)
    group = desk.state.groups[name]
    for one in mine:
        trap = desk.state.traps.get(one.trap.id)
        if trap is not None:
            captives = Captives(one.owner, one.unit, one.count, group.faction)
            yield _hold(desk, trap, (*trap.captives, captives), "")
    if number:
        data: dict[str, Json] = {"group": name, "unit": group.unit, "count": number, "why": "held in a trap"}
        yield desk.event(Happened.LOST, data, known_to=(group.owner,), rules=("UD-KOB-49", "UD-KOB-53"))


def _hold(desk: Desk, trap: FieldTrap, captives: tuple[Captives, ...], why: str) -> Event:
    held: list[Json] = [write(one) for one in captives]
    data: dict[str, Json] = {
        "player": trap.owner, "trap": trap.id, "name": trap.name, "region": str(trap.region), "captives": held,
        "why": why,
    }  # fmt: skip
    return desk.event(Happened.TRAP_HOLDS, data, known_to=(trap.owner,), rules=_RULES)


def _at_a_site(desk: Desk, one: Caught) -> Iterator[Event | Question]:
    """The trap is inside the walls of a site, so that its owner has them unless their comrades took the place."""
    player = desk.state.players.get(one.owner)
    captives = Captives(one.owner, one.unit, one.count, player.faction if player is not None else "")
    if _are_in(desk, one.owner, one.region):
        yield _free(desk, captives, one.region, f"{one.band}-{one.trap.name}")
    else:
        yield from _capture(desk, one.trap.owner, one.region, one.count)


def _come_for(desk: Desk, trap: FieldTrap, region: Region) -> Iterator[Event | Question]:
    """Comrades before captors: whoever is left of an army frees the others."""
    freed = [one for one in trap.captives if _are_in(desk, one.owner, region)]
    if freed:
        for one in freed:
            yield _free(desk, one, region, trap.id)
        rest = tuple(one for one in trap.captives if one not in freed)
        trap = replace(trap, captives=rest)
        yield _hold(desk, trap, rest, "their own have freed them")
    if trap.captives and _has_come(desk, trap.owner, region):
        number = sum(one.count for one in trap.captives)
        yield _hold(desk, trap, (), f"{number} are prisoners now")
        yield from _capture(desk, trap.owner, region, number)


def _are_in(desk: Desk, owner: str, region: Region) -> bool:
    """Whether troops of an owner are in a region outside all walls."""
    return any(group.owner == owner and group.site is None for group in desk.state.standing_in(region))


def _has_come(desk: Desk, owner: str, region: Region) -> bool:
    here = any(group.owner == owner for group in desk.state.standing_in(region))
    return here or any(site.region == region and site.founding is None for site in desk.state.sites_of(owner))


def _free(desk: Desk, captives: Captives, region: Region, place: str) -> Event:
    """They are troops of their owner again."""
    free_id = f"{NOBODY}/g{desk.week}-{place}"
    name = desk.new_id(captives.owner, "g") if captives.owner in desk.state.players else free_id
    group = Group(name, captives.owner, captives.unit, captives.count, captives.faction, None, region)
    data: dict[str, Json] = {"group": write(group), "why": "freed from a trap"}
    return desk.event(Happened.GROUP_ENTERED, data, known_to=(captives.owner,), rules=("UD-KOB-51",))


def _capture(desk: Desk, captor: str, region: Region, number: int) -> Iterator[Event | Question]:
    """The captor does with them what he does with prisoners of battle (UD-ASL-18)."""
    own = tuple(group.id for group in desk.state.standing_in(region) if group.owner == captor)
    yield from conquest.keep_prisoners(desk, Battle(region, (), {captor: own}), captor, number)
