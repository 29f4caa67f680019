"""Rule data as the rest of orderbook sees it: units, structures, rituals of a faction.

Amounts are whole numbers of a resource. Figures that are no whole number (``"3+1d12"``, ``"N/A"``, ``"8 (Fire)"``)
stay text; ``split_figure`` takes the number out where there is one. Names are the rulebook's own, singular unless
the rulebook's entry is plural (``Murder Holes``).

In a faction that is not ``complete`` a figure that is not there (no upkeep, cost, weeks, limit, place of a name in
another entry's prerequisites) is unknown, and nothing may be concluded from it.
"""

from __future__ import annotations

import re
from dataclasses import field
from enum import StrEnum
from functools import lru_cache

from orderbook.books.bundle import Bundle
from orderbook.text.records import record


class Section(StrEnum):
    """Which list of the faction post an entry stands in."""

    UNIT = "unit"
    ROOM = "room"
    DEFENCE = "defence"  # the book's "Traps and Defences"
    RITUAL = "ritual"


UNLIMITED = "unlimited"

DEFENCE_KINDS = ("wall", "gate", "manned", "trap", "moat", "passive")
"""What a defence is: walls have Health, manned ones need a crew, traps and moats attack those who get past."""

_FIGURE = re.compile(r"([+-]?\d+)(?:\s*\(([^()]*)\))?")


def split_figure(figure: int | str) -> tuple[int, str] | None:
    """Number and damage type of a figure: ``"8 (Fire)"`` is ``(8, "Fire")``; ``None`` where it is no plain number."""
    if isinstance(figure, int):
        return figure, ""
    match = _FIGURE.fullmatch(figure.strip())
    return (int(match[1]), match[2] or "") if match else None


_WORD = re.compile(r"[a-z]+")
_ENDING = re.compile(r"(ing|ity|ion|er|or|e)$")


@lru_cache(maxsize=1024)
def ability_stems(ability: str) -> tuple[str, ...]:
    """Words without the endings in which one rulebook varies: Climb, Climbing; Detector, Detection; Tunnelling."""
    return tuple(_ENDING.sub("", word).replace("ll", "l") for word in _WORD.findall(ability.lower()))


@record
class Requirement:
    """One prerequisite: any of ``names``, ``count`` of it; ``replaces`` when the new structure consumes it."""

    names: tuple[str, ...]
    count: int = 1
    replaces: bool = False


@record
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


@record
class UnitOption:
    """Something bought for a unit that has it already, such as a mount: what it adds to figures and abilities.

    ``joins`` are the only units whose regiments who has it may join; empty where there is no such limit.
    """

    name: str
    cost: Cost
    bonus: dict[str, int] = field(default_factory=dict, hash=False)
    abilities: tuple[str, ...] = ()
    requires: tuple[Requirement, ...] = ()
    notes: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()


@record
class Unit:
    """A unit type. Cost and Upkeep are per unit and week; ``stats`` by rulebook label in snake case.

    ``cost`` is ``None`` for what cannot be bought; ``upkeep`` is empty for what owes none, ``None`` if unknown.
    ``leader`` marks the faction's head, ``summoned`` a unit nobody recruits; ``count_limit`` is the number of
    recruits one room allows in all ("a single Black Dragon" per pool), ``per_week`` the number it allows a week.
    ``titles`` stand before a personal name the player chose ("Overlord" Teedlewyn). ``lead_bonus`` is what a
    leader adds to an army he leads, ``garrison_bonus`` to the garrison he stays with. ``maturing`` is the weeks until
    recruits are grown, ``lifespan`` the weeks that grown ones live; None for as long as nothing kills them.
    """

    name: str
    faction: str
    cost: Cost | None
    upkeep: Cost | None
    stats: dict[str, int | str] = field(hash=False)
    abilities: tuple[str, ...]
    requires: tuple[Requirement, ...] = ()
    leader: bool = False
    summoned: bool = False
    count_limit: int | None = None
    per_week: int | None = None
    maturing: int = 0
    lifespan: int | None = None
    aliases: tuple[str, ...] = ()
    plural: str = ""
    titles: tuple[str, ...] = ()
    options: tuple[UnitOption, ...] = ()
    lead_bonus: dict[str, int] = field(default_factory=dict, hash=False)
    garrison_bonus: dict[str, int] = field(default_factory=dict, hash=False)
    notes: tuple[str, ...] = ()
    source: str = ""
    section: Section = Section.UNIT

    def has_ability(self, name: str) -> bool:
        """Whether one of the unit's abilities is ``name``, whatever form (Flying, Flyer) and number it is given in."""
        wanted = ability_stems(name)
        return any(ability_stems(ability)[: len(wanted)] == wanted for ability in self.abilities)


