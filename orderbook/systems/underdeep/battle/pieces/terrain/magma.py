"""Magma (UD-TER-12, UD-TER-13): where it flows it strikes at each regiment that fights there, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.attack import TRAP, deal, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.scale import SCALE
from orderbook.systems.underdeep.battle.scenario import RegimentPlan
from orderbook.systems.underdeep.battle.unit import Blueprint, Fighter, Weapon, split_types
from orderbook.systems.underdeep.world.terrain import load_terrain

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

_MAGMA = "magma"
_MAGMACRAFT = "Magmacraft"
_UNTOUCHED = ("Flyer", "Climbing", _MAGMACRAFT)
_AT_HOME_IN_IT = ("Duergar",)


class Hazard(Regiment):
    """What the ground does, as an attacker that nobody can attack."""

    __slots__ = ()

    is_structure = True


def opening(held: Held) -> None:
    """An attack as by a trap: nothing, or the whole damage. Leaders go where their regiment goes.

    It spares those who have a Dungeon or Outpost in the region, who fly or climb, whom fire does not hurt.
    """
    battle, regiment = held.battle, held.regiment
    if regiment.host is not None or not regiment.is_standing or _is_spared(battle, regiment):
        return
    ground = load_terrain()[_MAGMA]
    weapon = Weapon(ground.peril_attack, 0, frozenset({ground.peril_type.lower()}))
    fighter = Fighter("Magma", weapon, None, 0, 1, 0, None)
    source = Hazard(RegimentPlan("Magma", Blueprint("Magma", {}), 1), fighter, regiment.side, "Magma", regiment.army)
    attack = make_attack(battle, source, regiment, weapon, 1, TRAP)
    if attack.hits:
        deal(battle, attack, ground.peril_damage * SCALE, attack.types)
    apply_attacks(battle, [attack])


def _is_spared(battle: Battle, regiment: Regiment) -> bool:
    if regiment.fighter.faction in _AT_HOME_IN_IT or any(regiment.has(name) for name in _UNTOUCHED):
        return True
    if any(held.name == "Immunity" and "fire" in split_types(held.words) for held in regiment.held):
        return True
    site = battle.scenario.site
    return any(
        (side.owns_site or (site is not None and site.owner == side.name))
        for side in battle.sides
        if (side.alliance or side.name) == regiment.alliance
    )


PIECES = (
    Piece(name="Magma", rules=("UD-TER-12", "UD-TER-13"), aliases=("Magma pools",), opening=opening),
    Piece(name=_MAGMACRAFT, rules=("UD-TER-13",)),
)
