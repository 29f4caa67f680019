"""The text of a post as it was pasted, with line and column of every character.

All offsets in orderbook count characters of ``SourceText.text``, which is the
input decoded but otherwise untouched: line ends stay as they were.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

_LINE_END = re.compile(r"\r\n|\n|\r")


class UnreadableInput(Exception):
    """The input is no text at all; ``str(error)`` says what it looks like and what to do."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of the source, ``start`` inclusive, ``end`` exclusive, in characters."""

    start: int
    end: int

    def covers(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True)
class SourceText:
    """Decoded text that can be turned back into the very bytes it came from.

    ``encoding`` and ``bom`` describe the bytes; ``notes`` says in words what was unusual about them.
    """

    text: str
    name: str = "-"
    encoding: str = "utf-8"
    bom: bytes = b""
    notes: tuple[str, ...] = ()
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._starts.append(0)
        self._starts.extend(match.end() for match in _LINE_END.finditer(self.text))

    @property
    def line_count(self) -> int:
        return len(self._starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_of(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def line_span(self, line: int) -> Span:
        """Span of a line (counted from 1) without its line end."""
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def quote(self, span: Span) -> str:
        return self.text[span.start : span.end]

    def encode(self, text: str) -> bytes:
        """``text`` as bytes in the encoding of the input, mark and all."""
        return self.bom + text.encode(self.encoding, errors="replace")


def decode_source(data: bytes, name: str = "-") -> SourceText:
    """Bytes to text: UTF-8, with or without a byte-order mark, UTF-16 with one, else Windows-1252.

    Raises ``UnreadableInput`` for binary data.
    """
    for bom, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(bom):
            try:
                text = data[len(bom) :].decode(encoding)
            except UnicodeDecodeError:
                break
            return SourceText(text, name, encoding, bom, _notes(text, f"byte-order mark, {encoding}"))
    if b"\x00" in data[:65536]:
        raise UnreadableInput(
            f"{name} holds binary data, not text. Copy the post's text from the forum and save it as plain text."
        )
    try:
        text = data.decode("utf-8")
        return SourceText(text, name, "utf-8", b"", _notes(text, ""))
    except UnicodeDecodeError:
        # Five bytes are unassigned in Windows-1252; latin-1 gives them a meaning, so every byte survives.
        try:
            text, encoding = data.decode("cp1252"), "cp1252"
        except UnicodeDecodeError:
            text, encoding = data.decode("latin-1"), "latin-1"
        return SourceText(text, name, encoding, b"", _notes(text, "not UTF-8, read as Windows-1252"))


def _notes(text: str, encoding_note: str) -> tuple[str, ...]:
    notes = [encoding_note] if encoding_note else []
    if "\r\n" in text:
        notes.append("CRLF line ends")
    return tuple(notes)


def read_source(path: str) -> SourceText:
    """Reads a file, or standard input for ``-``. Raises ``UnreadableInput`` with what to do."""
    if path == "-":
        import sys

        return decode_source(sys.stdin.buffer.read(), "-")
    try:
        return decode_source(Path(path).read_bytes(), path)
    except OSError as error:
        raise UnreadableInput(f"cannot read {path}: {error.strerror or error}") from error
