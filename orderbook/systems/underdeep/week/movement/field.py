"""The state of the week while bands move: where each is, what it has spent, what has happened so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.ground import Ground, Site, Trap
from orderbook.systems.underdeep.week.movement.happenings import (
    EVERYBODY,
    GAME_MASTER,
    Happening,
    Kind,
    LoggedRoll,
    Roller,
)
from orderbook.systems.underdeep.week.movement.orders import March, Orders, Step, Teleport
from orderbook.systems.underdeep.world.region import Region


@dataclass(frozen=True, slots=True)
class Caught:
    """Units of a band that a trap in the open holds unharmed (UD-KOB-50)."""

    trap: Trap
    band: str
    owner: str
    unit: str
    count: int
    region: Region


@dataclass(eq=False)
class Party:
    """Bands under one order, and the steps they still have before them. ``time`` is how far into the week they are."""

    owner: str
    members: list[str]
    queue: deque[Step]
    forced: bool = False
    hostile: frozenset[str] = frozenset()
    line: int | None = None
    time: Fraction = Fraction(0)
    has_moved: bool = False
    has_halted: bool = False
    was_leaving: bool = False  # it was about to march when something kept it

    @property
    def name(self) -> str:
        """The first of its bands, which is in no other party."""
        return min(self.members)

    @property
    def will_march(self) -> bool:
        return any(isinstance(step, March | Teleport) for step in self.queue)

    @property
    def is_on_the_move(self) -> bool:
        """Whether it is under way this week: it was not standing where it is met."""
        return self.has_moved or self.was_leaving or self.will_march

    def marches_on(self, region: Region) -> Region | None:
        """Where it goes from a region after the coming step, if it goes on at all."""
        later = [step.to for step in list(self.queue)[1:] if isinstance(step, March | Teleport)]
        return next((to for to in later if to != region), None)


@dataclass
class Field:
    """All of it. Bands change only through ``put``, so that the places stay right."""

    ground: Ground
    roller: Roller
    bands: dict[str, Band] = field(default_factory=dict)
    parties: list[Party] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    fallen: dict[str, Band] = field(default_factory=dict)
    bodies: dict[Region, int] = field(default_factory=dict)
    graves: dict[Region, int] = field(default_factory=dict)
    tunnels: dict[tuple[str, str], int] = field(default_factory=dict)
    sprung: set[tuple[str, str]] = field(default_factory=set)  # traps by place and name
    used: set[str] = field(default_factory=set)  # traps that go off once, by id, and have
    caught: list[Caught] = field(default_factory=list)
    thieves: set[str] = field(default_factory=set)  # bands that have picked pockets this week, or tried to
    burnt: set[str] = field(default_factory=set)  # bands the magma has struck at this week
    entered: dict[str, int] = field(default_factory=dict)  # regions each band has entered
    engaged: dict[str, Region] = field(default_factory=dict)
    left: dict[str, tuple[Step, ...]] = field(default_factory=dict)  # steps that lapsed, by band
    moved: set[str] = field(default_factory=set)
    unveiled: set[tuple[str, str]] = field(default_factory=set)  # bands told by Detection, with who was told
    time: Fraction = Fraction(0)
    _at: dict[Region, set[str]] = field(default_factory=dict)
    _party_of: dict[str, Party] = field(default_factory=dict)

    def put(self, band: Band) -> Band:
        """Enters a band as it is now; one without units left is taken off the field."""
        before = self.bands.get(band.id)
        if before is not None:
            self._at[before.place].discard(band.id)
        if band.count <= 0:
            self.bands.pop(band.id, None)
            self.fallen[band.id] = band
            return band
        self.bands[band.id] = band
        self._at.setdefault(band.place, set()).add(band.id)
        return band

    def change(self, name: str, **changes: Any) -> Band:
        """A band with some of its fields set anew."""
        return self.put(replace(self.bands[name], **changes))

    def at(self, region: Region) -> list[Band]:
        """The bands in a region, those within walls included, by id."""
        return [self.bands[name] for name in sorted(self._at.get(region, ()))]

    def outside(self, region: Region) -> list[Band]:
        """The bands in a region that no wall keeps from each other."""
        return [band for band in self.at(region) if not band.is_inside]

    def is_hidden(self, band: Band) -> bool:
        """Whether it goes unseen. Who is carried is seen with the carrier."""
        carrier = self.bands.get(band.aboard) if band.aboard is not None else None
        return (carrier or band).is_hidden

    def detects(self, owner: str, region: Region) -> bool:
        """Whether an owner has a Detector in the open there (UD-ABL-INFILTRATOR-4)."""
        return any(band.owner == owner and band.has("Detector") for band in self.outside(region))

    def sees_through(self, owner: str, band: Band, region: Region | None = None) -> bool:
        """Whether an owner's Detectors know a band for what it is, hidden, in disguise, or an illusion: those beside
        it, or in the region from which it is looked at. A Ward keeps it from any (UD-SPELL-WARD-2).

        UD-ABL-DETECTOR-1, UD-SPELL-DISGUISE-2, UD-SPELL-INVISIBILITY-2, UD-SPELL-ILLUSORY-DUPLICATE-3.
        """
        return not band.warded and self.detects(owner, band.place if region is None else region)

    def finds(self, owner: str, site: Site, region: Region | None = None) -> bool:
        """Whether an owner can find a site at all: one with an invisible entrance only by Detection (UD-KOB-47)."""
        if not site.invisible or self.ground.relations.are_friends(owner, site.owner):
            return True
        return self.detects(owner, site.region if region is None else region)

    def who_knows_of(self, site: Site, *parties: str) -> set[str]:
        """Who hears what happens at a site for all to see: everybody, but of one that nobody finds only its owner and
        those who take part."""
        return {site.owner, *parties} if site.invisible else {EVERYBODY}

    def set_out(self, orders: Iterable[Orders]) -> None:
        """Makes parties of the orders. Raises ``ValueError`` for a band named twice, unknown, or of another owner."""
        for order in orders:
            members = list(order.bands)
            unknown = [name for name in members if name not in self.bands]
            twice = [name for name in members if name in self._party_of or members.count(name) > 1]
            if unknown or twice or not members or len({self.bands[name].owner for name in members}) > 1:
                raise ValueError(f"orders for {members}: unknown {unknown}, twice {twice}, or of several owners")
            self.add_party(
                Party(
                    self.bands[members[0]].owner,
                    sorted(members),
                    deque(order.steps),
                    order.forced,
                    order.hostile,
                    order.line,
                )
            )

    def add_party(self, party: Party) -> None:
        self.parties.append(party)
        for name in party.members:
            self._party_of[name] = party

    def party_of(self, name: str) -> Party | None:
        return self._party_of.get(name)

    def alive(self, party: Party) -> list[Band]:
        """The members still on the field."""
        return [self.bands[name] for name in party.members if name in self.bands]

    def roll(self, what: str, sides: int) -> LoggedRoll:
        """Rolls a die. What it is for names it, so that a roll elsewhere alters nothing here."""
        return LoggedRoll(what, sides, self.roller(what, sides))

    def tell(
        self,
        kind: Kind,
        region: Region,
        known_to: Iterable[str] = (),
        rules: Iterable[str] = (),
        rolls: Iterable[LoggedRoll] = (),
        line: int | None = None,
        **data: object,
    ) -> None:
        """Enters a happening; the game master always knows it."""
        knowing = frozenset(known_to) | {GAME_MASTER}
        entry = Happening(kind, self.time, region, data, tuple(rules), knowing, tuple(rolls), line)
        self.happenings.append(entry)

    def refuse(self, party: Party, bands: Iterable[Band], step: object, reason: str, rule: str) -> None:
        """Says that something ordered is not done; it costs nothing."""
        named = list(bands)
        if named:
            self.tell(
                Kind.VOID,
                named[0].place,
                {party.owner},
                (rule,) if rule else (),
                line=party.line,
                bands=[band.id for band in named],
                order=str(step),
                reason=reason,
            )

    def stop(self, party: Party, why: str) -> None:
        """What a party still had before it lapses, at no cost."""
        party.was_leaving = party.was_leaving or party.will_march
        steps = tuple(party.queue)
        left = [str(step) for step in steps]
        party.queue.clear()
        members = self.alive(party)
        if left and members:
            self.left.update({band.id: steps for band in members})
            self.tell(
                Kind.LAPSED,
                members[0].place,
                {party.owner},
                line=party.line,
                bands=[band.id for band in members],
                numbers={band.id: band.count for band in members},
                orders=left,
                reason=why,
            )

    def spend(self, band: Band, speed: int, **changes: object) -> Band:
        """A band after it has used Speed, and what else that changes."""
        return self.change(band.id, spent=band.spent + speed, **changes)

    def rouse(self, band: Band) -> Band:
        """A band that leaves its trenches, walls or ambush, which costs nothing (UD-MOV-14, UD-MOV-17)."""
        if band.posture is Posture.OPEN and band.site is None:
            return band
        return self.change(band.id, posture=Posture.OPEN, site=None, ambushes=None)

    def regions(self) -> Iterator[Region]:
        """The regions where anybody is, in order."""
        return iter(sorted(region for region, names in self._at.items() if names))
