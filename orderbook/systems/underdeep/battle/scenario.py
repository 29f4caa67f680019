"""A battle before it is fought: who stands where with which orders. Nothing in it changes; it can be fought often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from orderbook.rulebook.options import Options
from orderbook.systems.underdeep.battle.orders import NO_ORDERS, Orders
from orderbook.systems.underdeep.battle.site_plan import SitePlan
from orderbook.systems.underdeep.battle.unit import Blueprint


@dataclass(frozen=True, slots=True)
class RegimentPlan:
    """A regiment. ``wounded`` is Health it has lost already, in points; ``leads`` names the regiment of the same side
    it is attached to as a leader; ``origin`` is the region its army came from; without ``has_escape`` it has nowhere
    to go. ``conditions`` name pieces that bear on it beside its abilities (fatigue, hunger). ``aboard`` names the
    regiment of the same side that carries it (UD-ABL-TRANSPORT-2); ``resisted`` are casters whose Dominate it withstood
    within the week (UD-SPELL-DOMINATE-5); ``items`` is what its members carry that can be stolen."""

    name: str
    blueprint: Blueprint
    count: int
    wounded: int = 0
    army: str = ""
    origin: str = ""
    leads: str | None = None
    has_escape: bool = True
    orders: Orders = NO_ORDERS
    conditions: tuple[str, ...] = ()
    aboard: str | None = None
    resisted: frozenset[str] = frozenset()
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SidePlan:
    """A side. Sides of the same ``alliance`` fight together; by default each is its own.

    ``is_monsters``: creatures of nobody; they are never the attacker (UD-BAT-06). ``owns_site``: it has a finished
    Dungeon or Outpost in the region (UD-TER-12). ``keeps_corpses``: it was told to leave the dead as they lie, though
    they may rise (UD-ABL-CREATE-SPAWN-3).
    """

    name: str
    is_attacker: bool
    regiments: tuple[RegimentPlan, ...]
    alliance: str = ""
    conditions: tuple[str, ...] = ()
    is_monsters: bool = False
    owns_site: bool = False
    keeps_corpses: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A battle. ``terrain`` names pieces that bear on all who fight; ``bridge`` the side entrenched at the bridge
    that the others have to cross; ``answers`` what the game master decided, by name of the question; ``site`` the
    Dungeon or Outpost it is about; ``spawn`` the units that the dead may rise as, by name."""

    sides: tuple[SidePlan, ...]
    name: str = ""
    rounds: int | None = None
    terrain: tuple[str, ...] = ()
    bridge: str | None = None
    answers: Mapping[str, str] = field(default_factory=dict, hash=False)
    options: Options = field(default_factory=Options)
    site: SitePlan | None = None
    spawn: Mapping[str, Blueprint] = field(default_factory=dict, hash=False)
