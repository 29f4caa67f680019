"""Deeds on the spot: what each needs, what it costs, what it brings.

Entrenching and garrisoning 1 Speed (UD-MOV-13, UD-MOV-17), an ambush 2 (UD-MOV-06), scouting and investigating 1
(UD-MOV-07, UD-MOV-19), scavenging 1 for each Body (UD-MOV-29), charges 2 each (UD-ABL-DEMOLITIONS-4), foraging and
fishing by the ground (UD-MOV-10, UD-MOV-11). A tunnel grows by what is spent (UD-MOV-31, UD-ABL-TUNNELING-4).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from orderbook.systems.underdeep.tombs import lives_in_tombs
from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.field import Field
from orderbook.systems.underdeep.week.movement.ground import Site
from orderbook.systems.underdeep.week.movement.happenings import Kind
from orderbook.systems.underdeep.week.movement.orders import Deed, DeedKind
from orderbook.systems.underdeep.week.movement.sight import report_scouting, scouting_bar
from orderbook.systems.underdeep.world.sites import gather_food
from orderbook.systems.underdeep.world.steps import Barred

_COSTS = {
    DeedKind.ENTRENCH: 1,
    DeedKind.GARRISON: 1,
    DeedKind.AMBUSH: 2,
    DeedKind.SCOUT: 1,
    DeedKind.INVESTIGATE: 1,
}
GRAVEYARD = "the graveyard"
"""What an order to entrench names, where it is among the tombs (UD-BDY-05)."""
CHARGE = 2
"""Speed for one demolition charge (UD-ABL-DEMOLITIONS-4)."""
TUNNEL = 3
"""Speed of a tunnel where the site names no figure, and of one that only goes under it (UD-ABL-TUNNELING-5)."""


_NOTHING_THERE = Barred("an illusion lifts and carries nothing", "UD-SPELL-ILLUSORY-DUPLICATE-1")


def deed_cost(field: Field, band: Band, deed: Deed) -> int:
    """The Speed a deed takes of one band. What an order says beyond the rules' figure is its own affair.

    Before an assault the entrance has to be found, if it is disguised (UD-KOB-45, UD-KOB-46).
    """
    if deed.kind is DeedKind.ASSAULT and (site := enemy_site(field, band, deed)) is not None:
        if band.owner in site.besiegers:  # they have found it, and storm it at no cost (UD-SIE-12)
            return 0
        return 0 if field.detects(band.owner, band.place) else site.locate
    if deed.kind is DeedKind.AMBUSH and deed.speed:
        return deed.speed  # a unit whose description names its own figure (UD-MOV-06)
    return _COSTS.get(deed.kind, max(deed.speed, 0))


def deed_bar(field: Field, band: Band, deed: Deed) -> Barred | None:
    """Why a band cannot do a deed where it stands; ``None`` if it can, Speed aside."""
    if deed.at is not None and deed.at != band.place:
        return Barred(f"it was to be done in {deed.at}, and they are in {band.place}", "UD-MOV-01")
    if band.aboard is not None and deed.kind is not DeedKind.DISEMBARK:
        return Barred("aboard a transport nothing can be done but travel", "UD-ABL-TRANSPORT-1")
    judge = _BARS.get(deed.kind)
    return judge(field, band, deed) if judge is not None else None


def _bar_entrenching(field: Field, band: Band, deed: Deed) -> Barred | None:
    if deed.target != GRAVEYARD:
        return None
    if not lives_in_tombs(band.unit):
        return Barred("only Vampires, Synaptophages, Liches and Cereliches entrench in a graveyard", "UD-BDY-05")
    if not field.ground.has_graves(band.place):
        return Barred(f"there is no graveyard in {band.place}", "UD-BDY-05")
    return None


def _bar_garrison(field: Field, band: Band, deed: Deed) -> Barred | None:
    if _home(field, band, deed) is None:
        whose = f"{deed.target} is no site" if deed.target else "there is no site"
        return Barred(f"{whose} of {band.owner} or a friend in {band.place}", "UD-MOV-17")
    return None


def _bar_ambush(field: Field, band: Band, deed: Deed) -> Barred | None:
    if not band.has("Infiltrator"):
        return Barred("only Infiltrators can prepare an ambush", "UD-MOV-06")
    if band.exposed:
        return Barred("they are no Infiltrators while they are known or led by one who is none", "UD-ABL-LEADERSHIP-3")
    return None


def _bar_picking(field: Field, band: Band, deed: Deed) -> Barred | None:
    """Pockets are picked by thieves who lie in ambush unseen (UD-ABL-THIEVING-1)."""
    if not band.has("Thieving"):
        return Barred("only units with Thieving pick pockets", "UD-ABL-THIEVING-1")
    if band.posture is not Posture.AMBUSH or not band.is_hidden:
        return Barred("pockets are picked by Infiltrators who lie in ambush", "UD-ABL-THIEVING-1")
    return _NOTHING_THERE if band.illusory else None


def _bar_scouting(field: Field, band: Band, deed: Deed) -> Barred | None:
    if deed.region is None:
        return Barred("no region is named", "UD-MOV-07")
    return scouting_bar(field.ground.world, band.place, deed.region)


def _bar_gathering(field: Field, band: Band, deed: Deed) -> Barred | None:
    if band.posture is Posture.GARRISONED:
        return Barred("a garrison has to march out first", "UD-MOV-12")
    if band.posture is Posture.ENTRENCHED and field.ground.entrenched_foraging == "refused":
        return Barred("entrenched troops neither fish nor forage", "UD-MOV-12")
    if band.illusory:
        return _NOTHING_THERE
    place = field.ground.world.places[band.place]
    found = gather_food(place, str(deed.kind), deed.speed, band.count)
    if isinstance(found, int) and found == 0:
        return Barred(f"{deed.speed} Speed brings no Food", "UD-MOV-10" if deed.kind is DeedKind.FISH else "UD-MOV-11")
    return found if isinstance(found, Barred) else None


def _bar_scavenging(field: Field, band: Band, deed: Deed) -> Barred | None:
    if band.illusory:
        return _NOTHING_THERE
    if field.bodies.get(band.place, 0) or field.graves.get(band.place, 0):
        return None
    if field.ground.has_graves(band.place) and band.place not in field.graves:
        return None
    return Barred(f"no Bodies lie in {band.place}", "UD-MOV-29")


def _bar_tunnel(field: Field, band: Band, deed: Deed) -> Barred | None:
    if not band.has("Tunneling"):
        return Barred("only units with Tunneling can dig a tunnel", "UD-UNI-07")
    if band.illusory:
        return _NOTHING_THERE
    if enemy_site(field, band, deed) is None or band.posture is not Posture.ENTRENCHED:
        return Barred("a tunnel is dug from entrenchments round an enemy's site", "UD-ABL-TUNNELING-1")
    return Barred("no Speed is given for it", "UD-MOV-31") if deed.speed <= 0 else None


def _bar_charges(field: Field, band: Band, deed: Deed) -> Barred | None:
    if not band.has("Demolitions"):
        return Barred("only units with Demolitions can lay charges", "UD-UNI-07")
    if band.illusory:
        return _NOTHING_THERE
    if deed.speed < CHARGE:
        return Barred(f"a charge takes {CHARGE} Speed", "UD-ABL-DEMOLITIONS-4")
    if deed.target == "bridge" and "bridge" in field.ground.world.places[band.place].features:
        return None
    site = enemy_site(field, band, deed)
    need = (site.tunnel or TUNNEL) if site is not None else 0
    if site is None or field.tunnels.get((band.owner, site.name), 0) < need:
        return Barred("there is no bridge there and no finished tunnel below a site", "UD-ABL-DEMOLITIONS-2")
    return None


def _bar_assault(field: Field, band: Band, deed: Deed) -> Barred | None:
    if enemy_site(field, band, deed) is None:
        return Barred(f"there is no site in {band.place} to assault", "UD-ASL-01")
    return None


def _bar_slipping(field: Field, band: Band, deed: Deed) -> Barred | None:
    if not field.is_hidden(band):
        return Barred("only Infiltrators can slip in", "UD-ABL-INFILTRATOR-6")
    return _bar_assault(field, band, deed)


_BARS: Mapping[DeedKind, Callable[[Field, Band, Deed], Barred | None]] = {
    DeedKind.ENTRENCH: _bar_entrenching,
    DeedKind.GARRISON: _bar_garrison,
    DeedKind.AMBUSH: _bar_ambush,
    DeedKind.PICK_POCKETS: _bar_picking,
    DeedKind.SCOUT: _bar_scouting,
    DeedKind.FORAGE: _bar_gathering,
    DeedKind.FISH: _bar_gathering,
    DeedKind.SCAVENGE: _bar_scavenging,
    DeedKind.TUNNEL: _bar_tunnel,
    DeedKind.LAY_CHARGES: _bar_charges,
    DeedKind.ASSAULT: _bar_assault,
    DeedKind.SLIP_IN: _bar_slipping,
}


def _home(field: Field, band: Band, deed: Deed) -> Site | None:
    """The site of its own or a friend's that it can go into; its own before a friend's."""
    fitting = [
        site
        for site in field.ground.sites_at(band.place)
        if site.finished and field.ground.relations.are_friends(band.owner, site.owner)
        if deed.target in ("", site.name) and site.side in ("", band.side)
    ]
    return min(fitting, key=lambda site: (site.owner != band.owner, site.name), default=None)


def enemy_site(field: Field, band: Band, deed: Deed) -> Site | None:
    """The site in its region that it may set on: an enemy's, or one that is named and no friend's; of those with an
    invisible entrance only one that Detection has found (UD-KOB-47)."""
    relations = field.ground.relations
    for site in field.ground.sites_at(band.place):
        if site.is_ruin or not field.finds(band.owner, site):
            continue
        named = deed.target == site.name and not relations.are_friends(band.owner, site.owner)
        if named or (not deed.target and relations.are_enemies(band.owner, site.owner)):
            return site
    return None


def do_deed(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    """A deed that nothing bars is done and paid for. What many want of one thing is shared out elsewhere."""
    act = _ACTS.get(deed.kind)
    if act is not None:
        act(field, band, deed, cost, line)
        return
    field.spend(field.rouse(band), cost)
    field.tell(
        Kind.ASKED, band.place, {band.owner}, ("UD-UNI-06",), line=line,
        band=band.id, deed=str(deed), speed=cost, question="free-orders",
    )  # fmt: skip


def _entrench(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    band = field.spend(field.rouse(band), cost, posture=Posture.ENTRENCHED)
    field.tell(Kind.DONE, band.place, {band.owner}, ("UD-MOV-13",), line=line, band=band.id, deed=str(deed), speed=cost)
    for site in field.ground.sites_at(band.place):
        named = site.name == deed.target and not field.ground.relations.are_friends(band.owner, site.owner)
        enemies = named or field.ground.relations.are_enemies(band.owner, site.owner)
        if site.finished and enemies and field.finds(band.owner, site):
            known = field.who_knows_of(site, band.owner) if not field.is_hidden(band) else {band.owner}
            field.tell(
                Kind.BESIEGED, band.place, known, ("UD-MOV-15", "UD-SIE-01"), line=line,
                site=site.name, owner=site.owner, by=band.owner,
            )  # fmt: skip


def _garrison(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    site = _home(field, band, deed)
    if site is not None:
        band = field.spend(band, cost, posture=Posture.GARRISONED, site=site.name, ambushes=None)
        field.tell(
            Kind.DONE, band.place, {band.owner, site.owner}, ("UD-MOV-17",), line=line,
            band=band.id, deed=str(deed), speed=cost, site=site.name,
        )  # fmt: skip


def _ambush(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    targets = frozenset({deed.target}) if deed.target else None
    # whoever lies there with thieves and is none strikes as ever
    purses = deed.purses and band.has("Thieving") and not band.illusory
    band = field.spend(field.rouse(band), cost, posture=Posture.AMBUSH, ambushes=targets, purses=purses)
    rules = ("UD-MOV-06", "UD-ABL-INFILTRATOR-9", *(("UD-ABL-THIEVING-1",) if purses else ()))
    told = str(deed) if purses else str(replace(deed, purses=False))
    field.tell(Kind.DONE, band.place, {band.owner}, rules, line=line, band=band.id, deed=told, speed=cost)


def _turn_to_purses(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    """Thieves who lie in ambush already are after purses from now on, at no cost (UD-ABL-THIEVING-1)."""
    targets = frozenset({deed.target}) if deed.target else band.ambushes
    band = field.spend(band, cost, purses=True, ambushes=targets)
    rules = ("UD-ABL-THIEVING-1",)
    field.tell(Kind.DONE, band.place, {band.owner}, rules, line=line, band=band.id, deed=str(deed), speed=cost)


def _scout(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    band = field.spend(field.rouse(band), cost)
    if deed.region is not None:
        report_scouting(field, band, deed.region, ("UD-MOV-07", "UD-MOV-08", "UD-MOV-09"), line)


def _gather(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    place = field.ground.world.places[band.place]
    food = gather_food(place, str(deed.kind), deed.speed, band.count)
    band = field.spend(field.rouse(band), cost)
    if isinstance(food, int):
        woods = deed.kind is DeedKind.FORAGE and "mushrooms" not in place.features
        rule = "UD-MOV-10" if deed.kind is DeedKind.FISH else "UD-TER-21" if woods else "UD-MOV-11"
        field.tell(
            Kind.GATHERED, band.place, {band.owner}, (rule,), line=line,
            band=band.id, owner=band.owner, resource="Food", amount=food, speed=cost,
        )  # fmt: skip


def _dig(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    site = enemy_site(field, band, deed)
    if site is None:
        return
    band = field.spend(band, cost)
    need = site.tunnel or TUNNEL
    dug = min(field.tunnels.get((band.owner, site.name), 0) + deed.speed, need)
    field.tunnels[band.owner, site.name] = dug
    watchful = any(b.has("Detector") and b.site == site.name for b in field.at(band.place) if b.owner == site.owner)
    known = {band.owner, *({site.owner} if watchful else set())}
    rules = ("UD-ABL-TUNNELING-1", "UD-MOV-31", *(("UD-TUN-05", "UD-ABL-DETECTOR-2") if watchful else ()))
    field.tell(
        Kind.TUNNELLED, band.place, known, rules, line=line,
        band=band.id, site=site.name, dug=dug, of=need, finished=dug >= need, breaks_in=site.tunnel is not None,
    )  # fmt: skip


def _lay_charges(field: Field, band: Band, deed: Deed, cost: int, line: int | None) -> None:
    number = band.count * (deed.speed // CHARGE)
    band = field.spend(band, number // band.count * CHARGE)
    target = deed.target or "a site"
    field.tell(
        Kind.CHARGED, band.place, {band.owner}, ("UD-ABL-DEMOLITIONS-4", "UD-ABL-DEMOLITIONS-1"), line=line,
        band=band.id, target=target, charges=number, speed=cost,
    )  # fmt: skip


_ACTS: Mapping[DeedKind, Callable[[Field, Band, Deed, int, int | None], None]] = {
    DeedKind.ENTRENCH: _entrench,
    DeedKind.GARRISON: _garrison,
    DeedKind.AMBUSH: _ambush,
    DeedKind.PICK_POCKETS: _turn_to_purses,
    DeedKind.SCOUT: _scout,
    DeedKind.FORAGE: _gather,
    DeedKind.FISH: _gather,
    DeedKind.TUNNEL: _dig,
    DeedKind.LAY_CHARGES: _lay_charges,
}


def scavenge(field: Field, wishes: list[tuple[Band, Deed, int | None]]) -> None:
    """Bodies for all who pick them up at one time, in equal shares where there are too few for all (UD-MOV-29).

    Those that lie about come first, then those of the graves (UD-BDY-02).
    """
    for region in sorted({band.place for band, _, _ in wishes}):
        here = sorted(((b, d, line) for b, d, line in wishes if b.place == region), key=lambda wish: wish[0].id)
        lying = field.bodies.get(region, 0)
        unknown = field.ground.has_graves(region) and region not in field.graves
        if unknown and not lying:
            for band, deed, line in here:
                field.tell(
                    Kind.ASKED, region, {band.owner}, ("UD-MOV-29",), line=line,
                    band=band.id, deed=str(deed), speed=deed.speed, question="graveyards",
                )  # fmt: skip
                field.spend(field.rouse(band), deed.speed)
            continue
        buried = field.graves.get(region, 0)
        shares = share_out(lying + buried, [band.count * deed.speed for band, deed, _ in here])
        for (band, deed, line), taken in zip(here, shares, strict=True):
            picked = min(taken, field.bodies.get(region, 0))
            if picked:
                field.bodies[region] -= picked
            dug = taken - picked
            if dug:
                field.graves[region] -= dug
            field.spend(field.rouse(band), deed.speed)
            field.tell(
                Kind.GATHERED, region, {band.owner}, ("UD-MOV-29", *(("UD-BDY-02",) if dug else ())), line=line,
                band=band.id, owner=band.owner, resource="Bodies", amount=taken, speed=deed.speed,
                dug=dug,
            )  # fmt: skip


def share_out(there: int, wishes: list[int]) -> list[int]:
    """Whole shares of what is there, as equal as the wishes allow; what cannot be halved stays lying."""
    shares = [0] * len(wishes)
    while (wanting := [n for n, wish in enumerate(wishes) if shares[n] < wish]) and there >= len(wanting):
        step = min(there // len(wanting), *(wishes[n] - shares[n] for n in wanting))
        for n in wanting:
            shares[n] += step
        there -= step * len(wanting)
    return shares
