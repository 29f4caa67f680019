"""Who stands where, for a picture: a mark for each group or site, in a file that a game master keeps by hand.

A file is a table (CSV) with the columns ``region``, ``player``, ``what`` and, if need be, ``count``, ``kind`` and
``known_to``; or TOML, with the same keys under a heading ``[[mark]]`` for each.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import PurePath

from orderbook.systems.underdeep.world.region import Region, parse_region
from orderbook.text.records import record
from orderbook.text.source import UnreadableInput, read_source

KINDS = ("units", "site", "other")
_KEYS = ("region", "player", "what", "count", "kind", "known_to")
_MOST = 1_000_000
_SITE_WORDS = ("dungeon", "outpost", "capital")


@record
class Mark:
    """Something that stands in a region. ``kind`` is one of ``KINDS``; ``count`` is the number of units, if told.

    ``known_to`` are the players who may see it besides its owner; ``None`` for everybody.
    """

    region: Region
    player: str
    what: str
    count: int | None = None
    kind: str = "units"
    known_to: tuple[str, ...] | None = None

    @property
    def label(self) -> str:
        return self.what if self.count is None else f"{self.count} {self.what}"

    def is_seen_by(self, player: str) -> bool:
        """Whether a player may see it; names are taken in any case of letters."""
        if self.known_to is None:
            return True
        return player.lower() in {name.lower() for name in (self.player, *self.known_to)}


class MarksError(ValueError):
    """A file of positions that cannot be used; ``str(error)`` lists all that is wrong, with places."""


def marks_for(marks: Iterable[Mark], viewer: str | None) -> list[Mark]:
    """The marks a viewer may see; all without a viewer."""
    return [mark for mark in marks if viewer is None or mark.is_seen_by(viewer)]


def read_marks(path: str) -> list[Mark]:
    """The marks in a file, in its order. Raises ``MarksError``."""
    try:
        text = read_source(path).text
    except UnreadableInput as error:
        raise MarksError(str(error)) from error
    suffix = PurePath(path).suffix.lower()
    faults: list[str] = []
    rows = _read_toml(text, path) if suffix == ".toml" else _read_table(text, faults)
    marks = [mark for where, row in rows if (mark := _read_mark(where, row, faults)) is not None]
    if faults:
        raise MarksError("\n".join(f"{path}: {fault}" for fault in faults))
    return marks


def _read_toml(text: str, path: str) -> list[tuple[str, Mapping[str, object]]]:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise MarksError(f"{path}: is not written as TOML: {error}") from error
    entries = data.get("mark")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries) or len(data) > 1:
        raise MarksError(f"{path}: holds entries [[mark]], each with region, player and what, and nothing else")
    return [(f"mark {number}", entry) for number, entry in enumerate(entries, 1)]


def _read_table(text: str, faults: list[str]) -> list[tuple[str, Mapping[str, object]]]:
    reader = csv.reader(io.StringIO(text, newline=""))
    heading: list[str] | None = None
    rows: list[tuple[str, Mapping[str, object]]] = []
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if heading is None:
                heading = [cell.lower().replace(" ", "_") for cell in cells]
            elif len(cells) > len(heading):
                faults.append(f"line {reader.line_num}: has more cells than the first row names columns")
            else:
                named = {key: cell for key, cell in zip(heading, cells, strict=False) if cell}
                rows.append((f"line {reader.line_num}", named))
    except csv.Error as error:
        faults.append(f"line {reader.line_num}: cannot be read on: {error}")
    if heading is None or not {"region", "player", "what"} <= set(heading):
        faults.append(f"the first row names the columns: {', '.join(_KEYS)}; the first three must be there")
        return []
    return rows


def _read_mark(where: str, row: Mapping[str, object], faults: list[str]) -> Mark | None:
    before = len(faults)
    strange = [key for key in row if key not in _KEYS]
    if strange:
        faults.append(f"{where}: {strange[0]!r} is nothing a mark has; it has {', '.join(_KEYS)}")
    region = parse_region(str(row.get("region", "")))
    if region is None:
        faults.append(f"{where}: {str(row.get('region', ''))[:40]!r} names no region; write layer and number")
    texts = {key: " ".join(str(row.get(key, "")).split()) for key in ("player", "what", "kind")}
    faults.extend(f"{where}: has no {key}" for key in ("player", "what") if not texts[key])
    kind = texts["kind"].lower() or _guess_kind(texts["what"])
    if kind not in KINDS:
        faults.append(f"{where}: is of kind {kind[:40]!r}; the kinds are {', '.join(KINDS)}")
    count = str(row.get("count", ""))
    if count and not (count.isascii() and count.isdecimal() and int(count[:8]) <= _MOST):
        faults.append(f"{where}: {count[:40]!r} is no number of units")
    known = row.get("known_to")
    names = known if isinstance(known, list) else None if known is None else str(known).replace("|", ";").split(";")
    if region is None or len(faults) > before:
        return None
    known_to = None if names is None else tuple(name for each in names if (name := " ".join(str(each).split())))
    if known_to is not None and any(name.lower() in ("all", "everybody") for name in known_to):
        known_to = None
    return Mark(region, texts["player"], texts["what"], int(count) if count else None, kind, known_to)


def _guess_kind(what: str) -> str:
    return "site" if any(word in what.lower() for word in _SITE_WORDS) else "units"
