"""From the parts of a line to its orders: who does what, from where, for how much Speed.

The parts are gone through once, left to right. What a part means depends on what came just before it: units behind
"move" are those who go, units behind "dismiss" are not; a place is where units start from until they are told to do
something, and what they do it to from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.model import Named
from orderbook.systems.underdeep.post.orders.actors import ActorReader, as_leader
from orderbook.systems.underdeep.post.orders.amounts import GOALS, Amounts
from orderbook.systems.underdeep.post.orders.model import Action, Actor, Order, Spot, Verb
from orderbook.systems.underdeep.post.orders.parts import (
    Act,
    Bracket,
    Condition,
    March,
    Mark,
    Name,
    Part,
    Person,
    Quantity,
    Speed,
    Spell,
    Structures,
    Troop,
    is_marked,
    mentions_speed,
    names_units,
)
from orderbook.systems.underdeep.post.orders.spots import SpotPart
from orderbook.systems.underdeep.post.orders.vocabulary import VerbKind, tells_way
from orderbook.text.source import Span

_MOVE = VerbKind(Verb.MOVE, motion=True, units=True, to=True)
_SETTLING = (Verb.GARRISON, Verb.ENTRENCH, Verb.ENCAMP, Verb.HOLD)
_STATES = (*_SETTLING, Verb.AMBUSH, Verb.RECRUIT, Verb.JOIN, Verb.HOLD)
_PREPOSITIONS = frozenset(("AT", "TO", "FROM", "FOR", "VIA", "TOWARD"))
_OFFICES = (Verb.PROMOTE, Verb.DEMOTE)
_DISGUISE = "Disguise"
_NAMED_BY_VERB = {"scr": "Scry", "dispel": "Dispel"}
"""Spells whose names are verbs as well, by how those begin."""


def _spell_of(verb: str) -> str | None:
    """The spell that a verb names by itself: "scry on", "dispel"."""
    return next((spell for stem, spell in _NAMED_BY_VERB.items() if verb.lower().startswith(stem)), None)


class Assembler(Amounts):
    """Builds the orders of one line. ``running`` is an order of an earlier line that this one goes on with."""

    def __init__(
        self, line: VisibleLine, actors: ActorReader, *, heading: Spot | None = None, running: Order | None = None
    ) -> None:
        super().__init__(line, heading, running)
        self.actors = actors
        self._handlers: dict[type[Part], Callable[..., None]] = {
            Mark: self._mark, Speed: self.take_speed, Troop: self._troop, Person: self._person, SpotPart: self._spot,
            Act: self._act, Bracket: self._bracket, Quantity: self.take_number, Structures: self._structure,
            Spell: self._spell, Name: self._name, March: self._march, Condition: self._condition,
        }  # fmt: skip

    def run(self, parts: Sequence[Part]) -> list[Order]:
        self.counts_as_speed = mentions_speed(parts)
        self._walk(parts)
        self.end_clause()
        return self.orders

    def _walk(self, parts: Sequence[Part]) -> None:
        for index, part in enumerate(parts):
            self._handlers[type(part)](part, parts, index)
            if not isinstance(part, Mark):
                self.previous = part
                self.marks = set()
                self.clause_start = False

    # marks, conditions -------------------------------------------------------------------------------------------

    def _mark(self, part: Mark, parts: Sequence[Part], index: int) -> None:
        if part.kind in ("SENTENCE", "SEMI"):
            self.end_clause()
        elif part.kind == "COLON":
            self.body_open = False
        self.marks.add(part.kind)

    def _condition(self, part: Condition, parts: Sequence[Part], index: int) -> None:
        self.order().conditions.append(self.line.text[part.start : part.end])

    def _march(self, part: March, parts: Sequence[Part], index: int) -> None:
        last = self.last
        if last is not None and not self.clause_start:
            last.forced_march = True
            self.order().forced_march = True
        else:
            self.pending_march = True

    # who ---------------------------------------------------------------------------------------------------------

    def _troop(self, part: Troop, parts: Sequence[Part], index: int) -> None:
        self._add_actor(self.actors.of_troop(self.line, part), index, parts)

    def _person(self, part: Person, parts: Sequence[Part], index: int) -> None:
        self._add_actor(self.actors.of_person(self.line, part), index, parts)

    def _add_actor(self, actor: Actor, index: int, parts: Sequence[Part]) -> None:
        last = self.last
        behind_verb = isinstance(self.previous, Act) and last is not None
        if "LED" in self.marks and self.current is not None:
            self.current.actors.append(as_leader(actor))
            return
        if behind_verb and last is not None and "WITH" not in self.marks and self._is_object(last):
            last.unit, last.count = actor.unit, actor.count
            last.object = " ".join((last.object, actor.text)).strip()
            return
        if last is not None and (self.marks & _PREPOSITIONS or last.verb in _OFFICES):
            if last.verb is Verb.JOIN and last.unit is None:  # "attach 2 Succubi to the Demonic Guardians"
                last.unit, last.count = actor.unit, actor.count
            last.object = " ".join((last.object, actor.text)).strip()
            return
        order = self.order()
        if order.actors and order.actions and not self.body_open:
            if behind_verb and last is not None and last.verb is Verb.LEAD:
                order.actors = [as_leader(other) for other in order.actors]  # "Grub leads 10 Slingers"
            elif behind_verb and last is not None:
                order = self.split_off(last)
            elif "WITH" not in self.marks:
                order = self.begin(None if self.clause_start else order.origin)
        order.actors.append(actor)
        self.body_open = True

    def _is_object(self, action: Action) -> bool:
        """Whether units named right behind a verb are those it is done to."""
        kind = self.kind_of(action)
        return not kind.units or (bool(self.order().actors) and kind.free)

    # where -------------------------------------------------------------------------------------------------------

    def _spot(self, part: SpotPart, parts: Sequence[Part], index: int) -> None:
        if part.spot is None:
            return
        if part.preposition == "FROM":
            self._start(part.spot)
        elif part.preposition == "AT":
            self._stand(part.spot)
        elif part.preposition in GOALS:
            self._goal(part, part.spot)
        elif part.preposition == "VIA":
            if (last := self.last) is not None:
                last.via.append(part.spot)
        elif isinstance(before := self.previous, SpotPart) and before.preposition == "VIA" and self.last is not None:
            self.last.via.append(part.spot)  # "via A and B"
        else:
            self._bare(part, part.spot, parts, index)

    def _start(self, spot: Spot) -> None:
        """Where the units come from, unless they have been sent there."""
        order = self.order()
        if any(spot.is_same(target) for action in order.actions for target in action.targets):
            return
        waiting = [actor for actor in order.actors if actor.place is None]
        for actor in waiting:
            actor.place = spot
        if not order.actors and order.origin in (None, self.heading):
            order.origin = spot
        elif not waiting and (last := self.last) is not None:
            last.origin = spot

    def _stand(self, spot: Spot) -> None:
        order, last = self.order(), self.last
        settling = last is not None and last.verb in _SETTLING
        if self.body_open and not settling:
            for actor in order.actors:
                actor.place = actor.place or spot
        elif last is not None:
            last.targets.append(spot)
        elif order.origin in (None, self.heading):
            order.origin = spot

    def _goal(self, part: SpotPart, spot: Spot) -> None:
        last = self.last
        chained = isinstance(self.previous, SpotPart)
        if _is_unknown(spot) and (last is None or not self.kind_of(last).to or (last.targets and not _is_name(spot))):
            self.order().unread.append(spot.text)  # "to the last man"
            return
        if last is None or not self.kind_of(last).to or (last.targets and not chained):
            last = self.add_action(_MOVE, part.start, part.end)
        last.targets.append(spot)
        last.toward = last.toward or part.preposition == "TOWARD"
        self.body_open = False

    def _bare(self, part: SpotPart, spot: Spot, parts: Sequence[Part], index: int) -> None:
        following = parts[index + 1] if index + 1 < len(parts) else None
        last = self.last
        if isinstance(self.previous, Act) and last is not None and not self.clause_start:
            leads_on = isinstance(following, SpotPart) and following.preposition in GOALS
            if leads_on and self.kind_of(last).motion:
                self._start(spot)
            else:
                last.targets.append(spot)
        elif self.clause_start or last is None:
            order = self.current
            if order is None or order.actions or (order.actors and self.clause_start):
                self.begin(spot)
            elif order.actors:
                self._place_or_send(order, part, spot)
            else:
                order.origin = spot
        elif self.body_open and self.current is not None:
            self._give_place(spot)
        else:
            last.targets.append(spot)

    def _place_or_send(self, order: Order, part: SpotPart, spot: Spot) -> None:
        """A place behind units is where they start from; a second one is where they go."""
        places = [place for actor in order.actors if (place := order.place_of(actor)) is not None]
        if len(places) < len(order.actors):
            self._give_place(spot)
        elif all(place.is_same(spot) is False for place in places):
            self.add_action(_MOVE, part.start, part.end).targets.append(spot)

    # what --------------------------------------------------------------------------------------------------------

    def _act(self, part: Act, parts: Sequence[Part], index: int) -> None:
        kind: VerbKind = part.token.value
        if self.body_open and part.token.past and part.token.auxiliary < 2 and kind.verb in _STATES:
            return  # "the 10 Slingers garrisoned at A"
        if kind.verb is Verb.BUILD and part.token.text.endswith("ing") and self._describes(part):
            return  # "guard the workers building the wall"
        spell = _spell_of(part.token.text) if kind.verb is Verb.CAST else None
        last = self.last if isinstance(self.previous, Act) else None
        if spell is not None and last is not None and last.verb is Verb.CAST:
            last.spell = spell  # "to cast Scry"
            return
        if part.token.text == _DISGUISE and last is not None and last.verb is Verb.CAST:
            last.spell = _DISGUISE  # "cast Disguise on them"
            return
        if self._is_complete() and names_units(parts, index):
            self.begin()
        action = self.add_action(kind, part.token.start, part.end)
        if spell is not None:
            action.spell = spell

    def _describes(self, part: Act) -> bool:
        """Whether a participle stands right behind those it tells of."""
        return isinstance(self.previous, Name | Troop) and not self.marks and self.previous.end + 1 >= part.start

    def _is_complete(self) -> bool:
        """Whether a sentence begins that need not go on with the order before it."""
        if not self.clause_start or self.marks & {"PRONOUN", "THEN"} or self.current is None:
            return False
        return bool(self.current.actions and self.current.actors)

    def _structure(self, part: Structures, parts: Sequence[Part], index: int) -> None:
        token = part.structure
        named = Named(token.text, self.line.span_of(token.start, token.end), token.value)
        last = self.last
        if "SPEND" in self.marks:
            last = self.add_action(VerbKind(Verb.USE, free=True), part.start, part.end)
        if last is None:
            self.order().unread.append(token.text)
        elif last.structure is None:
            last.structure = named
            last.count = part.quantity.value if part.quantity else None

    def _spell(self, part: Spell, parts: Sequence[Part], index: int) -> None:
        last = self.last
        if "SPEND" in self.marks or last is None:
            last = self.add_action(VerbKind(Verb.CAST, free=True), part.start, part.end)
        if last.verb is Verb.CAST and last.spell is None:
            last.spell = part.token.value
            last.span = Span(last.span.start, self.line.span_of(part.start, part.end).end)
        else:
            last.object = " ".join((last.object, part.token.text)).strip()

    def _name(self, part: Name, parts: Sequence[Part], index: int) -> None:
        text = self.line.text[part.start : part.end]
        last, order = self.last, self.current
        if "LED" in self.marks and order is not None and text[:1].isupper():
            order.actors.append(as_leader(self.actors.stranger(self.line, part)))
            return
        if order is None or self.clause_start or not (order.actors or order.actions):
            actor = self.actors.of_name(self.line, part)
            if actor is None and text[:1].isupper() and isinstance((*parts[index + 1 :], None)[0], Act):
                actor = self.actors.stranger(self.line, part)  # "Grumblefoot moves to Lowerdeep 9"
            if actor is not None:
                self._add_actor(actor, index, parts)
                return
        following = parts[index + 1] if index + 1 < len(parts) else None
        if last is not None and _leads_on(following) and self.kind_of(last).motion and tells_way(text):
            return  # "fly down the Sorrow Shaft to Lowerdeep 31"
        if last is not None and self.kind_of(last).free and order is not None:
            last.object = " ".join((last.object, text)).strip()
        else:
            self.order().unread.append(text)

    # how much ----------------------------------------------------------------------------------------------------

    def _bracket(self, part: Bracket, parts: Sequence[Part], index: int) -> None:
        """What stands in a bracket is read as if it stood outside, but Speed there belongs to what precedes."""
        inner = part.inner
        if len(inner) == 1 and isinstance(inner[0], Quantity):
            self.take_bracketed_number(inner[0])
            return
        if all(isinstance(piece, Name | Mark | Quantity) or _is_strange(piece) for piece in inner):
            return  # a note: "(edit: fixed)", "(rule 3 applies)"
        before, marks, open_before, starting = self.previous, self.marks, self.body_open, self.clause_start
        for at, piece in enumerate(inner):
            if isinstance(piece, Speed) and is_marked(inner, at, "LEFT"):
                continue
            if isinstance(piece, Speed):
                following = parts[index + 1] if index + 1 < len(parts) else None
                self.attach_speed(self.figure(piece), inner, following, starting=starting)
            elif isinstance(piece, Act) and open_before and piece.token.past:
                continue  # "(entrenched)"
            elif isinstance(piece, SpotPart) and not piece.preposition and open_before and piece.spot is not None:
                self.body_open = True
                self._stand(piece.spot) if not self._settles() else self._give_place(piece.spot)
            else:
                self._handlers[type(piece)](piece, inner, at)
            if not isinstance(piece, Mark):
                self.previous, self.marks = piece, set()
        self.previous, self.marks, self.body_open = before, marks, open_before

    def _settles(self) -> bool:
        return self.last is not None and self.last.verb in _SETTLING

    def _give_place(self, spot: Spot) -> None:
        for actor in self.order().actors:
            actor.place = actor.place or spot


def _is_unknown(spot: Spot) -> bool:
    return spot.where is None and spot.site is None


def _is_name(spot: Spot) -> bool:
    """Whether words for a place are somebody's name for one, by their capital."""
    return spot.text[:1].isupper()


def _leads_on(part: Part | None) -> bool:
    return isinstance(part, SpotPart) and part.preposition in GOALS


def _is_strange(part: Part) -> bool:
    """Whether a part speaks of units by words nobody knows."""
    return isinstance(part, Troop) and part.unit is None and part.group is None and not part.everyone
