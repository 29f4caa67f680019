"""Name indexes of a faction or of all: its units, its structures, its rituals, and the factions themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from orderbook.rulebook.model import Faction, Ritual, Rulebook, RuleEntry, Structure, Unit
from orderbook.rulebook.names import NameIndex, fold_name
from orderbook.rulebook.plurals import pluralise

E = TypeVar("E", bound=RuleEntry)


def unit_index(faction: Faction, rulebook: Rulebook | None = None) -> NameIndex[Unit]:
    """The units of a faction. With ``rulebook`` names of other factions are not mistaken for misspellings."""
    return _faction_index(faction.units, faction, rulebook)


def structure_index(faction: Faction, rulebook: Rulebook | None = None) -> NameIndex[Structure]:
    """The rooms, traps and defences of a faction; ``rulebook`` as in ``unit_index``."""
    return _faction_index(faction.structures, faction, rulebook)


def ritual_index(faction: Faction, rulebook: Rulebook | None = None) -> NameIndex[Ritual]:
    """The rituals of a faction; ``rulebook`` as in ``unit_index``."""
    return _faction_index(faction.rituals, faction, rulebook)


def all_units_index(rulebook: Rulebook) -> NameIndex[tuple[Unit, ...]]:
    """The units of all factions; a name that several have gives them all."""
    return _common_index(rulebook, lambda faction: faction.units)


def all_structures_index(rulebook: Rulebook) -> NameIndex[tuple[Structure, ...]]:
    """The rooms, traps and defences of all factions; a name that several have gives them all."""
    return _common_index(rulebook, lambda faction: faction.structures)


def faction_index(rulebook: Rulebook) -> NameIndex[Faction]:
    """The factions by name and other names."""
    return NameIndex((form, faction) for faction in rulebook.factions for form in (faction.name, *faction.aliases))


def race_words(faction: Faction) -> frozenset[str]:
    """Words for the race that writers put before a name or leave out (kobold, kobolds, cleversmart), folded."""
    if not faction.unit_prefix:
        return frozenset()
    words = (fold_name(name) for name in (faction.unit_prefix, *faction.aliases))
    return frozenset(word for word in words if " " not in word)


def entry_forms(entry: RuleEntry) -> Iterator[str]:
    """The forms that name an entry for certain: its name first, then plural and other names."""
    yield entry.name
    yield entry.plural or pluralise(entry.name)
    for alias in entry.aliases:
        yield alias
        yield pluralise(alias)


def _bare_forms(entry: RuleEntry, words: frozenset[str]) -> Iterator[str]:
    """Forms without the race's name, as far as something is left."""
    if words:
        for form in entry_forms(entry):
            folded = fold_name(form).split()
            bare = [word for word in folded if word not in words]
            if bare and len(bare) < len(folded):
                yield " ".join(bare)


def _faction_index(entries: Sequence[E], faction: Faction, rulebook: Rulebook | None) -> NameIndex[E]:
    words = race_words(faction)
    own = {id(entry) for entry in entries}

    def decoys() -> Iterator[str]:
        for other in rulebook.factions if rulebook else (faction,):
            for entry in other.entries:
                if id(entry) not in own:
                    yield entry.name
                    yield entry.plural

    return NameIndex(
        ((form, entry) for entry in entries for form in entry_forms(entry)),
        weak_forms=((form, entry) for entry in entries for form in _bare_forms(entry, words)),
        race_words=words,
        decoys=decoys,
    )


def _common_index(rulebook: Rulebook, entries_of: Callable[[Faction], Iterable[E]]) -> NameIndex[tuple[E, ...]]:
    by_name: dict[str, list[E]] = {}
    words: dict[str, frozenset[str]] = {}
    for faction in rulebook.factions:
        words[faction.name] = race_words(faction)
        for entry in entries_of(faction):
            by_name.setdefault(fold_name(entry.name), []).append(entry)
    groups = [tuple(entries) for entries in by_name.values()]
    return NameIndex(
        ((form, group) for group in groups for entry in group for form in entry_forms(entry)),
        weak_forms=(
            (form, group) for group in groups for entry in group for form in _bare_forms(entry, words[entry.faction])
        ),
    )
