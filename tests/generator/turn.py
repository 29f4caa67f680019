"""What a player decides in one week."""

from __future__ import annotations

from dataclasses import dataclass, field

from orderbook.books.bundle import Bundle

from .state import Place


@dataclass
class Step:
    """One thing done for Speed: move, march (by Forced March), scout, garrison, entrench, ambush, forage, fish."""

    kind: str
    speed: int
    place: Place | None = None


@dataclass
class Order:
    """Orders to some units of one type in one region. ``words`` instead where it is free text.

    ``scry`` marks the leader's spell, which names a region in ``steps``.
    """

    unit: str = ""
    count: int = 0
    place: Place | None = None
    steps: list[Step] = field(default_factory=list)
    words: str = ""
    scry: bool = False


@dataclass
class Build:
    site: int
    name: str
    count: int
    cost: Bundle
    weeks: int


@dataclass
class Recruit:
    site: int
    unit: str
    count: int
    cost: Bundle


@dataclass
class Deal:
    """A line of the Trade tab: ``amounts`` are negative when sent."""

    partner: str
    amounts: Bundle


@dataclass
class Message:
    to: str
    text: str


@dataclass
class Turn:
    """Everything decided in a week, beside what follows by itself."""

    builds: list[Build] = field(default_factory=list)
    recruits: list[Recruit] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    flavour_title: str = ""
    flavour: list[str] = field(default_factory=list)
