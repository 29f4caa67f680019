"""What happens in the movement of a week: the kinds of events, who may know them, the dice in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from orderbook.campaign.event import EVERYBODY, GAME_MASTER, LoggedRoll
from orderbook.systems.underdeep.world.region import Region

__all__ = ["EVERYBODY", "GAME_MASTER", "Battle", "Happening", "Kind", "LoggedRoll", "Quarrel", "Roller"]

Roller: TypeAlias = Callable[[str, int], int]
"""Rolls a die for what is named, with so many sides: ``roll("magma at Lowerdeep 18 on Slingers", 20)``."""


class Kind(StrEnum):
    """The kinds of happenings."""

    MOVED = "moved"
    SIGHTED = "sighted"  # what the map shows of a move: whose, from where, to where
    SEEN = "seen"  # bands that stand in one region in plain sight of each other
    DISCOVERED = "discovered"
    BARRED = "barred"
    VOID = "void"
    LAPSED = "lapsed"
    MET = "met"
    AMBUSHED = "ambushed"
    ASSAULTED = "assaulted"
    BESIEGED = "besieged"
    SLIPPED = "slipped past"
    HAZARD = "hazard"
    CROSSING = "crossing"
    TIRED = "tired"
    DONE = "done"
    SCOUTED = "scouted"
    GATHERED = "gathered"
    TUNNELLED = "tunnelled"
    CHARGED = "charges laid"
    BOARDED = "boarded"
    LANDED = "got off"
    ROBBED = "robbed"
    ASKED = "asked"


@dataclass(frozen=True)
class Happening:
    """One event. ``time`` is the share of the week that has passed, from 0 to 1.

    ``data`` holds texts, whole numbers, and lists and tables of them; ``rules`` the rules by which it happened;
    ``known_to`` the owners who may know it, ``EVERYBODY`` or ``GAME_MASTER`` alone.
    """

    kind: Kind
    time: Fraction
    region: Region
    data: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    known_to: frozenset[str] = frozenset({GAME_MASTER})
    rolls: tuple[LoggedRoll, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Quarrel:
    """Two owners who fight. ``attacker`` is one of them, or "" where neither is (UD-BAT-02)."""

    one: str
    other: str
    attacker: str = ""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle to be fought when all have moved: who fights whom, with which bands of each.

    ``sneak``: the bands that strike first, out of an ambush, each with the bands it falls upon (UD-SNK-01). ``aboard``
    are those whom the ambush caught in a transport, each with its carrier (UD-ABL-TRANSPORT-3), or a fight in the air
    (``midair``, UD-ABL-TRANSPORT-4). ``sites`` are those that are assaulted, ``inside`` the bands that slipped in and
    fight with the walls behind them.
    """

    region: Region
    quarrels: tuple[Quarrel, ...]
    bands: Mapping[str, tuple[str, ...]]
    sneak: tuple[tuple[str, tuple[str, ...]], ...] = ()
    aboard: tuple[tuple[str, str], ...] = ()
    sites: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    midair: bool = False
