"""A folder of imported rule data: its files, what was changed in them by hand, and the editions of past weeks.

``DIR/<faction>/`` holds a faction's files, ``DIR/abilities.toml`` and ``DIR/spells.toml`` what belongs to none.
``DIR/.editions/week-N/`` holds the same as it stood in week N; the loader passes over folders whose name begins with a
dot, so that ``--rules DIR`` is the newest edition and ``--rules DIR/.editions/week-N`` an older one.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orderbook.rulebook.importing.drafts import TITLES, DraftEntry, Imported
from orderbook.rulebook.importing.remarks import Remark, RemarkKind
from orderbook.rulebook.writing import WrittenTable, render_tables

EDITIONS = ".editions"
MANIFEST = "import.json"
REPORT = "import-report.md"

_LIST_FILES = {"unit": "units.toml", "room": "rooms.toml", "defence": "defences.toml", "ritual": "rituals.toml"}
_COMMON_FILES = {"ability": "abilities.toml", "spell": "spells.toml"}
_WEEK = re.compile(r"week-([0-9]{1,6})")


class FolderError(Exception):
    """The folder cannot take the import; ``str(error)`` says why and what to do."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The rule data as it stood in a week."""

    week: int
    path: Path


def render_files(imported: Imported) -> dict[str, str]:
    """The files of an import by their name within its folder."""
    files: dict[str, str] = {}
    taken: set[str] = set()
    for faction in imported.factions:
        folder = _folder_name(faction.name, taken)
        header = WrittenTable("faction", faction.header, _comments(imported, faction.remarks), is_listed=False)
        files[f"{folder}/faction.toml"] = render_tables([header], _head(imported, faction.name, "the faction"))
        for kind, file in _LIST_FILES.items():
            if entries := faction.of(kind):
                files[f"{folder}/{file}"] = _render_entries(imported, faction.name, kind, entries)
    for kind, file in _COMMON_FILES.items():
        if entries := imported.abilities if kind == "ability" else imported.spells:
            files[file] = _render_entries(imported, "", kind, entries)
    return files


def write_folder(imported: Imported, folder: Path, *, week: int | None = None, force: bool = False) -> list[str]:
    """Writes an import; the names of the files written, within the folder.

    What the post does not hold stays as it was. With ``week`` the whole folder is kept as an edition, too; if that is
    older than the newest edition, only the edition is written. Raises ``FolderError`` where a file was changed by hand
    since the last import (unless ``force``), or where writing fails.
    """
    editions = find_editions(folder)
    files = render_files(imported)
    written: list[str] = []
    try:
        is_newest = week is None or not editions or week >= editions[-1].week
        if is_newest:
            written += _write_current(files, folder, force=force)
        if week is not None:
            base = Edition(week, folder) if is_newest else edition_for(folder, week)
            kept = _read_known(base.path) if base else {}
            for name in _stale_files(files, kept):
                del kept[name]
            written += _write_edition({**kept, **files}, folder, week)
    except OSError as error:
        raise FolderError(f"cannot write to {folder}: {error.strerror or error}") from error
    return written


def find_editions(folder: Path) -> tuple[Edition, ...]:
    """The editions kept in a folder, the oldest first."""
    place = folder / EDITIONS
    if not place.is_dir():
        return ()
    found = [
        Edition(int(match[1]), child)
        for child in place.iterdir()
        if child.is_dir() and (match := _WEEK.fullmatch(child.name))
    ]
    return tuple(sorted(found, key=lambda edition: edition.week))


def edition_for(folder: Path, week: int) -> Edition | None:
    """The edition in force in a week: the newest that is not younger than it; ``None`` where there is none."""
    return next((edition for edition in reversed(find_editions(folder)) if edition.week <= week), None)


