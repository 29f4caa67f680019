"""Who of a post is at the place, from where, and by which order: Armies first, then what Orders move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from orderbook.rulebook.model import ability_stems
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.battle.from_post.place import Place
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.checks.order_troops import MOTION, SETTLING, final_spot, leads_away, stands_at
from orderbook.systems.underdeep.checks.wording import counted
from orderbook.systems.underdeep.post.model import ArmyLine
from orderbook.systems.underdeep.post.orders.model import Action, Actor, Order, OrderLine, Spot, Verb
from orderbook.systems.underdeep.post.postures import AMBUSH, ENTRENCHED, GARRISONED, OPEN, posture_of
from orderbook.systems.underdeep.post.read import Reading

STOOD, CAME, PASSED = "stood", "came", "passed"
"""Whether they were there when the week began, were ordered there, or only pass through."""

_SETTLED = {Verb.GARRISON: GARRISONED, Verb.ENTRENCH: ENTRENCHED, Verb.AMBUSH: AMBUSH}


@dataclass(eq=False)
class Band:
    """Units of one line of Armies that are at the place, or a leader or officer.

    ``posture`` is one of ``post/postures.py``, ``how`` one of the constants above; ``origin`` names where they came
    from. ``orders`` is what they were told, if anything, ``order_lines`` where.
    """

    line: ArmyLine
    count: int
    posture: str
    how: str
    origin: str = ""
    orders: list[Order] = field(default_factory=list)
    order_lines: list[OrderLine] = field(default_factory=list)

    @property
    def is_leader(self) -> bool:
        return self.line.rank is not None

    @property
    def lies_in_ambush(self) -> bool:
        """Whether it can fall upon who comes by: only Infiltrators can (UD-BAT-05)."""
        entry = self.line.unit.entry
        can = entry is None or any(parse_ability(each)[0] == ability_stems("Infiltrator") for each in entry.abilities)
        return self.posture == AMBUSH and can

    @property
    def does(self) -> tuple[Action, ...]:
        return tuple(action for order in self.orders for action in order.actions)


@dataclass
class Force:
    """All of a post that is at the place. ``left`` tells in sentences, with spans, what was not taken and why."""

    reading: Reading
    bands: list[Band] = field(default_factory=list)
    left: list[tuple[str, int]] = field(default_factory=list)


def gather(reading: Reading, place: Place) -> Force:
    """The force a post has at a place when its orders have been carried out.

    Each unit goes where the first order takes it that names it; whoever no order names stays where Armies has it.
    Orders that take nobody anywhere (to cast, to hold) are added to those they name.
    """
    force = Force(reading)
    rest = {id(line): line.count for line in reading.post.armies}
    told = [(line, order) for line in reading.post.orders for order in line.orders if order.actions]
    for order_line, order in told:
        if _takes_somewhere(order):
            for actor in order.actors:
                _follow(force, place, order_line, order, actor, rest)
    for order_line, order in told:
        if not _takes_somewhere(order):
            for actor in order.actors:
                _add(force, place, order_line, order, actor, rest)
    for line in reading.post.armies:
        if rest[id(line)] and place.holds_line(line):
            force.bands.append(Band(line, rest[id(line)], _posture(line), STOOD))
    force.bands.sort(key=lambda band: band.line.span.start)
    return force


def _posture(line: ArmyLine) -> str:
    """How a line of Armies has them: of whom it says only which site they are at, those garrison it."""
    return posture_of(line.state, at_site=line.names_site)


def _takes_somewhere(order: Order) -> bool:
    return any(
        action.verb in _SETTLED or ((action.verb in MOTION or action.verb in SETTLING) and action.targets)
        for action in order.actions
    )


def _add(force: Force, place: Place, order_line: OrderLine, order: Order, actor: Actor, rest: dict[int, int]) -> None:
    """Adds an order that takes nobody anywhere to so many units as it names: of the bands, and of those who stand
    here and have no order yet."""
    wanted = actor.count
    for line in _lines_of(force.reading, actor, order, place):
        if rest[id(line)] and place.holds_line(line):
            force.bands.append(Band(line, rest[id(line)], _posture(line), STOOD))
            rest[id(line)] = 0
        for band in [band for band in force.bands if band.line is line]:
            if wanted == 0:
                return
            if wanted is not None and wanted < band.count:
                force.bands.append(replace(band, count=band.count - wanted, orders=[*band.orders]))
                force.bands[-1].order_lines = [*band.order_lines]
                band.count = wanted
            wanted = None if wanted is None else wanted - band.count
            band.orders.append(order)
            band.order_lines.append(order_line)
            if band.posture is GARRISONED and any(order.does(Verb.ATTACK)):
                band.posture = OPEN  # it comes out (UD-SIE-09)


def _follow(
    force: Force, place: Place, order_line: OrderLine, order: Order, actor: Actor, rest: dict[int, int]
) -> None:
    """Takes the units of one actor of an order, if it has anything to do with the place."""
    start = order.place_of(actor)
    end = final_spot(order, actor)
    visits = [spot for each in order.actions if each.verb is not Verb.CAST for spot in (*each.via, *each.targets)]
    fights = any(place.holds_spot(spot) for spot in (_spot_at(order, actor, each) for each in order.does(*_FIGHTING)))
    ends = place.holds_spot(end) or (fights and any(place.holds_spot(spot) for spot in visits))
    passes = any(place.holds_spot(spot) for spot in visits)
    wanted = actor.count
    took = False
    for line in _lines_of(force.reading, actor, order, place):
        here = place.holds_line(line)
        stays = here and not leads_away(order, actor)
        number = min(rest[id(line)], line.count if wanted is None else wanted)
        if number <= 0 or not (ends or passes or here):
            continue
        took = True
        rest[id(line)] -= number
        wanted = None if wanted is None else wanted - number
        if not (ends or stays or passes):
            force.left.append((f"{counted(number, line.unit)}: ordered away", order_line.line.span.start))
            continue
        how = STOOD if here and (stays or ends) else CAME if ends else PASSED
        if here and how is PASSED:
            force.left.append((f"{counted(number, line.unit)}: ordered away", order_line.line.span.start))
            continue
        posture = _settled(order) or (_posture(line) if here and not any(order.does(*_OUT)) else OPEN)
        if posture is GARRISONED and any(order.does(*_FIGHTING)):
            posture = OPEN  # it comes out (UD-SIE-09)
        origin = "" if how is STOOD else str((start.where or start.text) if start is not None else line.place or "")
        force.bands.append(Band(line, number, posture, how, origin, [order], [order_line]))
    if (ends or place.holds_spot(start)) and not took:
        force.left.append((f"{actor.text}: Armies does not show them where the order says", order_line.line.span.start))


_FIGHTING = (Verb.ATTACK, Verb.BESIEGE, Verb.AMBUSH, Verb.CAPTURE, Verb.SACK, Verb.RAZE)
_OUT = (*MOTION, Verb.ATTACK, Verb.BESIEGE)


def _spot_at(order: Order, actor: Actor, upto: Action) -> Spot | None:
    """Where an actor is when it comes to an action: the last place before, or the action's own."""
    spot = order.place_of(actor)
    for action in order.actions:
        if (action.verb in MOTION or action.verb in SETTLING) and action.targets:
            spot = action.targets[-1]
        if action is upto:
            break
    return spot


def _settled(order: Order) -> str:
    """How they stand by the last word of the order; empty where it does not say."""
    postures = [_SETTLED[action.verb] for action in order.actions if action.verb in _SETTLED]
    return postures[-1] if postures else ""


def _lines_of(reading: Reading, actor: Actor, order: Order, place: Place) -> list[ArmyLine]:
    """The lines of Armies an actor may be: by person, by type of unit or all, at its starting place if it has one.

    A line of just so many units goes first.
    """
    spot = order.place_of(actor)
    lines = [line for line in reading.post.armies if _is_meant(actor, line)]
    lines.sort(key=lambda line: line.count != actor.count)
    if spot is not None:
        return [line for line in lines if stands_at(line, spot) is not False]
    here = [line for line in lines if place.holds_line(line)]
    return here or lines


def _is_meant(actor: Actor, line: ArmyLine) -> bool:
    if actor.person is not None:
        named = fold_name(actor.person)
        return line.person is not None and (named == fold_name(line.person) or named in fold_name(line.person).split())
    if actor.everyone:
        return True
    if actor.unit is None or line.rank is not None:
        return False
    return fold_name(actor.unit.name) == fold_name(line.unit.name)
