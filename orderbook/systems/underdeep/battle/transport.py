"""Troops aboard a transport: an ambush and a fight in the air find them there (UD-ABL-TRANSPORT-2).

UD-ABL-TRANSPORT-3, UD-ABL-TRANSPORT-4, UD-ABL-TRANSPORT-5. In any other battle they have got out before it begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.casualties import kill_units, take_damage
from orderbook.systems.underdeep.battle.regiment import ABOARD, DESTROYED, OUTSIDE

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle
    from orderbook.systems.underdeep.battle.regiment import Regiment

MIDAIR = "Midair"
"""The terrain of a fight over a Chasm, where nobody can get out."""


def board(battle: Battle) -> None:
    """Puts those aboard who cannot have got out yet: somebody lies in ambush, or the fight is in the air."""
    riders = [each for each in battle.regiments if each.body.plan.aboard and each.is_standing]
    if not riders or not (is_midair(battle) or any(each.orders.sneak_attack for each in battle.regiments)):
        return
    for rider in riders:
        if find_carrier(battle, rider) is not None:
            rider.zone = ABOARD


def is_midair(battle: Battle) -> bool:
    """Whether it is fought in the air over a Chasm."""
    return any(regiment.has(MIDAIR) for regiment in battle.regiments)


def find_carrier(battle: Battle, rider: Regiment) -> Regiment | None:
    """The transport that carries a regiment, alive or not."""
    name = rider.body.plan.aboard
    return next((each for each in battle.regiments if each.side == rider.side and each.name == name), None)


def riders_of(battle: Battle, carrier: Regiment) -> list[Regiment]:
    """Those aboard of a transport."""
    return [each for each in battle.standing if each.zone == ABOARD and find_carrier(battle, each) is carrier]


def disembark(battle: Battle) -> None:
    """After an ambush: who was in a transport that the first strike destroyed takes as much damage as it took, each of
    them; all others get out unharmed (UD-ABL-TRANSPORT-3). In the air they stay where they are."""
    if is_midair(battle):
        return
    for rider in battle.standing:
        if rider.zone != ABOARD:
            continue
        carrier = find_carrier(battle, rider)
        lost = _share_lost(carrier, rider) if carrier is not None else 0
        rider.zone = OUTSIDE
        if carrier is None or not lost or not carrier.start_count:
            continue
        each_took = carrier.start_pool // carrier.start_count
        killed = take_damage(battle, rider, lost * min(each_took, rider.unit_health))
        battle.tell(f"{carrier.label} is destroyed with {rider.label} aboard: {killed} die.", "ability")


def go_down(battle: Battle, carrier: Regiment) -> None:
    """A transport destroyed in the air takes everyone aboard with it (UD-ABL-TRANSPORT-5)."""
    if not is_midair(battle):
        return
    for rider in riders_of(battle, carrier):
        lost = _share_lost(carrier, rider) - rider.killed
        if lost > 0:
            kill_units(battle, rider, lost, is_damage=True)
            battle.tell(f"{carrier.label} goes down, and {lost} of {rider.label} with it.", "ability")


def leave_aboard(battle: Battle, carrier: Regiment) -> None:
    """A transport that leaves the field takes those aboard along."""
    if carrier.state != DESTROYED:
        for rider in riders_of(battle, carrier):
            battle.leave(rider, carrier.state, f"aboard of {carrier.label}")


def _share_lost(carrier: Regiment, rider: Regiment) -> int:
    """How many of a regiment were in those of several transports that are destroyed; all if none is left."""
    if not carrier.start_count:
        return 0
    return rider.start_count * carrier.killed // carrier.start_count
