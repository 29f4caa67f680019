"""Requests about the posts of several weeks, and what comes of them: what the commands see of an audit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from orderbook.books.book import Book
from orderbook.books.bundle import Bundle
from orderbook.findings.report import Report
from orderbook.rulebook.options import Options
from orderbook.text.records import record
from orderbook.text.source import SourceText


@record
class Ruling:
    """What a game master gave or took in a week, that no line of the post tells."""

    week: int
    amounts: Bundle
    text: str


@record
class Siege:
    """A site that was besieged from one week to another, both included."""

    site: str
    first: int
    last: int


@dataclass(frozen=True)
class SeriesRequest:
    """The posts of one player, or thread pages that hold them, in the order they were given.

    ``player`` says whose posts of a thread page are meant; ``opening`` is the Wealth before the first week.
    The rest is as in a ``CheckRequest``.
    """

    posts: tuple[SourceText, ...]
    player: str | None = None
    opening: Bundle | None = None
    faction: str | None = None
    first_turn: bool = False
    rules: tuple[Path, ...] = ()
    map: Path | None = None
    options: Options = field(default_factory=Options)
    rulings: tuple[Ruling, ...] = ()
    sieges: tuple[Siege, ...] = ()


@dataclass(frozen=True)
class Audit:
    """A series audited. ``reports`` are those of the weeks of the book, one each.

    ``describe`` gives the whole as JSON values; ``explain`` unfolds one figure (``Gold@4``), and raises
    ``RequestError`` for one that is not there.
    """

    book: Book
    reports: tuple[Report, ...]
    describe: Callable[[], Mapping[str, object]]
    explain: Callable[[str], Explanation]

    @property
    def has_errors(self) -> bool:
        """Whether a report has an error, or the series itself does."""
        told = any(remark.severity == "error" for remark in self.book.remarks)
        return told or any(report.has_errors for report in self.reports)


@record
class Step:
    """A term of a figure: an amount and why. ``quote`` is the line of the post."""

    amount: int
    text: str
    file: str | None = None
    line: int | None = None
    quote: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """One figure unfolded: ``steps`` add up to ``computed``; ``notes`` say what is not in the sum, and why.

    ``before`` tells the weeks that led to the opening, the last first. ``rules`` are the texts of the rules named.
    """

    figure: str
    resource: str
    week: str
    computed: int | None
    stated: int | None
    steps: tuple[Step, ...]
    notes: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
