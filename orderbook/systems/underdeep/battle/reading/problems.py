"""What can be wrong with a battle file, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from orderbook.rulebook.linting.toml_places import Section
from orderbook.systems.underdeep.battle.piece import find_choices, find_rolled, lacks_parameter
from orderbook.systems.underdeep.battle.pieces import all_pieces, find_written
from orderbook.text.source import SourceText

_NAME = re.compile(r"[^\d(\[+]*[^\d(\[+\s]")
"""The name of an ability, without its number and what stands in brackets."""


@dataclass(frozen=True, slots=True)
class BattleProblem:
    """One thing wrong with a battle file: the line (from 1), what, how to mend it, and the words it is about."""

    line: int
    what: str
    mend: str
    about: str = ""

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}. {self.mend}"


class Problems(list[BattleProblem]):
    """What keeps a file from being fought by; ``warnings`` does not, but is likely a slip."""

    def __init__(self) -> None:
        super().__init__()
        self.warnings: list[BattleProblem] = []


class BattleFileError(ValueError):
    """A battle file nobody can fight by; ``problems`` lists everything that is wrong with it."""

    def __init__(self, file: str, problems: Iterable[BattleProblem]) -> None:
        self.file = file
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        super().__init__("\n".join(f"{file}: {problem}" for problem in self.problems))


def suggest_piece(written: str) -> str:
    """What an ability or condition was likely meant to be: "Did you mean Sadism 2?"; empty if nothing is like it."""
    match = _NAME.match(written)
    names = {
        name.casefold(): name for piece in all_pieces() if not piece.is_spell for name in (piece.name, *piece.aliases)
    }
    close = get_close_matches(match[0].strip().casefold(), names, n=1, cutoff=0.7) if match else []
    return f"Did you mean {names[close[0]]}{written[match.end() :].rstrip()}?" if match and close else ""


@dataclass(slots=True)
class Table:
    """A table of the file with its place; reading a key of it tells what is wrong with the value."""

    keys: Mapping[str, Any]
    source: SourceText
    section: Section | None
    problems: Problems
    title: str

    def line(self, key: str = "") -> int:
        """Line of a key, or of the table's heading."""
        if self.section is None:
            return 1
        span = self.section.keys.get(key, self.section.head)
        return self.source.line_of(span.start)

    def complain(self, key: str, what: str, mend: str) -> None:
        self.problems.append(BattleProblem(self.line(key), f"{self.title}: {what}", mend))

    def warn_of_idle(self, key: str, written: Iterable[str]) -> None:
        """A warning for each ability or condition by which nothing in a battle acts, or not as it is written."""
        for each in written:
            found = find_written(each)
            if found is not None and lacks_parameter(*found):
                what = f"{self.title}: {each!r} does nothing without what stands behind its name in the rules"
                self.problems.warnings.append(
                    BattleProblem(self.line(key), what, f"Write it as in {found[0].example!r}.")
                )
            if found is None and find_rolled(each) is None and find_choices(each) is None:
                what = f"{self.title}: nothing in the battle acts by {each!r}"
                mend = suggest_piece(each) or "Leave it out, or spell it as the rules do."
                self.problems.warnings.append(BattleProblem(self.line(key), what, mend, each))

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
