"""The march of the week: everybody's orders carried out together, and what came of it as events (UD-MOV, UD-UNI)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from orderbook.campaign.canonical import Json, to_json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.arrears import stands_idle
from orderbook.systems.underdeep.week import encounters, grave_robbing
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.errands import Errands
from orderbook.systems.underdeep.week.folds.groups import limit_unpaid
from orderbook.systems.underdeep.week.happened import tell_happening
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.leading import lead_bands
from orderbook.systems.underdeep.week.marching_bands import make_band
from orderbook.systems.underdeep.week.movement import Band, Deed, DeedKind, Movement, Orders
from orderbook.systems.underdeep.week.movement import Kind as Told
from orderbook.systems.underdeep.week.movement.orders import Step
from orderbook.systems.underdeep.week.ruins import ruin_in
from orderbook.systems.underdeep.week.squads import Squad, steps_taken
from orderbook.systems.underdeep.week.state import Group, in_order
from orderbook.systems.underdeep.week.theatre import Names, make_ground
from orderbook.systems.underdeep.week.trapped import take_out
from orderbook.systems.underdeep.week.values import Posture


def run(desk: Desk) -> Iterator[Event | Question]:
    """Reads every post's orders, parts groups that part, moves all, and tells what changed."""
    names = Names(desk.state.sites.values())
    squads: list[Squad] = []
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is not None:
            errands = Errands(desk, orders, names)
            yield from errands.run()
            squads += errands.roster.squads
    yield from encounters.run_questions(desk, names, squads)
    ids = yield from _part(desk, squads)
    ground = make_ground(desk, names, steps_taken(squads))
    starts = {ids[squad.key]: squad for squad in squads}
    bands = [
        band
        for group in in_order(desk.state.groups.values())
        if (band := make_band(desk, group, names, ground.world, starts.get(group.id))) is not None
    ]
    desk.starts = {band.id: band.place for band in bands}
    known = {band.id for band in bands}
    yield from _tell_lost(desk, squads, ids, known)
    orders_given = list(_orders_of(desk, squads, ids, known, bands))
    led = lead_bands(desk, bands, orders_given)
    movement = yield from encounters.play_march(desk, ground, led, orders_given)
    desk.movement, desk.ground, desk.names = movement, ground.world, names.by_id
    desk.told = {ids[squad.key]: tuple(squad.given) for squad in squads}
    for happening in movement.happenings:
        yield from tell_happening(desk, names, movement, happening)
    yield from _settle(desk, names, movement, {band.id: band for band in bands})
    yield from grave_robbing.run(desk, names)


def run_late(desk: Desk) -> Iterator[Event | Question]:
    """What was gathered comes in at the end of the week, for the next one to open with (setting gathered-goods)."""
    if desk.movement is None or desk.options.chose("gathered-goods", "same-week"):
        return
    yield from tell_gathered(desk, desk.movement)


# -- groups and bands -------------------------------------------------------------------------------------------


def _part(desk: Desk, squads: list[Squad]) -> Generator[Event, None, dict[str, str]]:
    """Squads that are not all of their group become groups of their own; returns each squad's group."""
    ids: dict[str, str] = {}
    by_group: dict[str, list[Squad]] = {}
    for squad in squads:
        by_group.setdefault(squad.group, []).append(squad)
    for name in sorted(by_group):
        group = desk.state.groups[name]
        ordered = [squad for squad in by_group[name] if squad.count > 0]
        whole = sum(squad.count for squad in ordered) == group.count
        for squad in ordered:
            now = desk.state.groups[name]
            if whole and squad is ordered[-1]:
                ids[squad.key] = name
                continue
            in_debt = max(squad.count - (now.count - now.owing), 0)
            part = replace(
                now, id=desk.new_id(now.owner, "g"), count=squad.count, wounds=0,
                unpaid=limit_unpaid(now.unpaid, in_debt),
            )  # fmt: skip
            ids[squad.key] = part.id
            yield desk.event(
                Happened.SPLIT, {"group": name, "part": write(part)}, known_to=(now.owner,), rules=("UD-REG-02",)
            )
    return ids


# -- orders -----------------------------------------------------------------------------------------------------


def _tell_lost(desk: Desk, squads: list[Squad], ids: dict[str, str], known: set[str]) -> Iterator[Event]:
    """Orders to whom the map does not know, and to Constructs that are owed something (UD-UPK-09)."""
    for squad in squads:
        if squad.count <= 0 or not squad.steps:
            continue
        group = desk.state.groups[ids[squad.key]]
        why = None
        if group.id not in known:
            why = f"{squad.start} is not on the map", "UD-MOV-01"
        elif _is_idle(desk, group):
            why = f"{group.unit} do nothing while they are owed Upkeep", "UD-UPK-09"
        if why is not None:
            place = PostPlace(group.owner, desk.week, squad.line) if squad.line is not None else None
            yield desk.event(
                Happened.ORDER_VOID,
                {"player": group.owner, "order": "; ".join(map(str, squad.steps)), "why": why[0]},
                known_to=(group.owner,), rules=(why[1],), post=place,
            )  # fmt: skip


def _is_idle(desk: Desk, group: Group) -> bool:
    unit = desk.unit(group)
    return unit is not None and any(stands_idle(unit, part.arrears) for part in group.unpaid)


