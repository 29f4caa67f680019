"""Traps on the march: in the open, at enemies of their owner who come by; inside a site, at those who slip in.

A trap strikes at one band after the other until it has hit one (UD-ASL-12, UD-ASL-13), and at nobody after that in the
week. Flyers are not caught by traps in the ground, nor the Huge by pits: its ``spares`` says so (UD-ABL-FLYER-2). Who
can disarm traps tries that first (UD-ABL-DISARM-TRAPS-1 to UD-ABL-DISARM-TRAPS-3). A trap may hold units unharmed; in a
region that its owner has left to it alone, their comrades free them at once if there are any (UD-KOB-51). Wandering
monsters walk into traps of their own region, too (UD-KOB-52).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from orderbook.rulebook.model import ability_stems
from orderbook.systems.underdeep.week.movement.bands import Band
from orderbook.systems.underdeep.week.movement.field import Caught, Field
from orderbook.systems.underdeep.week.movement.ground import Site, Trap
from orderbook.systems.underdeep.week.movement.happenings import Kind, LoggedRoll
from orderbook.systems.underdeep.week.movement.hazards import is_spared, settle_strike
from orderbook.systems.underdeep.world.region import Region

_RULES = ("UD-ASL-12", "UD-ASL-13")
_BONUS = re.compile(r"[0-9]+")
_NOBODY = ""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a trap is: how dice and events call the place, and which trap it is there."""

    name: str
    trap: Trap

    @property
    def key(self) -> tuple[str, str]:
        return self.name, self.trap.id or f"{self.trap.name} of {self.trap.owner}"

    @property
    def label(self) -> str:
        return f"{self.trap.name} at {self.name}"


def brave_traps(field: Field, region: Region, bands: Sequence[Band]) -> None:
    """The traps in the open of a region, at bands that have just entered it; each trap goes off once."""
    traps = sorted(field.ground.traps.get(region, ()), key=lambda trap: (trap.name, trap.owner, trap.attack, trap.id))
    for number, trap in enumerate(traps, 1):
        _spring(field, _Place(f"{region}, {number}", trap), bands)
    _free_comrades(field, region)


def brave_roaming(field: Field) -> None:
    """Traps in the open at wandering monsters, who roam about the region they are in (UD-KOB-52)."""
    for region in sorted(field.ground.traps):
        roaming = [band for band in field.outside(region) if band.owner == _NOBODY]
        if roaming:
            brave_traps(field, region, roaming)


def brave_site(field: Field, site: Site, bands: Sequence[Band]) -> None:
    """The traps inside a site, at Infiltrators who got past its walls (UD-ABL-INFILTRATOR-7); those of a ruin, at who
    looks into it (UD-RUI-03)."""
    for number, trap in enumerate(site.traps, 1):
        _spring(field, _Place(f"{site.name} {number}", trap), bands)


def _spring(field: Field, place: _Place, bands: Sequence[Band]) -> None:
    """A trap's attack on one band after the other, until it has hit one."""
    trap = place.trap
    if place.key in field.sprung:
        return
    there = [band for victim in bands if (band := field.bands.get(victim.id)) is not None]
    victims = [band for band in there if _may_strike(field, trap, band)]
    if trap.is_rune:
        victims = _without_detectors(field, trap, there, victims)
    if not victims or _is_disarmed(field, place, victims):
        return
    for band in victims:
        roll = field.roll(f"{place.label} attacks {band.unit} ({band.id})", 20)
        if _strike(field, place, band, roll):
            return


def _is_foe(field: Field, trap: Trap, band: Band) -> bool:
    """Whether a trap is meant for a band: an enemy of its owner, or a wandering monster (UD-KOB-52). A trap of nobody,
    in a ruin, spares those alone who live there."""
    if trap.owner and band.owner:
        return field.ground.relations.are_enemies(trap.owner, band.owner)
    return trap.owner != band.owner


def _may_strike(field: Field, trap: Trap, band: Band) -> bool:
    return _is_foe(field, trap, band) and band.aboard is None and not is_spared(band, trap.spares)


def _who_knows(field: Field, band: Band, trap: Trap) -> set[str]:
    """Who hears of a trap that goes off: not its owner, where those it strikes at go unseen."""
    return {band.owner} if field.is_hidden(band) and not trap.holds else {band.owner, trap.owner}


def _without_detectors(field: Field, trap: Trap, there: list[Band], victims: list[Band]) -> list[Band]:
    """Those who have nobody with Detection among those of theirs that come with them; the others are told of it."""
    watchful = {band.owner for band in there if band.has("Detector")}
    for owner in sorted(watchful):
        passing = [band for band in victims if band.owner == owner]
        if passing:
            field.tell(
                Kind.HAZARD, passing[0].place, {owner}, ("UD-SPELL-RUNE-TRAP-2",),
                band=passing[0].id, what=trap.name, trap=trap.id, hit=False, noticed=True,
            )  # fmt: skip
    return [band for band in victims if band.owner not in watchful]


