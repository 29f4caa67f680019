"""The site that is assaulted: its structures from Dungeons and Outposts, as lines of the battle file."""

from __future__ import annotations

import json
from collections.abc import Iterator

from orderbook.findings.formats.display import show_text
from orderbook.systems.underdeep.battle.from_post.bands import Force
from orderbook.systems.underdeep.battle.from_post.deeds import write_deeds
from orderbook.systems.underdeep.battle.from_post.place import Place
from orderbook.systems.underdeep.battle.from_post.write import Section, quote
from orderbook.systems.underdeep.post.model import SiteKind, StructureLine
from orderbook.systems.underdeep.post.postures import GARRISONED


def write_site(force: Force, place: Place, owner: Section, enemies: Section) -> list[str]:
    """The ``[site]`` of the owner's site at the place: walls, crews, traps; rooms play no part in a battle."""
    site = next((each for each in force.reading.post.sites if place.holds_site(each)), None)
    lines = list(_lines(force, place, owner, site.name if site else place.site, site.kind if site else None))
    found = [line for line in force.reading.post.structures if place.holds_site(line.site)]
    working = [line.structure.entry for line in found if is_defence(line) and not line.broken]
    entries = [entry for entry in working if entry is not None]
    return [*lines, *(show_text(line) for line in write_deeds(owner.troops, enemies.troops, entries))]


def _lines(force: Force, place: Place, owner: Section, name: str, kind: SiteKind | None) -> Iterator[str]:
    found = [line for line in force.reading.post.structures if place.holds_site(line.site)]
    yield "[site]"
    yield f"name = {quote(name or 'the site')}"
    yield f"owner = {quote(owner.name)}"
    faction = force.reading.faction
    if faction is not None:
        yield f"built_by = {quote(faction.name)}"
    yield f"kind = {quote('outpost' if kind is SiteKind.OUTPOST else 'dungeon')}"
    yield 'action = "assault"'
    yield "structures = ["
    for line in found:
        if is_defence(line) and not line.broken:
            count = f"{line.count} " if line.count != 1 else ""
            yield f"    {quote(f'{count}{line.structure.name}')},"
    yield "]"
    for line in found:
        if is_defence(line) and line.broken:
            yield f"# broken, and so left out: {json.dumps(line.structure.name, ensure_ascii=False)}"
    inside = [troop.name for troop in owner.troops if troop.posture is GARRISONED and troop.is_known]
    yield f"garrison = [{', '.join(quote(each) for each in inside)}]"


def is_defence(line: StructureLine) -> bool:
    """Whether a structure is a trap or a defence."""
    return line.structure.entry is not None and bool(line.structure.entry.kind)
