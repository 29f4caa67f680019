"""Reading a map file into entries, one for each region: from TOML or from a table of comma-separated values.

What an entry means is ``load``'s affair; here only the shape of the file counts.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import field
from pathlib import PurePath

from orderbook.systems.underdeep.world.dwellers import DWELLER_KEYS
from orderbook.systems.underdeep.world.region import LAYERS, parse_region
from orderbook.text import toml
from orderbook.text.records import record
from orderbook.text.source import SourceText, UnreadableInput, read_source

REGION_KEYS = ("name", "kind", "features", "ways", "deposits", "chasm", "sides", "across", "at", "note", *DWELLER_KEYS)
_TOP_KEYS = ("title", "note", "chasms")
_CSV_COLUMNS = ("region", *(key for key in REGION_KEYS if key != "at"), "x", "y")
_LONGEST = 2_000_000  # characters; far beyond any map, short of what would stall a page


@record
class MapProblem:
    """One thing wrong with a map: where, what, and how to mend it. ``line`` counts from 1, 0 when not known."""

    where: str
    what: str
    mend: str
    line: int = 0

    def __str__(self) -> str:
        place = f"line {self.line}, {self.where}" if self.line else self.where
        return f"{place}: {self.what}. {self.mend}" if self.mend else f"{place}: {self.what}."


class MapError(Exception):
    """A map file that cannot be used. ``problems`` lists all that is wrong with it."""

    def __init__(self, path: str, problems: Iterable[MapProblem]) -> None:
        self.path = path
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{path}: {problem}" for problem in self.problems))


class UnreadableMap(MapError):
    """A file of which not even the text could be read."""


@record
class Entry:
    """What the file says of one region, as written: ``title`` names it, ``fields`` holds the rest by key."""

    title: str
    fields: dict[str, object]
    line: int = 0


@record
class MapFile:
    """The entries of a file, in its order, and what is wrong with its shape."""

    entries: list[Entry] = field(default_factory=list)
    chasms: dict[str, object] = field(default_factory=dict)
    title: str = ""
    problems: list[MapProblem] = field(default_factory=list)


def read_map_file(path: str) -> MapFile:
    """The entries of a ``.toml`` or ``.csv`` file, or of one that looks like either.

    Raises ``MapError`` when the file cannot be read at all; lesser faults stand in ``problems``.
    """
    try:
        source = read_source(path)
    except UnreadableInput as error:
        raise UnreadableMap(path, [_unreadable(error)]) from error
    except ValueError as error:  # a name no file system knows
        raise UnreadableMap(path, [MapProblem("the file", f"cannot be read: {error}", "Check its name.")]) from error
    if len(source.text) > _LONGEST:
        raise MapError(path, [MapProblem("the file", "is longer than any map", "Check that it is the right file.")])
    suffix = PurePath(path).suffix.lower()
    looks_like_table = source.text.lstrip().lower().startswith("region")
    if suffix == ".csv" or (suffix != ".toml" and looks_like_table):
        return _read_table(source)
    return _read_toml(source, path)


def _unreadable(error: UnreadableInput) -> MapProblem:
    if isinstance(error.__cause__, OSError):
        why = error.__cause__.strerror or str(error.__cause__)
        return MapProblem("the file", f"cannot be read: {why}", "Check the name and the folder.")
    return MapProblem("the file", "holds binary data, not text", "A map is a text file, TOML or CSV.")


# The parser keeps every prefix of a dotted name, so that one of thousands of parts would fill the memory.
_TOO_DOTTED = re.compile(r"""(?:(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){9}""")


def _read_toml(source: SourceText, path: str) -> MapFile:
    if match := _TOO_DOTTED.search(source.text):
        line = source.line_of(match.start())
        mend = "Keys of a map have one dot, as in [Upperdeep.4]."
        raise MapError(path, [MapProblem(f"{match.group()[:40]!r}", "has too many dots", mend, line)])
    try:
        data = toml.loads(source.text)
    except RecursionError as error:
        raise MapError(path, [MapProblem("the file", "is nested too deep", "A map needs no nested lists.")]) from error
    except toml.TOMLDecodeError as error:
        raise MapError(path, [_syntax_problem(str(error))]) from error
    except ValueError as error:  # a number of thousands of digits
        problem = MapProblem("the file", "holds a number too long to read", "Region numbers have four digits at most.")
        raise MapError(path, [problem]) from error
    lines = _header_lines(source)
    read = MapFile()
    for key, value in data.items():
        if key == "title" and isinstance(value, str):
            read = MapFile(read.entries, read.chasms, value, read.problems)
        elif key == "chasms" and isinstance(value, dict):
            read.chasms.update(value)
        elif isinstance(value, dict) and parse_region(key) is not None:
            read.entries.append(Entry(key, value, lines.get((key, ""), 0)))
        elif isinstance(value, dict) and all(isinstance(entry, dict) for entry in value.values()) and value:
            read.entries.extend(
                Entry(f"{key} {number}", entry, lines.get((key, number), 0)) for number, entry in value.items()
            )
        elif key != "note" or not isinstance(value, str):
            layers = ", ".join(f"[{layer}.4]" for layer in LAYERS)
            mend = f"A map holds {', '.join(_TOP_KEYS)} and regions, headed like {layers}."
            read.problems.append(MapProblem(f"entry {key[:60]!r}", "is nothing a map knows", mend))
    return read


def _syntax_problem(message: str) -> MapProblem:
    match = re.search(r"\(at line ([0-9]+), column ([0-9]+)\)", message)
    where, line = (f"column {match[2]}", int(match[1])) if match else ("the file", 0)
    what = f"is not written as TOML: {message.split(' (at ')[0]}"
    if "twice" in message or "overwrite" in message:
        mend = "Each region and each key of a region may stand once; join the two."
    else:
        mend = 'Texts need quotes, lists need brackets and commas: features = ["mushrooms", "stream"].'
    return MapProblem(where, what, mend, line)


_HEADER = re.compile(
    r"""[ \t]*\[[ \t]*["']?([^"'\].]{1,40})["']?[ \t]*(?:\.[ \t]*["']?([^"'\].]{1,40}?)["']?[ \t]*)?\]"""
)


def _header_lines(source: SourceText) -> dict[tuple[str, str], int]:
    """Line of each region's heading, for messages; the parser itself does not tell it."""
    found: dict[tuple[str, str], int] = {}
    for number in range(1, source.line_count + 1):
        if match := _HEADER.match(source.quote(source.line_span(number))):
            found.setdefault((match[1].strip(), (match[2] or "").strip()), number)
    return found


def _read_table(source: SourceText) -> MapFile:
    """A table with a heading row; commas, semicolons or tabs between the cells, semicolons or bars inside them."""
    read = MapFile()
    heading_line = next((line for line in source.text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=heading_line.count)
    rows = csv.reader(io.StringIO(source.text, newline=""), delimiter=delimiter)
    heading: list[str] | None = None
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            if not any(cells) or cells[0].startswith("#"):
                continue
            if heading is None:
                heading = [cell.lower() for cell in cells]
                read.problems.extend(_heading_problems(heading, rows.line_num))
            else:
                read.entries.append(_table_entry(heading, cells, rows.line_num))
    except csv.Error as error:
        mend = 'A cell with commas or quotes in it needs quotes around it, and "" for each quote inside.'
        read.problems.append(MapProblem("the table", f"cannot be read on: {error}", mend, rows.line_num))
    if heading is None:
        read.problems.append(MapProblem("the table", "is empty", f"Begin with a row {','.join(_CSV_COLUMNS)}."))
    return read


def _heading_problems(heading: list[str], line: int) -> list[MapProblem]:
    known = f"The columns are {', '.join(_CSV_COLUMNS)}; only region must be there."
    problems = [
        MapProblem(f"column {name[:60]!r}", "is no column of a map", known, line)
        for name in heading
        if name and name not in _CSV_COLUMNS
    ]
    problems += [
        MapProblem(f"column {name[:60]!r}", "stands twice in the heading", "Join the two columns.", line)
        for name in dict.fromkeys(heading)
        if name and heading.count(name) > 1
    ]
    if "region" not in heading:
        problems.append(MapProblem("the heading", "has no column region", known, line))
    return problems


def _table_entry(heading: list[str], cells: list[str], line: int) -> Entry:
    named = {name: cell for name, cell in zip(heading, cells, strict=False) if name and cell}
    fields: dict[str, object] = {key: named[key] for key in REGION_KEYS if key in named and key != "at"}
    if "x" in named or "y" in named:
        fields["at"] = [named.get("x", ""), named.get("y", "")]
    if len(cells) > len(heading) and any(cells[len(heading) :]):
        fields["cells beyond the heading"] = cells[len(heading) :]
    return Entry(named.get("region", ""), fields, line)
