"""From orders to steps: what each verb of a post makes troops do on the march and on the spot (UD-ORD-30 to UD-ORD-33).

What has a phase of its own (recruiting, building, officers, dismissal) is left to it. What the rules put a price in
Speed on is done by movement; everything else the game master is asked about.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import replace

from orderbook.campaign.event import Event
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Structure, Unit, ability_stems
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.castings import PORTAL, PORTAL_UNITS
from orderbook.systems.underdeep.in_the_open import TRAPMAKING
from orderbook.systems.underdeep.joining import has
from orderbook.systems.underdeep.post.orders.model import Action, Actor, Order, OrderLine, Verb
from orderbook.systems.underdeep.post.orders.vocabulary import tells_way
from orderbook.systems.underdeep.thieving import THIEVING, speaks_of_pockets
from orderbook.systems.underdeep.week.aims import GATHER, SETTLE, TAKE, Aims, words_of
from orderbook.systems.underdeep.week.battle_orders import is_battle_spell
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.leading import unfit_leaders, written_abilities
from orderbook.systems.underdeep.week.movement import Deed, DeedKind, March, Teleport
from orderbook.systems.underdeep.week.movement.orders import Step
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.people import find_player
from orderbook.systems.underdeep.week.portals import find_portal, open_portal, take_passage
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.squads import Roster, Squad
from orderbook.systems.underdeep.week.state import Group
from orderbook.systems.underdeep.week.statuses import UNDER_WAY, abilities_of, is_under
from orderbook.systems.underdeep.week.theatre import Names
from orderbook.systems.underdeep.week.values import Posture
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.systems.underdeep.world.region import Region
from orderbook.systems.underdeep.world.travel import cheapest_route
from orderbook.text.source import Span

_MARCHES = (Verb.MOVE, Verb.RETURN, Verb.RETREAT, Verb.LEAD, Verb.JOIN, Verb.ENCAMP, Verb.HOLD, Verb.TRANSPORT)
_ELSEWHERE = (Verb.PROMOTE, Verb.DEMOTE, Verb.DISMISS, Verb.CANCEL, Verb.REPAIR, Verb.RECRUIT, Verb.BUILD, Verb.FOUND,
              Verb.CAST, Verb.SUMMON, Verb.PRAY, Verb.RESEARCH, Verb.OBSESS)  # fmt: skip
"""What other phases see to."""

_WITHOUT_TROOPS = (Verb.SPEAK, Verb.GIVE, Verb.CAPTURE, Verb.HOLD, *_ELSEWHERE)
"""What can be ordered of nobody in particular."""

_CONDITION = re.compile(
    r"\s*(?:only\s+)?(?:if|unless|in case|in the event|should|when|whenever|once|as soon as|provided|assuming|"
    r"depending|whether|even if|failing)\b",
    re.IGNORECASE,
)
_OF_BATTLE = re.compile(
    r"\b(?:withdraw\w*|retreat\w*|fall\w* back|flee\w*|outnumber\w*|casualt\w*|losses|attacked|in battle|round)\b",
    re.IGNORECASE,
)

_THIEVING = ability_stems(THIEVING)
_CAPTIVES = re.compile(r"\b(?:prisoner|slave|captive)s?\b", re.IGNORECASE)
_PARLEY = re.compile(r"\b(?:parley|negotiat)", re.IGNORECASE)


def _needs_nobody(line: OrderLine, order: Order) -> bool:
    """Whether an order without units is seen to elsewhere, or asks nothing of anybody."""
    if any(action.verb in _WITHOUT_TROOPS for action in order.actions):
        return True
    return any(order.does(Verb.TREAT)) and _CAPTIVES.search(line.text) is not None


def _is_debauchery(action: Action) -> bool:
    return action.verb is Verb.TREAT and "debauch" in f"{action.text} {action.object}".lower()


def _goes_through_portal(action: Action) -> bool:
    entry = action.structure.entry if action.structure is not None else None
    return entry is not None and entry.name == PORTAL and (action.verb in _MARCHES or action.verb is Verb.USE)


def _in_turn(actions: list[Action]) -> list[Action]:
    """Actions as they are done: who is to steal out of an ambush lays it first, whichever is written first."""
    at = max((number for number, action in enumerate(actions) if action.verb is Verb.AMBUSH), default=0)
    early = [action for action in actions[:at] if action.verb is Verb.STEAL]
    return [*(action for action in actions[: at + 1] if action not in early), *early, *actions[at + 1 :]]


def _is_of_retreat(line: OrderLine, order: Order, text: str) -> bool:
    """Whether a condition hangs on the word to withdraw before it, and not on the whole order."""
    at = line.text.find(text)
    return any(0 <= line.text.find(action.text) < at for action in order.does(Verb.RETREAT) if not action.targets)


def _plural(desk: Desk, group: Group) -> str:
    unit = desk.unit(group)
    return unit.plural if unit is not None and unit.plural else pluralise(group.unit)


def _ambush_of(squad: Squad) -> int | None:
    """Which of its steps lays the ambush in which a squad lies at last."""
    for number in reversed(range(len(squad.steps))):
        step = squad.steps[number]
        if not isinstance(step, Deed):
            return None
        if step.kind is DeedKind.AMBUSH:
            return number
    return None


class Errands:
    """Reads the Orders tab of a player into squads with steps. ``run`` tells what cannot be read or done."""

    def __init__(self, desk: Desk, orders: PlayerOrders, names: Names) -> None:
        self.desk, self.orders, self.names = desk, orders, names
        self.roster = Roster(desk, orders)
        self.aims = Aims(desk, orders, names, self.roster)
        self._conditions: dict[tuple[int, tuple[str, ...]], int] = {}
        self._fulfilled: dict[int, bool] = {}

    def run(self) -> Iterator[Event | Question]:
        number = 0
        for line in self.orders.post.orders:
            yield from self._ask_unread(line)
            yield from self._not_begun(line)
            for order in line.orders:
                number += 1
                if not self.desk.is_settled(order):
                    yield from self._read(line, order, number)
        self._send_officers()

    def _send_officers(self) -> None:
        """Officers from elsewhere whom no order keeps set out for their sites (UD-CMD-10)."""
        for group in self.roster.groups.values():
            site = self.desk.state.sites.get(group.commands or "")
            if not is_under(group, UNDER_WAY) or site is None or site.region is None or not self.roster.free[group.id]:
                continue
            if group.region is not None and group.region != site.region:
                squad = Squad(f"{group.id}#{len(self.roster.squads)}", group.id, 1, group.region)
                squad.steps += [
                    March(site.region), Deed(DeedKind.GARRISON, at=site.region, target=self.names.of(site.id) or ""),
                ]  # fmt: skip
                self.roster.free[group.id] = 0
                self.roster.squads.append(squad)

    # -- what is left to the game master ------------------------------------------------------------------------

    def _ask_unread(self, line: OrderLine) -> Iterator[Question]:
        if line.understood or line.continues or not line.text or self.desk.is_settled(line):
            return
        if line.orders and not any(order.unread for order in line.orders):
            return
        yield from self._ask("free-orders", line, f'"{line.text}"', ("UD-ORD-33", "UD-UNI-06"))

    def _not_begun(self, line: OrderLine) -> Iterator[Event]:
        """Traps that trapmakers are told to build, with nothing of it under Construction, are not begun (UD-ORD-32)."""
        begun = {project.subject.name for project in self.orders.post.construction}
        for order in line.orders:
            makers = [actor.unit.entry for actor in order.actors if actor.unit is not None]
            for action in order.does(Verb.BUILD):
                entry = action.structure.entry if action.structure is not None else None
                if not isinstance(entry, Structure) or entry.name in begun or self.desk.is_settled(order):
                    continue
                if any(isinstance(unit, Unit) and unit.has_ability(TRAPMAKING) for unit in makers):
                    why = f"a {entry.name} is begun in the Construction tab, with its region and its price"
                    yield self._void(line, action.span, why, "UD-ORD-32")

    def _ask(self, name: str, line: OrderLine, text: str, rules: tuple[str, ...]) -> Iterator[Question]:
        place = self.orders.place(line.line.span_of(0, len(line.line.text)))
        question = self.desk.question(
            name, (self.orders.player, place.line), f"{self.orders.player} writes: {text}", rules=rules, post=place
        )
        if self.desk.ruling(question) is None:
            yield question

    def _stands(self, line: OrderLine, order: Order, number: int) -> Iterator[Event | Question]:
        """Asks whether the conditions of an order are met; what is about battle is seen to there."""
        asked = [
            text
            for text in order.conditions
            if _CONDITION.match(text) and not _OF_BATTLE.search(text) and not _is_of_retreat(line, order, text)
        ]
        if not asked or not order.actions:
            return
        place = self.orders.place(order.actions[0].span)
        before = self._conditions.setdefault((id(line), tuple(asked)), number)
        if before != number:  # orders of one line under one condition: it is asked once
            self._met = self._fulfilled.get(before, False)
            return
        question = self.desk.question(
            "order-conditions",
            (self.orders.player, place.line, number),
            f'{self.orders.player} writes: "{line.text}"',
            rules=("UD-ORD-33",),
            post=place,
            choices=YES_NO,
        )
        answer = self.desk.ruling(question)
        if answer is None:
            yield question
        elif not is_yes(answer):
            yield self.desk.event(
                Happened.ORDER_VOID,
                {"player": self.orders.player, "order": line.text, "why": "the condition was not met"},
                known_to=(self.orders.player,), rules=("UD-ORD-33",), post=place, ruling=question.id,
            )  # fmt: skip
        self._met = self._fulfilled[number] = answer is not None and is_yes(answer)

    # -- an order -----------------------------------------------------------------------------------------------

    def _read(self, line: OrderLine, order: Order, number: int) -> Iterator[Event | Question]:
        actions = [action for action in order.actions if action.verb not in _ELSEWHERE and not _is_debauchery(action)]
        if any(order.does(Verb.CAST)):
            actions = [action for action in actions if action.verb is not Verb.USE]
        if not actions:
            self._note_castings(order, number)
            return
        self._met = True
        yield from self._stands(line, order, number)
        if not self._met:
            return
        squads: list[Squad] = []
        called: list[tuple[Actor, list[Squad]]] = []
        for actor in order.actors:
            found = self.roster.call(order, actor, number)
            called.append((actor, found))
            if not found and not actor.leads:
                why = f"there are no {actor.text} {self._where(order.place_of(actor))}".rstrip()
                yield self._void(line, actor.span, why, "UD-ORD-31")
            squads += [squad for squad in found if squad not in squads]
        if not squads:
            if not order.actors and not order.origin and not _needs_nobody(line, order):
                yield from self._ask("free-orders", line, f'"{line.text}"', ("UD-ORD-31", "UD-UNI-06"))
            return
        squads = yield from self._without_officers(line, squads)
        for actor, squad, host, bar in unfit_leaders(self.desk, order, called, self.roster.groups.values()):
            who = self.roster.groups[squad.group]
            why = f"{who.person or actor.text} cannot lead {_plural(self.desk, host)} and stays behind: {bar.why}"
            yield self._void(line, actor.span, why, bar.rule)
            squads = [one for one in squads if one is not squad]
        for squad in squads:
            squad.history = (*squad.history, number)
            squad.given.append(order)
            squad.line = self.orders.place(actions[0].span).line
            squad.forced = squad.forced or order.forced_march or any(action.forced_march for action in actions)
        for action in _in_turn(actions):
            yield from self._act(line, order, action, squads, number)

    def _note_castings(self, order: Order, number: int) -> None:
        """Spells for battle that an order of nothing else tells of: whoever casts them stays, and remembers."""
        if not any(action.spell and is_battle_spell(action.spell) for action in order.does(Verb.CAST)):
            return
        for actor in order.actors:
            for squad in self.roster.call(order, actor, number):
                squad.given.append(order)

    def _where(self, spot: object) -> str:
        return f"at {spot.text}" if spot is not None and hasattr(spot, "text") else ""

    def _void(self, line: OrderLine, span: Span, why: str, rule: str) -> Event:
        return self.desk.void(self.orders, line.text, why, self.orders.place(span), rule)

    def _without_officers(self, line: OrderLine, squads: list[Squad]) -> Generator[Event | Question, None, list[Squad]]:
        """An officer leaves his site in an emergency only, of which the game master judges (UD-CMD-09)."""
        going: list[Squad] = []
        for squad in squads:
            group = self.roster.groups[squad.group]
            if group.commands is None:
                going.append(squad)
                continue
            question = self.desk.question(
                "officer-away",
                (self.orders.player, group.person or group.id),
                f'{group.person or group.unit} of {self.orders.player} is told: "{line.text}"',
                rules=("UD-CMD-09",),
                post=self.orders.place(line.line.span_of(0, len(line.line.text))),
                choices=YES_NO,
            )
            answer = self.desk.ruling(question)
            if answer is None:
                yield question
            elif is_yes(answer):
                going.append(squad)
        return going

    # -- actions ------------------------------------------------------------------------------------------------

    def _act(
        self, line: OrderLine, order: Order, action: Action, squads: list[Squad], number: int
    ) -> Iterator[Event | Question]:
        steps: list[Step] = []
        at = squads[0].end if squads else None
        if action.verb is Verb.TREAT and any(order.does(Verb.SUMMON)):
            return  # who is sacrificed for a summons
        if at is None or (action.verb in (Verb.CAPTURE, Verb.ATTACK) and "prisoner" in words_of(action)):
            return  # prisoners are dealt with when there are any
        hostile: set[str] = set()
        if _goes_through_portal(action):
            steps = (yield from self._pass_portal(line, action, squads, at)) or []
        elif action.verb is Verb.RETURN and not action.targets:
            origin = self.roster.region_of(order.place_of(order.actors[0])) if order.actors else None
            steps.append(March(origin or squads[0].start))
        elif action.verb is Verb.STEAL and self._is_of_pockets(action, squads, at):
            self._pick_pockets(action, squads, at)
        elif action.verb is Verb.SCOUT:
            for spot in (*action.via, *action.targets):
                region = self.roster.region_of(spot)
                if region is None:
                    yield self._void(line, spot.span, f"nobody knows where {spot.text} is", "UD-MOV-07")
                elif region == at:
                    continue
                else:
                    steps.append(Deed(DeedKind.SCOUT, at=at, region=region))
        elif (
            action.verb in _MARCHES
            or action.verb in SETTLE
            or action.verb in GATHER
            or action.verb in TAKE
            or (action.verb in (Verb.ATTACK, Verb.TUNNEL, Verb.LAY_CHARGES))
        ):
            end = at
            for spot in (*action.via, *action.targets):
                region = self.roster.region_of(spot)
                if region is None:
                    if action.verb in _MARCHES and not (spot in action.via and tells_way(spot.text)):
                        yield self._void(line, spot.span, f"nobody knows where {spot.text} is", "UD-MOV-01")
                        break
                    continue
                if region != end and action.verb is not Verb.HOLD:
                    steps.append(March(region, self._care(action, squads, end, region)))
                    end = region
            if action.verb in (Verb.ATTACK, Verb.BESIEGE, *TAKE):
                named = self.aims.settlement_named(action) if end == at else None
                if named is not None and named.region is not None and named.region != end:
                    end = named.region
                    steps.append(March(end))
                yield from self.aims.discover(action, end)
            told = squads[0].steps if action.verb in TAKE else []  # to storm a place and then sack it is one assault
            steps += [deed for deed in self.aims.deeds(order, action, end, hostile) if deed not in told]
        elif action.verb is Verb.SPEAK and _PARLEY.search(action.text):
            yield from self._ask("parley", line, f'"{line.text}"', ("UD-COM-07",))
        else:
            yield from self._ask("free-orders", line, f'"{line.text}"', ("UD-UNI-06",))
        if action.verb in GATHER and self.desk.world is None and not self.aims.robs_graves(action, squads[0].end):
            yield from self._ask("free-orders", line, f'"{line.text}"', ("UD-MOV-10", "UD-MOV-11", "UD-MOV-29"))
        if action.verb is Verb.TRANSPORT:
            self._ride(action, squads, at, number)
        for squad in squads:
            squad.steps += steps
            squad.hostile |= hostile - {self.orders.player}

    def _is_of_pockets(self, action: Action, squads: list[Squad], at: Region) -> bool:
        """Whether it is those who come by who are to be robbed, and no site: out of an ambush, or in so many words."""
        if self.aims.site_meant(action, at) is not None:
            return False
        lies = any(
            _ambush_of(squad) is not None
            or (not squad.steps and self.roster.groups[squad.group].posture is Posture.AMBUSH)
            for squad in squads
        )
        return lies or speaks_of_pockets(words_of(action))

    def _pick_pockets(self, action: Action, squads: list[Squad], at: Region) -> None:
        """An ambush that is laid for purses, or has been laid before (UD-ABL-THIEVING-1)."""
        groups = [self.roster.groups[squad.group] for squad in squads]
        thieves = any(
            any(ability_stems(one) == _THIEVING for one in (*(unit.abilities if unit else ()), *abilities_of(group)))
            for group in groups
            for unit in (self.desk.unit(group),)
        )
        whose = find_player(self.desk, action.object, but=self.orders.player) if action.object else None
        for squad in squads:
            laid = _ambush_of(squad)
            if laid is not None and thieves:
                deed = squad.steps[laid]
                assert isinstance(deed, Deed)
                squad.steps[laid] = replace(deed, purses=True, target=deed.target or whose or "")
            else:
                squad.steps.append(Deed(DeedKind.PICK_POCKETS, at=at, target=whose or ""))

    def _pass_portal(
        self, line: OrderLine, action: Action, squads: list[Squad], at: Region
    ) -> Generator[Event | Question, None, list[Step] | None]:
        """Through a Chaos Portal, here or where the march leads first; 50 units a week out, and 50 back (UD-DER-39)."""
        steps: list[Step] = []
        ways = [
            region for spot in (*action.via, *action.targets) if (region := self.roster.region_of(spot)) is not None
        ]
        portal = find_portal(self.desk, self.orders.player, at)
        while portal is None and ways:
            at = ways.pop(0)
            steps.append(March(at))
            portal = find_portal(self.desk, self.orders.player, at)
        if portal is None:
            yield self._void(line, action.span, "they stand before no portal of yours", "UD-DER-39")
            return None
        site, outwards = portal
        count = sum(squad.count for squad in squads)
        left = take_passage(self.desk, site, outwards, count)
        if left is not None:
            why = f"{PORTAL_UNITS} units a week go through a {PORTAL} each way, and {left} of them are left for {count}"
            yield self._void(line, action.span, why, "UD-DER-39")
            return None
        end = (yield from open_portal(self.desk, site)) if outwards else site.region
        if end is None:
            return None
        steps.append(Teleport(end, at))
        steps += [March(region) for region in ways if region != end]
        return steps

    def _care(self, action: Action, squads: list[Squad], start: Region, to: Region) -> int:
        """Speed written for a march into a region of magma beyond what the way takes is care (UD-MOV-24)."""
        world = self.desk.world
        place = world.place(to) if world is not None else None
        if world is None or place is None or "magma" not in place.features or action.speed is None:
            return 0
        if len(action.targets) + len(action.via) > 1 or start not in world:
            return 0
        group = self.roster.groups[squads[0].group]
        unit = self.desk.unit(group)
        mover = Mover.from_abilities(figure_of(self.desk, group, "speed") or 0, unit.abilities if unit else ())
        route = cheapest_route(world, start, to, mover)
        return max(action.speed - route.cost, 0) if route is not None else 0

    def _ride(self, action: Action, squads: list[Squad], at: Region, number: int) -> None:
        """Who is carried gets in where the transport is, and off where it goes (UD-ABL-TRANSPORT-1)."""
        if action.unit is None or not squads:
            return
        others = self.roster.find_units(action.unit, at, action.count, number)
        carriers, riders = (squads, others) if self._carries(squads) else (others, squads)
        if not carriers or not riders or not self._carries(carriers):
            return
        end = next((region for spot in reversed(action.targets) if (region := self.roster.region_of(spot))), None)
        for rider in riders:
            rider.history = (*rider.history, number) if number not in rider.history else rider.history
            rider.steps.append(Deed(DeedKind.BOARD, at=at, target=carriers[0].key))
            if end is not None:
                rider.steps.append(Deed(DeedKind.DISEMBARK, region=end))

    def _carries(self, squads: list[Squad]) -> bool:
        group = self.roster.groups[squads[0].group]
        unit = self.desk.unit(group)
        return unit is not None and has(written_abilities(unit, group), "Transport")
