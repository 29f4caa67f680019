"""Tables of rule data turned into the values of ``model``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import (
    Ability,
    Cost,
    Faction,
    Requirement,
    Ritual,
    Section,
    Structure,
    Unit,
    UnitOption,
)
from orderbook.rulebook.plurals import pluralise
from orderbook.rulebook.tables import Draft, Entry, Table

_REPLACES = re.compile(r"\s*\(replaces\)$", re.IGNORECASE)
_COUNT = re.compile(r"(\d+)\s+(?=\S)")

_PLACES = {"room": ("dungeon",), "defence": ("dungeon", "outpost")}


def build_faction(draft: Draft) -> Faction:
    """A faction with its lists, each in the order in which the files give it."""
    header, name = draft.header, draft.header["name"]
    lists: dict[str, list[Entry]] = {kind: [] for kind in ("unit", "room", "defence", "ritual")}
    for entry in draft.entries.values():
        lists[entry.kind].append(entry)
    names = _name_table([*lists["room"], *lists["defence"]])
    prefix = header.get("unit_prefix", "")
    return Faction(
        name=name,
        aliases=tuple(header.get("aliases", ())),
        opening=Bundle(header.get("opening", {})),
        units=tuple(_build_unit(entry, name, names) for entry in lists["unit"]),
        rooms=tuple(_build_structure(entry, name, Section.ROOM, names) for entry in lists["room"]),
        defences=tuple(_build_structure(entry, name, Section.DEFENCE, names) for entry in lists["defence"]),
        rituals=tuple(_build_ritual(entry, name) for entry in lists["ritual"]),
        dungeon_word=header.get("dungeon_word", "Dungeon"),
        starting_layers=tuple(header.get("starting_layers", ())),
        message_allowance=header.get("message_allowance", 2),
        unlimited_messages_to=tuple(header.get("unlimited_messages_to", ())),
        knows_deposits=header.get("knows_deposits", False),
        unit_prefix=prefix,
        resources=tuple(header.get("resources", ())),
        race=header.get("race", ""),
        religion=header.get("religion", ""),
        complete=header.get("complete", True),
        notes=tuple(header.get("notes", ())),
        source=header.get("source", draft.file),
    )


def build_ability(entry: Entry) -> Ability:
    table = entry.table
    return Ability(
        name=table["name"],
        text=table["text"],
        kinds=tuple(table.get("kinds", ())),
        parameters=tuple(table.get("parameters", ())),
        aliases=tuple(table.get("aliases", ())),
        source=table.get("source", entry.file),
    )


def parse_requirement(text: str, names: Mapping[str, str]) -> Requirement:
    """``4 Mushroom Patches (replaces)`` or ``Palisade or Gibbering Wall``.

    ``names`` gives the name for every form in lower case; a name it does not know is kept as written.
    """
    rest, replaces = _REPLACES.subn("", text.strip())
    number = _COUNT.match(rest)
    if number and rest.lower() not in names:
        rest = rest[number.end() :]
    else:
        number = None
    parts = [rest] if rest.lower() in names else [part.strip() for part in re.split(r"\s+or\s+", rest)]
    return Requirement(
        names=tuple(names.get(part.lower(), part) for part in parts),
        count=int(number[1]) if number else 1,
        replaces=bool(replaces),
    )


def _name_table(entries: Iterable[Entry]) -> dict[str, str]:
    """Singular, plural and other names in lower case, each with the entry's own name; own names go first."""
    table: dict[str, str] = {}
    held = list(entries)
    for entry in held:
        table.setdefault(entry.name.lower(), entry.name)
    for entry in held:
        for form in (_plural(entry.table), *entry.table.get("aliases", ())):
            table.setdefault(form.lower(), entry.name)
    return table


def _plural(table: Table) -> str:
    return str(table.get("plural") or pluralise(table["name"]))


def _requirements(table: Table, names: Mapping[str, str]) -> tuple[Requirement, ...]:
    return tuple(parse_requirement(text, names) for text in table.get("requires", ()))


