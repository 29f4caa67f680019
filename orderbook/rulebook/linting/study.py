"""One faction under study: its lists by name, what resembles a name, and the words that are defined."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from orderbook.rulebook.indexes import structure_index, unit_index
from orderbook.rulebook.linting.glossary import Glossary
from orderbook.rulebook.linting.material import Material
from orderbook.rulebook.model import UNLIMITED, Faction, Requirement, Rulebook, Structure, Unit, ability_stems
from orderbook.rulebook.names import NameIndex, fold_name

Holder = Structure | Unit

_REMARK = "The book"
_PAST = re.compile(r"ed$")


class Study:
    """A faction with everything its lints look things up in. ``factions`` are all known ones, this one among them."""

    def __init__(self, material: Material, factions: Sequence[Faction], glossary: Glossary) -> None:
        self.material = material
        self.faction = material.faction
        self.factions = factions
        self.glossary = glossary
        self.structures = {structure.name: structure for structure in self.faction.structures}
        self.units = {unit.name: unit for unit in self.faction.units}
        self._explaining: dict[frozenset[str], list[str]] = {}

    @cached_property
    def structure_index(self) -> NameIndex[Structure]:
        return structure_index(self.faction)

    @cached_property
    def unit_index(self) -> NameIndex[Unit]:
        return unit_index(self.faction)

    @cached_property
    def takers(self) -> dict[str, list[Structure]]:
        """By the name of a structure, those that take its place."""
        takers: dict[str, list[Structure]] = {}
        for structure in self.faction.structures:
            for name in dict.fromkeys((*structure.replaces, *structure.replaces_present)):
                takers.setdefault(name, []).append(structure)
        return takers

    def prose_of(self, name: str) -> tuple[str, ...]:
        """What an entry says in sentences: as it was written, or the notes of shipped data."""
        written = self.material.written(name)
        if written is not None:
            return written.prose
        entry = self.structures.get(name) or self.units.get(name)
        return entry.notes if entry is not None else ()

    def explaining(self, ability: str) -> list[str]:
        """The units and structures that say something of an ability: one paragraph has all its words in some form."""
        wanted = _stems(ability)
        if wanted not in self._explaining:
            found = [name for name, paragraphs in self._told.items() if any(wanted <= stems for stems in paragraphs)]
            self._explaining[wanted] = found
        return self._explaining[wanted]

    @cached_property
    def _told(self) -> dict[str, list[frozenset[str]]]:
        """The words of each entry, paragraph by paragraph, remarks about the rulebook left out."""
        return {
            holder.name: [_stems(text) for text in self.prose_of(holder.name) if not is_remark(text)]
            for holder in self.holders()
        }

    def holders(self) -> Iterator[Holder]:
        """Units and structures, in the order of the lists."""
        yield from self.faction.units
        yield from self.faction.structures

    def needs(self, holder: Holder) -> list[Requirement]:
        """The prerequisites of an entry, those of a unit's options too."""
        options = holder.options if isinstance(holder, Unit) else ()
        return [*holder.requires, *(need for option in options for need in option.requires)]

    def likely_structure(self, name: str) -> tuple[str, ...]:
        """The structures a name that is none of them may mean, likeliest first."""
        return _likely(self.structure_index, name)

    def likely_unit(self, name: str) -> tuple[str, ...]:
        """The units a name that is none of them may mean, likeliest first."""
        return _likely(self.unit_index, name)

    def owner_of(self, name: str) -> str | None:
        """Another faction that has a structure or unit of that name."""
        folded = fold_name(name)
        for faction in self.factions:
            if faction.name != self.faction.name:
                for entry in faction.entries:
                    if fold_name(entry.name) == folded:
                        return faction.name
        return None

    def limit_of(self, structure: Structure) -> int | None:
        """How many there may be in one place, ``None`` for any number."""
        limit = structure.limit
        return None if limit == UNLIMITED else 1 if limit is None else int(limit)


def is_remark(paragraph: str) -> bool:
    """Whether a note speaks about the rulebook ("The book ...") and is no rule itself."""
    return paragraph.startswith(_REMARK)


def _stems(text: str) -> frozenset[str]:
    return frozenset(_PAST.sub("", stem) for stem in ability_stems(text))


def _likely(index: NameIndex[Structure] | NameIndex[Unit], name: str) -> tuple[str, ...]:
    match = index.find(name)
    if match is None:
        return index.suggest(name)
    return match.suggestions or (match.name,)


def known_factions(rulebook: Rulebook | None, materials: Sequence[Material]) -> list[Faction]:
    """The factions of a rulebook and those under study, each name once, those under study first."""
    factions = {material.faction.name: material.faction for material in materials}
    for faction in rulebook.factions if rulebook is not None else ():
        factions.setdefault(faction.name, faction)
    return list(factions.values())


def ask(suggestions: Sequence[str]) -> str:
    """``did you mean X or Y?``; empty where nothing is like it."""
    return f"did you mean {' or '.join(suggestions)}?" if suggestions else ""
