"""The parts of an order's line: Speed, troops, places, verbs. Grammar: ``grammars/orders.lark``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput
from lark.lexer import Lexer

from orderbook.systems.underdeep.post.orders.neighbours import OrderToken
from orderbook.text.grammar import load_grammar


# Not frozen, as in post/phrases.py: a frozen class takes more than twice as long to make.
@dataclass(slots=True)
class Part:
    """A piece of a line, at ``[start:end]`` of the line's text."""

    start: int
    end: int


@dataclass(slots=True)
class Speed(Part):
    """Speed as written. ``value`` is None for "all their Speed" and, ``unreadable``, for a figure that is none."""

    value: int | None
    unreadable: bool = False


@dataclass(slots=True)
class Quantity(Part):
    """How many. ``value`` is None for "all" and for a figure that is none."""

    value: int | None
    all: bool = False
    rest: bool = False


@dataclass(slots=True)
class Troop(Part):
    """Units. ``unit`` is the token of a known unit, ``group`` of a word like "army"; without both ``name`` is all."""

    quantity: Quantity | None
    unit: OrderToken | None = None
    group: OrderToken | None = None
    name: tuple[int, int] | None = None
    everyone: bool = False


@dataclass(slots=True)
class Structures(Part):
    quantity: Quantity | None
    structure: OrderToken


@dataclass(slots=True)
class Bracket(Part):
    inner: tuple[Part, ...]


@dataclass(slots=True)
class Place(Part):
    """A place with the word before it (FROM, TO, AT, ...; empty for none) and the bracket behind it.

    ``token`` is a PLACE, SITE or THERE, or None for a ``name`` that is not known.
    """

    preposition: str
    token: OrderToken | None
    name: tuple[int, int] | None = None
    bracket: Bracket | None = None


@dataclass(slots=True)
class Act(Part):
    token: OrderToken


@dataclass(slots=True)
class Person(Part):
    tokens: tuple[OrderToken, ...]


@dataclass(slots=True)
class Spell(Part):
    token: OrderToken


@dataclass(slots=True)
class Name(Part):
    """Words that mean nothing by themselves."""


@dataclass(slots=True)
class March(Part):
    """Forced March."""


@dataclass(slots=True)
class Condition(Part):
    """A condition, an aim or a manner in the player's own words."""


@dataclass(slots=True)
class Mark(Part):
    """A sign or little word, by its token kind."""

    kind: str


class _TokenLexer(Lexer):
    """Hands the tokens of an order to lark."""

    def __init__(self, _: Any) -> None:
        pass

    def lex(self, data: Sequence[OrderToken], parser_state: Any = None) -> Iterator[Token]:  # type: ignore[override]
        for index, token in enumerate(data):
            yield Token(token.kind, token, index)


def _start(piece: Any) -> int:
    start: int = (piece.value if isinstance(piece, Token) else piece).start
    return start


def _end(piece: Any) -> int:
    end: int = (piece.value if isinstance(piece, Token) else piece).end
    return end


def _one(children: list[Any], kind: type[Part]) -> Any:
    return next((child for child in children if isinstance(child, kind)), None)


def _token(children: list[Any], *kinds: str) -> OrderToken | None:
    for child in children:
        if isinstance(child, Token) and child.type in kinds:
            token: OrderToken = child.value
            return token
    return None


