"""Whether the units an order speaks of stand where it says, and so many (UD-ORD-26, UD-ORD-31).

Armies show who stands where at the start of the week, this week's recruits included (UD-REC-02).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from orderbook.findings.model import CheckDoc, Finding, Fix, Severity
from orderbook.rulebook.model import Unit
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.armies import expected_at
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.slip import slip
from orderbook.systems.underdeep.checks.troops import muster, unit_key
from orderbook.systems.underdeep.checks.wording import agree, counted, plural_of
from orderbook.systems.underdeep.post.growth import ready_recruits
from orderbook.systems.underdeep.post.model import ArmyLine, Named, Site
from orderbook.systems.underdeep.post.orders.model import Actor, Order, OrderLine, Spot, Verb
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.edits import Edit
from orderbook.text.records import record

UNIT = CheckDoc(
    "order-unit",
    Severity.ERROR,
    "An order to units that are not there.",
    "Armies say where everybody stands when the week begins. An order counts for units at the place it names; of the "
    "type it names nobody is there.",
    ("UD-ORD-31", "UD-ORD-26"),
    "Move 2 Kobold Bottlethrowers from Lowerdeep 10 to Lowerdeep 22 (1 Speed). (Armies: none at Lowerdeep 10.)",
    "Move 2 Kobold Slingers from Lowerdeep 10 to Lowerdeep 22 (1 Speed). (Armies: 2 at Lowerdeep 10.)",
)
COUNT = CheckDoc(
    "order-count",
    Severity.ERROR,
    "An order to more units than are there.",
    "No more can go than stand at the place when the week begins, all orders that lead away from it taken together.",
    ("UD-ORD-31", "UD-ORD-26"),
    "Move 10 Derro Screechers from Lowerdeep 54 to Lowerdeep 26 (1 Speed). (Armies: 9 at Lowerdeep 54.)",
    "Move 9 Derro Screechers from Lowerdeep 54 to Lowerdeep 26 (1 Speed). (Armies: 9 at Lowerdeep 54.)",
)
DOCS = (UNIT, COUNT)

MOTION = (Verb.MOVE, Verb.RETURN, Verb.RETREAT, Verb.LEAD, Verb.JOIN, Verb.TRANSPORT)
SETTLING = (Verb.GARRISON, Verb.ENTRENCH, Verb.ENCAMP, Verb.AMBUSH, Verb.ATTACK, Verb.BESIEGE, Verb.CAPTURE)


def final_spot(order: Order, actor: Actor) -> Spot | None:
    """Where an actor is once the order is carried out; the starting place for one that takes nobody anywhere."""
    spot = start = order.place_of(actor)
    for action in order.actions:
        if action.verb is Verb.RETURN and not action.targets:
            spot = start
        elif action.verb in MOTION or action.verb in SETTLING:
            spot = action.targets[-1] if action.targets else spot
    return spot


def leads_away(order: Order, actor: Actor) -> bool:
    """Whether an order takes an actor from its starting place to another one for good."""
    start, end = order.place_of(actor), final_spot(order, actor)
    return start is not None and end is not None and end is not start and start.is_same(end) is not True


def stands_at(line: ArmyLine, spot: Spot) -> bool | None:
    """Whether units of Armies stand at a place; None where region and site cannot be compared."""
    if spot.site is not None and line.site is not None and _is_one_site(spot.site, line.site):
        return True
    region = line.where or (line.site.region if line.site else None)
    if region is not None and spot.where is not None:
        return region == spot.where
    if spot.site is not None and line.site is not None:
        return False
    return None


def _is_one_site(first: Site, second: Site) -> bool:
    return first is second or fold_name(first.name) == fold_name(second.name)


@record
class Standing:
    """Units of a type at a place. ``certain``: nothing in Armies may be more of them. ``officers`` are not counted."""

    count: int
    officers: int
    certain: bool


class Muster:
    """Who stands where, who was ordered where, and how many are already under orders to leave.

    ``doubted`` are the types that Armies counts or places wrongly; orders to them may go by last week's post.
    """

    def __init__(self, context: Context, orders: Sequence[OrderLine], doubted: Collection[str] = ()) -> None:
        self.context, self.doubted = context, doubted
        self.post = context.post
        self.troops = muster(context)
        self.recruits_unlisted = context.options.chose("recruits-in-armies", "from-next-week")
        self.join_late = context.options.chose("recruits-in-armies", "from-next-week")
        self.passing: dict[str, list[tuple[Order, Spot, int | None]]] = {}  # who only marches to a place
        self.summoned: set[str] = set()
        self.left: Counter[tuple[str, object]] = Counter()
        self.empty: set[int] = set()  # headings, by identity of their spot, where nobody was found
        for order in (order for line in orders for order in line.orders):
            self._note(order)

    def _note(self, order: Order) -> None:
        for action in order.does(Verb.SUMMON, Verb.RECRUIT):
            if action.unit is not None:
                self.summoned.add(unit_key(action.unit))
        if order.actions and order.actions[-1].verb in MOTION:
            for actor in order.actors:
                end = final_spot(order, actor)
                if actor.unit is not None and end is not None:
                    self.passing.setdefault(unit_key(actor.unit), []).append((order, end, actor.count))

    def may_go_on(self, order: Order, actor: Actor, key: str, spot: Spot | None) -> bool:
        """Whether another order brings such units to a place and no further, so that this one may go on with it."""
        return spot is not None and any(
            other is not order
            and end.is_same(spot) is True
            and (count is None or actor.count is None or actor.count <= count)
            for other, end, count in self.passing.get(key, ())
        )

    def lines_at(self, spot: Spot) -> list[ArmyLine]:
        """The lines of Armies that stand at a place for certain."""
        return [line for line in self.post.armies if stands_at(line, spot)]

    def standing(self, key: str, spot: Spot | None) -> Standing:
        """Units of a type at a place, or anywhere."""
        count = officers = 0
        certain = True
        for line in self.post.armies:
            here = True if spot is None else stands_at(line, spot)
            same = unit_key(line.unit) == key
            if here is False:
                continue
            if (here is None and same) or line.unit.guess or (line.unit.entry is None and line.person is None):
                certain = False
            if here and same and line.rank is None:
                count += line.count
            elif here and same:
                officers += 1
        return Standing(count, officers, certain)

    def recruits(self, key: str, spot: Spot | None) -> int:
        """This week's recruits of a type that may stand at a place and are not in Armies, rightly or wrongly."""
        if not self.troops.missing[key] and not self.join_late:
            return 0
        return sum(
            line.number
            for line in ready_recruits(self.post)
            if unit_key(line.subject) == key and (spot is None or _may_be(line.site, spot))
        )

    def check(self, order: Order) -> Iterator[Finding]:
        """Units that are not there, or not so many. A leader who is led along is not looked for.

        A place where nobody stands at all, given for several units or in a heading, is told of once.
        """
        if not self.post.armies or not order.actions:
            return
        for actor in order.actors:
            named = actor.unit
            if named is None or named.entry is None or named.guess or actor.leads or actor.illusory:
                continue
            spot = order.place_of(actor)
            if spot is not None and spot.where is None and spot.site is None:
                continue  # a place nobody listed
            if actor.person is not None:
                yield from self._check_person(actor, spot)
            else:
                for finding in self._check_units(order, actor, named, spot):
                    if finding.check != UNIT.name or spot is None or self.lines_at(spot):
                        yield finding
                    elif id(spot) not in self.empty:
                        self.empty.add(id(spot))
                        yield finding

    def _check_person(self, actor: Actor, spot: Spot | None) -> Iterator[Finding]:
        key = fold_name(actor.person or "")
        named = [line for line in self.post.armies if line.person and fold_name(line.person) == key]
        if not named and actor.unit is not None and actor.unit.entry is not None and actor.unit.entry.leader:
            named = [line for line in self.post.armies if line.rank == "Leader"]
        if actor.place is None or spot is None or len(named) != 1 or stands_at(named[0], spot) is not False:
            return
        message = f"{actor.text} is not at {_name(spot)} when the week begins; by Armies it is {_place(named[0])}."
        yield slip(UNIT, spot.span, message, tab=Tab.ORDERS, stated=_name(spot), computed=_place(named[0])).finding

    def _check_units(self, order: Order, actor: Actor, named: Named[Unit], spot: Spot | None) -> Iterator[Finding]:
        key = unit_key(named)
        found = self.standing(key, spot)
        if not found.certain or key in self.summoned:
            return
        there = (found.count or found.officers) + self.recruits(key, spot)
        if key in self.doubted:
            place = None if spot is None else spot.where or (spot.site.name if spot.site else None)
            there = max(there, expected_at(self.context, self.troops, key, place))
        if (not there or (actor.count or 0) > there) and self.may_go_on(order, actor, key, spot):
            return
        if not there:
            yield self._absent(actor, named, key, spot)
        elif actor.count is not None:
            yield from self._check_count(order, actor, named, key, spot, there)

    def _absent(self, actor: Actor, named: Named[Unit], key: str, spot: Spot | None) -> Finding:
        elsewhere = [line for line in self.post.armies if unit_key(line.unit) == key and line.rank is None]
        where = f"at {_name(spot)} " if spot is not None else ""
        message = f"No {plural_of(named)} stand {where}at the start of the week."
        if elsewhere:
            message += f" Armies lists {_list(f'{line.count} at {_place(line)}' for line in elsewhere)}."
        else:
            message += " Armies lists none."
        if spot is not None and (here := [line for line in self.lines_at(spot) if line.rank is None]):
            verb = agree(sum(line.count for line in here), "stands", "stand")
            message += f" At {_name(spot)} {verb} {_list(counted(line.count, line.unit) for line in here)}."
        return slip(UNIT, named.span, message, tab=Tab.ORDERS, stated=actor.count, computed=0).finding

    def _check_count(
        self,
        order: Order,
        actor: Actor,
        named: Named[Unit],
        key: str,
        spot: Spot | None,
        there: int,
    ) -> Iterator[Finding]:
        count = actor.count or 0
        place = (key, (spot.where or (spot.site.name if spot.site else None)) if spot is not None else None)
        gone = self.left[place]
        if count <= there and leads_away(order, actor):
            self.left[place] += count
            count += gone
        if count <= there:
            return
        where = f"at {_name(spot)}" if spot is not None else "in all"
        verb = agree(actor.count or 0, "is", "are")
        message = (
            f"{counted(actor.count or 0, named)} {verb} ordered, but {_is_are(there)} {where} at the start of the week."
        )
        if count != actor.count:
            message = (
                f"{counted(actor.count or 0, named)} {verb} ordered away after {gone} others, but {_is_are(there)} "
                f"{where} at the start of the week."
            )
            self.left[place] = gone  # told once
        span = actor.count_span or named.span
        fix = None
        if actor.count_span is not None and there > gone:
            fix = Fix(f"write {there - gone}", (Edit(span.start, span.end, str(there - gone)),), safe=False)
        yield slip(COUNT, span, message, tab=Tab.ORDERS, stated=count, computed=there, fix=fix).finding


def _may_be(site: Site | None, spot: Spot) -> bool:
    if site is None:
        return True
    if site.region is not None and spot.where is not None:
        return site.region == spot.where
    return spot.site is None or _is_one_site(site, spot.site)


def _name(spot: Spot) -> str:
    return str(spot.site or spot.where or spot.text)


def _place(line: ArmyLine) -> str:
    return str(line.site or line.where or "a place not given")


def _is_are(count: int) -> str:
    return f"there is {count}" if count == 1 else f"there are {count}"


def _list(items: Iterable[str]) -> str:
    texts = list(items)
    if len(texts) > 6:
        texts = [*texts[:5], f"{len(texts) - 5} more"]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
