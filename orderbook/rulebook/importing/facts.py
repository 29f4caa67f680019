"""What the sentences of an entry tell: the values that ``benefits`` and ``leaders`` fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from orderbook.rulebook.importing.numbers import Amount

Sentence = str

_LONGEST_SENTENCE = 1500
"""A longer one tells a story, whatever it is about."""


@dataclass(frozen=True)
class World:
    """What a reader of sentences knows of the faction: its word for a Dungeon (lower case, with its plural), whether
    a word is a resource, whether words are the name of one of its units."""

    dungeon_words: frozenset[str]
    is_resource: Callable[[str], bool]
    is_unit: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Recruited:
    """A unit named among those a room recruits; ``in_all`` and ``per_week`` where a number is given.

    ``bare``: neither a number nor an article stands before it, so that the form is meant for several.
    """

    name: str
    in_all: int | None = None
    per_week: int | None = None
    bare: bool = False


@dataclass
class Facts:
    """What an entry's sentences tell. ``options`` pairs the table of one with its price; ``doubts`` pairs a sentence
    with why a figure in it was not taken."""

    produces: list[Amount] = field(default_factory=list)
    up_to: bool = False
    deposit: bool = False
    recruits: list[Recruited] = field(default_factory=list)
    per_week: int | None = None
    places: tuple[str, ...] | None = None
    crew: int | None = None
    replaces_present: list[str] = field(default_factory=list)
    carried_by: list[str] = field(default_factory=list)
    headquarters: bool = False
    lead_bonus: dict[str, int] = field(default_factory=dict)
    garrison_bonus: dict[str, int] = field(default_factory=dict)
    options: list[tuple[dict[str, Any], list[Amount]]] = field(default_factory=list)
    doubts: list[tuple[Sentence, str]] = field(default_factory=list)


Reader = Callable[[Sentence, Facts, World], bool]
"""Takes what it understands of a sentence into the facts; ``True`` if the sentence says nothing beyond that."""


def read_sentences(
    sentences: Iterable[Sentence], readers: Iterable[Reader], facts: Facts, world: World
) -> list[Sentence]:
    """Lets each reader see each sentence; the sentences that say more than the facts taken from them."""
    left = []
    for sentence in sentences:
        understood = [reader(sentence, facts, world) for reader in readers if len(sentence) <= _LONGEST_SENTENCE]
        if not any(understood):
            left.append(sentence)
    return left
