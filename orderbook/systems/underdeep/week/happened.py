"""What the movement of the week tells, as events of the campaign and questions to the game master."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orderbook.campaign.canonical import Json, to_json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.movement import Happening, Kind, Movement
from orderbook.systems.underdeep.week.theatre import Names
from orderbook.systems.underdeep.week.thieves import tell_theft

_KINDS: Mapping[Kind, Happened] = {
    Kind.MOVED: Happened.MARCHED,
    Kind.SIGHTED: Happened.SIGHTED,
    Kind.SEEN: Happened.SEEN,
    Kind.DISCOVERED: Happened.DISCOVERED,
    Kind.BARRED: Happened.BARRED,
    Kind.LAPSED: Happened.LAPSED,
    Kind.MET: Happened.MET,
    Kind.AMBUSHED: Happened.AMBUSHED,
    Kind.ASSAULTED: Happened.ASSAULTED,
    Kind.SLIPPED: Happened.SLIPPED_PAST,
    Kind.HAZARD: Happened.HAZARD,
    Kind.CROSSING: Happened.CROSSED,
    Kind.TIRED: Happened.TIRED,
    Kind.DONE: Happened.DID,
    Kind.SCOUTED: Happened.SCOUTED,
    Kind.BOARDED: Happened.BOARDED,
    Kind.LANDED: Happened.GOT_OFF,
    Kind.CHARGED: Happened.CHARGES_LAID,
}
"""What is told as it is; the others have an effect of their own."""


def tell_happening(desk: Desk, names: Names, movement: Movement, happening: Happening) -> Iterator[Event | Question]:
    """An event, or a question, about something that happened on the march."""
    owner = _owner(movement, happening)
    place = PostPlace(owner, desk.week, happening.line) if owner and happening.line is not None else None
    data = {**_table(happening.data), "region": str(happening.region), "time": str(happening.time)}
    known = happening.known_to
    if happening.kind is Kind.VOID:
        troops = " and ".join(_name(desk, movement, str(name)) for name in _list(data["bands"]))
        yield desk.event(
            Happened.ORDER_VOID,
            {"player": owner, "order": f"{troops}: {data['order']}", "why": data["reason"]},
            known_to=known, rules=happening.rules, post=place,
        )  # fmt: skip
    elif happening.kind is Kind.TUNNELLED:
        site = names.id(str(data["site"]))
        yield desk.event(
            Happened.TUNNELLED, {**data, "site": site, "by": owner}, known_to=known, rules=happening.rules, post=place
        )
    elif happening.kind is Kind.BESIEGED:
        yield from _besiege(desk, names, data, known, happening)
    elif happening.kind is Kind.ROBBED:
        yield from tell_theft(desk, happening)
    elif happening.kind is Kind.ASKED:
        yield from _ask(desk, movement, data, owner, happening, place)
    elif happening.kind in _KINDS:
        if "numbers" not in data:
            data |= _numbers(movement, data)
        if "site" in data and isinstance(data["site"], str):
            data["site"] = names.id(data["site"]) or data["site"]
        yield desk.event(
            _KINDS[happening.kind], data, known_to=known, rules=happening.rules, post=place, rolls=happening.rolls
        )


def _owner(movement: Movement, happening: Happening) -> str:
    """Whose bands something happened to."""
    data = happening.data
    if isinstance(data.get("owner"), str) and happening.kind is Kind.GATHERED:
        return str(data["owner"])
    name: object = data.get("band") or data.get("by")
    bands = data.get("bands")
    if name is None and isinstance(bands, list) and bands:
        name = bands[0].get("band") if isinstance(bands[0], dict) else bands[0]
    band = movement.bands.get(str(name)) or movement.fallen.get(str(name))
    if band is not None:
        return band.owner
    return str(data.get("by", "")) if happening.kind is Kind.BESIEGED else ""


def _name(desk: Desk, movement: Movement, name: str) -> str:
    band = movement.bands.get(name) or movement.fallen.get(name)
    return desk.named(band.count, band.unit) if band is not None else name


def _numbers(movement: Movement, data: Mapping[str, Json]) -> dict[str, Json]:
    """How many the bands were that something is told of: what is left of them after the week may be fewer."""
    names = [str(data[key]) for key in ("band", "by") if isinstance(data.get(key), str)]
    found = {name: movement.bands[name].count for name in names if name in movement.bands}
    return {"numbers": to_json(found)} if found else {}


def _table(data: Mapping[str, object]) -> dict[str, Json]:
    return {key: to_json(value) for key, value in data.items()}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _besiege(
    desk: Desk, names: Names, data: dict[str, Json], known: frozenset[str], happening: Happening
) -> Iterator[Event]:
    """A site is besieged by one more (UD-MOV-15, UD-SIE-01)."""
    site = names.id(str(data["site"]))
    if site is None:
        return
    before = desk.state.sites[site].besieged_by
    if str(data["by"]) not in before:
        by: list[Json] = [*sorted({*before, str(data["by"])})]
        yield desk.event(Happened.BESIEGED, {"site": site, "by": by}, known_to=known, rules=happening.rules)


def _ask(
    desk: Desk,
    movement: Movement,
    data: dict[str, Json],
    owner: str,
    happening: Happening,
    place: PostPlace | None,
) -> Iterator[Event | Question]:
    """What movement leaves to the game master."""
    troops, region = _name(desk, movement, str(data["band"])), str(happening.region)
    question = desk.question(
        str(data["question"]),
        (owner, region, place.line if place is not None else str(data["band"])),
        f"{troops} of {owner} {data['deed']} in {region}.",
        rules=happening.rules,
        post=place,
    )
    if desk.ruling(question) is None:
        yield question