@record
class Structure:
    """A room, trap or defence. ``weeks`` is the construction time; ``None`` where the rulebook gives none.

    ``limit``: a number, ``UNLIMITED``, or ``None`` for the default of one room of a type in a Dungeon.
    ``counts_as`` names the structure it shares a limit with. ``up_to`` marks production that may be less.
    ``places`` says where it may stand: "dungeon", "outpost". ``headquarters`` marks the capital's unique room;
    ``deposit`` a mine, of which a deposit carries one. ``replaces_present`` lists structures it replaces if they
    are there, without needing them. ``starting`` is how many the Starting Dungeon comes with. ``kind`` tells
    defences apart (of ``DEFENCE_KINDS``; empty for rooms and where it is not known), ``crew`` is how many
    garrisoned units one needs to work. ``indoors`` marks a trap that nobody can set in the open, ``carried_by`` the
    units that can take one along. ``tunnel`` is the Speed that a tunnel takes below it, 0 where none breaks in.
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
    stats: dict[str, int | str] = field(default_factory=dict, hash=False)
    abilities: tuple[str, ...] = ()
    kind: str = ""
    crew: int = 0
    indoors: bool = False
    carried_by: tuple[str, ...] = ()
    tunnel: int | None = None
    aliases: tuple[str, ...] = ()
    plural: str = ""
    notes: tuple[str, ...] = ()
    source: str = ""

    @property
    def replaces(self) -> tuple[str, ...]:
        """Names of the structures that go when this one is finished, prerequisites marked so."""
        return tuple(name for need in self.requires if need.replaces for name in need.names)


@record
class Ritual:
    """A Succubus ritual: a spell paid in Souls."""

    name: str
    faction: str
    cost: Cost
    effect: str
    aliases: tuple[str, ...] = ()
    plural: str = ""
    notes: tuple[str, ...] = ()
    source: str = ""
    section: Section = Section.RITUAL


RuleEntry = Unit | Structure | Ritual


@record
class Faction:
    """A faction with its lists. ``opening`` is the Wealth it starts with; ``dungeon_word`` its own word for a
    Dungeon (Warren, Oubliette); ``message_allowance`` messages a week to each other player,
    ``unlimited_messages_to`` the factions whose players may be written to without limit; ``knows_deposits``: its
    players are told what the deposits below their Dungeons hold;
    ``unit_prefix`` the race name that writers drop (``Kobold``); ``starting_layers`` where the first Dungeon may
    stand, empty for anywhere; ``resources`` what it uses beside the usual five. ``race`` and ``religion`` are what it
    shares with other factions, empty where it shares them with none. ``complete`` promises that the lists hold
    everything, so that what is not in them does not exist."""

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
    unlimited_messages_to: tuple[str, ...] = ()
    knows_deposits: bool = False
    unit_prefix: str = ""
    resources: tuple[str, ...] = ()
    race: str = ""
    religion: str = ""
    complete: bool = True
    notes: tuple[str, ...] = ()
    source: str = ""

    @property
    def structures(self) -> tuple[Structure, ...]:
        return self.rooms + self.defences

    @property
    def entries(self) -> tuple[RuleEntry, ...]:
        """Everything in its lists, in the rulebook's order."""
        return (*self.units, *self.rooms, *self.rituals, *self.defences)


@record
class Ability:
    """An ability or spell of the rulebook, in our words.

    ``kinds`` of a spell: combat, utility, mind-influencing. ``parameters`` say what an entry writes behind the
    name: ``number`` (Poison 4), ``dc`` (Fear (DC 15)), ``damage type``, ``enemies``, ``unit``.
    """

    name: str
    text: str
    kinds: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    source: str = ""


@record
class Rulebook:
    """Everything loaded: factions with their lists, abilities and spells."""

    factions: tuple[Faction, ...]
    abilities: tuple[Ability, ...]
    spells: tuple[Ability, ...]
