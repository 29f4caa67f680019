"""What stands before the lists of a faction post: where it begins and with what, and the rules of the race."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.rulebook.importing.lines import Line
from orderbook.rulebook.importing.preamble import read_preamble
from orderbook.rulebook.importing.words import load_words
from orderbook.rulebook.model import Faction
from orderbook.rulebook.rendering.values import join_and, join_names, render_amounts
from orderbook.text.source import Span

_ONE_WORD = re.compile(r"[A-Z][\w-]+")


def render_preamble(faction: Faction, needed: frozenset[str]) -> tuple[str, ...]:
    """Its paragraphs. ``needed`` are the keys that have to be said by a plain label."""
    notes = [*faction.notes]
    start = _with_note("Starting Dungeon", _start(faction, needed), notes)
    opening = _with_note("Starting Resources", _opening(faction), notes)
    return (*start, *opening, *_plain(faction, needed), *(_note(note) for note in notes))


def _with_note(name: str, sentences: list[str], notes: list[str]) -> Iterator[str]:
    """A paragraph of that name, with what the first note says under it."""
    if sentences:
        if notes and notes[0].startswith(f"{name}: ") and _is_plain(notes[0]):
            sentences.append(notes.pop(0).removeprefix(f"{name}: "))
        yield f"{name}: {' '.join(sentences)}"


def _start(faction: Faction, needed: frozenset[str]) -> list[str]:
    own_word = faction.dungeon_word if _says_word(faction, needed) else "Dungeon"
    sentences = []
    if faction.starting_layers and "starting_layers" not in needed:
        sentences.append(f"Players claim their first {own_word} in the {_join_or(faction.starting_layers)}.")
    begun = [(entry, entry.starting) for entry in faction.structures if entry.starting]
    if begun:
        package = join_and([f"{number} {entry.plural if number > 1 else entry.name}" for entry, number in begun])
        sentences.append(f"The first {own_word} begins with {package}.")
    return sentences


def _opening(faction: Faction) -> list[str]:
    amounts = render_amounts(faction.opening, faction.resources)
    return [f"Players begin the game with {amounts}."] if faction.opening else []


def _plain(faction: Faction, needed: frozenset[str]) -> Iterator[str]:
    form = load_words().faction_label_form
    if faction.dungeon_word != "Dungeon" and not _says_word(faction, needed):
        yield f"{form('dungeon_word')}: {faction.dungeon_word}"
    if "starting_layers" in needed:
        yield f"{form('starting_layers')}: {join_names(faction.starting_layers)}"
    if "unit_prefix" in needed:
        yield f"{form('unit_prefix')}: {faction.unit_prefix or 'none'}"
    if "aliases" in needed:
        yield f"{form('aliases')}: {join_names(faction.aliases)}"
    if "resources" in needed:
        yield f"{form('resources')}: {join_names(faction.resources)}"
    if faction.message_allowance != 2:
        yield f"{form('message_allowance')}: {faction.message_allowance}"
    for key, word in (("race", faction.race), ("religion", faction.religion)):
        if word:
            yield f"{form(key)}: {word}"
    if faction.unlimited_messages_to:
        yield f"{form('unlimited_messages_to')}: {join_names(faction.unlimited_messages_to)}"
    if faction.knows_deposits:
        yield f"{form('knows_deposits')}: yes"
    if not faction.complete:
        yield f"{form('complete')}: no"


def _says_word(faction: Faction, needed: frozenset[str]) -> bool:
    """Whether the word for a Dungeon shows in the sentences of the start."""
    told = bool(faction.starting_layers) or any(entry.starting for entry in faction.structures)
    return told and "dungeon_word" not in needed and _ONE_WORD.fullmatch(faction.dungeon_word) is not None


def _note(note: str) -> str:
    """The note as it stands, if a reader takes it for one; else with a label."""
    return note if _is_plain(note) else f"{load_words().faction_label_form('note')}: {note}"


def _is_plain(note: str) -> bool:
    read = read_preamble([Line(note, Span(0, len(note)))], "")
    return read.notes == [note] and read.story is None and not (read.declared or read.package or read.opening)


def _join_or(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
