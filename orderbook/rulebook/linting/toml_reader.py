"""Rule data read for linting: whatever can be understood, what cannot told instead of refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orderbook.rulebook.build import build_ability, build_faction
from orderbook.rulebook.faults import CHAPTERS_FILE, RuleDataError
from orderbook.rulebook.linting.material import Material, PlacedFlaw, Subject, Written
from orderbook.rulebook.linting.toml_form import sort_out_entry, sort_out_file
from orderbook.rulebook.linting.toml_places import Section, find_sections
from orderbook.rulebook.tables import COMMON_LISTS, FACTION_LISTS, DataFile, Draft, Entry, read_sources, split_factions
from orderbook.text import toml
from orderbook.text.source import SourceText, Span, UnreadableInput, read_source

_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
_PROSE_KEYS = ("text", "effect")


@dataclass(slots=True)
class _File:
    """One file: its text, its tables freed from what does not fit, and its entries with their places."""

    source: SourceText
    data: DataFile
    entries: list[tuple[Entry, Written]] = field(default_factory=list)
    head: Written | None = None
    has_spoilt_head: bool = False


def read_rule_data(path: Path, shipped: Sequence[Path] = ()) -> Subject:
    """The rule data at a path. ``shipped`` is what a faction with the name of a shipped one may be laid over.

    Raises ``RuleDataError`` where there is nothing to read.
    """
    return _Reader(shipped).read(path)


class _Reader:
    def __init__(self, shipped: Sequence[Path]) -> None:
        self._shipped = shipped
        self._flaws: list[PlacedFlaw] = []
        self._notes: list[str] = []
        self._asked: SourceText | None = None

    def read(self, path: Path) -> Subject:
        groups = [[file for file in map(self._read_file, group) if file is not None] for group in list_files(path)]
        if path.is_file() and groups[0] and not groups[0][0].head and groups[0][0].data.has_faction_parts:
            groups = [self._join_folder(path, groups[0][0])]
        files = [file for group in groups for file in group]
        commons = [pair for file in files for pair in file.entries if pair[0].kind in COMMON_LISTS]
        materials = [material for group in groups for material in self._read_factions(group)]
        by_name = {file.source.name: file.source for file in files}
        by_name |= {flaw.source.name: flaw.source for flaw in self._flaws}
        return Subject(
            sources=(self._asked,) if self._asked is not None else tuple(by_name.values()),
            materials=tuple(materials),
            abilities=tuple(build_ability(entry) for entry, _ in commons if entry.kind == "ability"),
            spells=tuple(build_ability(entry) for entry, _ in commons if entry.kind == "spell"),
            entries=tuple(written for _, written in commons),
            flaws=tuple(self._flaws),
            notes=tuple(self._notes),
        )

    def _join_folder(self, path: Path, lone: _File) -> list[_File]:
        """A file without a faction of its own with those beside it, if one of them says whose lists they are."""
        told = list(self._flaws)
        beside = [self._read_file(child) for child in sorted(path.parent.glob("*.toml")) if child != path]
        self._flaws = told  # nobody asked about the other files
        files = [file for file in beside if file is not None]
        if sum(file.head is not None for file in files) != 1:
            return [lone]
        self._notes.append(f"read together with the other files in {path.parent}")
        self._asked = lone.source
        return sorted([lone, *files], key=lambda file: file.data.name)

    def _read_file(self, path: Path) -> _File | None:
        try:
            source = read_source(str(path))
        except UnreadableInput as error:
            raise RuleDataError(str(error)) from error
        try:
            tables = toml.loads(source.text)
        except (ValueError, RecursionError) as error:
            self._flaws.append(_describe_syntax(source, error))
            return None
        sections = _join_options(find_sections(source))
        had_head = "faction" in tables
        tables, flaws = sort_out_file(tables, source, sections)
        self._flaws += flaws
        file = _File(source, DataFile(path.name, tables), has_spoilt_head=had_head and "faction" not in tables)
        for kind in (*FACTION_LISTS, *COMMON_LISTS):
            places = [section for section in sections if section.path == kind]
            for number, table in enumerate(tables.get(kind, ())):
                section = places[number] if number < len(places) else None
                kept, flaws = sort_out_entry(kind, table, source, section)
                self._flaws += flaws
                if kept is not None:
                    written = _write(kind, kept, source, section, table.keys() - kept.keys())
                    file.entries.append((Entry(kind, kept, path.name), written))
        if "faction" in tables:
            section = next((section for section in sections if section.path == "faction"), None)
            file.head = _write("faction", tables["faction"], source, section)
        return file

    def _read_factions(self, group: list[_File]) -> Iterator[Material]:
        by_name = {file.data.name: file for file in group}
        try:
            parts = split_factions([file.data for file in group])
        except RuleDataError as error:
            yield from self._read_lone_files(group, error)
            return
        for owner, files in parts:
            yield self._build(by_name[owner.name], [by_name[file.name] for file in files])

    def _read_lone_files(self, group: list[_File], error: RuleDataError) -> Iterator[Material]:
        """Files of which some do not say whose lists they hold."""
        for file in group:
            if file.head is not None:
                yield self._build(file, [file])
            elif file.data.has_faction_parts and not any(each.has_spoilt_head for each in group):
                told = str(error).partition(": ")[2] or str(error)
                self._flaws.append(PlacedFlaw("rule-form", file.source, _first_line(file.source), told))

    def _build(self, owner: _File, files: list[_File]) -> Material:
        assert owner.head is not None
        header = owner.data.tables["faction"]
        draft = Draft(dict(header), owner.data.name)
        pairs = [pair for file in files for pair in file.entries if pair[0].kind in FACTION_LISTS]
        base = self._find_shipped(header["name"])
        laid_over = base is not None and _is_overlay(files, pairs, base)
        if base is not None and laid_over:
            draft = Draft({**base.header, **header, "name": base.header["name"]}, base.file, dict(base.entries))
            self._notes.append(f"{header['name']}: laid over the faction that comes with orderbook")
        own: dict[str, Entry] = {}
        for entry, _ in pairs:
            own.setdefault(entry.name, entry)
        draft.entries.update(own)
        written = [place for _, place in pairs]
        for file in files:
            written += self._change(draft, file)
        return Material(build_faction(draft), owner.head, tuple(written), laid_over)

    def _change(self, draft: Draft, file: _File) -> Iterator[Written]:
        """Applies ``remove`` and ``change`` as the loader does; what they name and is not there is a flaw."""
        sections = find_sections(file.source)
        for name in file.data.tables.get("remove", ()):
            if draft.entries.pop(name, None) is None:
                self._flaw_missing(draft, file, name, sections[0].keys.get("remove"), "remove")
        for name, keys in file.data.tables.get("change", {}).items():
            section = next((s for s in sections if _names_change(s.path, name)), None)
            entry = draft.entries.get(name)
            if entry is None:
                self._flaw_missing(draft, file, name, section.head if section else None, "change")
                continue
            table = {**entry.table, **keys, "name": entry.name}
            kept, flaws = sort_out_entry(entry.kind, table, file.source, section)
            self._flaws += flaws
            if kept is not None:
                draft.entries[name] = Entry(entry.kind, kept, file.data.name)
                yield _write(entry.kind, kept, file.source, section, table.keys() - kept.keys())

    def _flaw_missing(self, draft: Draft, file: _File, name: str, span: Span | None, deed: str) -> None:
        from difflib import get_close_matches

        close = get_close_matches(name, list(draft.entries), n=1)
        hint = f"did you mean {close[0]!r}?" if close else "look at 'orderbook rules list' for what it has"
        message = f"{deed}: {draft.header['name']} has no entry {name!r}; {hint}"
        self._flaws.append(PlacedFlaw("rule-form", file.source, span or _first_line(file.source), message))

    def _find_shipped(self, name: str) -> Draft | None:
        for source in self._shipped:
            for group in read_sources(source):
                for owner, files in split_factions(group):
                    header = owner.tables["faction"]
                    if header["name"].lower() == name.lower():
                        entries = {entry.name: entry for file in files for entry in file.entries(FACTION_LISTS)}
                        return Draft(header, owner.name, entries)
        return None


def list_files(path: Path) -> list[list[Path]]:
    """The files of rule data at a path, folder by folder, in the order in which they are loaded.

    Raises ``RuleDataError`` where there is none.
    """
    if path.is_file():
        return [[path]]
    if not path.is_dir():
        raise RuleDataError(f"{path}: there is no such file or folder")
    groups = list(_walk(path))
    if not any(groups):
        raise RuleDataError(f"{path}: no .toml file in this folder; rule data is kept in files such as units.toml")
    return groups


def _walk(folder: Path) -> Iterator[list[Path]]:
    inside = sorted(folder.iterdir(), key=lambda child: child.name)
    if any(child.name == CHAPTERS_FILE for child in inside):
        return
    yield [child for child in inside if child.suffix == ".toml" and child.is_file()]
    for child in inside:
        if child.is_dir() and not child.name.startswith((".", "__")):
            yield from _walk(child)


def _is_overlay(files: Iterable[_File], pairs: list[tuple[Entry, Written]], base: Draft) -> bool:
    """Whether files only alter a shipped faction: they say so, or they bring less than half of its entries."""
    if any(key in file.data.tables for file in files for key in ("change", "remove")):
        return True
    brought = {entry.name for entry, _ in pairs} & base.entries.keys()
    return 2 * len(brought) < len(base.entries)


def _join_options(sections: list[Section]) -> list[Section]:
    """Sections with those of a unit's options taken into the unit's own."""
    joined: list[Section] = []
    for section in sections:
        if section.path == "unit.option" and joined and joined[-1].path == "unit":
            before = joined[-1].keys.get("option", section.block)
            joined[-1].keys["option"] = Span(before.start, section.block.end)
            joined[-1].block = Span(joined[-1].block.start, section.block.end)
        else:
            joined.append(section)
    return joined


def _names_change(path: str, name: str) -> bool:
    key = path.partition(".")[2].strip() if path.startswith("change") else ""
    return key in (f'"{name}"', f"'{name}'", name)


def _write(
    kind: str, table: dict[str, Any], source: SourceText, section: Section | None, lost: Iterable[str] = ()
) -> Written:
    name = str(table["name"])
    prose = (*table.get("notes", ()), *(str(table[key]) for key in _PROSE_KEYS if key in table))
    if section is None:
        place = source.text.find(f'"{name}"')
        span = Span(place + 1, place + 1 + len(name)) if place >= 0 else _first_line(source)
        return Written(kind, name, source, span, span, {}, prose, lost=frozenset(lost))
    head = section.keys.get("name", section.head)
    if source.quote(head)[:1] in "\"'" and head.end - head.start > 2:
        head = Span(head.start + 1, head.end - 1)
    return Written(kind, name, source, head, section.block, section.keys, prose, lost=frozenset(lost))


def _describe_syntax(source: SourceText, error: Exception) -> PlacedFlaw:
    match = _AT_LINE.search(str(error))
    told = str(error)[: match.start()].strip() if match else "brackets are nested too deeply"
    line = min(int(match[1]), source.line_count) if match else 1
    message = f"this is no valid TOML: {told}. Text stands in double quotes, lists in [ ], amounts in {{ }}"
    return PlacedFlaw("rule-form", source, source.line_span(line), message)


def _first_line(source: SourceText) -> Span:
    return source.line_span(1)
