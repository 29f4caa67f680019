"""What can be wrong with a battle file, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from orderbook.rulebook.linting.toml_places import Section
from orderbook.text.source import SourceText


@dataclass(frozen=True, slots=True)
class BattleProblem:
    """One thing wrong with a battle file: the line (from 1), what, and how to mend it."""

    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}. {self.mend}"


class BattleFileError(ValueError):
    """A battle file nobody can fight by; ``problems`` lists everything that is wrong with it."""

    def __init__(self, file: str, problems: Iterable[BattleProblem]) -> None:
        self.file = file
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        super().__init__("\n".join(f"{file}: {problem}" for problem in self.problems))


@dataclass(slots=True)
class Table:
    """A table of the file with its place; reading a key of it tells what is wrong with the value."""

    keys: Mapping[str, Any]
    source: SourceText
    section: Section | None
    problems: list[BattleProblem]
    title: str

    def line(self, key: str = "") -> int:
        """Line of a key, or of the table's heading."""
        if self.section is None:
            return 1
        span = self.section.keys.get(key, self.section.head)
        return self.source.line_of(span.start)

    def complain(self, key: str, what: str, mend: str) -> None:
        self.problems.append(BattleProblem(self.line(key), f"{self.title}: {what}", mend))

    def text(self, key: str, mend: str, default: str = "") -> str:
        value = self._take(key)
        if value is None:
            return default
        if isinstance(value, str) and value.strip():
            return value.strip()
        self.complain(key, f"{key} is no text", mend)
        return default

    def number(self, key: str, mend: str, default: int, least: int = 0, most: int = 1_000_000) -> int:
        value = self._take(key)
        if value is None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.complain(key, f"{key} is no whole number from {least} to {most}", mend)
        return default

    def flag(self, key: str, mend: str, default: bool) -> bool:
        value = self._take(key)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        self.complain(key, f"{key} is neither true nor false", mend)
        return default

    def texts(self, key: str, mend: str) -> tuple[str, ...]:
        """A list of texts; one text alone is a list of one."""
        value = self._take(key)
        if value is None:
            return ()
        items = [value] if isinstance(value, str) else value
        if isinstance(items, list) and all(isinstance(item, str) and item.strip() for item in items):
            return tuple(item.strip() for item in items)
        self.complain(key, f"{key} is no list of texts", mend)
        return ()

    def value(self, key: str) -> Any:
        """Whatever stands there; the reader judges it."""
        return self._take(key)

    def refuse_unknown(self, known: Iterable[str]) -> None:
        """A problem for each key nobody knows, with the one that was likely meant."""
        names = list(known)
        for key in self.keys:
            if key not in names:
                close = get_close_matches(key, names, n=1)
                mend = f"Did you mean {close[0]}?" if close else f"It may have {', '.join(names)}."
                self.complain(key, f"there is no key {key!r}", mend)

    def _take(self, key: str) -> Any:
        return self.keys.get(key)
