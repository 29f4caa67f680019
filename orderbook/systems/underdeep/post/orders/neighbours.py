"""What the tokens of an order mean beside their neighbours: misspelt verbs, conditions, signs of several meanings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orderbook.systems.underdeep.post.orders.vocabulary import load_words, longest_phrase
from orderbook.systems.underdeep.post.titles import is_one_slip

_SHORTEST_MISSPELT = 4
_BEFORE_VERBS = (
    "SENTENCE", "SEMI", "COMMA", "COLON", "DASH", "AND", "THEN", "TO", "UNIT", "GROUP", "EVERYONE", "PERSON", "RANK",
    "RPAR", "PLACE", "SITE", "SPEED", "WORD", "PRONOUN",
)  # fmt: skip
_COUNTED = ("SPEED", "UNIT", "GROUP")
_CLOSERS = ("SENTENCE", "SEMI", "RPAR")
_DEEPEST_BRACKET = 4


@dataclass(slots=True)
class OrderToken:
    """A token at ``text[start:end]`` of the line. ``value``: number, region, site, unit, ...; of a verb its kind.

    ``past`` and ``auxiliary`` (0 none, 1 "are", 2 "will be", "to be") tell "garrisoned at A" from an order to.
    ``noun``: an unknown word behind an article. ``slip`` is the right word where a misspelt one was read.
    """

    kind: str
    text: str
    start: int
    end: int
    value: Any = None
    past: bool = False
    auxiliary: int = 0
    noun: bool = False
    slip: str = ""


def settle_tokens(tokens: list[OrderToken], text: str) -> list[OrderToken]:
    """The tokens of a line as the grammar takes them. Each is settled by those around it, in one pass for each kind."""
    return _settle(_join_conditions(_without_deep_brackets(_mend(tokens)), text))


def _without_deep_brackets(tokens: list[OrderToken]) -> list[OrderToken]:
    """Brackets within brackets within brackets lose their meaning, lest somebody pile up thousands."""
    depth = 0
    for token in tokens:
        if token.kind == "LPAR":
            depth += 1
        if token.kind in ("LPAR", "RPAR") and depth > _DEEPEST_BRACKET:
            depth -= token.kind == "RPAR"
            token.kind = "OTHER"
        elif token.kind == "RPAR":
            depth -= 1
    return tokens


# Misspelt words ----------------------------------------------------------------------------------------------------


def _mend(tokens: list[OrderToken]) -> list[OrderToken]:
    """Unknown words become the verb, or the "Speed", that one wrong letter hides, where nothing else makes sense."""
    for at, token in enumerate(tokens):
        if token.kind != "WORD" or token.noun or not token.text.isalpha():
            continue
        word = token.text.lower()
        before = tokens[at - 1].kind if at else "SENTENCE"
        if word in ("l", "o") and tokens[at + 1 : at + 2] and tokens[at + 1].kind == "SPEED":
            token.kind = "BADNUM"
        elif before in ("NUM", "BADNUM") and is_one_slip(word, "speed"):
            token.kind, token.slip = "SPEED", "Speed"
        elif token.text.istitle() and before in ("WORD", "TO"):
            continue  # of a place's name: "Ol' Number Hole", "move to Hole, Lowerdeep 9"
        elif before in _BEFORE_VERBS and _leads_somewhere([other.kind for other in tokens[at + 1 : at + 4]]):
            _mend_verb(token, word)
    return tokens


def _leads_somewhere(kinds: list[str]) -> bool:
    """Whether what follows would follow the verb of an order: a place, or Speed in a bracket."""
    if kinds[:1] and kinds[0] in ("FROM", "TO", "VIA"):
        kinds = kinds[1:]
        return kinds[:1] in (["PLACE"], ["SITE"])
    return kinds[:1] in (["PLACE"], ["SITE"]) or (
        len(kinds) == 3 and kinds[0] in ("LPAR", "FOR") and kinds[2] == "SPEED"
    )


def _mend_verb(token: OrderToken, word: str) -> None:
    table = load_words()
    if len(word) < _SHORTEST_MISSPELT or word in table.verbs:
        return
    near = sorted(form for form in table.verb_forms if len(form) >= _SHORTEST_MISSPELT and is_one_slip(word, form))
    meanings = [meaning for form in near if (meaning := longest_phrase(table.verbs, [form], 0))]
    if meanings and len({meaning[1].verb for meaning in meanings}) == 1:
        token.kind, token.value, token.slip, token.auxiliary = "VERB", meanings[0][1].verb, near[0], 2


# Conditions ------------------------------------------------------------------------------------------------------


def _join_conditions(tokens: list[OrderToken], text: str) -> list[OrderToken]:
    """What hangs on a condition, and aims and manners in the player's own words, become one token each."""
    found: list[OrderToken] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind not in ("CONDITION", "PURPOSE"):
            found.append(token)
            at += 1
            continue
        end = _end_of_condition(tokens, at)
        stop = tokens[end].start if end < len(tokens) else len(text)
        words = text[token.start : stop].rstrip(" \t,")
        found.append(OrderToken("CONDITION", words, token.start, token.start + len(words)))
        at = end
    return found


