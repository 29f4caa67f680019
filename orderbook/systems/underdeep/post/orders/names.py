"""Names that an order may hold, found in its words: units, sites, persons, structures, spells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from orderbook.rulebook.model import Unit
from orderbook.rulebook.names import NameIndex, fold_name, fold_words
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import ArmyLine, Site
from orderbook.systems.underdeep.post.orders.vocabulary import Words, load_words
from orderbook.text.fold import LINES_KEPT
from orderbook.text.records import record

_LEAST_ALONE = 4
"""Letters a part of a name must have to stand for the whole."""


@record
class Person:
    """A leader or officer as Armies lists him; ``unit`` where it is known."""

    name: str
    unit: Unit | None = None


@dataclass
class NameBook:
    """Names by their first word, the longest first. A name entered twice keeps its first meaning."""

    _entries: dict[str, dict[Words, tuple[str, Any]]] = field(default_factory=dict)
    _longest: dict[str, int] = field(default_factory=dict)

    def enter(self, name: str, kind: str, value: Any) -> None:
        words = tuple(fold_name(name).split())
        if words:
            self._entries.setdefault(words[0], {}).setdefault(words, (kind, value))
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def find(self, words: Sequence[str], at: int) -> tuple[int, str, Any] | None:
        """Number of words, kind and value of the longest name that begins at ``words[at]``."""
        entries = self._entries.get(words[at])
        if entries is None:
            return None
        for length in range(min(self._longest[words[at]], len(words) - at), 0, -1):
            if found := entries.get(tuple(words[at : at + length])):
                return length, *found
        return None

    def has(self, name: str) -> bool:
        words = tuple(fold_name(name).split())
        return bool(words) and words in self._entries.get(words[0], {})


def build_names(
    catalogue: Catalogue, sites: Sequence[Site], armies: Sequence[ArmyLine], spells: Iterable[str] = ()
) -> NameBook:
    """All names an order may hold. A single word that is a verb too ("Scout") is no name here."""
    book = NameBook()
    for site in sites:
        book.enter(site.name, "SITE", site)
    _enter_index(book, "UNIT", catalogue.units)
    _enter_persons(book, catalogue, armies)
    rituals = catalogue.faction.rituals if catalogue.faction else ()
    for ritual in rituals:
        book.enter(ritual.name, "SPELL", ritual.name)
    _enter_index(book, "STRUCT", catalogue.structures)
    for spell in spells:
        if not _is_common(spell, least=3):
            book.enter(spell, "SPELL", spell)
    for site in sites:
        core = core_name(site)
        if core and not _is_common(core):
            book.enter(core, "SITE", site)
    return book


_SITE_WORDS = frozenset(("the", "outpost", "dungeon", "at", "of", "in", "warren", "oubliette", "clanhold"))


def core_name(site: Site) -> str:
    """A site's name without "Outpost", "the" and the like."""
    return core_of(site.name)


def core_of(name: str) -> str:
    """A name of a site without what any site could be called."""
    return " ".join(word for word in fold_name(name).split() if word not in _SITE_WORDS)


@lru_cache(maxsize=LINES_KEPT)
def _is_common(name: str, least: int = _LEAST_ALONE) -> bool:
    """Whether a short name is an everyday word of orders."""
    words = fold_words(name).split()
    table = load_words()
    return len(words) == 1 and (len(words[0]) < least or words[0] in table.verbs or words[0] in table.others)


def _enter_index(book: NameBook, kind: str, index: NameIndex[Any]) -> None:
    for form in index.forms:
        if not _is_common(form) and (match := index.find(form)):
            book.enter(form, kind, match.value)


def _enter_persons(book: NameBook, catalogue: Catalogue, armies: Sequence[ArmyLine]) -> None:
    persons = [(line, Person(line.person, line.unit.entry)) for line in armies if line.person]
    for _, person in persons:
        book.enter(person.name, "PERSON", person)
    parts: dict[str, list[Person]] = {}
    for line, person in persons:
        titles = {fold_name(title) for title in line.unit.entry.titles} if line.unit.entry else set()
        words = [word for word in fold_words(person.name).split() if word not in titles]
        for part in {words[0], " ".join(words)} if words else ():
            parts.setdefault(part, []).append(person)
    for part, those in sorted(parts.items()):
        if len(those) == 1 and len(part) >= _LEAST_ALONE and not _is_common(part):
            book.enter(part, "PERSON", those[0])
    for unit in catalogue.faction.units if catalogue.faction else ():
        if unit.leader:
            for title in unit.titles:
                book.enter(title, "PERSON", Person(title, unit))
