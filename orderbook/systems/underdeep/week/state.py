"""The state of a campaign between two events: who owns what, and where it is.

Nothing here is ever changed: an event's fold makes a new state. Tables may be in any order, so whoever goes through
them takes ``in_order``, or a function that does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.arrears import Arrears
from orderbook.systems.underdeep.week.values import Goods, Kind, Posture, Rank, Where


@dataclass(frozen=True, slots=True)
class Standing:
    """So many finished structures of a kind, ``broken`` of them Broken. ``faction`` is whose list they are of."""

    name: str
    count: int
    broken: int = 0
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Project:
    """Structures being built, or repaired. ``weeks`` is what the Construction tab of the week shows.

    ``paid`` is for all of them together: what a cancellation gives back. ``in_place_of`` is what goes by a favour when
    it is finished, though the rule data does not say so (UD-CAP-11).
    """

    name: str
    count: int
    weeks: int
    paid: Goods = field(default_factory=Bundle)
    repair: bool = False
    faction: str = ""
    in_place_of: str = ""


@dataclass(frozen=True, slots=True)
class Growing:
    """Recruits that are no units yet. ``weeks`` is what the Recruitment tab of the week shows (UD-UNI-03)."""

    owner: str
    unit: str
    count: int
    weeks: int
    faction: str = ""


EVERYTHING = "*"
"""In ``Site.on_attack``: whatever is being built there."""


@dataclass(frozen=True, slots=True)
class Site:
    """A Dungeon or Outpost, or a ruin of one (``owner`` nobody), or a settlement of the Surface.

    ``faction`` is that of its builders, whose headquarters and rooms it holds; ``capital`` marks the first Dungeon.
    ``founding`` is the weeks until it stands, None for one that does. ``gifts`` are regional bonuses by name, as the
    first post claimed them; a map knows better. ``besieged_by`` are owners; ``store`` is what the site has by itself
    while it is besieged (UD-SIE-03, UD-SIE-04). ``tunnels`` is the Speed dug below it by owner. ``captured`` is the
    week in which its owner took it, ``on_attack`` the projects its owner has ordered to be given up once it is attacked
    (UD-CAN-04), where ``EVERYTHING`` stands for all of them. ``growing`` are recruits who still grow there. ``portal``
    is where its Chaos Portal leads, and the last week it does.

    Of a settlement ``loot`` are the dice a raid rolls by resource, ``rebuilding`` is the last week in which there is
    nothing to take (UD-RAI-10), and ``guarded`` tells whether it is known who defends it: who does is in its garrison.
    Of a ruin ``surveyed`` tells whether it is settled what stands in it (UD-RUI-02).
    """

    id: str
    name: str
    owner: str
    kind: Kind
    region: Where | None = None
    faction: str = ""
    capital: bool = False
    standing: tuple[Standing, ...] = ()
    projects: tuple[Project, ...] = ()
    founding: int | None = None
    gifts: tuple[str, ...] = ()
    besieged_by: tuple[str, ...] = ()
    store: Goods = field(default_factory=Bundle)
    tunnels: Mapping[str, int] = field(default_factory=dict)
    captured: int | None = None
    on_attack: tuple[str, ...] = ()
    portal: tuple[Where, int] | None = None
    loot: Mapping[str, str] = field(default_factory=dict)
    rebuilding: int = 0
    guarded: bool = False
    surveyed: bool = False
    growing: tuple[Growing, ...] = ()

    @property
    def is_settlement(self) -> bool:
        return self.kind is Kind.SETTLEMENT

    @property
    def is_ruin(self) -> bool:
        """Whether nobody lives there any more; a settlement that no player holds has its own people."""
        return not self.owner and not self.is_settlement

    def count(self, name: str) -> int:
        """How many of a structure stand, Broken ones too."""
        return sum(one.count for one in self.standing if one.name == name)

    def working(self, name: str) -> int:
        """How many of a structure stand and are not Broken."""
        return sum(one.count - one.broken for one in self.standing if one.name == name)

    @property
    def is_besieged(self) -> bool:
        return bool(self.besieged_by)

    def __str__(self) -> str:
        return f"{self.name} ({self.region})" if self.region else self.name


@dataclass(frozen=True, slots=True)
class Unpaid:
    """Units of a group that are owed something, and since when: each of them has these debts (UD-UPK-10).

    Those who were robbed of their pay fare as though unpaid, and are owed nothing (UD-ABL-THIEVING-5)."""

    count: int
    arrears: Arrears
    debt: Goods


@dataclass(frozen=True, slots=True)
class Status:
    """Something that holds for a group for a time: a blessing, a disease, sunlight.

    ``until`` is the last week it holds, None for no end; ``figures`` is what it changes, by the labels of stats. ``by``
    is the group whose doing it is, or the site where alone it holds (by id), ``whose`` the owner from whom it took
    them, ``words`` what a player said of it: each empty where it does not matter.
    """

    name: str
    until: int | None = None
    figures: Mapping[str, int] = field(default_factory=dict)
    by: str = ""
    whose: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Hire:
    """What a mercenary company was hired for: ``upkeep`` for one each week, or nothing to the end of a ``term``."""

    upkeep: Goods = field(default_factory=Bundle)
    term: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one type that stand in one place in one way, or a person.

    ``site`` is the site (by id) whose garrison they are; ``region`` where they stand, None where no post told it
    (``place`` keeps its words). ``raised`` is the week they were recruited in. ``unpaid`` are those of them with debts.
    A person has a ``rank``, and an officer ``commands`` a site. ``figures`` and ``abilities`` are what was rolled for
    them in place of, or beside, the figures of their type. ``wounds`` is damage that has killed nobody yet, ``fatigue``
    what Forced Marches took, ``sunlight`` the weeks on the Surface; ``crossing`` is the region beyond the Darksea and
    the Speed already paid for it. ``side`` is that of the chasm they stand on, where a chasm cuts their region.
    ``restless`` are the weeks that units with Animosity have gone without a battle.
    ``double_of`` names the group whose illusory double they are: they are no units, and nobody but their owner,
    Detection and Scrying knows that (UD-SPELL-ILLUSORY-DUPLICATE-1).
    ``purses``: they lie in ambush to pick pockets, not to strike (UD-ABL-THIEVING-1).
    ``lives_until`` is the last week that units with a Lifespan live; an officer's stands still: ``life_left`` is what
    was left of it beyond the week of the promotion (UD-CMD-05).
    """

    id: str
    owner: str
    unit: str
    count: int = 1
    faction: str = ""
    site: str | None = None
    region: Where | None = None
    place: str = ""
    posture: Posture = Posture.OPEN
    raised: int | None = None
    unpaid: tuple[Unpaid, ...] = ()
    person: str = ""
    rank: Rank | None = None
    commands: str | None = None
    wounds: int = 0
    fatigue: int = 0
    sunlight: int = 0
    came_from: Where | None = None
    crossing: tuple[Where, int] | None = None
    statuses: tuple[Status, ...] = ()
    figures: Mapping[str, int | str] = field(default_factory=dict)
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    hire: Hire | None = None
    side: str = ""
    restless: int = 0
    double_of: str = ""
    purses: bool = False
    lives_until: int | None = None
    life_left: int | None = None

    @property
    def owing(self) -> int:
        """How many of them are owed something."""
        return sum(part.count for part in self.unpaid)


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player. ``numbers`` is how many ids were given to things that began as this player's.

    ``begun`` is the week of the first post that was taken, None before; ``coming`` is income due next week. ``fallen``
    are the Sisters who were banished and may come back (UD-SUC-17).
    """

    name: str
    faction: str
    wealth: Goods = field(default_factory=Bundle)
    numbers: int = 0
    begun: int | None = None
    coming: Goods = field(default_factory=Bundle)
    fallen: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Trade:
    """Goods on their way: they left ``giver`` in week ``agreed`` and are due with ``taker`` a week later.

    ``held``: the giver has them until then (setting traded-goods-leave). ``to`` is the site where they are to arrive,
    ``cut`` why they cannot, and ``cut_rule`` the rule, once it has been besieged or cut off (setting blockade-test).
    """

    id: str
    giver: str
    taker: str
    goods: Goods
    agreed: int
    held: bool = False
    to: str = ""
    cut: str = ""
    cut_rule: str = ""


@dataclass(frozen=True, slots=True)
class Captives:
    """Units of a kind that a trap holds unharmed, and whose they were (UD-KOB-50)."""

    owner: str
    unit: str
    count: int
    faction: str = ""


@dataclass(frozen=True, slots=True)
class FieldTrap:
    """A trap in the open, of which its owner knows and nobody else (UD-ABL-TRAPMAKING-1).

    ``weeks`` are those it still takes, 0 for one that is set; ``paid`` is what a cancellation gives back. ``damage`` is
    the kind of damage that was chosen for a Rune Trap. ``captives`` are in it until somebody comes for them.
    """

    id: str
    owner: str
    name: str
    region: Where | None = None
    faction: str = ""
    weeks: int = 0
    paid: Goods = field(default_factory=Bundle)
    damage: str = ""
    captives: tuple[Captives, ...] = ()

    @property
    def is_set(self) -> bool:
        """Whether it is ready for whoever comes by: finished, and empty."""
        return not self.weeks and self.region is not None and not self.captives

    def __str__(self) -> str:
        return f"{self.name} ({self.region})" if self.region is not None else self.name


@dataclass(frozen=True, slots=True)
class RegionFacts:
    """What the campaign knows of a region beside the map: ``bodies`` that lie there, what was ``mined`` so far,
    ``bridges`` built over its chasm or river and those under way (``bridging``), whether its mushrooms are
    ``blighted``; how many Bodies its ``graves`` hold (None where nobody has told yet, UD-BDY-04); whether what the map
    says of its dwellers is in play (``peopled``)."""

    bodies: int = 0
    mined: Goods = field(default_factory=Bundle)
    bridges: int = 0
    bridging: int = 0
    blighted: bool = False
    graves: int | None = None
    peopled: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the game master put on record. ``known_to`` as in an event."""

    week: int
    text: str
    ruling: str = ""
    known_to: tuple[str, ...] = ()


