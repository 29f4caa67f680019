"""Who is told to do something: units of the faction by name, persons of Armies, everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from orderbook.bbcode.lines import VisibleLine
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import Named
from orderbook.systems.underdeep.post.orders.model import Actor
from orderbook.systems.underdeep.post.orders.names import Person as KnownPerson
from orderbook.systems.underdeep.post.orders.neighbours import OrderToken
from orderbook.systems.underdeep.post.orders.parts import Name, Person, Quantity, Troop
from orderbook.text.source import Span

NameUnit = Callable[[str, Span], Named[Unit]]
_DOUBLE = r"\b(?:illus(?:ory|ionary|ions?)|duplicates?|doubles?\s+of)\b"
_DOUBLE_BEFORE = re.compile(_DOUBLE + r"[\s\w]{0,24}$", re.IGNORECASE)
_DOUBLE_IN = re.compile(_DOUBLE, re.IGNORECASE)
_DOUBLE_BEHIND = re.compile(r"\s*\([^()]{0,30}?" + _DOUBLE, re.IGNORECASE)
_NEAR = 40
_LONGEST_NAME = 60
_MOST_WORDS = 5


def as_leader(actor: Actor) -> Actor:
    """The actor as the one who leads the others."""
    return replace(actor, leads=True)


class ActorReader:
    """Makes actors of parts; ``name_unit`` reads a name that is not exactly one of the rule data."""

    def __init__(self, catalogue: Catalogue, name_unit: NameUnit | None = None) -> None:
        self.catalogue = catalogue
        self._name_unit = name_unit or self._look_up

    def _look_up(self, text: str, span: Span) -> Named[Unit]:
        match = self.catalogue.unit(text)
        if match is None:
            return Named(text, span)
        return Named(text, span, match.value, guess=match.quality == "guess")

    def of_troop(self, line: VisibleLine, part: Troop) -> Actor:
        unit: Named[Unit] | None = None
        if part.unit is not None:
            unit = _named(line, part.unit)
        elif part.name is not None and part.group is None:
            unit = self._by_name(line, *part.name)
        text = line.text[part.start : part.end]
        actor = Actor(text, line.span_of(part.start, part.end), unit, everyone=part.everyone)
        named = unit.entry.name if unit is not None and unit.entry is not None else ""
        actor.illusory = not _DOUBLE_IN.search(named) and _speaks_of_double(line.text, part.start, part.end)
        if unit is not None and unit.entry is not None and unit.entry.leader:
            actor.person = unit.text
        _count(actor, line, part.quantity)
        return actor

    def _by_name(self, line: VisibleLine, start: int, end: int) -> Named[Unit]:
        text, span = line.text[start:end], line.span_of(start, end)
        if len(text) > _LONGEST_NAME or len(text.split()) > _MOST_WORDS:
            return Named(text, span)
        return self._name_unit(text, span)

    def of_name(self, line: VisibleLine, part: Name) -> Actor | None:
        """Units by words that are no exact name ("Kobold Slngers"), if they are near enough to one."""
        named = self._by_name(line, part.start, part.end)
        if named.entry is None:
            return None
        return Actor(named.text, named.span, named, person=named.text if named.entry.leader else None)

    def stranger(self, line: VisibleLine, part: Name) -> Actor:
        """A person nobody listed."""
        text = line.text[part.start : part.end]
        return Actor(text, line.span_of(part.start, part.end), person=text)

    def of_person(self, line: VisibleLine, part: Person) -> Actor:
        text = line.text[part.start : part.end]
        known: KnownPerson | None = next((token.value for token in part.tokens if token.kind == "PERSON"), None)
        span = line.span_of(part.start, part.end)
        unit = Named(text, span, known.unit) if known is not None and known.unit is not None else None
        return Actor(text, span, unit, person=known.name if known is not None else text)


def _speaks_of_double(text: str, start: int, end: int) -> bool:
    """Whether units named in a line are illusions: "10 illusory Slingers", "Slingers (illusory double)"."""
    before, behind = text[max(start - _NEAR, 0) : start], text[end : end + _NEAR]
    return bool(_DOUBLE_IN.search(text, start, end) or _DOUBLE_BEFORE.search(before) or _DOUBLE_BEHIND.match(behind))


def _named(line: VisibleLine, token: OrderToken) -> Named[Any]:
    return Named(line.text[token.start : token.end], line.span_of(token.start, token.end), token.value)


def _count(actor: Actor, line: VisibleLine, quantity: Quantity | None) -> None:
    if quantity is not None and quantity.value is not None:
        actor.count = quantity.value
        actor.count_span = line.span_of(quantity.start, quantity.end)