class _Build(Transformer[Token, Any]):
    """Turns the parse into parts while lark parses."""

    def start(self, children: list[Part]) -> tuple[Part, ...]:
        return tuple(children)

    def figure(self, children: list[Token]) -> Quantity:
        token: OrderToken = children[0].value
        return Quantity(token.start, token.end, token.value if token.kind == "NUM" else None)

    def speed(self, children: list[Any]) -> Speed:
        figures = [child for child in children if isinstance(child, Quantity)]
        values = [figure.value for figure in figures]
        if None in values:
            return Speed(_start(children[0]), _end(children[-1]), None, unreadable=True)
        return Speed(_start(children[0]), _end(children[-1]), sum(value or 0 for value in values))

    def speed_behind(self, children: list[Any]) -> Speed:
        return self.speed(children)

    def all_speed(self, children: list[Any]) -> Speed:
        figure = _one(children, Quantity)
        return Speed(_start(children[0]), _end(children[-1]), figure.value if figure else None)

    def quantity(self, children: list[Any]) -> Quantity:
        figure = _one(children, Quantity)
        return Quantity(
            _start(children[0]),
            _end(children[-1]),
            figure.value if figure else None,
            all=_token(children, "ALL") is not None,
            rest=_token(children, "REST") is not None,
        )

    def number(self, children: list[Quantity]) -> Quantity:
        return children[0]

    def troop(self, children: list[Any]) -> Troop:
        name = _one(children, Name)
        quantity = _one(children, Quantity)
        unit, group = _token(children, "UNIT"), _token(children, "GROUP")
        return Troop(
            _start(children[0]),
            _end(children[-1]),
            quantity,
            unit,
            group,
            (name.start, name.end) if name else None,
            everyone=group is not None and quantity is not None and quantity.all,
        )

    def troop_times(self, children: list[Any]) -> Troop:
        return self.troop(children)

    def everyone(self, children: list[Any]) -> Troop:
        return Troop(_start(children[0]), _end(children[-1]), None, everyone=True)

    def structure(self, children: list[Any]) -> Structures:
        token = _token(children, "STRUCT")
        assert token is not None
        return Structures(_start(children[0]), token.end, _one(children, Quantity), token)

    def spot(self, children: list[Any]) -> Place:
        token: OrderToken = children[0].value
        return Place(token.start, token.end, "", token, bracket=_one(children, Bracket))

    def place(self, children: list[Place]) -> Place:
        return children[0]

    def placed(self, children: list[Any]) -> Place:
        before: OrderToken = children[0].value
        if isinstance(children[1], Name):
            name = children[1]
            return Place(before.start, name.end, before.kind, None, (name.start, name.end))
        spot: Place = children[1]
        return replace(spot, start=before.start, preposition=before.kind)

    def act(self, children: list[Token]) -> Act:
        return Act(_start(children[0]), _end(children[-1]), children[-1].value)

    def march(self, children: list[Token]) -> March:
        return March(_start(children[0]), _end(children[-1]))

    def person(self, children: list[Token]) -> Person:
        return Person(_start(children[0]), _end(children[-1]), tuple(child.value for child in children))

    def spell(self, children: list[Token]) -> Spell:
        return Spell(_start(children[0]), _end(children[0]), children[0].value)

    def name(self, children: list[Token]) -> Name:
        return Name(_start(children[0]), _end(children[-1]))

    def condition(self, children: list[Token]) -> Condition:
        return Condition(_start(children[0]), _end(children[0]))

    def bracket(self, children: list[Any]) -> Bracket:
        return Bracket(_start(children[0]), _end(children[-1]), tuple(children[1:-1]))

    def mark(self, children: list[Token]) -> Mark:
        return Mark(_start(children[0]), _end(children[0]), children[0].type)


@cache
def _parser() -> Lark:
    return load_grammar("orders.lark", _TokenLexer, _Build())


_RARE = ("TIMES", "PLUS", "LABEL", "ARROW", "LPAR", "RPAR")


def parse_parts(tokens: list[OrderToken]) -> tuple[Part, ...]:
    """The parts of a line, left to right. Never fails: signs that fit nowhere lose their meaning."""
    for attempt in (tokens, [replace(token, kind="OTHER") if token.kind in _RARE else token for token in tokens]):
        try:
            parts: tuple[Part, ...] = _parser().parse(attempt)  # type: ignore[assignment]
            return parts
        except UnexpectedInput:
            continue
    return tuple(Mark(token.start, token.end, "OTHER") for token in tokens)


def names_units(parts: Sequence[Part], index: int) -> bool:
    """Whether units follow the verb at ``index`` before the next verb or sentence."""
    for part in parts[index + 1 :]:
        if isinstance(part, Act) or (isinstance(part, Mark) and part.kind in ("SENTENCE", "SEMI", "LED")):
            return False
        if isinstance(part, Troop):
            return True
    return False


def is_marked(parts: Sequence[Part], index: int, kind: str) -> bool:
    """Whether a mark of a kind stands right behind a part."""
    following = parts[index + 1] if index + 1 < len(parts) else None
    return isinstance(following, Mark) and following.kind == kind


def mentions_speed(parts: Sequence[Part]) -> bool:
    """Whether a line speaks of Speed anywhere, in brackets too."""
    stack = list(parts)
    while stack:
        part = stack.pop()
        if isinstance(part, Speed):
            return True
        if isinstance(part, Bracket):
            stack.extend(part.inner)
    return False
