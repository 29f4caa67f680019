"""Tokens of an order: the tokens of the line, with names, verbs and little words told apart, conditions in one piece.

Words of no importance are dropped, so that "the 10 Slingers are to move" and "10 Slingers move" are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orderbook.rulebook.names import fold_words
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.post.orders.names import NameBook
from orderbook.systems.underdeep.post.orders.vocabulary import Meaning, load_words, longest_phrase
from orderbook.systems.underdeep.post.phrases import tokens_with_places
from orderbook.systems.underdeep.post.titles import is_one_slip
from orderbook.systems.underdeep.post.vocabulary import build_vocabulary
from orderbook.text.tokens import NUMBER_WORDS, Kind, Tok

_PLAIN = {
    kind: kind.value
    for kind in (
        Kind.NUM, Kind.BADNUM, Kind.PLUS, Kind.DASH, Kind.TIMES, Kind.COLON, Kind.COMMA, Kind.SEMI, Kind.SLASH,
        Kind.LPAR, Kind.RPAR, Kind.AT, Kind.ARROW, Kind.PLACE, Kind.SPEED,
    )
} | dict.fromkeys((Kind.MINUS, Kind.LOOSE, Kind.EQ), "DASH")  # fmt: skip
_LONG_FORM = 6
_SLIP_FORM = 4
"""Letters of a verb that one wrong letter leaves plain: anywhere, and where the line has no other verb."""

_SIGNS = {"&": "AND", ">": "ARROW", '"': "FILLER", "'": "FILLER", "_": "FILLER", "*": "FILLER", "~": "FILLER"}
_BETWEEN = ("also", "then", "to", "now")  # words between an auxiliary and its verb
_BEFORE_NOUNS = ("VIA", "AT", "FOR", "WITH", "FROM", "TO", "NUM", "VERB", "ALL")
_CLOSERS = ("SENTENCE", "SEMI", "RPAR")


@dataclass(slots=True)
class OrderToken:
    """A token at ``text[start:end]`` of the line. ``value``: number, region, site, unit, ...; of a verb its kind.

    ``past`` and ``auxiliary`` (0 none, 1 "are", 2 "will be", "to be") tell "garrisoned at A" from an order to.
    ``slip`` is the right word where a misspelt one was read.
    """

    kind: str
    text: str
    start: int
    end: int
    value: Any = None
    past: bool = False
    auxiliary: int = 0
    slip: str = ""


def order_tokens(text: str, names: NameBook) -> list[OrderToken]:
    """The tokens of a line, conditions joined. Linear in the length of the line."""
    found = _classify(text, names, _LONG_FORM)
    if not any(token.kind == "VERB" for token in found):
        kinds = {token.kind for token in found}
        if "UNIT" in kinds or "SPEED" in kinds or ("NUM" in kinds and kinds & {"PLACE", "SITE"}):
            found = _classify(text, names, _SLIP_FORM)
    return _settle(_join_conditions(found, text))


def _classify(text: str, names: NameBook, least: int) -> list[OrderToken]:
    return _Classifier(text, names, least).run()


class _Classifier:
    """One pass over the tokens of a line; ``least`` is how long a misspelt verb must be."""

    def __init__(self, text: str, names: NameBook, least: int) -> None:
        self.text, self.names, self.least = text, names, least
        self.table = load_words()
        self.toks = tokens_with_places(text, build_vocabulary())
        self.words: list[str] = []  # of all tokens; signs and places have none
        self.first_word: list[int] = []  # of each token
        self.ending: dict[int, int] = {}  # number of words up to and with a token: that token
        for index, tok in enumerate(self.toks):
            self.first_word.append(len(self.words))
            if words := _words_of(tok):
                self.words.extend(words)
                self.ending[len(self.words)] = index
        self.found: list[OrderToken] = []
        self.after_determiner = False
        self.auxiliary = 0

    def run(self) -> list[OrderToken]:
        at = 0
        while at < len(self.toks):
            at = self._take_word(at) if _is_word(self.toks[at]) else self._take_sign(at)
        return self.found

    def _add(self, kind: str, first: int, last: int, value: Any = None, **marks: Any) -> None:
        start, end = self.toks[first].start, self.toks[last].end
        if kind != "FILLER":
            self.found.append(OrderToken(kind, self.text[start:end], start, end, value, **marks))

    def _take_sign(self, at: int) -> int:
        tok = self.toks[at]
        kind = _PLAIN.get(tok.kind, "OTHER")
        if tok.kind is Kind.BULLET:
            kind = "FILLER" if at == 0 else "ARROW"
        elif tok.kind is Kind.DOT or (kind == "OTHER" and tok.text in "!?"):
            kind = "SENTENCE" if self._ends_sentence(at) else "FILLER"
        elif kind == "OTHER":
            kind = _SIGNS.get(tok.text, kind)
        self.after_determiner = False
        self.auxiliary = 0
        self._add(kind, at, at, tok.value)
        return at + 1

    def _ends_sentence(self, at: int) -> bool:
        following = self.text[self.toks[at].end :][:1]
        if following and not following.isspace():
            return False
        return at + 1 == len(self.toks) or not self.toks[at + 1].text[:1].islower()

    def _last(self, at: int, length: int) -> int | None:
        """The token with which so many words from a token on end, if they end with one and only words lie between."""
        last = self.ending.get(self.first_word[at] + length)
        if last is None or any(not _words_of(tok) for tok in self.toks[at : last + 1]):
            return None
        return last

    def _take_word(self, at: int) -> int:
        """The longest name or phrase that begins here; of equally long ones a name before a verb before the rest."""
        first = self.first_word[at]
        choices: list[tuple[int, int, Meaning, Any]] = []
        if first < len(self.words):
            if name := self.names.find(self.words, first):
                choices.append((name[0], 2, Meaning(name[1]), name[2]))
            verb = longest_phrase(self.table.verbs, self.words, first)
            if verb is not None and self._may_be_verb(verb[1]):
                choices.append((verb[0], 1, self._meant(verb[1], self.words[first]), verb[1].verb))
            if other := longest_phrase(self.table.others, self.words, first):
                choices.append((other[0], 0, self._opening(other[1], self.words[first]), None))
        for length, _, meaning, value in sorted(choices, key=lambda choice: choice[:2], reverse=True):
            if (last := self._last(at, length)) is not None:
                self._add(meaning.kind, at, last, value, past=meaning.past, auxiliary=self.auxiliary)
                self._remember(self.words[first + length - 1])
                return last + 1
        return self._take_unknown(at)

    def _may_be_verb(self, meaning: Meaning) -> bool:
        """Whether a word that can be a noun as well is a verb here: "the ambush", "through old tunnels" are none."""
        if self.after_determiner:
            return False
        before = self.found[-1] if self.found else None
        if before is None or meaning.verb is None:
            return True
        if meaning.third:
            return before.kind not in _BEFORE_NOUNS and not (before.kind == "WORD" and before.text.islower())
        if meaning.verb.verb in (Verb.AMBUSH, Verb.TUNNEL) and before.kind == "VERB":
            return before.value.verb is Verb.MOVE or meaning.past  # "go ambush them", but "guard tunnel entrances"
        return True

    def _meant(self, meaning: Meaning, word: str) -> Meaning:
        """ "Retreating" behind another verb tells what to do in case, not where to go."""
        retreats = meaning.verb is not None and meaning.verb.verb is Verb.RETREAT and word.endswith("ing")
        if retreats and any(token.kind == "VERB" for token in self.found) and self.found[-1].kind in ("COMMA", "AND"):
            return Meaning("PURPOSE")
        return meaning

    def _opening(self, meaning: Meaning, word: str) -> Meaning:
        """ "Should" begins a condition at the head of a clause only."""
        inside = bool(self.found) and self.found[-1].kind not in ("SENTENCE", "SEMI", "COMMA", "DASH", "LPAR")
        return Meaning("FILLER") if word == "should" and inside else meaning

    def _remember(self, word: str) -> None:
        """What the last word means for the verb that may follow."""
        self.after_determiner = word in self.table.determiners
        if word in self.table.weak_auxiliaries:
            self.auxiliary = 1
        elif word in self.table.auxiliaries:
            self.auxiliary = 2
        elif word not in _BETWEEN:
            self.auxiliary = 0

    def _take_unknown(self, at: int) -> int:
        tok = self.toks[at]
        if tok.kind is Kind.RES:
            self._add("GOODS", at, at)
            return at + 1
        word = tok.text.lower()
        number = NUMBER_WORDS.get(word)
        slip = ""
        if number is not None:
            self._add("NUM", at, at, number)
        elif not self.after_determiner and (slip := self._misspelt(word)):
            meaning = longest_phrase(self.table.verbs, [slip], 0)
            self._add("VERB", at, at, meaning[1].verb if meaning else None, slip=slip, auxiliary=2)
        else:
            self._add("WORD", at, at)
        self.after_determiner = word in self.table.determiners
        self.auxiliary = 0
        return at + 1

    def _misspelt(self, word: str) -> str:
        """The verb a word was meant to be, if one wrong letter makes it so and nothing else is as near."""
        if len(word) < self.least - 1 or not word.isalpha() or word in self.table.verbs:
            return ""
        near = {form for form in self.table.verb_forms if len(form) >= self.least and is_one_slip(word, form)}
        if not near or any(longest_phrase(self.table.others, [form], 0) for form in near):
            return ""
        kinds = {longest_phrase(self.table.verbs, [form], 0)[1].verb for form in near}  # type: ignore[index]
        return min(near) if len(kinds) == 1 else ""


def _is_word(tok: Tok) -> bool:
    return (
        tok.kind not in (Kind.PLACE, Kind.TIMES, Kind.SPEED) and tok.text[:1].isalpha() and tok.kind is not Kind.BADNUM
    )


def _words_of(tok: Tok) -> list[str]:
    if _is_word(tok):
        return fold_words(tok.text).split()
    return [tok.text] if tok.kind is Kind.NUM else []


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
        case "PLUS" if before in numbers and after in numbers and beyond in ("SPEED", "PLUS"):
            return "PLUS"
        case "SLASH" if before in numbers and after in numbers and beyond == "SPEED":
            return ""
        case "NUM" if before in numbers and after == "SPEED":
            return ""  # "2 of their 4 Speed", "2/4 Speed"
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
