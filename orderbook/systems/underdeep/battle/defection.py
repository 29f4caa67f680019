"""A unit that changes sides for a while, or for good (UD-SPELL-DOMINATE-2, UD-SPELL-DOMINATE-3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.orders import Orders
from orderbook.systems.underdeep.battle.piece import Held
from orderbook.systems.underdeep.battle.regiment import DESTROYED, Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.army import Army
    from orderbook.systems.underdeep.battle.engine import Battle


def draw_over(battle: Battle, regiment: Regiment, to: Army) -> Regiment:
    """Takes one unit, a whole one if there is one, out of a regiment; it fights on as a regiment of its own in an army.

    It does so in this very round, if it has not acted yet (UD-SPELL-DOMINATE-2): ``pair_anew`` finds it an enemy.
    The unit is neither dead nor wounded by that; ``drawn`` of the regiment it left counts it.
    """
    health = min(regiment.unit_health, regiment.pool)
    number = 1 + sum(each.plan.name.startswith(f"{regiment.name} under") for each in battle.regiments)
    name = f"{regiment.name} under {to.name}" + (f" {number}" if number > 1 else "")
    plan = replace(regiment.plan, name=name, count=1, wounded=0, orders=Orders(), leads=None)
    drawn = Regiment(plan, regiment.fighter, to.side, name, to)
    drawn.unit_health = regiment.unit_health
    drawn.pool = drawn.start_pool = health
    drawn.acting = 1 if regiment.acting else 0
    drawn.zone = regiment.zone
    drawn.melee_rounds, drawn.shots = regiment.melee_rounds, regiment.shots
    for held in regiment.held:
        drawn.add_piece(Held(battle, drawn, held.piece, held.parameter, dict(held.data), held.until))
    _take_out(regiment, health)
    _move(battle, drawn, regiment.army, to, health)
    battle.regiments.append(drawn)
    battle.standing.append(drawn)
    battle.drawn[drawn] = regiment
    battle.newcomers.append(drawn)
    return drawn


def send_back(battle: Battle, drawn: Regiment) -> None:
    """A unit that is free again fights for its own army from now on, as a regiment of its own."""
    home = battle.drawn[drawn].army
    _move(battle, drawn, drawn.army, home, drawn.pool)
    drawn.army.regiments.remove(drawn)
    drawn.army, drawn.side, drawn.alliance = home, home.side, home.alliance
    drawn.aim, drawn.bound, drawn.foes, drawn.engagers = None, [], [], []


def _take_out(regiment: Regiment, health: int) -> None:
    regiment.pool -= health
    regiment.count -= 1
    regiment.start_count -= 1
    regiment.start_pool -= health
    regiment.acting = min(regiment.acting, regiment.count)
    if not regiment.count:
        regiment.state = DESTROYED


def _move(battle: Battle, drawn: Regiment, origin: Army, to: Army, health: int) -> None:
    """Whoever changes sides is no casualty: both armies count their strength anew."""
    origin.start_count -= 1
    origin.start_pool -= health
    to.start_count += 1
    to.start_pool += health
    to.regiments.append(drawn)