def _write_current(files: dict[str, str], folder: Path, *, force: bool) -> list[str]:
    known = _read_manifest(folder)
    replaced = {name for name in known if name in files} | _stale_files(files, known)
    changed = sorted(
        name
        for name in {*files, *replaced}
        if (folder / name).is_file() and _digest((folder / name).read_bytes()) != known.get(name)
    )
    if changed and not force:
        raise FolderError(
            f"{folder / changed[0]} is not as the last import wrote it, and importing would write over it. Keep your "
            'changes in a file of your own beside it, with [change."Name"] tables, or give --force'
        )
    folder.mkdir(parents=True, exist_ok=True)
    for name in sorted(replaced - set(files)):
        (folder / name).unlink(missing_ok=True)
    written = _write_all(files, folder)
    manifest = {name: digest for name, digest in known.items() if name not in replaced}
    manifest |= {name: _digest(text.encode("utf-8")) for name, text in files.items()}
    data = {"files": dict(sorted(manifest.items()))}
    (folder / MANIFEST).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8", newline="\n")
    return written


def _stale_files(files: dict[str, str], known: Iterable[str]) -> set[str]:
    """Files of known lists that the factions of this import no longer have."""
    folders = {name.rpartition("/")[0] for name in files} - {""}
    lists = {f"{folder}/{file}" for folder in folders for file in _LIST_FILES.values()}
    return (lists & set(known)) - set(files)


def _write_edition(files: dict[str, str], folder: Path, week: int) -> list[str]:
    place = folder / EDITIONS / f"week-{week}"
    for old in _toml_files(place):
        if old.relative_to(place).as_posix() not in files:
            old.unlink()
    return [f"{EDITIONS}/{place.name}/{name}" for name in _write_all(files, place)]


def _write_all(files: dict[str, str], folder: Path) -> list[str]:
    for name, text in sorted(files.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return sorted(files)


def _read_known(folder: Path) -> dict[str, str]:
    """The rule data in a folder, the files it was imported to and those put beside them, without its editions."""
    found = {}
    for path in _toml_files(folder):
        found[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8")
    return found


def _toml_files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for child in sorted(folder.iterdir()):
        if child.is_dir() and not child.name.startswith((".", "__")):
            yield from _toml_files(child)
        elif child.name.endswith(".toml"):
            yield child


def _read_manifest(folder: Path) -> dict[str, str]:
    try:
        data: Any = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return {str(name): str(digest) for name, digest in data["files"].items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _digest(data: bytes) -> str:
    """Of the text, whatever line ends an editor or a checkout gave it."""
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def _render_entries(imported: Imported, faction: str, kind: str, entries: Iterable[DraftEntry]) -> str:
    tables = [WrittenTable(kind, entry.table, _entry_comments(imported, entry)) for entry in entries]
    return render_tables(tables, _head(imported, faction, TITLES[kind].lower()))


def _head(imported: Imported, faction: str, what: str) -> list[str]:
    post = imported.post.name.replace("\\", "/").rsplit("/", 1)[-1]
    named = f"{faction}: {what}" if faction else what[0].upper() + what[1:]
    origin = "from a post" if post == "-" else f"from {post}"
    return [
        f"{named}, imported {origin}; the numbers of lines are those of the post. Change the post and import it again,",
        'or put your own changes into a file beside this one, with [change."Name"] tables.',
    ]


def _entry_comments(imported: Imported, entry: DraftEntry) -> list[str]:
    """The line at which an entry begins, and the remarks on it."""
    comments, own = _comments(imported, entry.remarks), f"line {imported.lines_of(entry.span)[0]}"
    return comments if any(comment.startswith(f"{own}:") for comment in comments) else [own, *comments]


def _comments(imported: Imported, remarks: Iterable[Remark]) -> list[str]:
    """The remarks that a reader of the data should see, each with its line."""
    return [
        f"line {imported.lines_of(remark.span)[0]}: {remark.message}"
        for remark in remarks
        if remark.kind is not RemarkKind.PASSED
    ]


def _folder_name(name: str, taken: set[str]) -> str:
    """A folder for a faction: its name in plain letters, with a number if another has that already."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "faction"
    slug, number = base, 2
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    taken.add(slug)
    return slug
