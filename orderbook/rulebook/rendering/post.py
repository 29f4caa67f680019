"""Rule data written back as the post it could have come from: headings, labels and prose of a faction post.

Whoever reads the post again (``importing``) gets the same data. Most of it can be told as game masters tell it
(``You can recruit Kobold Slingers``); what a reader would then not find, or find otherwise, is said by a plain label
(``Also called: Gloomdrake``). Which keys need one is found by reading the post that was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from orderbook.rulebook.importing.drafts import TITLES
from orderbook.rulebook.importing.read import read_rules, to_rulebook
from orderbook.rulebook.model import Ability, Faction, Rulebook, RuleEntry
from orderbook.rulebook.rendering.entries import EntryWriter, render_ability, render_names
from orderbook.rulebook.rendering.preamble import render_preamble
from orderbook.text.source import SourceText

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_MOST_ROUNDS = 3
_NOT_COMPARED = ("source", "faction", "section", "units", "rooms", "defences", "rituals")

Needed = dict[tuple[str, str], frozenset[str]]
"""By faction and entry (``""``: the faction itself), the keys that need a plain label."""


@dataclass(frozen=True, slots=True)
class EntryText:
    """A block of the post: its heading and the lines below it."""

    heading: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n")


@dataclass(frozen=True, slots=True)
class ListText:
    """A list of the post."""

    title: str
    entries: tuple[EntryText, ...]


@dataclass(frozen=True, slots=True)
class FactionText:
    """A faction's spoiler: paragraphs before its lists, and the lists."""

    name: str
    paragraphs: tuple[str, ...]
    lists: tuple[ListText, ...]


@dataclass(frozen=True, slots=True)
class PostText:
    """What a template makes a post of. ``commons`` are the abilities and the spells."""

    factions: tuple[FactionText, ...] = ()
    commons: tuple[ListText, ...] = ()


@dataclass(frozen=True)
class _Material:
    factions: Sequence[Faction]
    abilities: Sequence[Ability]
    spells: Sequence[Ability]
    needed: Needed = field(default_factory=dict)


def render_post(
    factions: Sequence[Faction],
    abilities: Sequence[Ability] = (),
    spells: Sequence[Ability] = (),
    *,
    fill: Callable[[PostText], str],
) -> str:
    """The post of these factions, abilities and spells; ``fill`` makes BBCode of its text."""
    material = _Material(factions, abilities, spells)
    post = fill(_describe(material))
    for _ in range(_MOST_ROUNDS):
        differing = dict(_find_differences(material, to_rulebook(read_rules(SourceText(post)))))
        if not differing:
            break
        needed = {key: differing.get(key, frozenset()) | keys for key, keys in material.needed.items()}
        material = _Material(factions, abilities, spells, {**differing, **needed})
        post = fill(_describe(material))
    return post


def _describe(material: _Material) -> PostText:
    commons = []
    for kind, entries in (("ability", material.abilities), ("spell", material.spells)):
        if entries:
            blocks = (
                EntryText(*render_ability(entry, material.needed.get((kind, entry.name), frozenset())))
                for entry in entries
            )
            commons.append(ListText(TITLES[kind], tuple(blocks)))
    return PostText(tuple(_describe_faction(faction, material.needed) for faction in material.factions), tuple(commons))


def _describe_faction(faction: Faction, needed: Needed) -> FactionText:
    names = render_names(faction)
    lists: tuple[tuple[str, Sequence[RuleEntry]], ...] = (
        ("unit", faction.units),
        ("room", faction.rooms),
        ("ritual", faction.rituals),
        ("defence", faction.defences),
    )
    texts = []
    for kind, entries in lists:
        if entries:
            writers = (
                EntryWriter(entry, faction, names, needed.get((faction.name, entry.name), frozenset()))
                for entry in entries
            )
            texts.append(
                ListText(TITLES[kind], tuple(EntryText(writer.heading(), writer.lines()) for writer in writers))
            )
    return FactionText(
        faction.name, render_preamble(faction, needed.get((faction.name, ""), frozenset())), tuple(texts)
    )


def _find_differences(material: _Material, read: Rulebook) -> Iterator[tuple[tuple[str, str], frozenset[str]]]:
    found = {faction.name: faction for faction in read.factions}
    for faction in material.factions:
        other = found.get(faction.name)
        if other is None:
            continue
        if keys := _differing(faction, other):
            yield (faction.name, ""), keys
        entries = {entry.name: entry for entry in other.entries}
        for entry in faction.entries:
            twin = entries.get(entry.name)
            if type(twin) is type(entry) and twin is not None and (keys := _differing(entry, twin)):
                yield (faction.name, entry.name), keys
    for kind, own, others in (("ability", material.abilities, read.abilities), ("spell", material.spells, read.spells)):
        twins = {entry.name: entry for entry in others}
        for ability in own:
            if ability.name in twins and (keys := _differing(ability, twins[ability.name])):
                yield (kind, ability.name), keys


def _differing(first: DataclassInstance, second: DataclassInstance) -> frozenset[str]:
    names = (each.name for each in fields(first))
    return frozenset(
        name for name in names if name not in _NOT_COMPARED and getattr(first, name) != getattr(second, name)
    )
