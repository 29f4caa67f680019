"""How ``next`` writes who stands where: one line a type and place, officers and leaders by name (UD-ORD-24, 25)."""

from __future__ import annotations

from orderbook.rulebook.model import Structure, Unit
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.post.model import ArmyLine


def counted(name: str, number: int, entry: Structure | Unit | None) -> str:
    """``4 Mushroom Patches``; a single structure without its number unless more of it may stand there."""
    if number == 1:
        several = isinstance(entry, Unit) or (isinstance(entry, Structure) and entry.limit not in (None, 1))
        return f"1 {name}" if several else name
    if entry is None:
        return f"{number} {name}"
    return f"{number} {entry.plural or pluralise(name)}"


def army_group(lines: list[ArmyLine]) -> list[str]:
    """The lines of all who stand at one place, units of a type in the same state in one."""
    written: list[str] = []
    merged: dict[tuple[str, str, int | None], int] = {}
    for line in lines:
        if line.rank is not None:
            written.append(_at(_person(line), _where(line)))
        else:
            key = _likeness(line)
            merged[key] = merged.get(key, 0) + line.count
    first = {_likeness(line): line for line in reversed(lines) if line.rank is None}
    for key, number in merged.items():
        line = first[key]
        lifespan = f" (Lifespan {line.lifespan})" if line.lifespan is not None else ""
        written.append(_at(counted(line.unit.name, number, line.unit.entry) + lifespan, key[1]))
    return written


def _likeness(line: ArmyLine) -> tuple[str, str, int | None]:
    """What units have in common that stand in one line: type, place and how long they live yet (UD-ORD-18)."""
    return unit_key(line.unit), _where(line), line.lifespan


def _at(whom: str, where: str) -> str:
    return f"{whom} - {where}" if where else whom


def _person(line: ArmyLine) -> str:
    if line.rank == "Leader":
        unit = line.unit.entry
        person = line.person or line.unit.name
        if unit is not None and unit.name.lower() != person.lower() and not _is_alias(unit, person):
            return f"{person} ({unit.name})"
        return person
    site = f" of {line.site.name}" if line.site is not None else ""
    unit_name = f" ({line.unit.name})" if line.unit.text else ""
    return f"{line.person}, {line.rank}{site}{unit_name}"


def _is_alias(unit: Unit, person: str) -> bool:
    return person.lower() in (alias.lower() for alias in unit.aliases)


_STATES = (
    ("garrison", "Garrisoned at"), ("entrench", "Entrenched in"), ("dug", "Entrenched in"), ("ambush", "In ambush in"),
    ("infiltrat", "Infiltrated in"), ("besieg", "Besieging"), ("camp", "Encamped in"), ("encamp", "Encamped in"),
)  # fmt: skip


def _where(line: ArmyLine) -> str:
    """Where a line puts its units: at a site of the post's own or somebody else's, else in a region."""
    away = line.site is not None and line.where not in (None, line.site.region)  # an officer who left the site
    region = str(line.where) if line.where is not None else ""
    if line.host and (line.site is None or away):
        place, is_site = f"{line.host} ({region})" if region else line.host, True
    elif line.site is None or away:
        place, is_site = region, False
    else:
        place, is_site = str(line.site), True
    if not place:
        return ""
    state = next((word for stem, word in _STATES if stem in line.state), "")
    if not state:
        state = "Garrisoned at" if is_site and not line.host else "At" if is_site else "In"
    elif is_site and state.endswith(" in"):
        state = state[:-2] + "at"
    return f"{state} {place}"