def _strike(field: Field, place: _Place, band: Band, roll: LoggedRoll) -> bool:
    """Whether a trap hits; then it does what it does."""
    trap = place.trap
    total = roll.roll + trap.attack
    known = _who_knows(field, band, trap)
    rules = (*_RULES, *(("UD-SPELL-RUNE-TRAP-1",) if trap.is_rune else ()))
    if trap.holds and total >= band.defence:
        _catch(field, place, band, total, roll)
    elif not settle_strike(field, band, trap.name, total, trap.damage, trap.damage_type, rules, [roll], known):
        return False
    field.sprung.add(place.key)
    if trap.once and trap.id:
        field.used.add(trap.id)
    return True


# -- disarming --------------------------------------------------------------------------------------------------


def _is_disarmed(field: Field, place: _Place, victims: list[Band]) -> bool:
    """Whether the best disarmer among them has dealt with it: by disarming it, or by springing it himself."""
    able = [(bonus, band) for band in victims if (bonus := disarming(band)) is not None]
    if not able:
        return False
    bonus, band = max(able, key=lambda each: (each[0], each[1].id))
    trap = place.trap
    own = field.roll(f"{band.unit} ({band.id}) disarm {place.label}", 20)
    roll = field.roll(f"{place.label} attacks {band.unit} ({band.id}), who disarm it", 20)
    if own.roll + bonus > roll.roll + trap.attack:
        field.sprung.add(place.key)
        field.tell(
            Kind.HAZARD, band.place, _who_knows(field, band, trap), ("UD-ABL-DISARM-TRAPS-1",), [own, roll],
            band=band.id, what=trap.name, trap=trap.id, total=own.roll + bonus, against=roll.roll + trap.attack,
            hit=False, disarmed=True,
        )  # fmt: skip
        return True
    return roll.roll + trap.attack >= band.defence and _strike(field, place, band, roll)


def disarming(band: Band) -> int | None:
    """What a band adds when it disarms traps, None for one that cannot (UD-ABL-DISARM-TRAPS-1)."""
    wanted = ability_stems("Disarm Traps")
    found = [
        int(match[0]) if (match := _BONUS.search(ability)) is not None else 0
        for ability in band.abilities
        if ability_stems(ability)[: len(wanted)] == wanted
    ]
    return max(found, default=None)


# -- snares and cages -------------------------------------------------------------------------------------------


def _catch(field: Field, place: _Place, band: Band, total: int, roll: LoggedRoll) -> None:
    """Units of a band are held unharmed, out of the wounded ones' way; the Large one at a time, the Huge never."""
    trap, rolls = place.trap, [roll]
    number = 0
    if band.has("Huge") or (band.has("Large") and not trap.holds_large):
        number = 0
    elif band.has("Large"):
        number = 1
    else:
        die = field.roll(f"{place.label} holds some of {band.unit} ({band.id})", trap.holds)
        rolls.append(die)
        number = min(die.roll, band.count)
    if number:
        field.caught.append(Caught(trap, band.id, band.owner, band.unit, number, band.place))
        left = band.count - number
        field.put(replace(band, count=left, wounds=min(band.wounds, max(left * band.health - 1, 0))))
    field.tell(
        Kind.HAZARD, band.place, _who_knows(field, band, trap), (*_RULES, "UD-KOB-49", "UD-KOB-53"), rolls,
        band=band.id, what=trap.name, trap=trap.id, total=total, against=band.defence, hit=True, caught=number,
    )  # fmt: skip


def _free_comrades(field: Field, region: Region) -> None:
    """Where the owner of a trap is not about, whoever is left of an army frees all of it (UD-KOB-51)."""
    for one in [
        one for one in field.caught if one.region == region and not is_inhabited(field, one.trap.owner, region)
    ]:
        comrades = [band for band in field.outside(region) if band.owner == one.owner]
        if not comrades:
            continue
        field.caught.remove(one)
        band = field.bands.get(one.band) or field.fallen.pop(one.band)
        field.put(replace(band, count=band.count + one.count))
        field.tell(
            Kind.HAZARD, region, {one.owner, one.trap.owner}, ("UD-KOB-51",),
            band=one.band, what=one.trap.name, trap=one.trap.id, hit=True, freed=one.count,
        )  # fmt: skip


def is_inhabited(field: Field, owner: str, region: Region) -> bool:
    """Whether troops or a site of an owner are in a region."""
    here = any(band.owner == owner for band in field.at(region))
    return here or any(site.owner == owner and site.finished for site in field.ground.sites_at(region))
