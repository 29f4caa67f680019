"""The posts and options of commands that look at several weeks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from orderbook.books.bundle import Bundle
from orderbook.cli.opening import BadOpening, parse_opening
from orderbook.systems.series import Ruling, Siege
from orderbook.systems.system import RequestError
from orderbook.text.source import SourceText, UnreadableInput, read_source

RULING_EXAMPLE = "4: +50 Gold; found in the well"
SIEGE_EXAMPLE = "Skitterhole: 3-5"

_RULING = re.compile(r"^\s*(?:week\s*)?(?P<week>[0-9]{1,4})\s*:\s*(?P<amounts>[^;]*)(?:;(?P<text>.*))?$", re.IGNORECASE)
_SIEGE = re.compile(r"^\s*(?P<site>.+?)\s*:\s*(?:weeks?\s*)?(?P<first>[0-9]{1,4})(?:\s*-\s*(?P<last>[0-9]{1,4})?)?\s*$")
_LAST_WEEK = 9999
_LARGEST = 64_000_000
"""Bytes; a larger file in a folder is no post and no page of posts."""


def read_posts(paths: Iterable[str]) -> tuple[SourceText, ...]:
    """The texts of files and folders, in the order given; of a folder in the order a person sorts names.

    Raises ``RequestError`` or ``UnreadableInput``.
    """
    listed = list(paths)
    if listed.count("-") > 1:
        raise RequestError("standard input can be read only once")
    sources: list[SourceText] = []
    for path in listed:
        if path != "-" and Path(path).is_dir():
            found = list(_read_folder(Path(path)))
            if not found:
                raise RequestError(f"there is no text in the folder {path}")
            sources += found
        else:
            sources.append(read_source(path))
    return tuple(sources)


def _read_folder(folder: Path) -> Iterator[SourceText]:
    """The text files right in a folder; hidden ones, data files and what is no text are passed over."""
    files = [path for path in folder.iterdir() if path.is_file() and not path.name.startswith(".")]
    for path in sorted(files, key=lambda path: natural_key(path.name)):
        if path.suffix.lower() in (".json", ".toml", ".csv", ".md") or path.stat().st_size > _LARGEST:
            continue
        try:
            yield read_source(str(path))
        except UnreadableInput:
            continue


def natural_key(name: str) -> list[tuple[int, str]]:
    """A key by which ``week 9`` comes before ``week 10``."""
    return [(int(part), "") if part.isdigit() else (-1, part.casefold()) for part in re.split(r"([0-9]{1,9})", name)]


def parse_ruling(text: str) -> Ruling:
    """A ruling as it is typed: ``4: +50 Gold; found in the well``. Raises ``RequestError``."""
    match = _RULING.match(text)
    if match is None:
        raise RequestError(f'"{text}" is no ruling: write the week, what it gave or took, and why: "{RULING_EXAMPLE}"')
    try:
        amounts: Bundle = parse_opening(match["amounts"])
    except BadOpening as error:
        raise RequestError(f'the ruling "{text}" has no amounts that can be read: {error}') from error
    return Ruling(int(match["week"]), amounts, (match["text"] or "").strip())


def parse_siege(text: str) -> Siege:
    """A siege as it is typed: ``Skitterhole: 3-5``, or ``3``, or ``3-`` for ever. Raises ``RequestError``."""
    match = _SIEGE.match(text)
    if match is None:
        raise RequestError(f'"{text}" is no siege: write the site and the weeks, as in "{SIEGE_EXAMPLE}"')
    first = int(match["first"])
    last = int(match["last"]) if match["last"] else _LAST_WEEK if "-" in text[match.end("first") :] else first
    return Siege(match["site"], first, last)
