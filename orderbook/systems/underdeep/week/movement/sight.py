"""Who learns what: moves the map shows, bands in plain sight of each other, scouts' reports.

Scouts see troops, strengths and what else stands out, no traps, and Infiltrators only with a Detector (UD-MOV-08,
UD-ABL-DETECTOR-1), and one that is warded not even then (UD-SPELL-WARD-2);
looking is not entering, so nothing happens to them (UD-MOV-09). They do not see over a river or lake on the border
(UD-MOV-23). Who has the ability Scout sees all regions around the place where the week ends for him, free of Speed
(UD-ABL-SCOUT-1).
"""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.systems.underdeep.week.movement.bands import Band
from orderbook.systems.underdeep.week.movement.field import Field
from orderbook.systems.underdeep.week.movement.happenings import EVERYBODY, Kind, LoggedRoll
from orderbook.systems.underdeep.week.movement.legs import is_next
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.sites import terrain_at
from orderbook.systems.underdeep.world.steps import Barred

DETECTED = "UD-ABL-INFILTRATOR-4"
"""The rule by which Detection finds whom it meets."""


def tell_move(
    field: Field, bands: list[Band], start: Region, cost: dict[str, int], rules: Iterable[str], line: int | None
) -> None:
    """That bands have come from one region to another: all of it to the owner, what the map shows to everybody. A
    disguise and an illusion show as real (UD-SPELL-DISGUISE-1, UD-SPELL-ILLUSORY-DUPLICATE-1)."""
    owner, end = bands[0].owner, bands[0].place
    told = [{"band": b.id, "unit": b.unit, "count": b.count, "speed": cost.get(b.id, 0)} for b in bands]
    field.tell(Kind.MOVED, end, {owner}, rules, line=line, start=str(start), end=str(end), bands=told)
    shown = sorted({band.shown_as or band.owner for band in bands if not field.is_hidden(band)})
    for name in shown:
        field.tell(Kind.SIGHTED, end, {EVERYBODY}, owner=name, start=str(start), end=str(end))


def describe_band(band: Band, *, keen: bool = True) -> dict[str, object]:
    """What those see of a band who can see it. ``keen``: by Detection, which sees through a Disguise
    (UD-SPELL-DISGUISE-2) and knows an illusion for what it is (UD-SPELL-ILLUSORY-DUPLICATE-3)."""
    owner = band.shown_as if not keen and band.shown_as is not None else band.owner
    told: dict[str, object] = {"owner": owner, "unit": band.unit, "count": band.count, "posture": str(band.posture)}
    return {**told, "illusory": True} if keen and band.illusory else told


def tell_presence(field: Field, region: Region, newcomers: list[Band]) -> None:
    """Bands in plain sight of each other: each owner there learns who has come, and the newcomers who is there."""
    visible = [band for band in field.outside(region) if not field.is_hidden(band)]
    fresh = {band.id for band in newcomers}
    for owner in sorted({band.owner for band in field.outside(region)}):
        sees_all = any(band.id in fresh for band in field.outside(region) if band.owner == owner)
        seen = [b for b in visible if b.owner != owner and (sees_all or b.id in fresh)]
        if seen:
            field.unveiled.update((owner, band.id) for band in seen if field.sees_through(owner, band))
            told = [describe_band(band, keen=field.sees_through(owner, band)) for band in seen]
            field.tell(Kind.SEEN, region, {owner}, bands=told)


def scouting_bar(world: WorldMap, start: Region, region: Region) -> Barred | None:
    """Why a region cannot be scouted from another; ``None`` if it can."""
    if region not in world:
        return Barred(f"{region} is not on the map", "UD-MOV-07")
    if not is_next(world, start, region):
        return Barred(f"{region} is not adjacent to {start}; only adjacent regions can be scouted", "UD-MOV-07")
    ways = [way for way in world.ways_at(start) if way.other_end(start) == region]
    if ways and all({"river", "lake", "darksea"} & set(way.crosses) for way in ways):
        return Barred(f"the water between {start} and {region} cannot be scouted across", "UD-MOV-23")
    return None


