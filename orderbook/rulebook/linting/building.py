"""What can never be built: circles of prerequisites, and structures that ask for more than there may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.chains import is_given
from orderbook.rulebook.linting.material import Flaw
from orderbook.rulebook.linting.study import Study
from orderbook.rulebook.model import Structure

CIRCLE = CheckDoc(
    name="rule-circle",
    severity=Severity.ERROR,
    summary="Structures need each other in a circle.",
    why="Each waits for another to stand first, so none of them can ever be begun.",
    rules=(),
    failing='Forge: requires = ["Smelter"]; Smelter: requires = ["Forge"]',
    passing='Forge: requires = ["Smelter"]; Smelter: no prerequisite',
)
UNBUILDABLE = CheckDoc(
    name="rule-unbuildable",
    severity=Severity.ERROR,
    summary="A structure can never be built.",
    why="It has no price and does not come with the Starting Dungeon, or it asks for more of something than the limit "
    "allows, or for something that may not stand where it stands.",
    rules=(),
    failing='requires = ["6 Pit Traps"], where a Pit Trap has limit = 5',
    passing='requires = ["5 Pit Traps"]',
)
DOCS = (CIRCLE, UNBUILDABLE)

_NAMED = 4


def lint_building(study: Study) -> Iterator[Flaw]:
    """Both families. A structure that merely waits for such a one is named with it and not told again."""
    if not study.faction.complete:
        return
    reached = _reach(study)
    circular = [name for name in study.structures if name not in reached]
    for circle in _find_circles(study, circular):
        yield _describe_circle(study, circle, circular)
    for structure in study.faction.structures:
        if structure.cost is None and structure.weeks is None and not is_given(structure):
            told = "has neither a price nor a construction time, and the Starting Dungeon does not come with it"
            advice = "give it both, or say that it stands at the start (headquarters or starting)"
            yield _describe_unbuildable(study, structure, told, advice, "")
        yield from _lint_limits(study, structure)
        yield from _lint_places(study, structure)


def _reach(study: Study) -> set[str]:
    """What can be begun some time, if every prerequisite that is nowhere in the lists is thought to be there."""
    reached: set[str] = set()
    waiting = list(study.faction.structures)
    while waiting:
        held = []
        for structure in waiting:
            if all(any(n in reached or n not in study.structures for n in need.names) for need in structure.requires):
                reached.add(structure.name)
            else:
                held.append(structure)
        if len(held) == len(waiting):
            break
        waiting = held
    return reached


def _find_circles(study: Study, names: list[str]) -> Iterator[list[str]]:
    """The circles among structures that are never reached, each from its first one on; no structure in two."""
    left = set(names)
    order = {name: number for number, name in enumerate(names)}
    needs = {
        name: [n for need in study.structures[name].requires if order.keys() >= set(need.names) for n in need.names]
        for name in names
    }
    for start in names:
        if start not in left:
            continue
        path: dict[str, None] = {}
        here: str | None = start
        while here is not None and here not in path:
            path[here] = None
            here = next((name for name in needs[here] if name in left), None)
        if here is not None:
            circle = list(path)[list(path).index(here) :]
            first = min(circle, key=lambda name: order[name])
            at = circle.index(first)
            yield circle[at:] + circle[:at]
            left -= set(circle)
        left -= {name for name in path if name == start}


def _describe_circle(study: Study, circle: list[str], circular: list[str]) -> Flaw:
    steps = [f"{one} needs {other}" for one, other in zip(circle, [*circle[1:], circle[0]], strict=True)]
    behind = [name for name in circular if name not in circle]
    told = steps[0] if len(circle) > 1 else f"{circle[0]} needs itself"
    if len(circle) > 1:
        told = ", ".join(steps[:_NAMED]) + (" and so on" if len(steps) > _NAMED else "")
    verb = "none of them can ever be built" if len(circle) > 1 else "it can never be built"
    rest = f", nor can {_name_some(behind)}, which wait for that" if behind else ""
    text = circle[1] if len(circle) > 1 else circle[0]
    return Flaw(CIRCLE.name, circle[0], f"{told}: {verb}{rest}; take one of the prerequisites out", "requires", text)


def _lint_limits(study: Study, structure: Structure) -> Iterator[Flaw]:
    """Prerequisites that share a limit must not be more together than it allows."""
    wanted: dict[str, list[tuple[str, int]]] = {}
    for need in structure.requires:
        known = [study.structures[name] for name in need.names if name in study.structures]
        if len(need.names) == 1 and known:
            wanted.setdefault(known[0].counts_as or known[0].name, []).append((known[0].name, need.count))
    for group, parts in wanted.items():
        total = sum(number for _, number in parts)
        holder = study.structures.get(group)
        limit = study.limit_of(holder) if holder is not None else None
        if limit is not None and total > limit:
            told = " and ".join(f"{number} {name}" for name, number in parts)
            reason = f"needs {told}, and of {group} there may be {limit} in one place"
            advice = f"raise the limit of {group}, or ask for less"
            yield _describe_unbuildable(study, structure, reason, advice, parts[0][0])


def _lint_places(study: Study, structure: Structure) -> Iterator[Flaw]:
    for need in structure.requires:
        places = {place for name in need.names if name in study.structures for place in study.structures[name].places}
        if places and not places & set(structure.places):
            here, there = (" or ".join(sorted(each)).title() for each in (set(structure.places), places))
            reason = f"stands in a {here} only, and needs {' or '.join(need.names)}, which stands in a {there} only"
            yield _describe_unbuildable(study, structure, reason, "let both stand in the same place", need.names[0])


def _describe_unbuildable(study: Study, structure: Structure, reason: str, advice: str, text: str) -> Flaw:
    behind = [other.name for other in study.faction.structures if _waits_for(other, structure.name)]
    rest = f"; {_name_some(behind)} waits for it" if behind else ""
    message = f"{structure.name} {reason}, so it can never be built{rest}; {advice}"
    return Flaw(UNBUILDABLE.name, structure.name, message, "requires" if text else "", text)


def _waits_for(other: Structure, name: str) -> bool:
    return any(need.names == (name,) for need in other.requires)


def _name_some(names: Iterable[str]) -> str:
    listed = list(names)
    more = len(listed) - _NAMED
    return ", ".join(listed[:_NAMED]) + (f" and {more} more" if more > 0 else "")
