"""Magic in orders: how often spells are cast, what rituals, summonings and the rooms of the Derro take.

What a post alone cannot tell is not judged: persons may carry items, and who is asked to do something under a condition
may not do it at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from orderbook.findings.model import Finding
from orderbook.systems.underdeep.castings import (
    BASTION,
    PORTAL,
    PORTAL_UNITS,
    RITUAL_SPEED,
    SACRIFICES,
    STUDY,
    WEEKLY,
    is_cast_in_battle,
)
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.order_means import ABILITY, SPEED, Means, most_speed
from orderbook.systems.underdeep.checks.order_troops import Muster, stands_at
from orderbook.systems.underdeep.checks.slip import slip
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.checks.wording import counted
from orderbook.systems.underdeep.post.model import ArmyLine, Named, SiteKind
from orderbook.systems.underdeep.post.orders.model import Action, Actor, Order, OrderLine, Spot, Verb
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.text.source import Span

_SACRIFICED = re.compile(
    r"\b(?P<number>[0-9]+)\s+(?:\w+\s+){0,2}?(?:slave|prisoner|captive|sacrifice|victim)s?\b", re.IGNORECASE
)
_CAPTIVE = re.compile(r"\b(?:prisoner|captive|captured|imprisoned|in chains)\b", re.IGNORECASE)
_CRYSTAL = re.compile(r"\bcrystal", re.IGNORECASE)
_VERBS = (Verb.CAST, Verb.SUMMON, Verb.TREAT, Verb.RESEARCH, Verb.OBSESS)
_ONCE = {1: "once", 2: "twice"}


class Magic:
    """The castings and other workings of a post, gone through in its order."""

    def __init__(self, context: Context, means: Means, muster: Muster) -> None:
        self.context, self.means, self.muster = context, means, muster
        faction = context.faction
        self.rituals = {ritual.name for ritual in faction.rituals} if faction is not None else set()
        self.rooms = {room.name for room in faction.structures} if faction is not None else set()
        self.cast: Counter[tuple[str, str, object]] = Counter()
        self.passed: Counter[bool] = Counter()
        self.told: set[object] = set()
        self.declared = 0

    def check(self, orders: Sequence[OrderLine]) -> Iterator[Finding]:
        """What is wrong, line by line. Silent where the rules of the faction are not known in full."""
        if self.context.faction is None or not self.context.faction.complete:
            return
        for line in orders:
            for order in line.orders:
                for action in order.actions:
                    if action.verb in _VERBS:
                        yield from self._judge(order, action)
                    if action.structure is not None and action.structure.name == PORTAL:
                        yield from self._check_portal(order, action)
                yield from self._check_ritual_speed(order)

    def _judge(self, order: Order, action: Action) -> Iterator[Finding]:
        judges: Mapping[Verb, Callable[[Order, Action], Iterator[Finding]]] = {
            Verb.CAST: self._check_casting,
            Verb.SUMMON: self._check_summons,
            Verb.TREAT: self._check_debauchery,
            Verb.RESEARCH: self._check_research,
            Verb.OBSESS: self._check_obsession,
        }
        yield from judges[action.verb](order, action)

    # -- spells and rituals -----------------------------------------------------------------------------------------

    def _check_casting(self, order: Order, action: Action) -> Iterator[Finding]:
        name = action.spell
        if name is None:
            return
        if name in self.rituals:
            yield from self._check_ritual(order, action, name)
        elif name in WEEKLY:
            yield from self._count(order, action, name, action.span)

    def _count(self, order: Order, action: Action, name: str, span: Span) -> Iterator[Finding]:
        """Each caster casts a spell once a week, among crystals twice (UD-TER-07). The casting of Blight in combat is
        another one (UD-SPELL-BLIGHT-5)."""
        units = self.means.units(order)
        aimless = name == "Blight" and action.structure is None and all(spot.where is None for spot in action.targets)
        if aimless or order.conditions or is_cast_in_battle(order, action) or any(order.does(Verb.USE)):
            return
        if len(units) != 1 or len(order.actors) != 1 or (action.structure is not None and name == "Scry"):
            return
        actor, unit = units[0]
        if actor.person is not None or actor.unit is None or unit.leader or not unit.has_ability(name):
            return
        key, spot = unit_key(actor.unit), order.place_of(actor)
        there = self.muster.standing(key, spot)
        if not there.certain:
            return
        casters = there.count + there.officers + self.muster.recruits(key, spot)
        times = self._times(spot)
        place = (name, key, self._name(spot))
        self.cast[place] += 1
        if casters and self.cast[place] > casters * times and place not in self.told:
            self.told.add(place)
            number = len(self._castings(name, key, self._name(spot)))
            message = (
                f"{name} is cast {number} times, but each caster casts it {_ONCE[times]} a week, and there "
                f"{'is' if casters == 1 else 'are'} {counted(casters, actor.unit)}."
            )
            yield slip(
                ABILITY, span, message, tab=Tab.ORDERS, rule=WEEKLY[name], stated=number, computed=casters * times
            ).finding

    def _castings(self, name: str, key: str, place: object) -> list[Action]:
        """All castings of a spell by such units at a place."""
        orders = [order for line in self.context.post.orders for order in line.orders]
        return [
            action
            for order in orders
            for action in order.actions
            if (action.spell or ("Summon" if action.verb is Verb.SUMMON else None)) == name
            and not order.conditions
            and not is_cast_in_battle(order, action)
            and any(
                actor.unit is not None and unit_key(actor.unit) == key and self._name(order.place_of(actor)) == place
                for actor in order.actors
            )
        ]

    def _times(self, spot: Spot | None) -> int:
        """How often a caster casts a Utility spell: twice among crystals, of which the map tells, or else the post."""
        world, where = self.context.world, spot.where if spot is not None else None
        place = world.place(where) if world is not None and where is not None else None
        if place is not None:
            return 2 if "crystals" in place.features else 1
        post = self.context.post
        words = [line.text for line in post.orders] + [line.structure.text for line in post.structures]
        words += [f"{line.state} {line.note}" for line in post.armies]
        words += [line.subject.text for line in post.production]
        return 2 if any(_CRYSTAL.search(text) for text in words) else 1

    def _check_ritual(self, order: Order, action: Action, name: str) -> Iterator[Finding]:
        """No ritual in combat, none by a prisoner (UD-SUC-15)."""
        if is_cast_in_battle(order, action):
            message = f"{name} is a ritual, and no ritual is cast in combat."
            yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule="UD-SUC-15").finding
            return
        for actor, _ in self.means.units(order):
            lines = self._lines_of(order, actor)
            if lines and all(_CAPTIVE.search(f"{line.state} {line.note} {line.host}") for line in lines):
                message = f"{actor.text} is a prisoner by Armies, and prisoners cast no rituals."
                yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule="UD-SUC-15").finding
                return

    def _check_ritual_speed(self, order: Order) -> Iterator[Finding]:
        """A ritual takes 2 Speed of its caster, whether the order says so or not (UD-SUC-16)."""
        unsaid = [action for action in order.does(Verb.CAST) if action.spell in self.rituals and not action.speeds]
        units = self.means.units(order)
        if not unsaid or len(units) != 1 or self.means.hastened or order.total is not None:
            return
        actor, unit = units[0]
        speed = most_speed(unit)
        written = sum(figure.value or 0 for figure in order.speeds)
        spent = written + RITUAL_SPEED * len(unsaid)
        if speed is None or (actor.count or 1) > 1 or actor.everyone or written > speed or spent <= speed:
            return
        if order.forced_march:
            fixed = RITUAL_SPEED * len(unsaid) + sum(
                figure.value or 0 for action in order.does(Verb.CAST) for figure in action.speeds
            )
            if fixed <= speed and spent <= 2 * speed:
                return
        message = (
            f"{spent} Speed is spent, {RITUAL_SPEED} of it on each ritual, but {unit.name} has Speed {speed}. A Forced "
            "March goes further, but gives no Speed for rituals."
        )
        yield slip(
            SPEED, unsaid[-1].span, message, tab=Tab.ORDERS, rule="UD-SUC-16", stated=spent, computed=speed
        ).finding

    # -- Souls and sacrifices ---------------------------------------------------------------------------------------

    def _check_debauchery(self, order: Order, action: Action) -> Iterator[Finding]:
        """Only a Sister garrisoned in a Dungeon gains Souls by it (UD-SUC-07)."""
        if "debauch" not in f"{action.text} {action.object}".lower():
            return
        settled = any(order.does(Verb.GARRISON))
        for actor, _ in self.means.units(order):
            lines = self._lines_of(order, actor)
            if lines and not settled and all(_is_no_garrison(line) for line in lines):
                message = f"{actor.text} is not garrisoned in a Dungeon, where alone Debauchery gains Souls."
                yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule="UD-SUC-07").finding
                return

    def _check_summons(self, order: Order, action: Action) -> Iterator[Finding]:
        """A Madspawn takes five sacrifices, where the order counts them (UD-DER-21)."""
        units = [unit for _, unit in self.means.units(order)]
        if not any(unit.has_ability("Summon") for unit in units):
            return
        yield from self._count(order, action, "Summon", action.span)
        if not any("random" in ability.lower() for unit in units for ability in unit.abilities if "Summon" in ability):
            return
        given = [each for each in order.does(Verb.TREAT) if each.text.lower().startswith("sacrific")]
        numbers = [each.count for each in given if each.count is not None]
        if not numbers:
            numbers = [int(match["number"]) for match in _SACRIFICED.finditer(action.object)]
        if numbers and sum(numbers) < SACRIFICES and len(numbers) >= len(given):
            message = f"{sum(numbers)} sacrifices are given, but a Madspawn takes {SACRIFICES}."
            where = given[0].span if given else action.span
            yield slip(
                ABILITY, where, message, tab=Tab.ORDERS, rule="UD-DER-21", stated=sum(numbers), computed=SACRIFICES
            ).finding

    # -- rooms of the Derro -----------------------------------------------------------------------------------------

    def _check_research(self, order: Order, action: Action) -> Iterator[Finding]:
        """A leader garrisoned where the Study is finds spells (UD-DER-29)."""
        yield from self._check_ruler(order, action, STUDY, "UD-DER-29", "research spells")

    def _check_obsession(self, order: Order, action: Action) -> Iterator[Finding]:
        """The Overlord declares one in the Bastion, one at a time (UD-DER-25)."""
        found = list(self._check_ruler(order, action, BASTION, "UD-DER-25", "declare an obsession"))
        yield from found
        self.declared += 1
        if not found and self.declared == 2:
            message = "There is one obsession at a time; a new one waits until that is fulfilled."
            yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule="UD-DER-25").finding

    def _check_ruler(self, order: Order, action: Action, room: str, rule: str, deed: str) -> Iterator[Finding]:
        if room not in self.rooms:
            return
        units = self.means.units(order)
        plain = [actor for actor, unit in units if actor.person is None and not unit.leader]
        message = None
        if units and len(plain) == len(units):
            message = f"{plain[0].text} cannot {deed}; only the Overlord does."
        elif not self._has(room):
            message = f"No {room} is listed as finished; without one nobody can {deed}."
        elif not any(order.does(Verb.GARRISON)):
            rulers = [line for line in self.context.post.armies if line.rank == "Leader"]
            sites = {line.site for line in self.context.post.structures if line.structure.name == room}
            astray = len(rulers) == 1 and rulers[0].place is not None and rulers[0].site not in sites
            if astray and None not in sites and not any(site and site.region == rulers[0].where for site in sites):
                message = f"The Overlord is not garrisoned where the {room} is, so he cannot {deed}."
        if message is not None:
            yield slip(ABILITY, action.span, message, tab=Tab.ORDERS, rule=rule).finding

    def _has(self, room: str) -> bool:
        """Whether a room may stand: it is listed, was last week, or is in the Construction tab."""
        post, before = self.context.post, self.context.previous
        lines = (*post.structures, *(before.structures if before is not None else ()))
        listed = any(line.structure.name == room for line in lines)
        return listed or any(line.subject.name == room for line in post.construction)

    def _check_portal(self, order: Order, action: Action) -> Iterator[Finding]:
        """50 units a week go through a portal, and 50 come back (UD-DER-39)."""
        if PORTAL not in self.rooms or not self._has(PORTAL):
            return
        homes = [line.site for line in self.context.post.structures if line.structure.name == PORTAL]
        if len(homes) != 1 or order.conditions:
            return
        for actor, _ in self.means.units(order):
            spot = order.place_of(actor)
            if spot is None or homes[0] is None:
                return
            there = self.muster.standing(unit_key(actor.unit), spot) if isinstance(actor.unit, Named) else None
            number = actor.count if actor.count is not None else there.count if there and there.certain else 0
            outwards = spot.site is homes[0] or (spot.where is not None and spot.where == homes[0].region)
            self.passed[outwards] += number
            if self.passed[outwards] > PORTAL_UNITS and outwards not in self.told:
                self.told.add(outwards)
                way = "go out" if outwards else "come back"
                message = (
                    f"{self.passed[outwards]} units are to {way} through the {PORTAL}, but {PORTAL_UNITS} a week can."
                )
                yield slip(
                    ABILITY, actor.count_span or actor.span, message, tab=Tab.ORDERS, rule="UD-DER-39",
                    stated=self.passed[outwards], computed=PORTAL_UNITS,
                ).finding  # fmt: skip

    # -- who and where ----------------------------------------------------------------------------------------------

    def _lines_of(self, order: Order, actor: Actor) -> list[ArmyLine]:
        """The lines of Armies an actor stands for: its type at its place."""
        if actor.unit is None:
            return []
        key, spot = unit_key(actor.unit), order.place_of(actor)
        lines = [line for line in self.context.post.armies if unit_key(line.unit) == key]
        return [line for line in lines if spot is None or stands_at(line, spot)]

    @staticmethod
    def _name(spot: Spot | None) -> object:
        return (spot.where or (spot.site.name if spot.site is not None else None)) if spot is not None else None


def _is_no_garrison(line: ArmyLine) -> bool:
    """Whether units surely stand in the open, or in an Outpost."""
    if line.site is not None:
        return line.site.kind is SiteKind.OUTPOST
    return line.where is not None and not line.host and "garrison" not in f"{line.state} {line.note}".lower()
