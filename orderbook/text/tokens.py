"""Tokens of a line: numbers, signs, brackets, words. One regular expression, one pass.

The lexer knows about typing, not about a game: what is a number, what is a minus and what a dash, which letters
were meant as digits. Which words are resources or weeks is told by a ``Vocabulary``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from orderbook.text.fold import fold
from orderbook.text.number_words import NUMBER_WORDS as NUMBER_WORDS

MAX_DIGITS = 18
"""Longer amounts are refused: no game has them, and they break other programs."""


class Kind(StrEnum):
    """Kinds of tokens; the grammars' terminals have the same names."""

    NUM = "NUM"
    BADNUM = "BADNUM"  # meant as a number, but none: "1O", "??", "12.5"
    PLUS = "PLUS"
    MINUS = "MINUS"
    DASH = "DASH"  # a dash that separates
    LOOSE = "LOOSE"  # a dash between two amounts: a minus in a sum, else a separator
    TIMES = "TIMES"
    COLON = "COLON"
    COMMA = "COMMA"
    SEMI = "SEMI"
    SLASH = "SLASH"
    EQ = "EQ"
    LPAR = "LPAR"
    RPAR = "RPAR"
    AT = "AT"
    DOT = "DOT"
    ARROW = "ARROW"
    BULLET = "BULLET"
    WORD = "WORD"
    OTHER = "OTHER"
    RES = "RES"  # a resource after its amount
    LABEL = "LABEL"  # a resource before its amount
    WEEK = "WEEK"
    WEEKNO = "WEEKNO"  # a week that is called by its number: "in week 8"
    EACH = "EACH"
    READY = "READY"
    PLACE = "PLACE"
    SPEED = "SPEED"
    NEXT = "NEXT"
    MORE = "MORE"


@dataclass(slots=True)  # not frozen: a frozen one takes three times as long to make
class Tok:
    """A token at ``text[start:end]`` of the folded line; ``value`` is the number, the likely one of a BADNUM, or what
    a reader put there for a PLACE."""

    kind: Kind
    text: str
    start: int
    end: int
    value: Any = None
    resource: str | None = None


@dataclass(frozen=True)
class Vocabulary:
    """Words with a meaning of their own. Keys are lower case.

    ``resources`` maps a spelling to the resource's name, ``short_resources`` those used only right behind a
    number (``350g``); ``keywords`` maps a word to its token kind. ``long_names`` are resources of several words.
    """

    resources: Mapping[str, str]
    short_resources: Mapping[str, str]
    keywords: Mapping[str, Kind]
    long_names: Mapping[tuple[str, ...], str] = field(default_factory=dict)


_TOKEN = re.compile(
    r"""
    (?P<BADNUM>(?<![^\W_])(?:
        (?=[0-9,]*[OolI?])(?=[OolI?]*[0-9?])[0-9OolI?]+(?:,[0-9OolI]{3})*(?=[gmfbsGMFBS]?(?![^\W_]))
      | [0-9]+(?:\.[0-9]+)?[kK](?![^\W_])
      | [0-9]+[.,][0-9]{1,2}(?![0-9.,]|[^\W_])
      | [0-9]*(?=[^\x00-\x7f])[\d\u00b2\u00b3\u00b9\u00bc-\u00be]+
    ))
  | (?P<NUM>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]{1,3}(?:'[0-9]{3})+(?![0-9])|[0-9]{1,3}(?:\.[0-9]{3})+(?![0-9])
      |(?:(?<=[+-])|(?<=[:=]\ ))[0-9]{1,3}(?:\ [0-9]{3})+(?![0-9.,]|\ [0-9]{3})
      |[0-9]+)
  | (?P<ARROW>[-=]>|>>+)
  | (?P<PLUS>\+)
  | (?P<DASHES>-+)
  | (?P<WORD>[^\W\d_]+(?:['&-][^\W\d_]+)*(?:(?:(?<=s)|(?<=[Oo]l|in|[Tt]h))'(?![^\W_]))?(?:\(e?s\))?)
  | (?P<COLON>:)|(?P<COMMA>,)|(?P<SEMI>;)|(?P<SLASH>/)|(?P<EQ>=)
  | (?P<LPAR>[(\[{])|(?P<RPAR>[)\]}])|(?P<AT>@)|(?P<DOT>\.)
  | (?P<BULLET>\u2022|\*(?=\s))
  | (?P<OTHER>[^\s])
    """,
    re.VERBOSE,
)

