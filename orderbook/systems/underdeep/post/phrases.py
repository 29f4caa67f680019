"""The phrases of a line: amounts, counts, durations, places, names, notes in brackets.

Grammar: ``grammars/phrases.lark``. Every line has phrases; a token that fits nowhere becomes a mark of its own, so
that one odd sign does not spoil the rest of the line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken
from lark.lexer import Lexer

from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.text.fold import LINES_KEPT, fold
from orderbook.text.grammar import load_grammar
from orderbook.text.tokens import Kind, Tok, Vocabulary, tokenise

_MAX_RETRIES = 12
_MAX_LINE = 2000
"""A longer line is no ledger line; only its beginning is read for phrases."""


# Not frozen: a frozen class takes more than twice as long to make, and there are a dozen at every start.
@dataclass(slots=True)
class Phrase:
    """A piece of a line, at ``[start:end]`` of the line's text."""

    start: int
    end: int


@dataclass(slots=True)
class Figure(Phrase):
    """A number. ``value`` is None when it cannot be read; ``likely`` is then what was probably meant."""

    value: int | None
    text: str
    likely: int | None = None


@dataclass(slots=True)
class Amount(Phrase):
    """``+350 Gold``. ``sign`` is "+", "-", "~" (a dash that may only separate) or "".

    ``each``: a times sign stands before it, so that it counts per unit (``4 patches x 20 Food``).
    """

    figure: Figure
    sign: str
    resource: str
    each: bool = False


@dataclass(slots=True)
class Label(Phrase):
    """A resource before its amount: the ``Gold`` of ``Gold: 350``."""

    resource: str


@dataclass(slots=True)
class Number(Phrase):
    """A bare number with a sign, such as the ``- 440`` of a written sum."""

    figure: Figure
    sign: str


@dataclass(slots=True)
class Count(Phrase):
    """A bare number without a sign."""

    figure: Figure


@dataclass(slots=True)
class Times(Phrase):
    """``4 x`` (``before`` the thing counted) or ``x4``."""

    figure: Figure
    before: bool


@dataclass(slots=True)
class Duration(Phrase):
    """Weeks still to go; ``week_number`` where the line names the week in which it is done instead."""

    weeks: int | None
    week_number: int | None = None
    complete: bool = False
    figure: Figure | None = None


@dataclass(slots=True)
class Place(Phrase):
    region: Region


@dataclass(slots=True)
class Each(Phrase):
    """``each``: the price stands per unit."""


@dataclass(slots=True)
class Bracket(Phrase):
    """A note in brackets with what is in it."""

    inner: tuple[Phrase, ...]
    inner_start: int
    inner_end: int


@dataclass(slots=True)
class Name(Phrase):
    """Words. ``words`` holds their spans."""

    words: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Mark(Phrase):
    """A sign between phrases, by its token kind."""

    kind: Kind


_SIGNS = {"PLUS": "+", "MINUS": "-", "LOOSE": "~"}


def _tok(token: Token) -> Tok:
    tok: Tok = token.value
    return tok


class _TokenLexer(Lexer):
    """Hands the tokens of ``tokenise`` to lark."""

    def __init__(self, _: Any) -> None:
        pass

    def lex(self, data: Sequence[Tok], parser_state: Any = None) -> Iterator[Token]:  # type: ignore[override]
        for index, tok in enumerate(data):
            yield Token(tok.kind.value, tok, index)


class _Build(Transformer[Token, Any]):
    """Turns the parse into phrases while lark parses."""

    def start(self, children: list[Phrase]) -> tuple[Phrase, ...]:
        return tuple(children)

    def sign(self, children: list[Token]) -> Token:
        return children[0]

    def figure(self, children: list[Token]) -> Figure:
        tok = _tok(children[0])
        if tok.kind is Kind.NUM:
            return Figure(tok.start, tok.end, tok.value, tok.text)
        return Figure(tok.start, tok.end, None, tok.text, tok.value)

    def amount(self, children: list[Any]) -> Amount:
        figure: Figure = children[-2]
        unit = _tok(children[-1])
        start, sign = _signed(children[:-2], figure)
        return Amount(start, unit.end, figure, sign, unit.resource or "")

    def amount_each(self, children: list[Any]) -> Amount:
        plain = self.amount(children[1:])
        return replace(plain, start=_tok(children[0]).start, each=True)

    def label(self, children: list[Token]) -> Label:
        tok = _tok(children[0])
        return Label(tok.start, tok.end, tok.resource or "")

    def number(self, children: list[Any]) -> Number:
        start, sign = _signed(children[:-1], children[-1])
        return Number(start, children[-1].end, children[-1], sign)

    def count(self, children: list[Figure]) -> Count:
        return Count(children[0].start, children[0].end, children[0])

    def times_behind(self, children: list[Any]) -> Times:
        return Times(children[0].start, _tok(children[1]).end, children[0], before=True)

    def times_before(self, children: list[Any]) -> Times:
        return Times(_tok(children[0]).start, children[1].end, children[1], before=False)

    def duration(self, children: list[Any]) -> Duration:
        return Duration(children[0].start, _tok(children[-1]).end, children[0].value, figure=children[0])

    def next_week(self, children: list[Token]) -> Duration:
        return Duration(_tok(children[0]).start, _tok(children[-1]).end, 1)

    def ready(self, children: list[Token]) -> Duration:
        return Duration(_tok(children[0]).start, _tok(children[0]).end, 0, complete=True)

    def ready_in(self, children: list[Any]) -> Duration:
        return Duration(_tok(children[0]).start, _tok(children[-1]).end, children[1].value, figure=children[1])

    def week_number(self, children: list[Any]) -> Duration:
        return Duration(_tok(children[0]).start, children[-1].end, None, children[-1].value, figure=children[-1])

    def place(self, children: list[Token]) -> Place:
        tok = _tok(children[0])
        region: Region = tok.value
        return Place(tok.start, tok.end, region)

    def each(self, children: list[Token]) -> Each:
        return Each(_tok(children[0]).start, _tok(children[0]).end)

    def bracket(self, children: list[Any]) -> Bracket:
        opening, closing = _tok(children[0]), _tok(children[-1])
        return Bracket(opening.start, closing.end, tuple(children[1:-1]), opening.end, closing.start)

    def word(self, children: list[Token]) -> tuple[int, int]:
        tok = _tok(children[0])
        return tok.start, tok.end

    def name(self, children: list[tuple[int, int]]) -> Name:
        return Name(children[0][0], children[-1][1], tuple(children))

    def separator(self, children: list[Token]) -> Mark:
        tok = _tok(children[0])
        return Mark(tok.start, tok.end, tok.kind)


