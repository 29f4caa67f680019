"""Limits: how many of a structure there may be in one place."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.linting.material import Flaw
from orderbook.rulebook.linting.study import Study
from orderbook.rulebook.model import Structure

MISSING = CheckDoc(
    name="rule-limit-missing",
    severity=Severity.WARNING,
    summary="A trap or defence states no limit.",
    why="A room without a limit stands once in a Dungeon; for traps and defences no rule says so, and players ask.",
    rules=(),
    failing="[ic=Pit Trap]",
    passing="[ic=Pit Trap (Limit 5)]",
)
DIFFERS = CheckDoc(
    name="rule-limit-differs",
    severity=Severity.WARNING,
    summary="Structures that count as one another state different limits.",
    why="They share one limit, so it must be the same for all of them.",
    rules=(),
    failing="Pit Trap (Limit 5); Acid Pit (Limit 3, counts as Pit Trap)",
    passing="Pit Trap (Limit 5); Acid Pit (Limit 5, counts as Pit Trap)",
)
ITSELF = CheckDoc(
    name="rule-counts-as-itself",
    severity=Severity.INFO,
    summary="A structure counts as itself.",
    why="That says nothing; perhaps another structure was meant.",
    rules=(),
    failing="Pit Trap (Limit 5, counts as Pit Trap)",
    passing="Pit Trap (Limit 5)",
)
DOCS = (MISSING, DIFFERS, ITSELF)


def lint_limits(study: Study) -> Iterator[Flaw]:
    """All three."""
    for structure in study.faction.structures:
        if structure.counts_as == structure.name:
            message = f"{structure.name} counts as {structure.name}, that is itself; take that out, or name another one"
            yield Flaw(ITSELF.name, structure.name, message, "counts_as", structure.name)
        elif structure.counts_as in study.structures:
            yield from _compare(study, structure, study.structures[structure.counts_as])
    for defence in study.faction.defences if study.faction.complete else ():
        if defence.limit is None:
            message = (
                f"{defence.name} states no limit; write how many there may be in one place, or that it is unlimited"
            )
            yield Flaw(MISSING.name, defence.name, message, "limit")


def _compare(study: Study, structure: Structure, head: Structure) -> Iterator[Flaw]:
    own, other = study.limit_of(structure), study.limit_of(head)
    if own != other and structure.limit is not None:
        shown = ["any number" if limit is None else f"a limit of {limit}" for limit in (own, other)]
        yield Flaw(
            DIFFERS.name,
            structure.name,
            f"{structure.name} counts as {head.name} and states {shown[0]}, but {head.name} has {shown[1]}; "
            "write the same in both",
            "limit",
        )