_COUNTS_ON = re.compile(r"[0-9]| +\S")
"""What stands behind an ``x`` that multiplies."""

_FRACTION = re.compile(r"[0-9]+[.,/][0-9]{1,2}")
_LIST_NUMBER = re.compile(r"\s*(?:[0-9]{1,2}|[a-zA-Z])[.)](?=\s+\S)")
_LEADING_BULLET = re.compile(r"\s*(?:[-*>+~#\u2022]+|o(?=\s))(?=\s)")
_SEPARATORS = str.maketrans("", "", ",'. ")
_LIKELY = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "?": "", ",": "", "'": ""})
_SIMPLE = {
    kind.value: kind
    for kind in (
        Kind.ARROW, Kind.PLUS, Kind.COLON, Kind.COMMA, Kind.SEMI, Kind.SLASH, Kind.EQ, Kind.LPAR, Kind.RPAR, Kind.AT,
        Kind.DOT, Kind.BULLET, Kind.OTHER,
    )
}  # fmt: skip
_LONE_SLIPS = ("O", "l", "I")
"""Letters that stand for a figure where one has to be: ``l week remaining``."""

_NUMERIC = (Kind.NUM, Kind.BADNUM)
_NO_SIGN_BEFORE = (Kind.COLON, Kind.EQ, Kind.COMMA, Kind.LPAR, Kind.SLASH, Kind.AT, Kind.SEMI, Kind.TIMES)


def _likely(text: str) -> int | None:
    """The number that was probably meant, if there is one."""
    if text[-1:] in "kK":
        whole, _, part = text[:-1].partition(".")
        thousands = int(whole + part) * 1000
        return thousands // 10 ** len(part) if thousands % 10 ** len(part) == 0 else None
    if _FRACTION.fullmatch(text):
        return None
    digits = text.translate(_LIKELY)
    if not digits.isdecimal() or len(digits) > MAX_DIGITS:
        return None
    return int(digits)


def leading_bullet(text: str) -> int:
    """Length of the bullet or list number a (folded) line begins with, 0 for none."""
    match = _LEADING_BULLET.match(text) or _LIST_NUMBER.match(text)
    return match.end() if match else 0


def tokenise(text: str, words: Vocabulary) -> list[Tok]:
    """Tokens of one line. Blanks are dropped, everything else is in some token."""
    line = fold(text)
    tokens: list[Tok] = []
    start = leading_bullet(line)
    if start:
        tokens.append(Tok(Kind.BULLET, line[:start], 0, start))
    for match in _TOKEN.finditer(line, start):
        group = match.lastgroup
        piece, begin, end = match.group(), match.start(), match.end()
        if group == "WORD":
            tokens.append(_word(piece, begin, end, line, tokens, words))
        elif group == "NUM":
            digits = piece.translate(_SEPARATORS)
            if len(digits) > MAX_DIGITS:
                tokens.append(Tok(Kind.BADNUM, piece, begin, end))
            else:
                tokens.append(Tok(Kind.NUM, piece, begin, end, int(digits)))
        elif group == "BADNUM":
            tokens.append(Tok(Kind.BADNUM, piece, begin, end, _likely(piece)))
        elif group == "DASHES":
            tokens.append(_dash(piece, begin, end, line, tokens))
        else:
            tokens.append(Tok(_SIMPLE[group or "OTHER"], piece, begin, end))
    return _resolve(_join_names(tokens, words) if words.long_names else tokens, words)


def _join_names(tokens: list[Tok], words: Vocabulary) -> list[Tok]:
    """Words in a row that are the name of one resource as one token: ``2 Black Powder``."""
    joined: list[Tok] = []
    at = 0
    lengths = sorted({len(name) for name in words.long_names}, reverse=True)
    while at < len(tokens):
        for length in lengths:
            some = tokens[at : at + length]
            resource = words.long_names.get(tuple(token.text.lower() for token in some))
            if resource is not None:
                text = " ".join(token.text for token in some)
                joined.append(Tok(Kind.RES, text, some[0].start, some[-1].end, resource=resource))
                at += length
                break
        else:
            joined.append(tokens[at])
            at += 1
    return joined


