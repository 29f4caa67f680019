"""Attacks that are ordered: on troops in the region, on a site, and slipping into one.

Outside walls the ordered attacker attacks (UD-BAT-03); in an assault those outside attack and the garrison defends
(UD-BAT-04, UD-ASL-01, UD-SIE-12), a garrison that comes out attacks the besiegers (UD-SIE-09).
"""

from __future__ import annotations

from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.deeds import deed_cost, enemy_site
from orderbook.systems.underdeep.week.movement.field import Field, Party
from orderbook.systems.underdeep.week.movement.happenings import Kind
from orderbook.systems.underdeep.week.movement.marching import slip_past
from orderbook.systems.underdeep.week.movement.meetings import Brawl, Contact, Sort, engage, fight
from orderbook.systems.underdeep.week.movement.orders import WITHDRAW, Deed, DeedKind
from orderbook.systems.underdeep.week.movement.traps import brave_site
from orderbook.systems.underdeep.world.region import Region


def clash(field: Field, brawls: dict[Region, Brawl], party: Party, deed: Deed, names: list[str]) -> None:
    """An attack, an assault, or Infiltrators slipping in, by the bands of a party that can."""
    bands = [field.bands[name] for name in names if name in field.bands and name not in field.engaged]
    if not bands:
        return
    if deed.kind is DeedKind.ATTACK:
        _attack(field, brawls, party, deed, bands)
    elif deed.kind is DeedKind.ASSAULT:
        _assault(field, brawls, party, deed, bands)
    elif deed.kind is DeedKind.INVESTIGATE:
        _investigate(field, brawls, party, deed, bands)
    else:
        for band in bands:
            site = enemy_site(field, band, deed)
            if site is not None and slip_past(field, band, site, party.line):
                field.change(band.id, site=site.name)


def _attack(field: Field, brawls: dict[Region, Brawl], party: Party, deed: Deed, bands: list[Band]) -> None:
    region, relations = bands[0].place, field.ground.relations
    foes = [
        band
        for band in field.outside(region)
        if not field.is_hidden(band) and band.owner != party.owner
        if band.owner == deed.target or (not deed.target and relations.are_enemies(party.owner, band.owner))
    ]
    if not foes and all(band.posture is Posture.AMBUSH for band in bands):
        return  # they lie in wait for whoever comes
    if not foes:
        whom = deed.target or "enemy"
        field.refuse(party, bands, deed, f"no {whom} troops stand in the open in {region}", "UD-BAT-03")
        return
    mine = [field.rouse(band) for band in bands]
    for owner in sorted({foe.owner for foe in foes}):
        theirs = [foe for foe in foes if foe.owner == owner]
        contacts = [Contact(Sort.OPEN, one, other, party.owner) for one in mine for other in theirs]
        one, other = sorted((party.owner, owner))
        fight(field, brawls, region, one, other, contacts)


def _investigate(field: Field, brawls: dict[Region, Brawl], party: Party, deed: Deed, bands: list[Band]) -> None:
    """Who looks into a place sets off its traps (UD-RUI-03) and fights the creatures there, unless told to withdraw
    from them (UD-MOV-20, UD-BAT-07). The rules name no attacker for that."""
    region = bands[0].place
    for site in field.ground.sites_at(region):
        if site.is_ruin:
            brave_site(field, site, bands)
    mine = [field.rouse(field.bands[band.id]) for band in bands if band.id in field.bands]
    foes = [band for band in field.outside(region) if not band.owner]
    for band in mine:
        field.tell(
            Kind.DONE, region, {party.owner}, ("UD-MOV-19", *(("UD-MOV-20",) if foes else ())), line=party.line,
            band=band.id, deed=str(DeedKind.INVESTIGATE), speed=deed_cost(field, band, deed),
            found=[{"unit": foe.unit, "count": foe.count} for foe in foes], withdraws=deed.target == WITHDRAW,
        )  # fmt: skip
    if mine and foes and deed.target != WITHDRAW:
        contacts = [Contact(Sort.OPEN, one, other, "", (), "UD-BAT-07") for one in mine for other in foes]
        fight(field, brawls, region, foes[0].owner, party.owner, contacts)


def _assault(field: Field, brawls: dict[Region, Brawl], party: Party, deed: Deed, bands: list[Band]) -> None:
    site = enemy_site(field, bands[0], deed)
    if site is None:
        return
    region = site.region
    garrison = [band for band in field.at(region) if band.site == site.name and band.owner != party.owner]
    inside = sorted(band.id for band in bands if band.site == site.name)
    brawl = brawls.setdefault(region, Brawl())
    for owner in sorted({site.owner, *(band.owner for band in garrison)}):
        brawl.quarrels.setdefault((min(owner, party.owner), max(owner, party.owner)), party.owner)
    for band in (*bands, *garrison):
        brawl.bands.setdefault(band.owner, set()).add(band.id)
    brawl.sites.add(site.name)
    brawl.inside.update(inside)
    field.tell(
        Kind.ASSAULTED, region, {party.owner, site.owner, *(band.owner for band in garrison)},
        ("UD-ASL-01", "UD-BAT-04", *(("UD-ABL-INFILTRATOR-8",) if inside else ())), line=party.line,
        site=site.name, by=party.owner, bands=[band.id for band in bands],
        garrison=[band.id for band in garrison], inside=inside,
        numbers={band.id: band.count for band in (*bands, *garrison)},
    )  # fmt: skip
    engage(field, region, [band.id for band in (*bands, *garrison)])