def _cost(table: Table, key: str) -> Cost | None:
    """A price as written: amounts, or a list of amounts of which one is paid; ``None`` where there is none."""
    price, text = table.get(key), table.get(f"{key}_text")
    if price is None and text is None:
        return None
    choices = price if isinstance(price, list) else [price or {}]
    return Cost(
        choices=tuple(Bundle(choice) for choice in choices),
        per_unit=Bundle(table.get(f"{key}_per_unit", {})),
        text=text,
    )


def _build_unit(entry: Entry, faction: str, names: Mapping[str, str]) -> Unit:
    table = entry.table
    owes_nothing = table.get("leader") or table.get("summoned")
    return Unit(
        name=table["name"],
        faction=faction,
        cost=_cost(table, "cost"),
        upkeep=_cost(table, "upkeep") or (Cost() if owes_nothing else None),
        stats=dict(table.get("stats", {})),
        abilities=tuple(table.get("abilities", ())),
        requires=_requirements(table, names),
        leader=table.get("leader", False),
        summoned=table.get("summoned", False),
        count_limit=table.get("count_limit"),
        per_week=table.get("per_week"),
        maturing=table.get("maturing", 0),
        lifespan=table.get("lifespan"),
        aliases=tuple(table.get("aliases", ())),
        plural=_plural(table),
        titles=tuple(table.get("titles", ())),
        options=tuple(
            UnitOption(
                name=option["name"],
                cost=_cost(option, "cost") or Cost(),
                bonus=dict(option.get("bonus", {})),
                abilities=tuple(option.get("abilities", ())),
                requires=_requirements(option, names),
                notes=tuple(option.get("notes", ())),
                joins=tuple(option.get("joins", ())),
            )
            for option in table.get("option", ())
        ),
        lead_bonus=dict(table.get("lead_bonus", {})),
        garrison_bonus=dict(table.get("garrison_bonus", {})),
        notes=tuple(table.get("notes", ())),
        source=table.get("source", entry.file),
    )


def _build_structure(entry: Entry, faction: str, section: Section, names: Mapping[str, str]) -> Structure:
    table = entry.table
    counts_as = table.get("counts_as")
    return Structure(
        name=table["name"],
        faction=faction,
        section=section,
        cost=_cost(table, "cost"),
        weeks=table.get("weeks"),
        limit=table.get("limit"),
        requires=_requirements(table, names),
        counts_as=names.get(counts_as.lower(), counts_as) if counts_as else None,
        replaces_present=tuple(names.get(name.lower(), name) for name in table.get("replaces_present", ())),
        produces=Bundle(table.get("produces", {})),
        up_to=table.get("up_to", False),
        deposit=table.get("deposit", False),
        recruits=tuple(table.get("recruits", ())),
        places=tuple(table.get("places", _PLACES[entry.kind])),
        headquarters=table.get("headquarters", False),
        starting=table.get("starting", 0),
        stats=dict(table.get("stats", {})),
        abilities=tuple(table.get("abilities", ())),
        kind=table.get("kind") or (_guess_kind(table) if section is Section.DEFENCE else ""),
        crew=table.get("crew", 0),
        indoors=table.get("indoors", False),
        carried_by=tuple(table.get("carried_by", ())),
        tunnel=table.get("tunnel"),
        aliases=tuple(table.get("aliases", ())),
        plural=_plural(table),
        notes=tuple(table.get("notes", ())),
        source=table.get("source", entry.file),
    )


def _guess_kind(table: Table) -> str:
    """What figures tell of a defence; those without any may be passive or merely unknown."""
    stats = table.get("stats", {})
    if "health" in stats:
        return "wall"
    if table.get("crew"):
        return "manned"
    return "trap" if "attack" in stats else ""


def _build_ritual(entry: Entry, faction: str) -> Ritual:
    table = entry.table
    return Ritual(
        name=table["name"],
        faction=faction,
        cost=_cost(table, "cost") or Cost(),
        effect=table["effect"],
        aliases=tuple(table.get("aliases", ())),
        plural=_plural(table),
        notes=tuple(table.get("notes", ())),
        source=table.get("source", entry.file),
    )
