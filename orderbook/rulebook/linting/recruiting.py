"""Units and the rooms that recruit them: each must know of the other."""

from __future__ import annotations

from collections.abc import Iterator

from orderbook.findings.model import CheckDoc, Severity
from orderbook.rulebook.linting.material import Flaw
from orderbook.rulebook.linting.study import Study, ask
from orderbook.rulebook.model import Unit

UNKNOWN = CheckDoc(
    name="rule-recruit-unknown",
    severity=Severity.ERROR,
    summary="A room recruits a unit the faction does not have.",
    why="Players cannot recruit what has no entry: it has no price and no figures. Mostly a name is shortened.",
    rules=(),
    failing='recruits = ["Derro Mutant", "Gibber Mouthers"]',
    passing='recruits = ["Derro Mutant", "Gibbering Mouther"]',
)
DISAGREE = CheckDoc(
    name="rule-recruit-disagree",
    severity=Severity.ERROR,
    summary="A room's benefit and a unit's heading do not agree on where the unit is recruited.",
    why="A player who reads the one recruits where the other forbids it.",
    rules=(),
    failing='Burrow: recruits = ["Slinger"]; Slinger: requires = ["Workshop"]',
    passing='Burrow: recruits = ["Slinger"]; Slinger: requires = ["Burrow"]',
)
UNRECRUITED = CheckDoc(
    name="rule-unit-unrecruited",
    severity=Severity.WARNING,
    summary="A unit has a price, and no room recruits it.",
    why="Nobody can buy it, unless the game master says where.",
    rules=(),
    failing="Slinger: cost = {Gold = 5}, no requires, and in no room's recruits",
    passing='Slinger: requires = ["Burrow"]; Burrow: recruits = ["Slinger"]',
)
DOCS = (UNKNOWN, DISAGREE, UNRECRUITED)


def lint_recruiting(study: Study) -> Iterator[Flaw]:
    """All three. A misspelt unit in a room's list counts as the unit it is most like, and is told once."""
    if not study.faction.complete:
        return
    listed: dict[str, list[str]] = {}
    for structure in study.faction.structures:
        for name in structure.recruits:
            meant = name
            if name not in study.units:
                likely = study.likely_unit(name)
                meant = likely[0] if likely else name
                yield _describe_unknown(study, structure.name, name, likely)
            listed.setdefault(meant, []).append(structure.name)
    for unit in study.faction.units:
        yield from _compare(study, unit, listed.get(unit.name, []))


def _describe_unknown(study: Study, room: str, name: str, likely: tuple[str, ...]) -> Flaw:
    owner = study.owner_of(name)
    advice = ask(likely) or (f"{owner} have one" if owner else "add an entry for it, or take it out of the room")
    return Flaw(
        UNKNOWN.name,
        room,
        f"{room} recruits {name}, and {study.faction.name} have no unit of that name; {advice}",
        "recruits",
        name,
        better=likely[0] if len(likely) == 1 else None,
    )


def _compare(study: Study, unit: Unit, rooms: list[str]) -> Iterator[Flaw]:
    wanted = [name for need in unit.requires for name in need.names if name in study.structures]
    if not rooms and not unit.requires:
        if unit.cost is not None and unit.cost.text is None and not unit.leader and not unit.summoned:
            message = f"{unit.name} can be bought, but no room recruits it and it names none; say which room does"
            yield Flaw(UNRECRUITED.name, unit.name, message, "requires")
        return
    silent = [name for name in wanted if name not in rooms]
    unasked = [name for name in rooms if name not in wanted]
    if silent and unasked:
        yield Flaw(
            DISAGREE.name,
            unit.name,
            f"{unit.name} says that {_join(silent)} recruits it, but {_join(silent)} does not list it and "
            f"{_join(unasked)} does; name the same room in both",
            "requires",
            silent[0],
        )
    elif silent:
        yield Flaw(
            DISAGREE.name,
            unit.name,
            f"{unit.name} says that {_join(silent)} recruits it, but {_join(silent)} does not list it; "
            f"add {unit.name} to what {_join(silent)} recruits",
            "requires",
            silent[0],
        )
    elif unasked and all(name in study.structures for need in unit.requires for name in need.names):
        yield Flaw(
            DISAGREE.name,
            unasked[0],
            f"{_join(unasked)} recruits {unit.name}, but {unit.name} does not say so; add (Requires: {unasked[0]}) to "
            f"the heading of {unit.name}, which is requires in rule data",
            "recruits",
            unit.name,
        )


def _join(names: list[str]) -> str:
    return " and ".join(names)
