"""Who meets whom, and what comes of it: a battle with or without an attacker, an ambush, a discovery, a look.

Enemies in plain sight who come together fight: that is why troops entrenched by their Dungeon stop enemies
(UD-MOV-04), and why besiegers have those outside the walls on them straight away (UD-MOV-16). Whoever came to where
the other has stood all week attacks (UD-BAT-03); of two under way, neither does (UD-BAT-02). An ambush falls on
enemies who pass or halt, not on passing Infiltrators (UD-ABL-INFILTRATOR-10, UD-ABL-INFILTRATOR-13, UD-BAT-05).
Infiltrators go unseen through the midst of enemies (UD-ABL-INFILTRATOR-2) until a Detector is there
(UD-ABL-INFILTRATOR-4), until others halt where they lie with no ambush laid (UD-ABL-INFILTRATOR-3), or until they
halt among enemies (UD-ABL-INFILTRATOR-14). Two who both come to lay an ambush find each other
(UD-ABL-INFILTRATOR-15). An ambush may be laid for purses: then nobody is struck, and nobody notices
(UD-ABL-THIEVING-1), unless the thieves are caught at it (UD-ABL-THIEVING-8).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.field import Field, Party
from orderbook.systems.underdeep.week.movement.happenings import Battle, Kind, Quarrel
from orderbook.systems.underdeep.week.movement.orders import Deed, DeedKind
from orderbook.systems.underdeep.week.movement.sight import DETECTED, tell_discovery, tell_presence
from orderbook.systems.underdeep.week.movement.thieves import rob
from orderbook.systems.underdeep.world.region import Region

_OPEN, _DETECTED, _HALTED, _CAUGHT, _RIVALS = (
    "UD-BAT-02",
    DETECTED,
    "UD-ABL-INFILTRATOR-3",
    "UD-ABL-INFILTRATOR-14",
    "UD-ABL-INFILTRATOR-15",
)


class Sort(IntEnum):
    """How two bands come together, the weightiest last."""

    PASS = 0
    NOTICED = 1  # a hidden one is found by one who stays hidden himself
    PURSES = 2  # a hidden one is after their purses, and they do not know it
    OPEN = 3
    FOUND = 4
    AMBUSH = 5


@dataclass(frozen=True, slots=True)
class Contact:
    """One band come upon another: ``found`` are those discovered, ``attacker`` is an owner or ""."""

    sort: Sort
    newcomer: Band
    other: Band
    attacker: str = ""
    found: tuple[Band, ...] = ()
    rule: str = _OPEN


@dataclass
class Brawl:
    """A battle in the making."""

    quarrels: dict[tuple[str, str], str] = field(default_factory=dict)
    bands: dict[str, set[str]] = field(default_factory=dict)
    sneak: dict[str, set[str]] = field(default_factory=dict)
    aboard: dict[str, str] = field(default_factory=dict)
    sites: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)
    midair: bool = False

    def finish(self, region: Region, alive: Iterable[str]) -> Battle:
        """The battle as plain data, without those who fell on the way to it."""
        there = set(alive)
        bands = {owner: tuple(sorted(names & there)) for owner, names in sorted(self.bands.items())}
        quarrels = tuple(Quarrel(one, other, who) for (one, other), who in sorted(self.quarrels.items()))
        sneak = tuple((name, tuple(sorted(on & there))) for name, on in sorted(self.sneak.items()) if name in there)
        aboard = tuple(sorted((name, carrier) for name, carrier in self.aboard.items() if name in there))
        inside = tuple(sorted(self.inside & there))
        return Battle(region, quarrels, bands, sneak, aboard, tuple(sorted(self.sites)), inside, self.midair)


def meet(field: Field, brawls: dict[Region, Brawl], newcomers: set[str], halting: set[str]) -> None:
    """All that comes of bands having just come to a region, or having ended their march there."""
    concerned = [field.bands[name] for name in sorted(newcomers | halting) if name in field.bands]
    for region in sorted({band.place for band in concerned}):
        fresh = [band for band in field.outside(region) if band.id in newcomers]
        if fresh:
            tell_presence(field, region, fresh)
        active = [band for band in field.outside(region) if band.id in newcomers or band.id in halting]
        owners = sorted({band.owner for band in field.outside(region)})
        for number, one in enumerate(owners):
            for other in owners[number + 1 :]:
                _meet_owners(field, brawls, region, one, other, active, halting)


def _meet_owners(
    field: Field,
    brawls: dict[Region, Brawl],
    region: Region,
    one: str,
    other: str,
    active: list[Band],
    halting: set[str],
) -> None:
    here = field.outside(region)
    contacts = [
        contact
        for newcomer in active
        if newcomer.owner in (one, other)
        for band in here
        if band.owner in (one, other) and band.owner != newcomer.owner
        if (contact := _contact(field, newcomer, band, newcomer.id in halting)).sort
    ]
    contacts, exposed = _rob(field, contacts)
    for contact in exposed:
        _set_upon(field, brawls, region, contact)
    if not contacts:
        return
    told: set[str] = set()
    for owner in (one, other):  # what is found is told to its finder
        for rule in sorted({contact.rule for contact in contacts}):
            found = {
                band.id: band
                for contact in contacts
                for band in contact.found
                if band.owner == owner and contact.rule == rule
            }
            finder = other if owner == one else one
            clashing = any(contact.sort > Sort.NOTICED for contact in contacts)
            fresh = [band for band in found.values() if not field.bands[band.id].exposed and band.id not in told]
            told |= {band.id for band in fresh}
            tell_discovery(field, finder, fresh, rule, told=clashing and _are_hostile(field, contacts))
    if _are_hostile(field, contacts):
        serious = [contact for contact in contacts if contact.sort > Sort.NOTICED]
        if serious:
            fight(field, brawls, region, one, other, serious)


def _rob(field: Field, contacts: list[Contact]) -> tuple[list[Contact], list[Contact]]:
    """Lets thieves in ambush pick the pockets of those who come by, one regiment each (UD-ABL-THIEVING-1). The
    meetings that are left, and those of thieves who were exposed."""
    by_thief: dict[str, list[Contact]] = {}
    for contact in contacts:
        if contact.sort is Sort.PURSES:
            by_thief.setdefault(contact.other.id, []).append(contact)
    exposed = []
    for name, meetings in sorted(by_thief.items()):
        by = rob(field, name, [contact.newcomer.id for contact in meetings])
        if by is not None:
            exposed.append(replace(meetings[0], newcomer=field.bands[by]))
    return [contact for contact in contacts if contact.sort is not Sort.PURSES], exposed


def _set_upon(field: Field, brawls: dict[Region, Brawl], region: Region, contact: Contact) -> None:
    """Thieves who were caught at it are attacked by every enemy who is there (UD-ABL-THIEVING-8)."""
    thief, rule = contact.other, "UD-ABL-THIEVING-8"
    foes = {contact.newcomer.owner: contact.newcomer}
    for band in field.outside(region):
        if not field.is_hidden(band) and field.ground.relations.are_enemies(thief.owner, band.owner):
            foes.setdefault(band.owner, band)
    for owner, foe in sorted(foes.items()):
        tell_discovery(field, owner, [thief], rule, told=True)
        one, other = sorted((thief.owner, owner))
        fight(field, brawls, region, one, other, [Contact(Sort.FOUND, foe, thief, owner, (thief,), rule)])


def _are_hostile(field: Field, contacts: list[Contact]) -> bool:
    """Whether they are enemies, or one has been told to attack the other."""
    return any(
        field.ground.relations.are_enemies(c.newcomer.owner, c.other.owner) or _attacks(field, c) for c in contacts
    )


def _attacks(field: Field, contact: Contact) -> bool:
    pairs = ((contact.newcomer, contact.other), (contact.other, contact.newcomer))
    return any(_is_told_to_attack(field, by, on.owner) for by, on in pairs)


def _is_told_to_attack(field: Field, by: Band, owner: str) -> bool:
    party = field.party_of(by.id)
    return owner in (by.ambushes or ()) or (party is not None and owner in party.hostile)


def _contact(field: Field, newcomer: Band, other: Band, halts: bool) -> Contact:
    """What it comes to that a band is where another is."""
    hidden, lurks = field.is_hidden(newcomer), field.is_hidden(other)
    if lurks and not hidden:
        if field.sees_through(newcomer.owner, other):
            return Contact(Sort.FOUND, newcomer, other, "", (other,), _DETECTED)
        if _lies_in_wait(field, other, newcomer):
            sort = Sort.PURSES if other.purses else Sort.AMBUSH
            return Contact(sort, newcomer, other, other.owner, (), "UD-ABL-INFILTRATOR-10")
        if halts and other.posture is not Posture.AMBUSH:
            return Contact(Sort.FOUND, newcomer, other, "", (other,), _HALTED)
        return Contact(Sort.PASS, newcomer, other)
    if hidden and not lurks:
        if field.sees_through(other.owner, newcomer):
            return Contact(Sort.FOUND, newcomer, other, _standing(field, other), (newcomer,), _DETECTED)
        if halts:
            return Contact(Sort.FOUND, newcomer, other, _standing(field, other), (newcomer,), _CAUGHT)
        return Contact(Sort.PASS, newcomer, other)
    if hidden and lurks:
        return _contact_unseen(field, newcomer, other, halts)
    return Contact(Sort.OPEN, newcomer, other, _attacker(field, newcomer, other))


def _contact_unseen(field: Field, newcomer: Band, other: Band, halts: bool) -> Contact:
    """Of two who are both hidden."""
    if halts:
        both = (newcomer, other)
        rivals = _lays_ambush(field, newcomer) and (other.id in field.moved or _lays_ambush(field, other))
        if _lies_in_wait(field, other, newcomer) and not rivals:
            return Contact(Sort.PURSES if other.purses else Sort.AMBUSH, newcomer, other, other.owner, (), _CAUGHT)
        if rivals:
            return Contact(Sort.FOUND, newcomer, other, "", both, _RIVALS)
        if other.posture is not Posture.AMBUSH:
            return Contact(Sort.FOUND, newcomer, other, "", both, _CAUGHT)
    finds = field.sees_through(newcomer.owner, other)
    found = field.sees_through(other.owner, newcomer)
    if finds or found:
        noticed = (*((other,) if finds else ()), *((newcomer,) if found else ()))
        return Contact(Sort.NOTICED, newcomer, other, "", noticed, _DETECTED)
    return Contact(Sort.PASS, newcomer, other)


def _lies_in_wait(field: Field, ambusher: Band, victim: Band) -> bool:
    """Whether an ambush is laid for somebody."""
    if ambusher.posture is not Posture.AMBUSH or ambusher.id in field.engaged:
        return False
    if _is_told_to_attack(field, ambusher, victim.owner):
        return True
    if ambusher.ambushes is not None:
        return False
    return field.ground.relations.are_enemies(ambusher.owner, victim.owner)


def _lays_ambush(field: Field, band: Band) -> bool:
    """Whether an ambush is among what it still does here, or is laid."""
    if band.posture is Posture.AMBUSH:
        return True
    party = field.party_of(band.id)
    return party is not None and any(isinstance(s, Deed) and s.kind is DeedKind.AMBUSH for s in party.queue)


def _standing(field: Field, band: Band) -> str:
    """The owner of a band that has stood where it is all week; "" for one under way."""
    party = field.party_of(band.id)
    return "" if party is not None and party.is_on_the_move else band.owner


def _attacker(field: Field, newcomer: Band, other: Band) -> str:
    if _is_told_to_attack(field, newcomer, other.owner):
        return newcomer.owner
    if _is_told_to_attack(field, other, newcomer.owner):
        return other.owner
    if newcomer.id in field.moved and _standing(field, other):
        return newcomer.owner
    return ""


def fight(
    field: Field, brawls: dict[Region, Brawl], region: Region, one: str, other: str, contacts: list[Contact]
) -> None:
    """Two owners' bands in a region are bound in battle; for them the march is over."""
    brawl = brawls.setdefault(region, Brawl())
    ambush = [contact for contact in contacts if contact.sort is Sort.AMBUSH]
    taking_part = {band.id for c in contacts for band in (c.newcomer, c.other)}
    taking_part |= {b.id for b in field.outside(region) if b.owner in (one, other) and not field.is_hidden(b)}
    known = (one, other) in brawl.quarrels
    if known and taking_part <= set().union(*brawl.bands.values()):
        return
    attacker = _weigh(ambush or [c for c in contacts if c.sort is Sort.OPEN] or contacts)
    brawl.quarrels.setdefault((one, other), attacker)
    here = [band for band in field.outside(region) if band.id in taking_part]
    if _is_in_the_air(field, region, here):
        brawl.midair = True
    if ambush or brawl.midair:  # it hurts those aboard as it hurts their transport (UD-ABL-TRANSPORT-3)
        brawl.aboard.update({band.id: band.aboard for band in here if band.aboard is not None})
    for contact in ambush:
        brawl.sneak.setdefault(contact.other.id, set()).add(contact.newcomer.id)
    bands = {name: field.bands[name] for name in sorted(taking_part)}
    sides = {owner: [name for name, band in bands.items() if band.owner == owner] for owner in (one, other)}
    rules = sorted({contact.rule for contact in contacts})
    rules = ["UD-BAT-03" if rule == _OPEN and attacker else rule for rule in rules]
    field.tell(
        Kind.AMBUSHED if ambush else Kind.MET, region, {one, other}, [*rules, *(["UD-BAT-05"] if ambush else [])],
        sides=sides, attacker=attacker, joined=known,
        ambushers=sorted({contact.other.id for contact in ambush}),
        upon=sorted({contact.newcomer.id for contact in ambush}),
        numbers={name: band.count for name, band in bands.items()},
    )  # fmt: skip
    for owner, names in sides.items():
        brawl.bands.setdefault(owner, set()).update(names)
    engage(field, region, taking_part)