def _orders_of(
    desk: Desk, squads: list[Squad], ids: dict[str, str], known: set[str], bands: list[Band]
) -> Iterator[Orders]:
    """Squads with the same orders at one place go together."""
    parties: dict[tuple[str, tuple[int, ...], str, str], list[Squad]] = {}
    for squad in squads:
        if squad.count <= 0 or not squad.steps or ids[squad.key] not in known:
            continue
        group = desk.state.groups[ids[squad.key]]
        if not _is_idle(desk, group):
            steps = " ".join(map(str, squad.steps))
            parties.setdefault((group.owner, squad.history, str(squad.start), steps), []).append(squad)
    for _, members in sorted(parties.items()):
        first = members[0]
        yield Orders(
            tuple(sorted(ids[squad.key] for squad in members)),
            tuple(_with_ids(step, ids) for step in first.steps),
            first.forced,
            frozenset(first.hostile),
            first.line,
        )


def _with_ids(step: Step, ids: dict[str, str]) -> Step:
    """A step with the transport by its group."""
    if isinstance(step, Deed) and step.kind is DeedKind.BOARD:
        return replace(step, target=ids.get(step.target, step.target))
    return step


# -- what it came to --------------------------------------------------------------------------------------------


def _settle(desk: Desk, names: Names, movement: Movement, before: dict[str, Band]) -> Iterator[Event]:
    """Where everybody is now, and who is no more."""
    for name in sorted(before):
        group, band = desk.state.groups[name], movement.bands.get(name) or movement.fallen[name]
        yield from take_out(desk, movement.caught, name)
        held = sum(one.count for one in movement.caught if one.band == name)
        dead = before[name].count - max(band.count, 0) - held
        why = "an illusion" if before[name].illusory else "on the march"
        if dead:
            yield desk.event(
                Happened.LOST,
                {"group": name, "unit": group.unit, "count": dead, "why": why},
                known_to=(group.owner,),
                rules=("UD-BAT-13", "UD-BAT-14"),
            )
        if name in movement.bands:
            data = _describe(names, band)
            if data != _describe(names, before[name]) or group.region != band.place:
                yield desk.event(Happened.MOVED, {"group": name, **data}, known_to=(group.owner,), rules=("UD-MOV-01",))
    for used in movement.used:
        trap = desk.state.traps[used]
        gone: dict[str, Json] = {
            "player": trap.owner, "trap": used, "name": trap.name, "region": str(trap.region), "why": "it has gone off",
        }  # fmt: skip
        yield desk.event(Happened.TRAP_GONE, gone, known_to=(trap.owner,), rules=("UD-SPELL-RUNE-TRAP-1",))
    for region, count in sorted(movement.bodies.items()):
        if count != desk.state.facts_of(region).bodies:
            yield desk.event(Happened.BODIES_LEFT, {"region": str(region), "count": count}, rules=("UD-MOV-29",))
    for region, count in sorted(movement.graves.items()):
        if count != desk.state.facts_of(region).graves:
            left: dict[str, Json] = {"region": str(region), "count": count}
            yield desk.event(Happened.GRAVES_COUNTED, left, rules=("UD-BDY-02", "UD-BDY-04"))
    yield from _spend_traps(desk, movement)
    if desk.options.chose("gathered-goods", "same-week"):
        yield from tell_gathered(desk, movement)


def _spend_traps(desk: Desk, movement: Movement) -> Iterator[Event]:
    """The traps of ruins that have hit somebody do so no more (UD-RUI-03)."""
    for happening in movement.happenings:
        ruin = ruin_in(desk, happening.region) if happening.kind is Told.HAZARD and happening.data.get("hit") else None
        if ruin is not None and ruin.count(str(happening.data["what"])):
            data: dict[str, Json] = {"site": ruin.id, "name": str(happening.data["what"]), "count": 1}
            yield desk.event(Happened.DESTROYED, data, known_to=happening.known_to, rules=("UD-RUI-03",))


def _describe(names: Names, band: Band) -> dict[str, Json]:
    data: dict[str, Json] = {
        "region": str(band.place),
        "site": names.id(band.site),
        "posture": Posture(band.posture.value).value,
        "came_from": str(band.came_from) if band.came_from is not None else None,
        "side": band.side,
        "fatigue": band.fatigue,
        "wounds": band.wounds,
        "crossing": [str(band.crossing[0]), band.crossing[1]] if band.crossing is not None else [],
    }
    if band.purses and band.posture.value == Posture.AMBUSH.value:
        data["purses"] = True
    return data


def tell_gathered(desk: Desk, movement: Movement) -> Iterator[Event]:
    """Food and Bodies that were found, as a line of Wealth each (UD-MOV-10, UD-MOV-11, UD-MOV-29)."""
    for happening in movement.happenings:
        if happening.kind is not Told.GATHERED:
            continue
        owner, resource = str(happening.data["owner"]), str(happening.data["resource"])
        place = PostPlace(owner, desk.week, happening.line) if happening.line is not None else None
        yield desk.event(
            Happened.GATHERED,
            {
                "player": owner,
                "region": str(happening.region),
                "resource": resource,
                "group": to_json(happening.data["band"]),
                "amounts": {resource: to_json(happening.data["amount"])},
            },
            known_to=(owner,),
            rules=happening.rules,
            post=place,
        )
