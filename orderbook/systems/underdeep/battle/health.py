"""What lowers the Health score itself for a while: clouds, gas, moats (setting health-lowered-to-0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.casualties import settle_count
from orderbook.systems.underdeep.battle.scale import SCALE

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle
    from orderbook.systems.underdeep.battle.regiment import Regiment


def lower_health(battle: Battle, regiment: Regiment, points: int) -> tuple[int, int]:
    """Lowers the Health of every unit by so many points: what was taken from each, in twentieths, and how many died.

    A unit brought to 0 dies, or goes on with 1 Health (setting health-lowered-to-0). What is lost so is no damage.
    """
    least = SCALE if battle.scenario.options.chose("health-lowered-to-0", "stays-at-1") else 0
    loss = min(points * SCALE, max(0, regiment.unit_health - least))
    if loss == regiment.unit_health:
        regiment.pool = 0
        return loss, settle_count(battle, regiment)
    whole = max(0, regiment.count - 1)
    wounded = regiment.pool - whole * regiment.unit_health
    regiment.unit_health -= loss
    regiment.pool = whole * regiment.unit_health + max(wounded - loss, min(wounded, least))
    return loss, settle_count(battle, regiment)


def raise_health(regiment: Regiment, loss: int) -> None:
    """Gives back to each survivor what ``lower_health`` took, in twentieths."""
    regiment.unit_health += loss
    regiment.pool += regiment.count * loss
