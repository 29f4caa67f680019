"""Factions that hypothesis makes up: every key of the schema in some of them, every entry fitting the others."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from orderbook.rulebook.build import build_faction
from orderbook.rulebook.model import DEFENCE_KINDS, Faction
from orderbook.rulebook.tables import Draft, Entry

RESOURCES = ("Gold", "Food", "Souls", "Bodies", "Salt", "Amber Beads")
FIRST = ("Ash", "Tide", "Grim", "Old", "Red", "Iron")
LAST = ("Hall", "Watcher", "Pit", "Gate", "Mine", "Bulwark", "Nest", "Chapel", "Ward", "Engine", "Well", "Spire")
ABILITIES = (
    "Poison 4",
    "Fear (DC 15)",
    "Flyer",
    "Disarm Traps +5",
    "Immunity (Fire)",
    "Mutation (one of: A, B)",
    "Leadership",
)
NOTES = (
    "It produces 20 Gold per week, they say.",
    "You can recruit nobody here.",
    "Only after dark. Bring a lamp!",
    "Cost: nobody knows.",
    "A plain remark without any figure",
    "Brackets [like these] (and these) stay.",
    "Curly quotes \u2019 and a dash \u2013 stay.",
)
STATS = ("ranged_attack", "ranged_damage", "melee_attack", "melee_damage", "defence", "health", "speed", "morale")

amounts = st.dictionaries(st.sampled_from(RESOURCES), st.integers(1, 500), min_size=1, max_size=3)
prices = amounts | st.just({}) | st.lists(amounts, min_size=2, max_size=2, unique_by=str)
notes = st.lists(st.sampled_from(NOTES), max_size=3, unique=True)
figures = st.integers(-9, 99) | st.sampled_from(["N/A", "3+1d12", "8 (Fire)", "None"])
abilities = st.lists(st.sampled_from(ABILITIES), max_size=3, unique=True)
bonuses = st.dictionaries(st.sampled_from(STATS), st.integers(1, 5), max_size=2)


@st.composite
def factions(draw: st.DrawFn) -> Faction:
    """A faction of a few units, rooms, rituals and defences."""
    names = draw(
        st.lists(
            st.builds("{} {}".format, st.sampled_from(FIRST), st.sampled_from(LAST)),
            min_size=6,
            max_size=14,
            unique=True,
        )
    )
    cut = draw(st.integers(2, len(names) - 2))
    structures, others = names[:cut], names[cut:]
    tables: dict[str, tuple[str, dict[str, Any]]] = {}
    for index, name in enumerate(structures):
        tables[name] = draw(_structure(name, structures[:index]))
    ritual = others.pop() if len(others) > 2 and draw(st.booleans()) else None
    for index, name in enumerate(others):
        tables[name] = ("unit", draw(_unit(name, index, structures)))
    for name, (kind, table) in tables.items():
        for room in (tables[each][1] for each in (table.get("requires", ()) if kind == "unit" else ())):
            room.setdefault("recruits", []).append(name)
    if ritual:
        tables[ritual] = ("ritual", draw(_ritual(ritual)))
    header = draw(_header())
    draft = Draft(header, "", {name: Entry(kind, table, "") for name, (kind, table) in tables.items()})
    return build_faction(draft)


@st.composite
def _header(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "name": draw(st.sampled_from(["Salt Court", "The Nine", "Gnomes", "Deep (of Old) Ones"])),
        "aliases": draw(st.lists(st.sampled_from(["Salters", "Nines", "Diggers"]), max_size=2, unique=True)),
        "unit_prefix": draw(st.sampled_from(["", "Ash", "Tide"])),
        "dungeon_word": draw(st.sampled_from(["Dungeon", "Warren", "Deep Hold"])),
        "opening": draw(amounts | st.just({})),
        "starting_layers": draw(st.sampled_from([[], ["Lowerdeep"], ["Upperdeep", "Surface"]])),
        "message_allowance": draw(st.sampled_from([2, 3])),
        "race": draw(st.sampled_from(["", "Dark Elves"])),
        "religion": draw(st.sampled_from(["", "The Silent Mother"])),
        "knows_deposits": draw(st.booleans()),
        "unlimited_messages_to": draw(st.sampled_from([[], ["Moles"], ["Moles", "Bats"]])),
        "resources": list(RESOURCES[4:]),
        "notes": draw(notes),
    }


@st.composite
def _unit(draw: st.DrawFn, name: str, index: int, rooms: list[str]) -> dict[str, Any]:
    table: dict[str, Any] = {
        "name": name,
        "stats": draw(st.dictionaries(st.sampled_from(STATS), figures, max_size=5)),
        "abilities": draw(abilities),
        "notes": draw(notes),
        "aliases": draw(st.lists(st.sampled_from([f"Alias {index}", f"Second {index}"]), max_size=2, unique=True)),
    }
    kind = draw(st.sampled_from(["usual", "usual", "leader", "summoned", "settler"]))
    if kind == "leader":
        table |= {"leader": True, "lead_bonus": draw(bonuses), "garrison_bonus": draw(bonuses), "titles": ["Duke"]}
        if draw(st.booleans()):
            table["option"] = [
                {
                    "name": "on a boat",
                    "cost": {"Gold": 3},
                    "bonus": {"speed": 2},
                    "abilities": ["Flyer"],
                    "requires": [rooms[0]],
                }
            ]
    elif kind == "summoned":
        table["summoned"] = True
    else:
        table |= {"cost": draw(prices), "upkeep": draw(prices)}
        if kind == "usual":
            table["requires"] = [draw(st.sampled_from(rooms))]
        table |= draw(st.sampled_from([{}, {"count_limit": 1}, {"per_week": 2}, {"count_limit": 3, "per_week": 1}]))
        table |= draw(st.sampled_from([{}, {}, {"maturing": 1}, {"maturing": 2, "lifespan": 9}]))
    return table


@st.composite
def _structure(draw: st.DrawFn, name: str, others: list[str]) -> tuple[str, dict[str, Any]]:
    kind = draw(st.sampled_from(["room", "defence"]))
    table: dict[str, Any] = {
        "name": name,
        "cost": draw(prices),
        "weeks": draw(st.integers(0, 6)),
        "notes": draw(notes),
        "stats": draw(
            st.dictionaries(st.sampled_from(["attack", "damage", "defence", "health"]), st.integers(-2, 90), max_size=3)
        ),
        "abilities": draw(abilities),
        "limit": draw(st.sampled_from([None, 1, 5, "unlimited"])),
        "starting": draw(st.sampled_from([0, 0, 1, 2])),
        "crew": draw(st.sampled_from([0, 0, 2])),
        "places": draw(st.sampled_from([["dungeon"], ["outpost"], ["dungeon", "outpost"]])),
    }
    if others:
        other = draw(st.sampled_from(others))
        needs = [[other], [f"{other} (replaces)"], [f"3 {other}s (replaces)"]]
        table |= draw(
            st.sampled_from([{}, {"counts_as": other}, {"replaces_present": [other]}])
            | st.builds(lambda requires: {"requires": requires}, st.sampled_from(needs))
        )
    if draw(st.booleans()):
        table |= {"produces": draw(amounts), "up_to": draw(st.booleans()), "deposit": draw(st.booleans())}
    if kind == "defence":
        table["kind"] = draw(st.sampled_from(["", *DEFENCE_KINDS]))
    elif draw(st.integers(0, 5)) == 0:
        del table["cost"], table["weeks"]
        table["headquarters"] = True
    return kind, {key: value for key, value in table.items() if value is not None}


@st.composite
def _ritual(draw: st.DrawFn, name: str) -> dict[str, Any]:
    table: dict[str, Any] = {
        "name": name,
        "cost": draw(amounts),
        "effect": "Something happens, twice.",
        "notes": draw(notes),
    }
    return table | draw(st.sampled_from([{}, {"cost_per_unit": {"Souls": 1}}]))
