"""A Dungeon or Outpost before it is assaulted: what stands there, who is in it, who comes which way.

Nothing in it changes; a battle makes its own structures from it (``assault.site``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orderbook.systems.underdeep.battle.unit import Fighter, Weapon

WALL, GATE, MANNED, TRAP, MOAT, PASSIVE = "wall", "gate", "manned", "trap", "moat", "passive"
KINDS = (WALL, GATE, MANNED, TRAP, MOAT, PASSIVE)
"""Kinds of structures, as the rule data names them."""


@dataclass(frozen=True, slots=True)
class StructurePlan:
    """One structure. ``label`` tells it from others of its ``name`` (Pit Trap 2).

    ``fighter`` holds its figures: the attack as its melee weapon, Defence and Health of what can be broken down.
    ``breaches`` says whether it has to fall before anyone gets in; ``strengthens`` is what it adds to the Defence of
    walls; ``crew`` units of the garrison serve it; ``at_wall`` weapons strike only who is at a wall (UD-ASL-07).
    ``is_once`` traps are gone once they have gone off (UD-ASL-16); ``shares`` is the structure it counts as.
    """

    name: str
    label: str
    kind: str
    fighter: Fighter
    abilities: tuple[str, ...] = ()
    crew: int = 0
    at_wall: bool = False
    strengthens: int = 0
    shares: str = ""
    is_once: bool = False
    made: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)
    """What battles have worked out about it once; ``assault.structure`` fills it."""

    @property
    def weapon(self) -> Weapon | None:
        return self.fighter.melee

    @property
    def breaches(self) -> bool:
        return self.kind in (WALL, GATE) and not self.strengthens


@dataclass(frozen=True, slots=True)
class CrewPlan:
    """Who serves a structure, named by its name or label, and whom it should strike if there is a choice."""

    structure: str
    regiment: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class SitePlan:
    """The site. ``owner`` is the side that holds it, ``builder`` the faction that dug it.

    ``garrison`` regiments are inside; ``sorties`` are those of them told to come out and fight (UD-SIE-09). Where it
    is no ``assault`` the site is besieged and the rest of the garrison takes no part (UD-SIE-02, UD-SIE-10).
    ``has_tunnel``: the attackers' tunnel is finished (UD-TUN-01). ``charges`` are laid below structures, by label or
    name, before it begins (UD-ABL-DEMOLITIONS-2). ``infiltrators``, ``thieves`` and ``assassins`` (with their victims)
    try to slip in first. ``is_settlement``: a settlement of the Surface, raided as a site is stormed (UD-RAI-02).
    ``waiting`` regiments stay outside; ``vanguard`` ones meet the traps first, in that order.
    """

    name: str
    owner: str
    builder: str = ""
    is_outpost: bool = False
    structures: tuple[StructurePlan, ...] = ()
    garrison: frozenset[str] = frozenset()
    sorties: frozenset[str] = frozenset()
    crews: tuple[CrewPlan, ...] = ()
    is_assault: bool = True
    has_tunnel: bool = False
    charges: Mapping[str, int] = field(default_factory=dict, hash=False)
    infiltrators: frozenset[str] = frozenset()
    thieves: frozenset[str] = frozenset()
    assassins: Mapping[str, str] = field(default_factory=dict, hash=False)
    waiting: frozenset[str] = frozenset()
    vanguard: tuple[str, ...] = ()
    is_settlement: bool = False
