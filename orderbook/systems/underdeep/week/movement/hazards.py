"""Dangerous ground: a die, what it adds, and damage if that reaches the regiment's Defence.

Magma strikes at whoever enters its region or stays there, once a week, and spares those who have a finished site on
the spot (UD-TER-10, UD-TER-11, UD-TER-13); going carefully lowers its roll (UD-MOV-24). Mountains and swamps strike
at those they slow (UD-TER-18, UD-TER-23).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from orderbook.systems.underdeep.week.movement.bands import Band
from orderbook.systems.underdeep.week.movement.field import Field
from orderbook.systems.underdeep.week.movement.happenings import Kind, LoggedRoll
from orderbook.systems.underdeep.world.steps import Cause
from orderbook.systems.underdeep.world.terrain import Terrain, load_terrain


def brave_ground(field: Field, band: Band, perils: Iterable[Cause], care: int) -> None:
    """What the ground does to a band that has just entered its region."""
    by_rule = {word.peril_rule: word for word in load_terrain().values() if word.peril}
    for peril in perils:
        word = by_rule[peril.rule]
        if word.name != "magma":
            _strike(field, band.id, word, 0)
        elif band.id not in field.burnt and not _is_sheltered(field, band):
            field.burnt.add(band.id)
            _strike(field, band.id, word, care)


def brave_staying(field: Field) -> None:
    """Magma's attack on those who end the week beside it and have not had it yet."""
    magma = load_terrain()["magma"]
    for region in list(field.regions()):
        place = field.ground.world.place(region)
        if place is None or "magma" not in place.features:
            continue
        for band in field.at(region):
            spared = is_spared(band, magma.exemptions(field.ground.world.rulings))
            if not spared and band.id not in field.burnt and not _is_sheltered(field, band):
                field.burnt.add(band.id)
                _strike(field, band.id, magma, 0)


def is_spared(band: Band, traits: Iterable[str]) -> bool:
    """Whether its traits keep it out of harm; to be a Teleporter does not, for one who is on the spot."""
    mover = replace(band.mover(), teleporter=False)
    return mover.is_free_of(traits, underground=band.place.layer != "Surface") is not None


def _is_sheltered(field: Field, band: Band) -> bool:
    own = any(site.finished and site.owner == band.owner for site in field.ground.sites_at(band.place))
    return own or band.is_inside or band.aboard is not None


def _strike(field: Field, name: str, word: Terrain, care: int) -> None:
    band = field.bands.get(name)
    if band is None:
        return
    roll = field.roll(f"{word.name} at {band.place} attacks {band.unit} ({band.id})", 20)
    total = roll.roll + word.peril_attack - care
    rules = (word.peril_rule, "UD-MOV-24") if care else (word.peril_rule,)
    settle_strike(field, band, word.name, total, word.peril_damage, word.peril_type, rules, [roll], {band.owner})


def settle_strike(
    field: Field,
    band: Band,
    what: str,
    total: int,
    damage: int,
    damage_type: str,
    rules: Sequence[str],
    rolls: Sequence[LoggedRoll],
    known_to: set[str],
) -> bool:
    """Whether a roll hits a band, which then has its damage; told to those who may know."""
    hit = total >= band.defence
    immune = bool(damage_type) and band.has(f"Immunity ({damage_type})")
    after = band.suffer(damage) if hit and not immune else band
    field.put(after)
    field.tell(
        Kind.HAZARD,
        band.place,
        known_to,
        rules,
        rolls,
        band=band.id,
        what=what,
        total=total,
        against=band.defence,
        hit=hit,
        damage=damage if hit and not immune else 0,
        dead=band.count - after.count,
    )
    return hit
