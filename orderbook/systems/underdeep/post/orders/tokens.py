"""Tokens of an order: the tokens of the line, with names, verbs and little words told apart, conditions in one piece.

Words of no importance are dropped, so that "the 10 Slingers are to move" and "10 Slingers move" are the same.
"""

from __future__ import annotations

from typing import Any

from orderbook.rulebook.names import fold_words
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.systems.underdeep.post.orders.names import NameBook
from orderbook.systems.underdeep.post.orders.neighbours import OrderToken, settle_tokens
from orderbook.systems.underdeep.post.orders.vocabulary import Meaning, load_words, longest_phrase
from orderbook.systems.underdeep.post.phrases import tokens_with_places
from orderbook.systems.underdeep.post.vocabulary import build_vocabulary
from orderbook.text.number_words import NUMBER_WORDS, leading_number
from orderbook.text.tokens import Kind, Tok

_PLAIN = {
    kind: kind.value
    for kind in (
        Kind.NUM, Kind.BADNUM, Kind.PLUS, Kind.DASH, Kind.TIMES, Kind.COLON, Kind.COMMA, Kind.SEMI, Kind.SLASH,
        Kind.LPAR, Kind.RPAR, Kind.AT, Kind.ARROW, Kind.PLACE, Kind.SPEED,
    )
} | dict.fromkeys((Kind.MINUS, Kind.LOOSE, Kind.EQ), "DASH")  # fmt: skip
_LONGEST_NUMBER = 80  # characters
_SPEED_WORDS = ("speeds", "sp", "spds")
_SIGNS = {"&": "AND", ">": "ARROW", '"': "FILLER", "'": "FILLER", "_": "FILLER", "*": "FILLER", "~": "FILLER"}
_BETWEEN = ("also", "then", "to", "now")  # words between an auxiliary and its verb
_BEFORE_NOUNS = ("VIA", "AT", "FOR", "WITH", "FROM", "TO", "NUM", "VERB", "ALL")


def order_tokens(text: str, names: NameBook) -> list[OrderToken]:
    """The tokens of a line, conditions joined. Linear in the length of the line."""
    return settle_tokens(_Classifier(text, names).run(), text)


class _Classifier:
    """One pass over the tokens of a line."""

    def __init__(self, text: str, names: NameBook) -> None:
        self.text, self.names = text, names
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
            if self.found and self.found[-1].kind == "VERB" and self.found[-1].value.verb is Verb.OBSESS:
                at = self._take_rest(at)
        return self.found

    def _take_rest(self, at: int) -> int:
        """What comes behind a verb to the end of the line, as one word: it is the player's to say."""
        while at < len(self.toks) and not self.toks[at].text[:1].isalnum():
            at += 1
        if at < len(self.toks):
            self._add("WORD", at, len(self.toks) - 1)
        return len(self.toks)

    def _add(self, kind: str, first: int, last: int, value: Any = None, **marks: Any) -> None:
        start, end = self.toks[first].start, self.toks[last].end
        if kind != "FILLER":
            self.found.append(OrderToken(kind, self.text[start:end], start, end, value, **marks))

    def _take_sign(self, at: int) -> int:
        tok = self.toks[at]
        kind = _PLAIN.get(tok.kind, "OTHER")
        if tok.kind is Kind.BULLET:
            kind = "FILLER" if at == 0 else "ARROW"
        elif tok.text == "|" and at == 0:
            kind = "FILLER"  # a tab that indents the line parts no cells
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
        if self.toks[at].text.lower() in ("a", "an") and (number := self._number(at)) is not None:
            return self._take_number(at, *number)  # "a dozen"
        choices: list[tuple[int, int, Meaning, Any]] = []
        if first < len(self.words):
            if name := self.names.find(self.words, first):
                choices.append((name[0], 2, Meaning(name[1]), name[2]))
            verb = longest_phrase(self.table.verbs, self.words, first)
            if verb is not None and self._may_be_verb(verb[1], self.toks[at].text):
                choices.append((verb[0], 1, self._meant(verb[1], self.words[first]), verb[1].verb))
            if other := longest_phrase(self.table.others, self.words, first):
                choices.append((other[0], 0, self._opening(other[1], self.words[first]), None))
        for length, _, meaning, value in sorted(choices, key=lambda choice: choice[:2], reverse=True):
            if (last := self._last(at, length)) is not None:
                self._add(meaning.kind, at, last, value, past=meaning.past, auxiliary=self.auxiliary)
                self._remember(self.words[first + length - 1])
                return last + 1
        return self._take_unknown(at)

    def _may_be_verb(self, meaning: Meaning, text: str) -> bool:
        """Whether a word that can be a noun as well is a verb here: "the ambush", "through old tunnels" are none."""
        if self.after_determiner:
            return False
        before = self.found[-1] if self.found else None
        if before is None or meaning.verb is None:
            return True
        if before.kind == "WORD" and before.text[0].isupper() and text[0].isupper():
            return False  # "Black Keep"
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

    def _number(self, at: int) -> tuple[int, int] | None:
        """The number in words that begins at a token, with its length in characters."""
        tok = self.toks[at]
        if (alone := NUMBER_WORDS.get(tok.text.lower())) is not None and at + 1 == len(self.toks):
            return alone, tok.end - tok.start
        return leading_number(self.text[tok.start : tok.start + _LONGEST_NUMBER])

    def _take_number(self, at: int, value: int, length: int) -> int:
        """A number in words: "ten", "twenty-one", "one hundred and five"."""
        last = at
        while last + 1 < len(self.toks) and self.toks[last + 1].end <= self.toks[at].start + length:
            last += 1
        self._add("NUM", at, last, value)
        self.after_determiner, self.auxiliary = False, 0
        return last + 1

    def _take_unknown(self, at: int) -> int:
        tok = self.toks[at]
        if tok.kind is Kind.RES:
            self._add("GOODS", at, at)
            return at + 1
        word = tok.text.lower()
        if (number := self._number(at)) is not None:
            return self._take_number(at, *number)
        if self.found and self.found[-1].kind in ("NUM", "BADNUM") and word in _SPEED_WORDS:
            self._add("SPEED", at, at)
        else:
            self._add("WORD", at, at, noun=self.after_determiner)
        self.after_determiner = word in self.table.determiners
        self.auxiliary = 0
        return at + 1


def _is_word(tok: Tok) -> bool:
    return (
        tok.kind not in (Kind.PLACE, Kind.TIMES, Kind.SPEED) and tok.text[:1].isalpha() and tok.kind is not Kind.BADNUM
    )


def _words_of(tok: Tok) -> list[str]:
    if _is_word(tok):
        return fold_words(tok.text).split()
    return [tok.text] if tok.kind is Kind.NUM else []
