"""What the Orders tab says. All spans are offsets in the view of the paste."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from orderbook.bbcode.lines import VisibleLine
from orderbook.rulebook.model import Structure, Unit
from orderbook.systems.underdeep.post.model import Named, Site
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.records import record
from orderbook.text.source import Span


class Verb(StrEnum):
    """What units are told to do; the ways to say it are in ``verbs.toml``."""

    MOVE = "move"
    RETURN = "return"
    RETREAT = "retreat"
    GARRISON = "garrison"
    ENTRENCH = "entrench"
    ENCAMP = "encamp"
    SCOUT = "scout"
    FORAGE = "forage"
    FISH = "fish"
    SCAVENGE = "scavenge"
    AMBUSH = "ambush"
    TUNNEL = "tunnel"
    LAY_CHARGES = "lay charges"
    ATTACK = "attack"
    BESIEGE = "besiege"
    CAST = "cast"
    SACK = "sack"
    RAZE = "raze"
    CAPTURE = "capture"
    INVESTIGATE = "investigate"
    FOUND = "found"
    PROMOTE = "promote"
    DEMOTE = "demote"
    DISMISS = "dismiss"
    CANCEL = "cancel"
    REPAIR = "repair"
    HOLD = "hold"
    JOIN = "join"
    LEAD = "lead"
    TRANSPORT = "transport"
    SUMMON = "summon"
    USE = "use"
    PRAY = "pray"
    TREAT = "treat"
    RESEARCH = "research"
    OBSESS = "obsess"
    GIVE = "give"
    SPEAK = "speak"
    TRAIN = "train"
    DISARM = "disarm"
    STEAL = "steal"
    ASSASSINATE = "assassinate"
    RECRUIT = "recruit"
    BUILD = "build"


@record
class Spot:
    """A place an order names: a region, a site, or both; neither for a site nobody listed (an ally's)."""

    text: str
    span: Span
    region: Region | None = None
    site: Site | None = None

    @property
    def where(self) -> Region | None:
        """The region, that of the site included."""
        return self.region or (self.site.region if self.site else None)

    def is_same(self, other: Spot) -> bool | None:
        """Whether two spots are one place; None where a region and a site cannot be compared."""
        if self.site is not None and self.site is other.site:
            return True
        if self.where is not None and other.where is not None:
            return self.where == other.where
        return False if self.site is not None and other.site is not None else None


@record
class SpeedFigure:
    """Speed as written. ``value`` is None where it cannot be read ("?? Speed", "all their Speed")."""

    value: int | None
    span: Span
    text: str


@dataclass(eq=False)
class Actor:
    """Units, a leader or an officer who are to do something.

    ``unit`` is None for a person of unknown unit and for "all units"; ``everyone`` marks the latter. ``count`` is None
    where none is given. ``leads``: named as the leader of the others ("led by"). ``place`` is where they start from.
    ``illusory``: the order speaks of the double of such units, not of them.
    """

    text: str
    span: Span
    unit: Named[Unit] | None = None
    count: int | None = None
    count_span: Span | None = None
    person: str | None = None
    everyone: bool = False
    leads: bool = False
    place: Spot | None = None
    illusory: bool = False


@dataclass(eq=False)
class Action:
    """One thing to do. ``speeds`` are the figures written for it; ``shared`` marks one that pays for what follows too.

    ``via`` are places on the way, ``targets`` where it leads or what it is done to, in order. ``toward``: only in the
    direction of the target. ``spell`` and ``ritual`` names are the rulebook's; ``object`` keeps free words.
    """

    verb: Verb
    span: Span
    text: str
    speeds: list[SpeedFigure] = field(default_factory=list)
    targets: list[Spot] = field(default_factory=list)
    via: list[Spot] = field(default_factory=list)
    origin: Spot | None = None
    toward: bool = False
    forced_march: bool = False
    spell: str | None = None
    structure: Named[Structure] | None = None
    unit: Named[Unit] | None = None
    count: int | None = None
    object: str = ""

    @property
    def speed(self) -> int | None:
        """The Speed written for it; None where none is, or one cannot be read."""
        values = [figure.value for figure in self.speeds]
        return sum(value for value in values if value is not None) if values and None not in values else None


@dataclass(eq=False)
class Order:
    """What one body of troops is to do. ``origin`` is the starting place of actors without one of their own.

    ``conditions`` keep the player's words ("withdrawing only if outnumbered"). ``total`` is a Speed given for the
    whole. ``forced_march`` holds for the order wherever it is said.
    """

    actors: list[Actor] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    origin: Spot | None = None
    conditions: list[str] = field(default_factory=list)
    total: SpeedFigure | None = None
    forced_march: bool = False
    unread: list[str] = field(default_factory=list)

    @property
    def speeds(self) -> list[SpeedFigure]:
        return [figure for action in self.actions for figure in action.speeds]

    @property
    def speed(self) -> int | None:
        """All Speed of the order, each figure once; None where none is written or one cannot be read."""
        figures = self.speeds or ([self.total] if self.total else [])
        values = [figure.value for figure in figures]
        return sum(value for value in values if value is not None) if values and None not in values else None

    def place_of(self, actor: Actor) -> Spot | None:
        """Where an actor starts from, as far as the order says."""
        return actor.place or self.origin

    def does(self, *verbs: Verb) -> Iterator[Action]:
        return (action for action in self.actions if action.verb in verbs)


@dataclass(eq=False)
class OrderLine:
    """A non-blank line of the tab with the orders that begin on it.

    A line that goes on with the order of the line before has none of its own (``continues``). ``understood``: nothing
    is left to the game master but conditions in the player's words. ``near_miss`` tells what looks like a slip in
    something that was meant as an order: the piece, and what was read instead (empty where nothing could be).
    """

    line: VisibleLine
    text: str
    orders: list[Order] = field(default_factory=list)
    understood: bool = False
    continues: bool = False
    slips: list[tuple[str, Span, str]] = field(default_factory=list)

    @property
    def near_miss(self) -> bool:
        return bool(self.slips)
