"""Prerequisites: names that lead nowhere, and structures that leave each other pointless."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.linting.material import Flaw
from orderbook.rulebook.linting.study import Study, ask
from orderbook.rulebook.model import Requirement, Structure

PREREQUISITE = CheckDoc(
    name="rule-prerequisite",
    severity=Severity.ERROR,
    summary="A prerequisite names nothing the faction can build.",
    why="What needs a room that does not exist can never be built; mostly the name is only misspelt.",
    rules=(),
    failing='requires = ["Cave of Chaos", "Cavern of Cacaphony"]',
    passing='requires = ["Cave of Chaos", "Cavern of Cacophony"]',
)
POINTLESS = CheckDoc(
    name="rule-pointless",
    severity=Severity.WARNING,
    summary="A structure needs another one that a third takes the place of.",
    why="Once the third is built, what the first improves is gone; nobody says whether it still does anything.",
    rules=(),
    failing='Reinforced Gate: requires = ["Palisade"]; Bone Wall: replaces_present = ["Palisade"]',
    passing='Reinforced Gate: requires = ["Palisade or Bone Wall"]',
)
DOCS = (PREREQUISITE, POINTLESS)


def lint_prerequisites(study: Study) -> Iterator[Flaw]:
    """Both families."""
    if not study.faction.complete:
        return
    for holder in study.holders():
        for need in study.needs(holder):
            for name in need.names:
                if name not in study.structures:
                    yield _lead_nowhere(study, holder.name, "requires", name)
    for structure in study.faction.structures:
        for name in structure.replaces_present:
            if name not in study.structures:
                yield _lead_nowhere(study, structure.name, "replaces_present", name)
        if structure.counts_as and structure.counts_as not in study.structures:
            yield _lead_nowhere(study, structure.name, "counts_as", structure.counts_as)
    yield from _lint_pointless(study)


def _lead_nowhere(study: Study, entry: str, key: str, name: str) -> Flaw:
    deed = {"requires": "needs", "replaces_present": "replaces", "counts_as": "counts as"}[key]
    likely = study.likely_structure(name)
    owner = study.owner_of(name)
    if likely:
        advice = ask(likely)
    elif name in study.units:
        advice = "that is a unit; a prerequisite is a room, trap or defence"
    elif owner is not None:
        advice = f"{owner} have one; give {study.faction.name} an entry of their own, or take the prerequisite out"
    else:
        advice = "add an entry for it, or take it out"
    message = f"{entry} {deed} {name}, and {study.faction.name} have no structure of that name; {advice}"
    return Flaw(PREREQUISITE.name, entry, message, key, name, better=likely[0] if len(likely) == 1 else None)


def _lint_pointless(study: Study) -> Iterator[Flaw]:
    for structure in study.faction.structures:
        for need in structure.requires:
            usurpers = _usurpers(study, structure, need)
            if usurpers:
                name = need.names[0]
                others = " and ".join(usurpers)
                takes = "takes" if len(usurpers) == 1 else "take"
                yield Flaw(
                    POINTLESS.name,
                    structure.name,
                    f"{structure.name} needs {name}, but {others} {takes} the place of {name}: who builds the one is "
                    f'left without the other; write "{name} or {usurpers[0]}", or say that the two exclude each other',
                    "requires",
                    name,
                )


def _usurpers(study: Study, structure: Structure, need: Requirement) -> list[str]:
    """What takes away every way to meet a prerequisite, without being one itself or needing ``structure`` in turn."""
    if need.replaces or any(name not in study.structures for name in need.names):
        return []
    asked = {name for each in structure.requires for name in each.names}
    takers: list[list[str]] = []
    for name in need.names:
        if study.limit_of(study.structures[name]) != 1:
            return []  # another one can stand beside what replaced the first
        takers.append(
            [
                other.name
                for other in study.takers.get(name, ())
                if other.name != structure.name
                and other.name not in asked
                and not any(structure.name in further.names for further in other.requires)
            ]
        )
    return takers[0] if all(takers) else []
