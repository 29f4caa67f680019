"""Rule data as the rest of orderbook sees it: units, structures, rituals of a faction.

Amounts are whole numbers of a resource. Figures that are no whole number (``"3+1d12"``, ``"N/A"``) stay text.
Names are the rulebook's own, singular unless the rulebook's entry is plural (``Murder Holes``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from orderbook.books.bundle import Bundle


class Section(StrEnum):
    """Which list of the faction post an entry stands in."""

    UNIT = "unit"
    ROOM = "room"
    DEFENCE = "defence"  # the book's "Traps and Defences"
    RITUAL = "ritual"


UNLIMITED = "unlimited"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One prerequisite: any of ``names``, ``count`` of it; ``replaces`` when the new structure consumes it."""

    names: tuple[str, ...]
    count: int = 1
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Cost:
    """A price. ``choices`` holds one bundle, or several where the rulebook says "or" (1 Food or 1 Body).

    ``per_unit`` is added for each unit concerned (rituals); ``text`` is the wording where it is no plain price.
    """

    choices: tuple[Bundle, ...] = (Bundle(),)
    per_unit: Bundle = field(default_factory=Bundle)
    text: str | None = None

    @property
    def bundle(self) -> Bundle:
        """The price, or the first choice."""
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit type. Cost and Upkeep are per unit and week; ``stats`` by rulebook label in snake case.

    ``leader`` marks the faction's head, ``summoned`` a unit nobody recruits; ``count_limit`` is the number of
    recruits one room allows in all ("a single Black Dragon" per pool), ``per_week`` the number it allows a week.
    """

    name: str
    faction: str
    cost: Cost | None
    upkeep: Cost
    stats: dict[str, int | str]
    abilities: tuple[str, ...]
    requires: tuple[Requirement, ...] = ()
    leader: bool = False
    summoned: bool = False
    count_limit: int | None = None
    per_week: int | None = None
    aliases: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = ""
    section: Section = Section.UNIT

    def has_ability(self, name: str) -> bool:
        """Whether one of the unit's abilities begins with ``name``; "Tunneling" and "Tunnelling" are one."""
        wanted = name.lower().replace("ll", "l")
        return any(ability.lower().replace("ll", "l").startswith(wanted) for ability in self.abilities)


@dataclass(frozen=True, slots=True)
class Structure:
    """A room, trap or defence. ``weeks`` is the construction time; ``None`` where the rulebook gives none.

    ``limit``: a number, ``UNLIMITED``, or ``None`` for the default of one room of a type in a Dungeon.
    ``counts_as`` names the structure it shares a limit with. ``up_to`` marks production that may be less.
    ``places`` says where it may stand: "dungeon", "outpost". ``headquarters`` marks the capital's unique room;
    ``deposit`` a mine, of which a deposit carries one. ``replaces_present`` lists structures it replaces if they
    are there, without needing them. ``starting`` is how many the Starting Dungeon comes with.
    """

    name: str
    faction: str
    section: Section
    cost: Cost | None
    weeks: int | None
    limit: int | str | None = None
    requires: tuple[Requirement, ...] = ()
    counts_as: str | None = None
    replaces_present: tuple[str, ...] = ()
    produces: Bundle = field(default_factory=Bundle)
    up_to: bool = False
    deposit: bool = False
    recruits: tuple[str, ...] = ()
    places: tuple[str, ...] = ("dungeon",)
    headquarters: bool = False
    starting: int = 0
    stats: dict[str, int | str] = field(default_factory=dict)
    abilities: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = ""

    @property
    def replaces(self) -> tuple[str, ...]:
        """Names of the structures that go when this one is finished, prerequisites marked so."""
        return tuple(name for need in self.requires if need.replaces for name in need.names)


@dataclass(frozen=True, slots=True)
class Ritual:
    """A Succubus ritual: a spell paid in Souls."""

    name: str
    faction: str
    cost: Cost
    effect: str
    source: str = ""
    section: Section = Section.RITUAL


@dataclass(frozen=True, slots=True)
class Faction:
    """A faction with its lists. ``opening`` is the Wealth it starts with; ``dungeon_word`` its own word for a
    Dungeon (Warren, Oubliette); ``message_allowance`` messages a week to each other player;
    ``unit_prefix`` the race name that writers drop (``Kobold``)."""

    name: str
    aliases: tuple[str, ...]
    opening: Bundle
    units: tuple[Unit, ...]
    rooms: tuple[Structure, ...]
    defences: tuple[Structure, ...]
    rituals: tuple[Ritual, ...] = ()
    dungeon_word: str = "Dungeon"
    starting_layers: tuple[str, ...] = ()
    message_allowance: int = 2
    unit_prefix: str = ""
    complete: bool = True
    source: str = ""

    @property
    def structures(self) -> tuple[Structure, ...]:
        return self.rooms + self.defences


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability or spell of the rulebook, in our words."""

    name: str
    text: str
    kinds: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything loaded: factions with their lists, abilities and spells."""

    factions: tuple[Faction, ...]
    abilities: tuple[Ability, ...]
    spells: tuple[Ability, ...]
