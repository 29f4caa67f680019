"""Entries and factions while they are being read: tables of rule data that grow, with all there is to tell of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from orderbook.rulebook.importing.block import Block
from orderbook.rulebook.importing.facts import Facts
from orderbook.rulebook.importing.prices import Price
from orderbook.rulebook.importing.remarks import Remark, RemarkKind
from orderbook.rulebook.plurals import pluralise
from orderbook.text.source import SourceText, Span

TITLES = {
    "unit": "Units",
    "room": "Rooms",
    "ritual": "Rituals",
    "defence": "Traps and Defences",
    "ability": "Abilities",
    "spell": "Spells",
}
"""The lists in the order in which they are written, each with its title."""


@dataclass
class Need:
    """A prerequisite: any of ``names``, as written until they are looked up; ``span`` is its line."""

    names: tuple[str, ...]
    count: int = 1
    replaces: bool = False
    span: Span = field(default_factory=lambda: Span(0, 0))

    def render(self, plurals: dict[str, str]) -> str:
        """The form in which rule data has it; ``plurals`` by name."""
        names = [plurals.get(name) or pluralise(name) if self.count > 1 else name for name in self.names]
        number = f"{self.count} " if self.count > 1 else ""
        return f"{number}{' or '.join(names)}{' (replaces)' if self.replaces else ''}"


@dataclass
class DraftEntry:
    """``table`` holds the keys of the rule data that are settled; prices wait for the names of the resources, needs
    and other names for each other. ``stated`` are the keys a label said outright, which nothing may change."""

    kind: str
    name: str
    block: Block
    faction: str = ""
    table: dict[str, Any] = field(default_factory=dict)
    prices: dict[str, Price] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    needs: list[Need] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    stated: set[str] = field(default_factory=set)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def span(self) -> Span:
        return self.block.span

    @property
    def plural(self) -> str:
        return str(self.table.get("plural") or pluralise(self.name))

    @property
    def is_structure(self) -> bool:
        return self.kind in ("room", "defence")

    def span_of(self, text: str) -> Span:
        """The lines of the entry in which a text stands; the whole entry where it is in none."""
        fields = [*self.block.fields.values(), *self.block.repeated]
        pieces = [(each.value, each.span) for each in fields] + [(each.text, each.span) for each in self.block.prose]
        return next((span for piece, span in pieces if text in piece), self.block.span)

    def tell(
        self,
        kind: RemarkKind,
        message: str,
        span: Span | None = None,
        *,
        key: str = "",
        written: str = "",
        read_as: str = "",
    ) -> None:
        self.remarks.append(
            Remark(kind, message, span or self.block.span, self.faction, self.name, key, written, read_as)
        )


@dataclass
class DraftFaction:
    """``header`` is the ``[faction]`` table; ``entries`` in the order of the post."""

    name: str
    span: Span
    header: dict[str, Any] = field(default_factory=dict)
    entries: list[DraftEntry] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def of(self, *kinds: str) -> list[DraftEntry]:
        return [entry for entry in self.entries if entry.kind in kinds]

    def tell(
        self, kind: RemarkKind, message: str, span: Span | None = None, *, key: str = "", written: str = ""
    ) -> None:
        self.remarks.append(Remark(kind, message, span or self.span, self.name, key=key, written=written))


@dataclass
class Imported:
    """All that was read of a post. ``remarks`` are those that belong to no faction. Spans are offsets of ``post``.

    ``notes`` say what was unusual about the post as a whole: its encoding, its line ends, its markup.
    """

    post: SourceText
    notes: tuple[str, ...] = ()
    factions: list[DraftFaction] = field(default_factory=list)
    abilities: list[DraftEntry] = field(default_factory=list)
    spells: list[DraftEntry] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def lines_of(self, span: Span) -> tuple[int, int]:
        """First and last line of a span, counted from 1."""
        return self.post.line_of(span.start), self.post.line_of(max(span.start, span.end - 1))

    @property
    def is_empty(self) -> bool:
        return not (self.factions or self.abilities or self.spells)

    def all_entries(self) -> list[DraftEntry]:
        return [*(entry for faction in self.factions for entry in faction.entries), *self.abilities, *self.spells]

    def all_remarks(self) -> list[Remark]:
        """Every remark, in the order of the post."""
        found = [*self.remarks]
        for faction in self.factions:
            found += faction.remarks
        for entry in self.all_entries():
            found += entry.remarks
        return sorted(found, key=lambda remark: (remark.span, remark.kind, remark.message))
