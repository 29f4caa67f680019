"""What nobody writes because it goes without saying: who leads, where the headquarters is, what kind a defence is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence

from orderbook.rulebook.importing.drafts import DraftEntry, DraftFaction
from orderbook.rulebook.importing.leaders import find_names
from orderbook.rulebook.importing.remarks import RemarkKind
from orderbook.rulebook.importing.words import load_words
from orderbook.rulebook.plurals import pluralise
from orderbook.text.fold import fold

_PLURAL_WORD = re.compile(r"(?:[a-z]{2,}(?<![suio'])s)$")
_LEADERSHIP = re.compile(r"\bleader", re.IGNORECASE)


def conclude_names(entry: DraftEntry, texts: Iterable[str], taken: Container[str]) -> None:
    """The plural where the name is one already (Murder Holes), and the singular as another name.

    ``taken`` holds the names of all entries in lower case: what is one of them is no other name of this.
    """
    head, of, tail = entry.name.partition(" of ")
    if "plural" in entry.stated:
        return
    if _PLURAL_WORD.search(head):
        entry.table["plural"] = entry.name
        singular = _singular(head) + of + tail
        if "aliases" not in entry.stated and singular.lower() not in taken:
            entry.table.setdefault("aliases", []).append(singular)
    elif head.endswith("us") and any(re.search(rf"\b{re.escape(head[:-2])}i\b", text) for text in texts):
        entry.table["plural"] = head[:-2] + "i" + of + tail


def conclude_prefix(name: str, units: Sequence[DraftEntry]) -> str:
    """The race's name in front of most units, which writers may drop."""
    firsts = Counter(unit.name.split()[0] for unit in units if " " in unit.name)
    if not firsts:
        return ""
    word, number = max(firsts.items(), key=lambda item: (item[1], item[0]))
    words = {form.lower() for each in name.split() for form in (each, each.removesuffix("s"))}
    return word if number >= 2 and (word.lower() in words or (number >= 3 and number * 2 >= len(units))) else ""


def conclude_aliases(name: str, prefix: str, players: Sequence[str], units: Iterable[DraftEntry]) -> list[str]:
    """Other names of a faction: its race, one of it, what its players are called (twice, or as a unit is called)."""
    found = [pluralise(prefix), prefix] if prefix else []
    names = {unit.name for unit in units}
    last = name.split()[-1]
    if last.endswith("s") and not last.endswith(("ss", "us", "is")) and " " in name:
        found.append(name[:-1])
    found += [word for word in players if word in names or players.count(word) > 1]
    unique: dict[str, str] = {}
    for form in found:
        unique.setdefault(form.lower(), form)
    unique.pop(name.lower(), None)
    return list(unique.values())


def conclude_leader(unit: DraftEntry, faction: DraftFaction, prose: str) -> None:
    """A unit that costs nothing, owes nothing and that nobody recruits or summons leads the faction.

    ``prose`` is all that the post says of the faction in sentences: it shows by which names the leader goes.
    """
    table = unit.table
    if (
        "leader" in unit.stated
        or table.get("summoned")
        or unit.needs
        or "cost" in unit.block.fields
        or "cost_text" in table
    ):
        return
    leads = any(_LEADERSHIP.match(ability) for ability in table.get("abilities", ()))
    if "upkeep" in unit.block.fields and not leads:
        return
    table["leader"] = True
    unit.tell(RemarkKind.CONCLUDED, "it leads the faction, since it has no cost and nobody recruits it", key="leader")
    aliases, titles = find_names(unit.name, prose)
    prefix = faction.header.get("unit_prefix", "")
    if prefix and unit.name.startswith(f"{prefix} "):
        rank = unit.name.removeprefix(f"{prefix} ")
        aliases, titles = [rank], [rank]
    elif aliases and "plural" not in unit.stated:
        table["plural"] = unit.name  # a person, of whom there is one
    reserved = {name.lower() for name in (faction.name, *faction.header.get("aliases", ()))}
    reserved |= {entry.name.lower() for entry in faction.entries}
    for key, names in (("aliases", aliases), ("titles", titles)):
        kept = [name for name in names if name.lower() not in reserved]
        if kept and key not in unit.stated:
            table[key] = [*table.get(key, ()), *kept]