def _signed(signs: list[Token], figure: Figure) -> tuple[int, str]:
    if not signs:
        return figure.start, ""
    return _tok(signs[0]).start, _SIGNS[signs[0].type]


@cache
def _parser() -> Lark:
    return load_grammar("phrases.lark", _TokenLexer, _Build())


def tokens_with_places(text: str, vocabulary: Vocabulary) -> list[Tok]:
    """Tokens of a line in which each region mentioned is one PLACE token, its ``value`` the region."""
    tokens = tokenise(text, vocabulary)
    for start, end, region in reversed(find_regions(fold(text))):
        if text[start].islower() and text[start + 1].isdigit():
            continue  # "l0 Food" is a slip for 10, not region 0 of the Lowerdeep
        inside = [index for index, tok in enumerate(tokens) if tok.start < end and tok.end > start]
        if inside:
            start, end = tokens[inside[0]].start, tokens[inside[-1]].end  # "Lowerdeep 4?" with its question mark
            place = Tok(Kind.PLACE, text[start:end], start, end, region)
            tokens[inside[0] : inside[-1] + 1] = [place]
    return _without_stray_brackets(tokens)


def _without_stray_brackets(tokens: list[Tok]) -> list[Tok]:
    """A place such as "51 (Lowerdeep)" may have taken one bracket of a pair."""
    opened: list[int] = []
    for index, tok in enumerate(tokens):
        if tok.kind is Kind.LPAR:
            opened.append(index)
        elif tok.kind is Kind.RPAR:
            if opened:
                opened.pop()
            else:
                tokens[index] = replace(tok, kind=Kind.OTHER)
    for index in opened:
        tokens[index] = replace(tokens[index], kind=Kind.OTHER)
    return tokens


@lru_cache(maxsize=LINES_KEPT)
def parse_phrases(text: str, vocabulary_key: frozenset[str] = frozenset()) -> tuple[Phrase, ...]:
    """The phrases of a line, left to right. Never fails: what fits no phrase is a ``Mark``.

    ``vocabulary_key`` names resources beyond the usual ones.
    """
    from orderbook.systems.underdeep.post.vocabulary import build_vocabulary

    tokens = tokens_with_places(text[:_MAX_LINE], build_vocabulary(vocabulary_key))
    for _ in range(_MAX_RETRIES):
        try:
            phrases: tuple[Phrase, ...] = _parser().parse(tokens)  # type: ignore[assignment]
            return phrases
        except UnexpectedToken as error:
            index = error.token.start_pos if error.token.type != "$END" else len(tokens) - 1
            if index is None:
                break
            tokens = _demote(tokens, index)
        except UnexpectedInput:
            break
    return tuple(Mark(tok.start, tok.end, Kind.OTHER) for tok in tokens)


def _demote(tokens: list[Tok], index: int) -> list[Tok]:
    """The token the parser tripped over (or the sign before it) loses its meaning."""
    loose = (Kind.PLUS, Kind.MINUS, Kind.LOOSE, Kind.TIMES, Kind.READY, Kind.WEEK)
    for candidate in (index - 1, index):
        if 0 <= candidate < len(tokens) and tokens[candidate].kind in loose:
            kind = Kind.WORD if tokens[candidate].text.isalpha() and len(tokens[candidate].text) > 1 else Kind.OTHER
            return [*tokens[:candidate], replace(tokens[candidate], kind=kind), *tokens[candidate + 1 :]]
    return [*tokens[:index], replace(tokens[index], kind=Kind.OTHER), *tokens[index + 1 :]]
