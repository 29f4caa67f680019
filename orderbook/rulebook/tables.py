"""Rule data before it means anything: TOML files gathered into factions, later ones over earlier ones.

A source is a ``.toml`` file, or a folder of them with further sources in its folders. Each file may hold
``[faction]``, lists (``[[unit]]``, ``[[room]]``, ``[[defence]]``, ``[[ritual]]``, ``[[ability]]``, ``[[spell]]``),
``[change."Name"]``, ``remove`` and ``[options]``, the settings that ``options`` reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orderbook.rulebook.faults import CHAPTERS_FILE, RuleDataError
from orderbook.text import toml
from orderbook.text.records import record

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FACTION_LISTS = ("unit", "room", "defence", "ritual")
COMMON_LISTS = ("ability", "spell")

Table = dict[str, Any]


@record
class Entry:
    """One entry of a list: its keys as written, which list it stands in, and the file it comes from."""

    kind: str
    table: Table
    file: str

    @property
    def name(self) -> str:
        return str(self.table["name"])


@dataclass(slots=True)
class Draft:
    """A faction while files are still being laid over each other; entries by name, in order of appearance."""

    header: Table
    file: str
    entries: dict[str, Entry] = field(default_factory=dict)


@record
class DataFile:
    """One parsed file."""

    name: str
    tables: Table

    @property
    def has_faction_parts(self) -> bool:
        return any(key in self.tables for key in (*FACTION_LISTS, "change", "remove"))

    def entries(self, kinds: Sequence[str]) -> Iterator[Entry]:
        for kind in kinds:
            for table in self.tables.get(kind, ()):
                yield Entry(kind, table, self.name)


def read_sources(source: Path | Traversable) -> list[list[DataFile]]:
    """The files of a source, folder by folder, sorted by name. Raises ``RuleDataError`` for what cannot be read."""
    if source.is_file():
        return [[_read_file(source, source.name)]]
    if not source.is_dir():
        raise RuleDataError(f"{source}: there is no such file or folder of rule data")
    groups = list(_walk(source, source.name))
    if not any(groups):
        raise RuleDataError(f"{source}: no .toml file in this folder; rule data is kept in files such as units.toml")
    return groups


def _walk(folder: Path | Traversable, name: str) -> Iterator[list[DataFile]]:
    inside = sorted(folder.iterdir(), key=lambda child: child.name)
    if any(child.name == CHAPTERS_FILE for child in inside):
        return  # rule texts, which have a loader of their own
    yield [_read_file(child, f"{name}/{child.name}") for child in inside if child.name.endswith(".toml")]
    for child in inside:
        if child.is_dir() and not child.name.startswith((".", "__")):
            yield from _walk(child, f"{name}/{child.name}")


def _read_file(path: Path | Traversable, name: str) -> DataFile:
    try:
        return DataFile(name, toml.loads(path.read_bytes().decode("utf-8-sig")))
    except OSError as error:
        raise RuleDataError(f"{name}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise RuleDataError(f"{name}: is not UTF-8 text (byte {error.start}); save it again as UTF-8") from error
    except RecursionError as error:
        raise RuleDataError(f"{name}: brackets are nested too deeply") from error
    except ValueError as error:
        raise RuleDataError(
            f"{name}: is no valid TOML: {error}. Text stands in double quotes, lists in [ ], amounts in {{ }}"
        ) from error


def split_factions(group: list[DataFile]) -> list[tuple[DataFile, list[DataFile]]]:
    """Which files of a folder belong to which faction: (the file with ``[faction]``, all files of that faction).

    One ``[faction]`` in a folder owns the whole folder; where there are several, each owns its own file.
    """
    headers = [file for file in group if "faction" in file.tables]
    if len(headers) == 1:
        return [(headers[0], group)]
    for file in group:
        if file.has_faction_parts and file not in headers:
            hint = "this folder has several [faction] tables" if headers else "there is no [faction] table beside it"
            raise RuleDataError(
                f'{file.name}: whose lists are these? {hint}; write [faction] with name = "..." at its top'
            )
    return [(file, [file]) for file in headers]
