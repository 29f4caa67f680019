"""Thieves in ambush pick the pockets of those who come by (UD-ABL-THIEVING-1 to UD-ABL-THIEVING-4).

A single roll at one regiment: where it reaches the Defence, each thief empties the purse of one unit, of Gold that it
was paid this week, and what the regiment carries beside goes along. A miss is not noticed, unless it is one by more
than 10 (UD-ABL-THIEVING-8). A band of thieves tries it once a week, as it would strike once from its ambush.
"""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.systems.underdeep.battle.theft import EXPOSED
from orderbook.systems.underdeep.week.movement.bands import Band
from orderbook.systems.underdeep.week.movement.field import Field
from orderbook.systems.underdeep.week.movement.happenings import Kind


def rob(field: Field, name: str, comers: Iterable[str]) -> str | None:
    """A band of thieves robs the one of those who come by that has most to give; whom it was caught by, if it was.

    Where nobody carries anything they let them pass, and wait for others.
    """
    thief = field.bands[name]
    if name in field.thieves:
        return None
    there = {_regiment_of(field, field.bands[comer]).id for comer in comers if comer in field.bands}
    prey = [field.bands[comer] for comer in there if max(_worth(field, thief, field.bands[comer])) > 0]
    if not prey:
        return None
    victim = min(prey, key=lambda band: (*(-worth for worth in _worth(field, thief, band)), band.id))
    field.thieves.add(name)
    roll = field.roll(f"{thief.unit} ({thief.id}) pick the pockets of {victim.unit} ({victim.id})", 20)
    total = roll.roll + thief.attack
    missed = victim.defence - total
    robbed = _purses(thief, victim) if missed <= 0 else 0
    items = _carried(field, victim) if missed <= 0 else []
    is_exposed = missed > EXPOSED
    rules = ["UD-ABL-THIEVING-1", "UD-ABL-THIEVING-2", *(["UD-ABL-THIEVING-3"] if robbed else [])]
    rules += [*(["UD-ABL-THIEVING-4"] if items else []), *(["UD-ABL-THIEVING-8"] if is_exposed else [])]
    field.tell(
        Kind.ROBBED, thief.place, {thief.owner}, rules, [roll],
        band=thief.id, victim=victim.id, owner=victim.owner, total=total, against=victim.defence, hit=missed <= 0,
        robbed=robbed, gold=robbed * victim.pay, items=[[bearer, item] for bearer, item in items], exposed=is_exposed,
    )  # fmt: skip
    if robbed:
        field.change(victim.id, paid=victim.paid - robbed)
    for bearer in {bearer for bearer, _ in items}:
        field.change(bearer, items=())
    return victim.id if is_exposed else None


def _regiment_of(field: Field, band: Band) -> Band:
    """The regiment that a band is, or that a person goes with."""
    host = field.bands.get(band.host) if band.host is not None else None
    return host if host is not None and host.place == band.place else band


def _purses(thief: Band, victim: Band) -> int:
    """How many units are robbed: one by each thief, of those who have Gold on them (UD-ABL-THIEVING-3)."""
    return min(thief.count, victim.paid, victim.count) if victim.pay else 0


def _carried(field: Field, victim: Band) -> list[tuple[str, str]]:
    """What a regiment and the persons in it carry, each with who carries it (UD-ABL-THIEVING-4)."""
    persons = [band for band in field.at(victim.place) if band.host == victim.id]
    return [(band.id, item) for band in (victim, *persons) for item in band.items]


def _worth(field: Field, thief: Band, victim: Band) -> tuple[int, int]:
    """What there is to be had of a regiment: Gold, and items."""
    return _purses(thief, victim) * victim.pay, len(_carried(field, victim))