def _end_of_condition(tokens: list[OrderToken], start: int) -> int:
    loose = tokens[start].kind == "PURPOSE"
    depth = 0
    for at in range(start + 1, len(tokens)):
        kind = tokens[at].kind
        if depth == 0 and (kind in _CLOSERS or (loose and _resumes(tokens, at))):
            return at
        if kind == "CONDITION":
            loose = False
        depth += (kind == "LPAR") - (kind == "RPAR")
    return len(tokens)


def _resumes(tokens: list[OrderToken], at: int) -> bool:
    """Whether the order itself plainly goes on here: with "then", or with Speed."""
    if tokens[at].kind == "THEN":
        return True
    following = [token.kind for token in tokens[at + 1 : at + 3]]
    if tokens[at].kind == "SPEND":
        return following[:1] in (["NUM"], ["BADNUM"])
    return tokens[at].kind in ("LPAR", "FOR", "COMMA") and following in (["NUM", "SPEED"], ["BADNUM", "SPEED"])


# What a token means beside its neighbours ----------------------------------------------------------------------------


def _settle(tokens: list[OrderToken]) -> list[OrderToken]:
    """Signs that mean something only between certain neighbours get their meaning or lose it."""
    found: list[OrderToken] = []
    for at, token in enumerate(tokens):
        before = found[-1].kind if found else ""
        after = tokens[at + 1].kind if at + 1 < len(tokens) else ""
        beyond = tokens[at + 2].kind if at + 2 < len(tokens) else ""
        kind = _settled(token, before, after, beyond)
        if kind:
            token.kind = kind
            found.append(token)
    return found


def _settled(token: OrderToken, before: str, after: str, beyond: str) -> str:
    """The kind of a token between its neighbours; empty where it is dropped."""
    numbers = ("NUM", "BADNUM")
    match token.kind:
        case "GOODS":
            return ""
        case "NUM" | "BADNUM" if after == "GOODS":
            return ""  # "for 15 Food"
        case "TIMES" if before not in numbers and after not in numbers:
            return "WORD"
        case "TIMES" if before not in (*numbers, "UNIT", "GROUP"):
            return ""  # "x5 Slingers"
        case "PLUS" if before in numbers and after in numbers and beyond in ("SPEED", "PLUS"):
            return "PLUS"
        case "SLASH" if before in numbers and after in numbers and beyond in _COUNTED:
            return ""
        case "NUM" if before in numbers and after in _COUNTED:
            return ""  # "2 of their 4 Speed", "2/4 Speed", "5 of the 10 Slingers"
        case "SLASH" | "PLUS":
            return "AND"
        case "ARROW" if after not in ("PLACE", "SITE"):
            return "THEN"
        case "SPEED" if before not in (*numbers, "ALL", "REST"):
            if after in numbers and beyond not in ("UNIT", "WORD", "TIMES", "SPEED"):
                return "LABEL"
            if after == "COLON" and beyond in numbers:
                return "LABEL"
        case "VERB" if token.past and not token.auxiliary and after in ("UNIT", "WORD", "GROUP"):
            if before in (*numbers, "ALL", "REST", "TIMES"):
                return ""  # "10 garrisoned Slingers"
    return token.kind