def join_prose(faction: DraftFaction) -> str:
    """All that the entries of a faction say in sentences."""
    texts = [paragraph.text for entry in faction.entries for paragraph in entry.block.prose]
    texts += [field.value for entry in faction.entries for field in entry.block.fields.values()]
    return "\n".join(fold(text) for text in texts)


def conclude_upkeep(unit: DraftEntry) -> None:
    """No Upkeep in the post is none."""
    table = unit.table
    if "upkeep" in unit.block.fields or table.get("leader") or table.get("summoned") or "upkeep" in unit.stated:
        return
    table["upkeep"] = {}
    unit.tell(RemarkKind.CONCLUDED, "no Upkeep is given, so it owes none", key="upkeep")


def conclude_headquarters(faction: DraftFaction) -> None:
    """A room without price and time that the faction begins with is the capital's own."""
    free = [
        room
        for room in faction.of("room")
        if not {"cost", "weeks"} & {*room.block.fields, *room.stated} and not room.table.get("weeks")
    ]
    begun = [room for room in free if room.table.get("starting") or room.facts.headquarters]
    for room in begun or (free if len(free) == 1 else []):
        if "headquarters" not in room.stated:
            room.table["headquarters"] = True
            message = "it is the headquarters, since it has neither cost nor construction time"
            room.tell(RemarkKind.CONCLUDED, message, key="headquarters")


def conclude_defence(entry: DraftEntry, others: dict[str, DraftEntry]) -> None:
    """Crew and kind of a defence; what counts as a manned one is manned as that is, if its text does not say."""
    table, stats = entry.table, entry.table.get("stats", {})
    model = others.get(table.get("counts_as", ""))
    if "crew" not in entry.stated:
        if entry.facts.crew is not None:
            table["crew"] = entry.facts.crew
        elif model and model is not entry and model.facts.crew and not {"health", "defence"} & set(stats):
            table["crew"] = model.facts.crew
            message = f"its crew is {model.facts.crew}, as that of {model.name}, which it counts as"
            entry.tell(RemarkKind.CONCLUDED, message, key="crew")
    if "kind" not in entry.stated:
        table["kind"] = _kind(entry)


def conclude_places(entry: DraftEntry, others: dict[str, DraftEntry]) -> None:
    """Where it may stand, if that is not everywhere; what replaces another stands where that one may."""
    usual = ("dungeon",) if entry.kind == "room" else ("dungeon", "outpost")
    if "places" in entry.stated:
        return
    places = entry.facts.places
    if places is None:
        for name in (name for need in entry.needs if need.replaces for name in need.names):
            old = others.get(name)
            if old is not None and old.facts.places and old.facts.places != usual:
                places = old.facts.places
                message = f"it may stand where {name} may, which it replaces"
                entry.tell(RemarkKind.CONCLUDED, message, key="places")
    if places and places != usual:
        entry.table["places"] = list(places)
    elif places == usual and entry.kind == "defence" and "indoors" not in entry.stated:
        entry.table["indoors"] = True  # both are said so that nobody sets it in the open


def _singular(name: str) -> str:
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-2] if name.endswith(("ches", "shes", "xes", "sses")) else name[:-1]


def _kind(entry: DraftEntry) -> str:
    stats = entry.table.get("stats", {})
    if "health" in stats:
        return "wall"
    if isinstance(stats.get("defence"), str):
        return "gate"
    if entry.table.get("crew"):
        return "manned"
    if _is_moat(entry):
        return "moat"
    return "trap" if "attack" in stats else "passive"


def _is_moat(entry: DraftEntry) -> bool:
    *names, bypassed = load_words().values["moat_words"]
    words = entry.name.lower().split()
    return any(name in words for name in names) or any(bypassed in note.lower() for note in entry.notes)


def conclude_structures(faction: DraftFaction) -> None:
    """All conclusions on rooms, traps and defences, in an order in which each has what it rests on."""
    structures = {entry.name: entry for entry in faction.of("room", "defence")}
    conclude_headquarters(faction)
    for entry in structures.values():
        conclude_places(entry, structures)
        if entry.kind == "defence":
            conclude_defence(entry, structures)
        elif entry.facts.crew is not None and "crew" not in entry.stated:
            entry.table["crew"] = entry.facts.crew
