"""Linting: every lint on every faction of a subject, and a report for each of its sources."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from orderbook.findings.model import CheckDoc, Finding, Fix, Severity
from orderbook.findings.report import Coverage, Report, build_report
from orderbook.rulebook.importing.drafts import TITLES
from orderbook.rulebook.linting import (
    abilities,
    building,
    form,
    limits,
    names,
    prerequisites,
    prices,
    recruiting,
    words,
)
from orderbook.rulebook.linting.glossary import Glossary
from orderbook.rulebook.linting.material import Flaw, Material, PlacedFlaw, Subject, Written, count_lines
from orderbook.rulebook.linting.study import Study, known_factions
from orderbook.rulebook.model import Rulebook
from orderbook.text.edits import Edit
from orderbook.text.source import SourceText, Span

Lint = Callable[[Study], Iterator[Flaw]]

LINTS: tuple[Lint, ...] = (
    prerequisites.lint_prerequisites,
    building.lint_building,
    recruiting.lint_recruiting,
    abilities.lint_abilities,
    prices.lint_prices,
    limits.lint_limits,
    names.lint_names,
)
_DOCS = (
    form.DOCS,
    names.DOCS,
    prerequisites.DOCS,
    building.DOCS,
    recruiting.DOCS,
    abilities.DOCS,
    prices.DOCS,
    limits.DOCS,
    words.DOCS,
)
_OF_ABSENCE = ("rule-price-missing", "rule-unbuildable", "rule-limit-missing", "rule-unit-unrecruited")
_BETWEEN_ENTRIES = ("rule-recruit-disagree", "rule-unit-unrecruited")
_PRAISE = "Nothing is wrong with this rule data: every name leads somewhere, and everything can be built and paid."
_FAINT_PRAISE = "Nothing is wrong with this rule data; the notes are worth a look."


def all_lints() -> tuple[CheckDoc, ...]:
    """The documents of all lints, by family."""
    return tuple(doc for docs in _DOCS for doc in docs)


def lint_subject(subject: Subject, rulebook: Rulebook | None = None, system: str = "") -> tuple[Report, ...]:
    """A report for each source, in their order.

    ``rulebook`` is what comes with orderbook: its abilities count as defined, and its factions are those that
    something may be laid over.
    """
    placed = [*subject.flaws, *names.lint_doubles(subject), *_lint_factions(subject, rulebook)]
    severities = {doc.name: doc.severity for doc in all_lints()}
    reports = []
    for source in subject.sources:
        own = [material for material in subject.materials if _concerns(material, source)]
        lines, unread = subject.lines or (count_lines(source), 0)
        flaws = _without_echoes([flaw for flaw in placed if flaw.source is source])
        findings = [_make_finding(flaw, severities) for flaw in flaws]
        reports.append(
            build_report(
                source,
                system,
                findings,
                faction=", ".join(material.faction.name for material in own) or None,
                coverage=Coverage(lines=lines, understood=lines - unread, ruling=unread),
                notes=(*source.notes, *subject.notes),
                praise=_FAINT_PRAISE if findings else _PRAISE,
            )
        )
    return tuple(reports)


def _lint_factions(subject: Subject, rulebook: Rulebook | None) -> Iterator[PlacedFlaw]:
    glossary = Glossary(
        (*subject.abilities, *subject.spells), (*rulebook.abilities, *rulebook.spells) if rulebook is not None else ()
    )
    factions = known_factions(rulebook, subject.materials)
    vocabulary = words.Vocabulary(factions, glossary.names)
    for material in subject.materials:
        study = Study(material, factions, glossary)
        flaws: Iterable[Flaw] = [flaw for lint in LINTS for flaw in lint(study)]
        if material.laid_over and rulebook is not None:
            flaws = _only_new(flaws, material, rulebook, glossary)
        for flaw in (*flaws, *words.lint_words(material, vocabulary)):
            if not _follows_from_loss(flaw, material):
                yield _place(flaw, material)


def _without_echoes(flaws: list[PlacedFlaw]) -> list[PlacedFlaw]:
    """Without words that are flawed for a better reason."""
    echoes = {doc.name for doc in words.DOCS}
    taken = sorted({flaw.span for flaw in flaws if flaw.check not in echoes})
    reach = list(accumulate((span.end for span in taken), max))
    starts = [span.start for span in taken]

    def is_taken(span: Span) -> bool:
        before = bisect_right(starts, span.start)
        return before > 0 and reach[before - 1] >= span.end

    return [flaw for flaw in flaws if flaw.check not in echoes or not is_taken(flaw.span)]


def _follows_from_loss(flaw: Flaw, material: Material) -> bool:
    """Whether a flaw only tells that something is not there which is there and could not be read."""
    if flaw.check in _BETWEEN_ENTRIES:
        return any(entry.lost & {"requires", "recruits"} for entry in material.entries)
    written = material.written(flaw.entry)
    return flaw.check in _OF_ABSENCE and written is not None and bool(written.lost)


def _only_new(flaws: Iterable[Flaw], material: Material, rulebook: Rulebook, glossary: Glossary) -> list[Flaw]:
    """Without what was wrong with the shipped faction already and stands in entries that nobody touched."""
    shipped = next((each for each in rulebook.factions if each.name == material.faction.name), None)
    if shipped is None:
        return list(flaws)
    study = Study(Material(shipped, material.head, ()), rulebook.factions, glossary)
    before = {flaw for lint in LINTS for flaw in lint(study)}
    return [flaw for flaw in flaws if flaw not in before or material.written(flaw.entry) is not None]


def _place(flaw: Flaw, material: Material) -> PlacedFlaw:
    written: Written = material.written(flaw.entry) or material.head
    span, is_exact = written.find(flaw.key, flaw.text)
    better = flaw.better if is_exact else None
    section = TITLES.get(written.kind)
    tab = f"{material.faction.name}: {section}" if section else material.faction.name
    return PlacedFlaw(flaw.check, written.source, span, flaw.message, better, flaw.severity, tab)


def _make_finding(flaw: PlacedFlaw, severities: dict[str, Severity]) -> Finding:
    fix = None
    if flaw.better is not None:
        fix = Fix(f'write "{flaw.better}"', (Edit(flaw.span.start, flaw.span.end, flaw.better),), safe=False)
    return Finding(
        check=flaw.check,
        severity=flaw.severity or severities[flaw.check],
        message=_as_sentence(flaw.message),
        span=flaw.span,
        tab=flaw.tab,
        fix=fix,
    )


def _as_sentence(text: str) -> str:
    """With a capital in front and a mark at the end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def _concerns(material: Material, source: SourceText) -> bool:
    return material.head.source is source or any(entry.source is source for entry in material.entries)