def _word(piece: str, begin: int, end: int, line: str, before: list[Tok], words: Vocabulary) -> Tok:
    lower = piece.lower()
    attached = bool(before) and before[-1].end == begin and before[-1].kind in (Kind.NUM, Kind.BADNUM)
    if lower == "x" and (attached or _COUNTS_ON.match(line, end)):
        return Tok(Kind.TIMES, piece, begin, end)
    keyword = words.keywords.get(lower)
    if keyword is not None and (len(lower) > 1 or attached):
        return Tok(keyword, piece, begin, end)
    resource = words.resources.get(lower)
    if resource is None and before and before[-1].kind in (Kind.NUM, Kind.BADNUM):
        resource = words.short_resources.get(lower)
    if resource is not None:
        return Tok(Kind.RES, piece, begin, end, resource=resource)
    return Tok(Kind.WORD, piece, begin, end)


def _dash(piece: str, begin: int, end: int, line: str, before: list[Tok]) -> Tok:
    """Minus or separator? A minus stands right before a digit and not right behind a word."""
    if len(piece) > 1:
        return Tok(Kind.DASH, piece, begin, end)
    tight = end < len(line) and (line[end].isdigit() or line[end] in "?Ol")
    free = begin == 0 or line[begin - 1] in " (:,/=[+|"
    if tight and free:
        return Tok(Kind.MINUS, piece, begin, end)
    previous = before[-1].kind if before else Kind.BULLET
    following = line[end:].lstrip()[:1]
    if following.isdigit() and previous in _NO_SIGN_BEFORE:
        return Tok(Kind.MINUS, piece, begin, end)
    if following.isdigit() and _ends_with_amount(before):
        return Tok(Kind.LOOSE, piece, begin, end)
    return Tok(Kind.DASH, piece, begin, end)


def _ends_with_amount(before: list[Tok]) -> bool:
    """Whether an amount stands last, but for a note in brackets: ``500``, ``500 Gold``, ``500 (opening)``."""
    end = len(before)
    if end and before[-1].kind is Kind.RPAR:
        end = next((index for index in range(end - 1, -1, -1) if before[index].kind is Kind.LPAR), 0)
    if end > 1 and before[end - 1].kind is Kind.RES:
        end -= 1
    return end > 0 and before[end - 1].kind in _NUMERIC


_COUNTED = (Kind.WEEK, Kind.MORE, Kind.RES)
_BEHIND_AMOUNT = frozenset({
    "and", "or", "from", "for", "per", "by", "of", "in", "at", "to", "on", "with", "plus", "less", "minus", "is", "was",
    "are", "a", "an", "the", "this", "each", "total", "more", "left", "not", "into", "sold", "bought", "converted",
    "received", "sent", "gained", "lost", "spent", "paid", "given", "earned", "owed", "remaining", "remain", "remains",
    "back", "now", "if", "next", "will", "goes", "go", "have", "were", "been", "be",
})  # fmt: skip
_SIGNS = (Kind.PLUS, Kind.MINUS, Kind.LOOSE)
_LEADS_TO_NUMBER = (Kind.NUM, Kind.BADNUM, Kind.PLUS, Kind.MINUS)


def _resolve(tokens: list[Tok], words: Vocabulary) -> list[Tok]:
    """Resource words are RES behind a number, LABEL before one, else plain words; stray brackets are no brackets."""
    open_brackets: list[int] = []
    if _begins_with_dash(tokens):
        tokens[0] = _as(tokens[0], Kind.BULLET)
    for index in range(len(tokens) - 1):
        token, behind = tokens[index], tokens[index + 1]
        if token.kind is Kind.WORD and behind.kind in (Kind.WEEK, Kind.RES) and token.text in _LONE_SLIPS:
            tokens[index] = _as_lone_slip(token)
        elif token.kind is Kind.WORD and behind.kind in _COUNTED and token.text.lower() in NUMBER_WORDS:
            tokens[index] = Tok(Kind.NUM, token.text, token.start, token.end, NUMBER_WORDS[token.text.lower()])
        elif token.kind in (Kind.LOOSE, Kind.MINUS) and behind.kind is Kind.NUM and _leads_to_time(tokens, index + 2):
            tokens[index] = _as(token, Kind.DASH)  # "-10 Gold - 1 week"
        elif token.kind is Kind.WEEK and behind.kind is Kind.NUM and _is_called(tokens, index):
            tokens[index] = _as(token, Kind.WEEKNO)
    if _ends_with_lone_slip(tokens):
        tokens[-1] = _as_lone_slip(tokens[-1])
    for index, token in enumerate(tokens):
        if token.kind is Kind.RES:
            behind_figure = index > 0 and tokens[index - 1].kind in _NUMERIC
            if behind_figure and not (_begins_name(tokens, index) or _continues_labels(tokens, index)):
                continue
            kind = Kind.LABEL if _is_label(tokens, index) else Kind.WORD
            tokens[index] = Tok(kind, token.text, token.start, token.end, resource=token.resource)
        elif token.kind is Kind.LPAR:
            open_brackets.append(index)
        elif token.kind is Kind.RPAR:
            if open_brackets:
                open_brackets.pop()
            else:
                tokens[index] = _as(token, Kind.OTHER)
    for index in open_brackets:
        tokens[index] = _as(tokens[index], Kind.OTHER)
    return tokens


