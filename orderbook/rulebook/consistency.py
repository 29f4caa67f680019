"""Whether the entries of a faction fit each other: every name that one of them uses is the name of another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orderbook.books.bundle import USUAL_ORDER, Bundle
from orderbook.rulebook.model import Cost, Faction, Requirement, Structure, Unit

_SINGULAR = {"Body": "Bodies", "Soul": "Souls"}


def find_misfits(faction: Faction) -> Iterator[tuple[str, str, str]]:
    """(entry, key, what is wrong and how to mend it) for each misfit.

    Names that lead nowhere are misfits only where the faction promises to be complete. A room that recruits a unit
    and a unit that requires a room must agree, for either alone would leave the unit without a place.
    """
    yield from _resource_misfits(faction)
    if not faction.complete:
        return
    structures = {structure.name: structure for structure in faction.structures}
    units = {unit.name: unit for unit in faction.units}
    for unit in faction.units:
        yield from _unit_misfits(unit, structures, units)
    for structure in faction.structures:
        yield from _structure_misfits(structure, structures, units)


def _unit_misfits(
    unit: Unit, structures: dict[str, Structure], units: dict[str, Unit]
) -> Iterator[tuple[str, str, str]]:
    needs = [*unit.requires, *(need for option in unit.options for need in option.requires)]
    yield from _requirement_misfits(unit.name, needs, structures)
    for name in (name for option in unit.options for name in option.joins if name not in units):
        yield unit.name, "option.joins", _nothing_called(name, units)
    if unit.upkeep is None:
        yield unit.name, "upkeep", "is missing; write upkeep = {} for a unit that owes none"
    for need in unit.requires:
        for room in (structures[name] for name in need.names if name in structures):
            if unit.name not in room.recruits:
                yield unit.name, "requires", f"{room.name!r} does not list it; add {unit.name!r} to its recruits"


def _structure_misfits(
    structure: Structure, structures: dict[str, Structure], units: dict[str, Unit]
) -> Iterator[tuple[str, str, str]]:
    yield from _requirement_misfits(structure.name, structure.requires, structures)
    if structure.counts_as and structure.counts_as not in structures:
        yield structure.name, "counts_as", _nothing_called(structure.counts_as, structures)
    for name in structure.replaces_present:
        if name not in structures:
            yield structure.name, "replaces_present", _nothing_called(name, structures)
    for name in structure.recruits:
        if name not in units:
            yield structure.name, "recruits", _nothing_called(name, units)
        elif not any(structure.name in need.names for need in units[name].requires):
            yield structure.name, "recruits", f"{name!r} does not require it; add {structure.name!r} to its requires"
    if (structure.cost is None) != (structure.weeks is None):
        missing = "cost" if structure.cost is None else "weeks"
        yield structure.name, missing, "is missing; a structure has both cost and weeks, or neither if nobody builds it"


def _requirement_misfits(
    owner: str, needs: Iterable[Requirement], structures: dict[str, Structure]
) -> Iterator[tuple[str, str, str]]:
    for need in needs:
        for name in need.names:
            if name not in structures:
                yield owner, "requires", _nothing_called(name, structures)
            elif name == owner:
                yield owner, "requires", "names the entry itself, so it could never be built"


def _nothing_called(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, list(known), n=1)
    advice = f"did you mean {close[0]!r}?" if close else "add an entry for it or set complete = false in [faction]"
    return f"the faction has no {name!r}; {advice}"


def _resource_misfits(faction: Faction) -> Iterator[tuple[str, str, str]]:
    known = {*USUAL_ORDER, *faction.resources}
    for owner, key, bundle in _bundles(faction):
        for resource in bundle:
            if resource not in known:
                better = _SINGULAR.get(resource) or next(
                    (name for name in sorted(known) if name.lower() == resource.lower()), None
                )
                advice = f"write {better}" if better else f'use {", ".join(sorted(known))}, or add it to "resources"'
                yield owner, key, f"knows no resource {resource!r}; {advice}"


def _bundles(faction: Faction) -> Iterator[tuple[str, str, Bundle]]:
    yield faction.name, "opening", faction.opening
    for unit in faction.units:
        yield from _cost_bundles(unit.name, "cost", unit.cost)
        yield from _cost_bundles(unit.name, "upkeep", unit.upkeep)
        for option in unit.options:
            yield from _cost_bundles(unit.name, "option.cost", option.cost)
    for structure in faction.structures:
        yield from _cost_bundles(structure.name, "cost", structure.cost)
        yield structure.name, "produces", structure.produces
    for ritual in faction.rituals:
        yield from _cost_bundles(ritual.name, "cost", ritual.cost)


def _cost_bundles(owner: str, key: str, cost: Cost | None) -> Iterator[tuple[str, str, Bundle]]:
    if cost is not None:
        for choice in cost.choices:
            yield owner, key, choice
        yield owner, f"{key}_per_unit", cost.per_unit
