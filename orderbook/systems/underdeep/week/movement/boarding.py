"""Transports: getting in and off (UD-ABL-TRANSPORT-1, UD-ABL-TRANSPORT-6, UD-ABL-TRANSPORT-7).

Getting in is free. Who gets off has left of his Speed what is left of the transport's, and never more than his own.
"""

from __future__ import annotations

from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.field import Field
from orderbook.systems.underdeep.week.movement.happenings import Kind
from orderbook.systems.underdeep.week.movement.orders import Deed
from orderbook.systems.underdeep.world.steps import Barred


def passengers(field: Field, carrier: Band) -> list[Band]:
    """Who is aboard, by id."""
    return [band for band in field.at(carrier.place) if band.aboard == carrier.id]


def boarding_bar(field: Field, band: Band, deed: Deed) -> Barred | None:
    """Why a band cannot get into a transport."""
    carrier = field.bands.get(deed.target)
    if carrier is None or carrier.place != band.place or carrier.spot != band.spot:
        return Barred(f"no transport {deed.target} is where they are", "UD-ABL-TRANSPORT-1")
    if carrier.id == band.id or not field.ground.relations.are_friends(carrier.owner, band.owner):
        return Barred(f"{carrier.unit} does not carry them", "UD-ABL-TRANSPORT-1")
    if carrier.capacity <= 0 or carrier.aboard is not None:
        return Barred(f"{carrier.unit} is no transport", "UD-ABL-TRANSPORT-1")
    if passengers(field, band):
        return Barred("who carries others is not carried", "UD-ABL-TRANSPORT-1")
    room = band.room_taken
    if room is None:
        return Barred("Huge units do not fit into a transport", "UD-ABL-TRANSPORT-6")
    taken = sum(other.room_taken or 0 for other in passengers(field, carrier))
    if taken + room > carrier.capacity:
        free = carrier.capacity - taken
        return Barred(f"{carrier.unit} has room for {free} more, not for {room}", "UD-ABL-TRANSPORT-6")
    return None


def board(field: Field, band: Band, deed: Deed, line: int | None) -> None:
    """A band gets in."""
    carrier = field.bands[deed.target]
    field.change(band.id, aboard=carrier.id, posture=Posture.OPEN, site=None, ambushes=None)
    known = {band.owner, carrier.owner}
    field.tell(Kind.BOARDED, band.place, known, ("UD-ABL-TRANSPORT-1",), line=line, band=band.id, carrier=carrier.id)


def get_off(field: Field, band: Band, line: int | None) -> None:
    """A band gets off where its transport is, with the Speed that is left to it."""
    carrier = field.bands.get(band.aboard or "")
    left = min(band.speed - band.spent, carrier.speed - carrier.spent) if carrier is not None else 0
    field.change(band.id, aboard=None, spent=band.speed - max(left, 0))
    field.tell(
        Kind.LANDED, band.place, {band.owner}, ("UD-ABL-TRANSPORT-7",), line=line, band=band.id, left=max(left, 0)
    )


def carry_along(field: Field, carrier: Band, aboard: list[Band]) -> list[Band]:
    """The passengers are where their transport has come to."""
    return [
        field.change(band.id, place=carrier.place, side=carrier.side, came_from=carrier.came_from)
        for band in aboard
        if band.id in field.bands
    ]