def report_scouting(field: Field, scout: Band, region: Region, rules: Iterable[str], line: int | None = None) -> None:
    """What a band sees in a region beside it."""
    place = field.ground.world.places[region]
    keen = field.detects(scout.owner, scout.place)
    seen = [
        describe_band(band, keen=field.sees_through(scout.owner, band, scout.place))
        for band in field.outside(region)
        if band.owner != scout.owner
        and (field.sees_through(scout.owner, band, scout.place) or not field.is_hidden(band))
    ]
    sites = [
        {"name": site.name, "owner": site.owner, "kind": site.kind, "defences": list(site.defences)}
        for site in field.ground.sites_at(region)
        if field.finds(scout.owner, site, scout.place)
    ]
    features = [word.name for word in terrain_at(place)]
    field.tell(
        Kind.SCOUTED, region, {scout.owner}, rules, line=line,
        by=scout.id, bands=seen, sites=sites, features=features, keen=keen,
    )  # fmt: skip


def report_scouts(field: Field) -> None:
    """What all who have the ability see when the week's movement is over, each owner a region once."""
    told: set[tuple[str, Region]] = set()
    world = field.ground.world
    for region in list(field.regions()):
        for scout in field.at(region):
            if not scout.has("Scout"):
                continue
            chasm = world.chasm_at(region)
            shaft = world.mouths(chasm.name) if chasm is not None and chasm.continuous else ()
            for other in sorted({*world.neighbours(region), *(m for m in shaft if m.layer != region.layer)}):
                if (scout.owner, other) not in told and scouting_bar(world, region, other) is None:
                    told.add((scout.owner, other))
                    report_scouting(field, scout, other, ("UD-ABL-SCOUT-1", "UD-MOV-08"))
                    if _is_no_news(field, scout.owner):
                        field.happenings.pop()


def _is_no_news(field: Field, owner: str) -> bool:
    """Whether the last report tells what an owner was told of that region before, or nobody beside a site he holds."""
    last = field.happenings[-1]
    sites = [site for site in field.ground.sites_at(last.region) if site.owner == owner]
    if sites and not last.data["bands"]:
        return True
    shown = ("bands", "sites", "features")
    return any(
        one.kind is Kind.SCOUTED
        and one.region == last.region
        and owner in one.known_to
        and all(one.data[key] == last.data[key] for key in shown)
        for one in field.happenings[:-1]
    )


def report_watch(field: Field) -> None:
    """What Detectors know at the week's end of those beside them, moved or not, and had not been told before: who is
    hidden, who is in disguise, what is an illusion (UD-ABL-DETECTOR-1)."""
    for region in list(field.regions()):
        for owner in sorted({band.owner for band in field.outside(region) if band.has("Detector")}):
            found = [
                band
                for band in field.outside(region)
                if band.owner != owner and (owner, band.id) not in field.unveiled and field.sees_through(owner, band)
            ]
            for other in sorted({band.owner for band in found}):
                hidden = [band for band in found if band.owner == other and field.is_hidden(band)]
                tell_discovery(field, owner, hidden, DETECTED, told=False)
            veiled = [b for b in found if not field.is_hidden(b) and (b.illusory or b.shown_as is not None)]
            if veiled:
                field.tell(Kind.SEEN, region, {owner}, (DETECTED,), bands=[describe_band(band) for band in veiled])


def tell_discovery(
    field: Field, finder: str, found: Iterable[Band], rule: str, *, told: bool, rolls: Iterable[LoggedRoll] = ()
) -> None:
    """That an owner has found hidden bands of another; ``told``: they notice it."""
    bands = list(found)
    if bands:
        keen = rule == DETECTED
        field.unveiled.update((finder, band.id) for band in bands)
        known = {finder, *(band.owner for band in bands if told)}
        field.tell(
            Kind.DISCOVERED, bands[0].place, known, (rule,), rolls,
            finder=finder, owner=bands[0].owner, bands=[{"band": b.id, **describe_band(b, keen=keen)} for b in bands],
        )  # fmt: skip