T = TypeVar("T", Site, Group, Trade, FieldTrap)


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything. ``week`` is the last one that was begun; 0 before play. Regions are keyed by their names,
    ``relations`` by both players' names, sorted, with a bar between them."""

    week: int = 0
    players: Mapping[str, PlayerState] = field(default_factory=dict)
    sites: Mapping[str, Site] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)
    trades: Mapping[str, Trade] = field(default_factory=dict)
    regions: Mapping[str, RegionFacts] = field(default_factory=dict)
    relations: Mapping[str, str] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    traps: Mapping[str, FieldTrap] = field(default_factory=dict)

    def sites_of(self, owner: str) -> list[Site]:
        """A player's sites in the order in which they came to be."""
        return in_order(site for site in self.sites.values() if site.owner == owner)

    def groups_of(self, owner: str) -> list[Group]:
        """A player's units and persons in the order in which they came to be."""
        return in_order(group for group in self.groups.values() if group.owner == owner)

    def traps_of(self, owner: str) -> list[FieldTrap]:
        """A player's traps in the open in the order in which they came to be."""
        return [trap for trap in in_order(self.traps.values()) if trap.owner == owner]

    def garrison(self, site: str) -> list[Group]:
        """Whoever stands within a site's walls."""
        return in_order(group for group in self.groups.values() if group.site == site)

    def standing_in(self, region: Where) -> list[Group]:
        """Whoever is in a region, garrisons too."""
        return in_order(group for group in self.groups.values() if group.region == region)

    def officer_of(self, site: str) -> Group | None:
        """The Commander or Captain whom a site's owner has for it; one of those who had the site before is none."""
        held = self.sites.get(site)
        own = self.groups_of(held.owner) if held is not None else []
        return next((group for group in own if group.commands == site), None)

    def facts_of(self, region: Where | None) -> RegionFacts:
        return self.regions.get(str(region), RegionFacts()) if region is not None else RegionFacts()

    def relation(self, one: str, other: str) -> str | None:
        """How two players stand on record: "allied", "neutral", "enemies"; None where it says nothing."""
        return self.relations.get(relation_key(one, other))

    def are_friends(self, one: str, other: str) -> bool:
        """Whether two owners are one, or on record as allied."""
        return one == other or self.relation(one, other) == "allied"


def relation_key(one: str, other: str) -> str:
    """The key of two players in ``GameState.relations``."""
    return "|".join(sorted((one, other)))


def make_id(owner: str, letter: str, number: int) -> str:
    """The id of a thing: whose it was first, what it is (``s`` a site, ``g`` a group, ``t`` a trade, ``x`` a trap
    in the open), a number."""
    return f"{owner}/{letter}{number}"


def id_order(name: str) -> tuple[str, int, str]:
    """Sorts ids by owner and number, as they were given."""
    owner, _, rest = name.rpartition("/")
    digits = "".join(char for char in rest[1:] if char.isdigit()) if rest else ""
    return owner, int(digits) if digits else 0, rest


def in_order(things: Iterable[T]) -> list[T]:
    """Sites, groups, trades or traps by their ids."""
    return sorted(things, key=lambda thing: id_order(thing.id))
