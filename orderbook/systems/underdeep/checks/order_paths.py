"""Whether there is a way for a march, and whether the Speed written for it is enough (UD-MOV, UD-TER)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from orderbook.findings.model import CheckDoc, Finding, Severity
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.order_means import Means, most_speed
from orderbook.systems.underdeep.checks.order_troops import MOTION, SETTLING
from orderbook.systems.underdeep.checks.slip import slip
from orderbook.systems.underdeep.post.orders.model import Action, Order, Spot, Verb
from orderbook.systems.underdeep.post.titles import Tab

if TYPE_CHECKING:  # most posts are checked without a map; then nobody need read how one is travelled
    from orderbook.systems.underdeep.world.map import WorldMap
    from orderbook.systems.underdeep.world.mover import Mover
    from orderbook.systems.underdeep.world.region import Region
    from orderbook.systems.underdeep.world.travel import Route

PATH = CheckDoc(
    "order-path",
    Severity.ERROR,
    "There is no such way, or the Speed written for it does not reach.",
    "A step to an adjacent region takes 1 Speed, more where the ground is hard; chasms stop all but flyers and "
    "climbers. Scouts look into adjacent regions only.",
    (
        "UD-MOV-01",
        "UD-MOV-02",
        "UD-MOV-05",
        "UD-MOV-07",
        "UD-MOV-21",
        "UD-MOV-22",
        "UD-TER-02",
        "UD-TER-14",
        "UD-TER-15",
        "UD-TER-16",
        "UD-TER-17",
        "UD-TER-19",
        "UD-TER-20",
        "UD-TER-22",
        "UD-TER-24",
    ),
    "Move 4 Kobold Slingers from Upperdeep 4 to Upperdeep 9 (1 Speed). (The map has a river in between.)",
    "Move 4 Kobold Slingers from Upperdeep 4 to Upperdeep 9 (2 Speed).",
    ("map",),
)
DOCS = (PATH,)

# Traits of the ways; an ability that is rolled for or chosen may be there.
_TRAITS = ("Flying", "Climbing", "Teleporter", "Amphibious", "Huge")
_STEMS = re.compile(r"fly|flier|climb|teleport|amphib|huge", re.IGNORECASE)
_HASTE = 6  # Speed: the most that any spell or ritual adds


def check_path(context: Context, means: Means, order: Order) -> Iterator[Finding]:
    """The first march of an order that cannot be made as it is written."""
    world = context.world
    if world is None or any(order.does(Verb.TRANSPORT)):
        return
    movers = _movers(means, order)
    if not movers:
        return
    starts = {spot.where for actor in order.actors if (spot := order.place_of(actor)) is not None}
    if len(starts) != 1:
        return
    at = starts.pop()
    if at is None or at not in world:
        return
    for action in order.actions:
        if action.toward or any(spot.where is None for spot in (*action.via, *action.targets)):
            return
        if action.verb is Verb.SCOUT:
            if (finding := _check_scouting(world, at, action)) is not None:
                yield finding
                return
        elif action.verb in MOTION or action.verb in SETTLING:
            for finding in _check_march(world, movers, at, action):
                yield finding
                return
            at = _end(action) or at


def _end(action: Action) -> Region | None:
    return action.targets[-1].where if action.targets else None


def _movers(means: Means, order: Order) -> list[tuple[Unit, Mover]]:
    """The units on the move; none where one is not known well enough."""
    movers: list[tuple[Unit, Mover]] = []
    for actor in order.actors:
        unit = actor.unit.entry if actor.unit is not None and not actor.unit.guess else None
        if unit is None or (speed := most_speed(unit)) is None:
            return []
        movers.append((unit, _mover(unit, speed + (_HASTE if means.hastened else 0), means, order)))
    return movers


def _mover(unit: Unit, speed: int, means: Means, order: Order) -> Mover:
    from orderbook.systems.underdeep.world.mover import Mover

    options = [ability for option in unit.options for ability in option.abilities]
    words = " ".join((*unit.abilities, *options)).lower()
    may_have = {match.group().lower() for match in _STEMS.finditer(words)}
    traits = [trait for trait in _TRAITS if any(stem[:3] == trait[:3].lower() for stem in may_have)]
    if "Phase-Shift" in means.cast:
        traits.append("Teleporter")
    return Mover.from_abilities(speed, (*unit.abilities, *traits), marching=order.forced_march)


def _path(at: Region, action: Action) -> list[Spot]:
    return [spot for spot in (*action.via, *action.targets) if spot.where is not None]


def _check_march(world: WorldMap, movers: list[tuple[Unit, Mover]], at: Region, action: Action) -> Iterator[Finding]:
    """No way for one of the units, or one that costs more than is written."""
    from orderbook.systems.underdeep.world.travel import cheapest_route, explain_barred

    for unit, mover in movers:
        here, cost, instalments = at, 0, False
        for spot in _path(at, action):
            there = spot.where
            if there is None or there == here:
                continue
            route = cheapest_route(world, here, there, mover)
            if route is None:
                bar = explain_barred(world, here, there, mover)
                reason = bar.reason if bar is not None else "no way leads there"
                message = f"{unit.name} cannot get from {here} to {there}: {reason}."
                yield slip(PATH, spot.span, message, tab=Tab.ORDERS, rule=bar.rule if bar else None).finding
                return
            cost += route.cost
            instalments = instalments or _by_instalments(route)
            here = there
        if action.speed is not None and cost > action.speed and not instalments:
            message = f"The way from {at} to {here} takes {cost} Speed; {action.speed} is written for it."
            span = action.speeds[0].span
            yield slip(
                PATH, span, message, tab=Tab.ORDERS, rule="UD-MOV-01", stated=action.speed, computed=cost
            ).finding
            return


def _by_instalments(route: Route) -> bool:
    """Whether part of the way may be paid over several weeks (UD-MOV-22)."""
    return any(step.how.instalments for step in route.steps)


def _check_scouting(world: WorldMap, at: Region, action: Action) -> Finding | None:
    """A region that is scouted for 1 Speed must lie next to where the scouts are."""
    if action.speed != 1 or len(action.targets) != 1:
        return None
    spot = action.targets[0]
    there = spot.where
    if there is None or there == at or there in world.neighbours(at):
        return None
    chasm = world.chasm_at(at)
    if chasm is not None and there in world.mouths(chasm.name):
        return None
    message = f"{there} is not adjacent to {at}; only adjacent regions can be scouted."
    return slip(PATH, spot.span, message, tab=Tab.ORDERS, rule="UD-MOV-07").finding
