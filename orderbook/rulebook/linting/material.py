"""What is linted: factions and a glossary, each entry with the place where it was written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from orderbook.findings.model import Severity
from orderbook.rulebook.model import Ability, Faction
from orderbook.text.fold import fold
from orderbook.text.source import SourceText, Span


@dataclass(frozen=True, slots=True)
class Written:
    """An entry where it stands. ``head`` is the place of its name, ``block`` all of it, ``keys`` those of its values.

    ``prose`` holds what the entry says of its rules in sentences, paragraph by paragraph, ``story`` what else it tells.
    ``lost`` are the keys whose values could not be read, so that nothing follows from their absence.
    """

    kind: str
    name: str
    source: SourceText
    head: Span
    block: Span
    keys: Mapping[str, Span] = field(default_factory=dict)
    prose: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    lost: frozenset[str] = frozenset()

    def find(self, key: str = "", text: str = "") -> tuple[Span, bool]:
        """The place of ``text`` in the value of ``key``, or the nearest to it that is known; and whether it is exact.

        An exact place holds ``text`` and nothing else.
        """
        stretch = self.keys.get(key)
        spans = [span for span in (stretch, self.block) if span is not None]
        for words, is_exact in ((text, True), (_singular(text), False)):
            for span in spans if words else ():
                found = find_words(self.source, span, words)
                if found:
                    return found, is_exact
        return stretch or self.head, False


def _singular(text: str) -> str:
    """``Body`` for ``Bodies``: how a post writes one of a resource."""
    return text[:-3] + "y" if text.endswith("ies") else text[:-1] if text.endswith("s") else ""


def find_words(source: SourceText, span: Span, text: str) -> Span | None:
    """Where the words stand, however they are spaced and capitalised; as whole words if they are so anywhere."""
    words = [re.escape(word) for word in fold(text).split()]
    if not words:
        return None
    stretch = fold(source.text)[span.start : span.end]
    pattern = r"\s+".join(words)
    for bounded in (rf"(?<!\w){pattern}(?!\w)", pattern):
        match = re.search(bounded, stretch, re.IGNORECASE)
        if match:
            return Span(span.start + match.start(), span.start + match.end())
    return None


@dataclass(frozen=True)
class Material:
    """A faction as it was written. ``entries`` holds all of them, those that bear a name a second time too.

    ``laid_over`` tells that the faction is shipped data with something laid over it: ``entries`` then holds only what
    was laid over.
    """

    faction: Faction
    head: Written
    entries: tuple[Written, ...]
    laid_over: bool = False

    def written(self, name: str) -> Written | None:
        """The first entry of that name."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Written]:
        return {entry.name: entry for entry in reversed(self.entries)}


@dataclass(frozen=True, slots=True)
class Flaw:
    """What a lint found. ``entry`` is the name of the entry (empty: the faction itself), ``key`` and ``text`` say
    where in it; ``better`` is what to write instead of ``text``. ``severity`` is the lint's own if left out."""

    check: str
    entry: str
    message: str
    key: str = ""
    text: str = ""
    better: str | None = None
    severity: Severity | None = None


@dataclass(frozen=True, slots=True)
class PlacedFlaw:
    """A flaw with its place. ``tab`` is the list it stands in."""

    check: str
    source: SourceText
    span: Span
    message: str
    better: str | None = None
    severity: Severity | None = None
    tab: str | None = None


@dataclass(frozen=True)
class Subject:
    """Everything at one path: its sources in order, its factions, its own abilities and spells, what reading met.

    ``entries`` are the places of abilities and spells. ``lines`` are those looked at and those not understood, where
    that is not simply all and none.
    """

    sources: tuple[SourceText, ...]
    materials: tuple[Material, ...] = ()
    abilities: tuple[Ability, ...] = ()
    spells: tuple[Ability, ...] = ()
    entries: tuple[Written, ...] = ()
    flaws: tuple[PlacedFlaw, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[int, int] | None = None


def count_lines(source: SourceText) -> int:
    """The lines of a source that are not blank."""
    return sum(bool(line.strip()) for line in source.text.splitlines())
