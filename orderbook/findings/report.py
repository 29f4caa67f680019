"""What a check of one post comes to: findings, the ledger of the week, and how much was understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields

from orderbook.books.bundle import Bundle
from orderbook.findings.model import Finding, Severity
from orderbook.text.records import record
from orderbook.text.source import SourceText

FINDINGS_AT_MOST = 1000
"""A report keeps this many findings and counts the rest: nobody reads more, and hostile posts make millions."""


@record
class LedgerTable:
    """The week's flows as the player's own lines give them, and where they lead.

    ``opening`` is ``None`` when nobody told it; then ``computed`` is the net flow of the week. ``stated`` holds
    every resource the Wealth tab lists, those at 0 too, and is ``None`` when there is no Wealth to read.
    """

    opening: Bundle | None = None
    production: Bundle = field(default_factory=Bundle)
    upkeep: Bundle = field(default_factory=Bundle)
    construction: Bundle = field(default_factory=Bundle)
    recruitment: Bundle = field(default_factory=Bundle)
    trade: Bundle = field(default_factory=Bundle)
    other: Bundle = field(default_factory=Bundle)
    computed: Bundle = field(default_factory=Bundle)
    stated: Mapping[str, int] | None = None

    def rows(self) -> Iterator[tuple[str, Mapping[str, int] | None]]:
        """The rows by name, in the order a player adds them up."""
        for row in fields(self):
            yield row.name, getattr(self, row.name)


@record
class Coverage:
    """Non-blank lines of the known tabs: understood, left to the game master, and lost (always 0)."""

    lines: int = 0
    understood: int = 0
    ruling: int = 0
    lost: int = 0


@dataclass(frozen=True)
class Report:
    """The outcome of a check. ``findings`` stand in the order of the post; make one with ``build_report``.

    ``omitted`` findings beyond the cap are only counted, ``omitted_errors`` of them errors. ``notes`` say how the
    input was read; each line of ``not_judged`` says what was not judged and which option makes it possible.
    ``praise`` is what to say where nothing is wrong, if it is no orders post.
    """

    source: SourceText
    system: str
    faction: str | None = None
    week: int | None = None
    findings: tuple[Finding, ...] = ()
    ledger: LedgerTable | None = None
    coverage: Coverage = field(default_factory=Coverage)
    notes: tuple[str, ...] = ()
    not_judged: tuple[str, ...] = ()
    omitted: int = 0
    omitted_errors: int = 0
    praise: str | None = None

    def count(self, severity: Severity) -> int:
        """Findings of one severity, errors beyond the cap included."""
        beyond = self.omitted_errors if severity is Severity.ERROR else 0
        return beyond + sum(finding.severity is severity for finding in self.findings)

    @property
    def has_errors(self) -> bool:
        return self.count(Severity.ERROR) > 0

    @property
    def is_clean(self) -> bool:
        """Neither errors nor warnings; information does not count."""
        return not self.has_errors and self.count(Severity.WARNING) == 0 and self.omitted == 0


def sort_findings(source: SourceText, findings: Iterable[Finding]) -> list[Finding]:
    """In the order of the post: by line, column, check, message; of equal findings one stays."""

    def place(finding: Finding) -> tuple[tuple[int, int], str, str]:
        return source.position(finding.span.start), finding.check, finding.message

    return sorted(dict.fromkeys(findings), key=place)


def build_report(
    source: SourceText,
    system: str,
    findings: Iterable[Finding],
    *,
    faction: str | None = None,
    week: int | None = None,
    ledger: LedgerTable | None = None,
    coverage: Coverage | None = None,
    notes: Iterable[str] = (),
    not_judged: Iterable[str] = (),
    at_most: int = FINDINGS_AT_MOST,
    praise: str | None = None,
) -> Report:
    """A report with its findings sorted, equal ones told once, and those beyond ``at_most`` counted only."""
    ordered = sort_findings(source, findings)
    beyond = ordered[at_most:]
    return Report(
        source=source,
        system=system,
        faction=faction,
        week=week,
        findings=tuple(ordered[:at_most]),
        ledger=ledger,
        coverage=coverage or Coverage(),
        notes=tuple(notes),
        not_judged=tuple(not_judged),
        omitted=len(beyond),
        omitted_errors=sum(finding.severity is Severity.ERROR for finding in beyond),
        praise=praise,
    )