def _as_lone_slip(token: Tok) -> Tok:
    return Tok(Kind.BADNUM, token.text, token.start, token.end, int(token.text.translate(_LIKELY)))


def _ends_with_lone_slip(tokens: list[Tok]) -> bool:
    """``Bodies: O``, with a letter for the number."""
    if len(tokens) < 3 or tokens[-1].kind is not Kind.WORD or tokens[-1].text not in _LONE_SLIPS:
        return False
    return tokens[-2].kind in (Kind.COLON, Kind.EQ) and tokens[-3].kind is Kind.RES


def _leads_to_time(tokens: list[Tok], index: int) -> bool:
    return index < len(tokens) and tokens[index].kind in (Kind.WEEK, Kind.MORE)


def _is_called(tokens: list[Tok], index: int) -> bool:
    """Whether the number behind the word week is its name: not in ``2 weeks, 8 Gold``, ``2 weeks 8 Gold``."""
    before = tokens[index - 1].kind if index else None
    after = tokens[index + 2].kind if index + 2 < len(tokens) else None
    counted = before in (*_NUMERIC, Kind.MORE, Kind.NEXT)
    return not counted and after not in (*_COUNTED, Kind.TIMES, Kind.SPEED)


def _as(token: Tok, kind: Kind) -> Tok:
    return Tok(kind, token.text, token.start, token.end)


def _begins_with_dash(tokens: list[Tok]) -> bool:
    """``-4x Mushroom Patches`` and ``-4 Mushroom Patches`` begin with a bullet, ``-4 Gold`` with a minus."""
    if len(tokens) < 3 or tokens[0].kind is not Kind.MINUS or tokens[1].kind is not Kind.NUM:
        return False
    return tokens[2].kind is Kind.TIMES or (tokens[2].kind is Kind.WORD and tokens[1].end < tokens[2].start)


def _begins_name(tokens: list[Tok], index: int) -> bool:
    """``1 Metal Jaws: -20 Gold`` counts a thing that is called after a resource; ``80 Food from patches`` does not."""
    first = index - 1
    if first and tokens[first - 1].kind is Kind.TIMES:
        first -= 1  # "x2 Metal Jaws"
    leads = first == 1 and tokens[0].kind in (Kind.BULLET, Kind.ARROW, Kind.WORD)
    before = tokens[first - 1] if first else None
    introduced = before is None or before.kind is Kind.LPAR or before.text.lower() in ("for", "from")
    if not (leads or introduced):
        return False
    behind = tokens[index + 1] if index + 1 < len(tokens) else None
    return behind is not None and behind.kind is Kind.WORD and behind.text.lower() not in _BEHIND_AMOUNT


def _continues_labels(tokens: list[Tok], index: int) -> bool:
    """``Gold 630 Metal 55``: with a label before the last figure and a figure behind, this is a label as well."""
    label = index - 2 if index < 2 or tokens[index - 2].kind not in _SIGNS else index - 3
    after = index + 1 if index + 1 >= len(tokens) or tokens[index + 1].kind not in _SIGNS else index + 2
    return label >= 0 and tokens[label].kind is Kind.LABEL and after < len(tokens) and tokens[after].kind in _NUMERIC


def _is_label(tokens: list[Tok], index: int) -> bool:
    """``Gold: 350``, ``Gold = 5``, ``Gold +350``, ``Gold 750``, ``Gold - 646``; also a label with nothing behind it."""
    rest = tokens[index + 1 : index + 3]
    if not rest:
        return index == 0 or tokens[index - 1].kind in (Kind.BULLET, Kind.COMMA)
    if rest[0].kind in _LEADS_TO_NUMBER:
        return True
    if rest[0].kind in (Kind.COLON, Kind.EQ):
        return True
    return rest[0].kind in (Kind.DASH, Kind.OTHER) and len(rest) == 2 and rest[1].kind in _LEADS_TO_NUMBER
