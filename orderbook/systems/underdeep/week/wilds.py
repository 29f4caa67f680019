"""What is nobody's: settlements, ruins, lairs and wandering monsters, out of the map or by the game master's word.

What a map says of those who live in a region comes into play once, when a week is first resolved with it. Wandering
monsters are groups of nobody, as deserters are (UD-UPK-05); they set upon those who come by where the game master says
so (UD-BAT-06). Whoever looks into a place finds whom the map, or the game master, has put there (UD-MOV-20).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.forces import Force, ForcesError, Works, read_forces, read_works
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.loot import read_loot
from orderbook.systems.underdeep.week.state import Group, Site, Standing
from orderbook.systems.underdeep.week.values import NOBODY, Kind, Posture
from orderbook.systems.underdeep.world.map import Place
from orderbook.systems.underdeep.world.region import Region

_KINDS = {"corridor": Kind.OUTPOST}


def run(desk: Desk) -> Iterator[Event | Question]:
    """Those whom the map tells of come into play, region by region (UD-RAI-03, UD-RUI-03, UD-BDY-04)."""
    if desk.world is None:
        return
    for region in desk.world.regions:
        place = desk.world.places[region]
        if place.has_dwellers and not desk.state.facts_of(region).peopled:
            yield from _people(desk, place)


def _people(desk: Desk, place: Place) -> Iterator[Event]:
    told, region = place.dwellers, place.region
    there = [site for site in desk.state.sites.values() if site.region == region]
    try:
        garrison, lair = read_forces(told.garrison, desk.rulebook), read_forces(told.lair, desk.rulebook)
        monsters = read_forces(told.monsters, desk.rulebook)
        works = read_works((*told.defences, *told.traps), desk.rulebook)
        loot = read_loot(told.people, told.loot)
    except ForcesError as error:
        raise CampaignError(f"the map's entry of {region} cannot be used: {error}") from error
    if told.settlement and not any(site.is_settlement for site in there):
        site = Site(
            f"{NOBODY}/s-{region}", told.settlement, NOBODY, Kind.SETTLEMENT, region, told.people,
            standing=_standing(works), loot=loot, guarded=bool(told.garrison),
        )  # fmt: skip
        yield desk.event(Happened.SITE_ENTERED, {"site": write(site)}, rules=("UD-RAI-01", "UD-RAI-03"))
        yield from enter_forces(desk, garrison, region, site)
    elif "ruin" in place.features and not any(site.is_ruin for site in there):
        kind = _KINDS.get(place.kind or "", Kind.DUNGEON)
        name = place.name or f"The ruin in {region}"
        ruin = Site(f"{NOBODY}/r-{region}", name, NOBODY, kind, region, standing=_standing(works))
        yield desk.event(Happened.SITE_ENTERED, {"site": write(ruin)}, rules=("UD-RUI-02", "UD-RUI-03"))
    yield from enter_forces(desk, (*lair, *monsters), region)
    if told.graves is not None:
        count: dict[str, Json] = {"region": str(region), "count": told.graves}
        yield desk.event(Happened.GRAVES_COUNTED, count, rules=("UD-BDY-04",))
    yield desk.event(Happened.REGION_PEOPLED, {"region": str(region)})


def _standing(works: Iterable[Works]) -> tuple[Standing, ...]:
    return tuple(Standing(one.name, one.count, 0, one.faction) for one in works)


def enter_forces(
    desk: Desk, forces: Iterable[Force], region: Region, site: Site | None = None, *, ruling: str | None = None
) -> Iterator[Event]:
    """Creatures of nobody come into a region, or into a site as its garrison."""
    posture = Posture.GARRISONED if site is not None else Posture.OPEN
    for force in forces:
        group = Group(
            desk.new_id(NOBODY, "g"), NOBODY, force.unit, force.count, force.faction,
            site.id if site is not None else None, region, posture=posture, raised=desk.week,
            figures=force.figures, abilities=force.abilities,
        )  # fmt: skip
        yield desk.event(Happened.GROUP_ENTERED, {"group": write(group)}, ruling=ruling, rules=("UD-TER-04",))


def creatures_in(desk: Desk, region: Region) -> list[Group]:
    """Those of nobody who live or wander in a region, garrisons of settlements apart."""
    return [group for group in desk.state.standing_in(region) if group.owner == NOBODY and group.site is None]


def meet_dwellers(desk: Desk, region: Region, question: Question) -> Iterator[Event | Question]:
    """Who lives in a region that somebody looks into: the creatures that the answer names are there from now on
    (UD-MOV-20). An answer in other words brings none."""
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    try:
        forces = read_forces([answer.split(";")[0]], desk.rulebook)
    except ForcesError:
        return
    yield from enter_forces(desk, forces, region, ruling=question.id)