def _is_in_the_air(field: Field, region: Region, here: list[Band]) -> bool:
    """Whether flyers have come upon a transport that flies through a Chasm with troops aboard (UD-ABL-TRANSPORT-4)."""
    if field.ground.world.chasm_at(region) is None:
        return False
    carriers = [field.bands[band.aboard] for band in here if band.aboard is not None and band.aboard in field.bands]
    flying = [each for each in carriers if each.has("Flyer") and each.id in field.moved]
    return any(band.has("Flyer") and band.owner != each.owner for band in here for each in flying)


def _weigh(contacts: list[Contact]) -> str:
    """The attacker of them all: somebody who came on purpose, if there is exactly one such owner."""
    attackers = {contact.attacker for contact in contacts if contact.attacker}
    return attackers.pop() if len(attackers) == 1 else ""


def engage(field: Field, region: Region, names: Iterable[str]) -> None:
    """Binds bands in battle: they are seen, the invisible too (UD-SPELL-INVISIBILITY-2), out of the transport
    (UD-ABL-TRANSPORT-2), and do nothing more."""
    parties: dict[str, Party] = {}
    for name in sorted(names):
        band = field.bands.get(name)
        if band is None:
            continue
        field.engaged[name] = region
        field.change(name, exposed=band.exposed or band.is_hidden, aboard=None)
        if (party := field.party_of(name)) is not None:
            parties[party.name] = party
    for _, party in sorted(parties.items()):
        field.stop(party, f"there is a battle in {region}")
