"""Names: each must stand for one thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.indexes import entry_forms
from orderbook.rulebook.linting.material import Flaw, PlacedFlaw, Subject, Written
from orderbook.rulebook.linting.study import Study
from orderbook.rulebook.model import RuleEntry, Unit
from orderbook.rulebook.names import fold_name

TWICE = CheckDoc(
    name="rule-name-twice",
    severity=Severity.ERROR,
    summary="Two entries have the same name.",
    why="A post that names it may mean either, and of the two only one would be loaded.",
    rules=(),
    failing='[[room]] name = "Burrow" ... [[room]] name = "Burrow"',
    passing='[[room]] name = "Burrow" ... [[room]] name = "Great Burrow"',
)
SHARED = CheckDoc(
    name="rule-name-shared",
    severity=Severity.WARNING,
    summary="A plural or another name of one entry is the name of a second one.",
    why="A post that writes it may mean either; the checks then take it for neither or for the wrong one.",
    rules=(),
    failing='Kobold Slinger: aliases = ["Skirmisher"]; Skirmisher is another unit',
    passing='Kobold Slinger: aliases = ["Stone Slinger"]',
)
DOCS = (TWICE, SHARED)


def lint_names(study: Study) -> Iterator[Flaw]:
    """Other names that are names of something else. Units and structures are looked for apart, as in posts."""
    for entries in (study.faction.units, study.faction.structures, study.faction.rituals):
        yield from _lint_shared(entries)


def lint_doubles(subject: Subject) -> Iterator[PlacedFlaw]:
    """Names that stand there twice: in one faction, or among abilities or spells."""
    for material in subject.materials:
        yield from _find_doubles(material.entries, f"{material.faction.name} have")
    for kind in ("ability", "spell"):
        yield from _find_doubles([entry for entry in subject.entries if entry.kind == kind], "there is")


def _find_doubles(entries: Iterable[Written], who: str) -> Iterator[PlacedFlaw]:
    first: dict[str, Written] = {}
    for entry in entries:
        other = first.setdefault(fold_name(entry.name), entry)
        if other is not entry:
            line = other.source.line_of(other.head.start)
            where = f"line {line}" if other.source is entry.source else f"line {line} of {other.source.name}"
            kinds = f"a {entry.kind}" if entry.kind == other.kind else f"a {other.kind} and a {entry.kind}"
            message = f"{who} two entries called {entry.name} ({kinds}), the other in {where}; rename or remove one"
            yield PlacedFlaw(TWICE.name, entry.source, entry.head, message)


def _lint_shared(entries: Iterable[RuleEntry]) -> Iterator[Flaw]:
    listed = list(entries)
    owners = {fold_name(entry.name): entry.name for entry in reversed(listed)}
    told: set[frozenset[str]] = set()
    for entry in listed:
        for form in entry_forms(entry):
            owner = owners.setdefault(fold_name(form), entry.name)
            pair = frozenset((owner, entry.name))
            if len(pair) == 2 and fold_name(owner) != fold_name(entry.name) and pair not in told:
                told.add(pair)
                kind = "unit" if isinstance(entry, Unit) else entry.section.value
                message = f"{form} stands for the {kind} {entry.name} and also for {owner}; take it from one of them"
                yield Flaw(SHARED.name, entry.name, message, "aliases", form)
