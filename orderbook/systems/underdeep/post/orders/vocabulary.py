"""The words of orders: verbs in all their forms (``verbs.toml``) and what stands around them (``words.toml``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from orderbook.rulebook.names import fold_words
from orderbook.systems.underdeep.post.orders.model import Verb
from orderbook.text import toml
from orderbook.text.records import record

Words = tuple[str, ...]

_HISSING = re.compile(r"(?:s|x|z|ch|sh|o)$")
_CONSONANT_Y = re.compile(r"(?<=[^aeiou])y$")
_DOUBLING = re.compile(r"^[^aeiou]*[aeiou][^aeiouwxy]$")


@record
class VerbKind:
    """A verb with its grammar; see the head of ``verbs.toml``."""

    verb: Verb
    motion: bool = False
    stays: bool = False
    units: bool = False
    to: bool = False
    free: bool = False


@record
class Meaning:
    """What a phrase means: a token kind, for a verb with its grammar and form.

    ``past``: a past form ("garrisoned"); ``third``: one in -s, which may be a plural noun ("tunnels").
    """

    kind: str
    verb: VerbKind | None = None
    past: bool = False
    third: bool = False


PhraseBook = dict[str, tuple[tuple[Words, Meaning], ...]]


@dataclass(frozen=True)
class WordTable:
    """All phrases by their first word, the longest first, verbs apart; and the short lists the lexer asks for."""

    verbs: PhraseBook
    others: PhraseBook
    verb_forms: frozenset[str]
    determiners: frozenset[str]
    auxiliaries: frozenset[str]
    weak_auxiliaries: frozenset[str]
    ways: tuple[str, ...]


def longest_phrase(book: PhraseBook, words: Sequence[str], at: int) -> tuple[int, Meaning] | None:
    """Number of words and meaning of the longest phrase of a book that begins at ``words[at]``."""
    for phrase, meaning in book.get(words[at], ()):
        if tuple(words[at : at + len(phrase)]) == phrase:
            return len(phrase), meaning
    return None


def verb_forms(word: str, irregular: dict[str, list[str]]) -> tuple[str, ...]:
    """Base, third person, -ing and past forms of a verb."""
    if word in irregular:
        return tuple(irregular[word])
    stem = word + word[-1] if _DOUBLING.search(word) else word
    third = (
        _CONSONANT_Y.sub("ies", word) if _CONSONANT_Y.search(word) else word + ("es" if _HISSING.search(word) else "s")
    )
    if word.endswith("e") and not word.endswith("ee"):
        return word, third, word[:-1] + "ing", word + "d"
    past = _CONSONANT_Y.sub("ied", word) if _CONSONANT_Y.search(word) else stem + ("d" if word.endswith("e") else "ed")
    return word, third, stem + "ing", past


def _read(name: str) -> dict[str, Any]:
    return toml.loads(Path(__file__).with_name(name).read_text("utf-8"))


@lru_cache(maxsize=1)
def load_words() -> WordTable:
    """The tables, read once."""
    verbs, words = _read("verbs.toml"), _read("words.toml")
    spoken = _by_first(_verbs(verbs))
    return WordTable(
        spoken,
        _by_first((*_fillers(words), *_kinds(words))),
        frozenset(first for first, those in spoken.items() if any(len(phrase) == 1 for phrase, _ in those)),
        frozenset(_texts(words, "DETERMINERS")),
        frozenset(_texts(words, "AUXILIARIES")),
        frozenset(_texts(words, "WEAK_AUXILIARIES")),
        tuple(_texts(words, "WAYS")),
    )


def tells_way(text: str) -> bool:
    """Whether words tell over or along what a way leads: a bridge, a shaft."""
    said = fold_words(text)
    return any(said == way or said.endswith(f" {way}") for way in load_words().ways)


def _by_first(entries: Iterable[tuple[Words, Meaning]]) -> PhraseBook:
    found = dict(entries)  # of two meanings the later wins
    by_first: dict[str, list[tuple[Words, Meaning]]] = {}
    for phrase, meaning in found.items():
        by_first.setdefault(phrase[0], []).append((phrase, meaning))
    return {first: tuple(sorted(those, key=lambda entry: -len(entry[0]))) for first, those in by_first.items()}


def _texts(table: dict[str, Any], key: str) -> list[str]:
    return [fold_words(str(text)) for text in table[key]]


def _fillers(words: dict[str, Any]) -> Iterable[tuple[Words, Meaning]]:
    for text in _texts(words, "FILLER"):
        yield tuple(text.split()), Meaning("FILLER")


def _kinds(words: dict[str, Any]) -> Iterable[tuple[Words, Meaning]]:
    kinds: dict[str, list[str]] = words["kinds"]
    for kind in kinds:
        for text in _texts(kinds, kind):
            yield tuple(text.split()), Meaning(kind)
    for kind in ("CONDITION", "PURPOSE"):
        for text in _texts(words, kind):
            yield tuple(text.split()), Meaning(kind)


def _verbs(table: dict[str, Any]) -> Iterable[tuple[Words, Meaning]]:
    irregular: dict[str, list[str]] = table["forms"]
    entries: list[dict[str, Any]] = table["verb"]
    for entry in entries:
        marks = {key: True for key in ("motion", "stays", "units", "to", "free") if entry.get(key)}
        kind = VerbKind(Verb(str(entry["name"])), **marks)
        for phrase in _texts(entry, "phrases"):
            first, *rest = phrase.split()
            for number, form in enumerate(verb_forms(first, irregular)):
                yield (form, *rest), Meaning("VERB", kind, past=number > 2, third=number == 1)
