"""Jabberling Pit Chute (UD-DER-61 to UD-DER-63): drops units into a pit, where Jabberlings of the garrison wait."""

from __future__ import annotations

from dataclasses import replace

from orderbook.systems.underdeep.battle.attack import SNEAK, Attack, make_attack
from orderbook.systems.underdeep.battle.casualties import apply_attacks
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.pieces.structures.pits import avoids, spares
from orderbook.systems.underdeep.battle.regiment import FIGHTING, IN_THE_PIT, INSIDE, Regiment

_DIE = 20


def trap_hit(held: Held, attack: Attack) -> None:
    """1d20 units fall. The Jabberlings strike by surprise, then the two fight apart from all others; who is left
    joins the rest again. Where there are no Jabberlings they climb out at once."""
    battle, site, target = held.battle, held.battle.site, attack.on
    if site is None:
        return
    number = min(target.count, battle.roll(_DIE, held.regiment, "drop some of", target))
    attack.notes.append(f"{number} fall into the pit")
    waiting = [
        each
        for each in site.garrison
        if each.is_standing and each.zone == INSIDE and each.host is None and not each.bound and _is_jabberling(each)
    ]
    if not waiting:
        battle.tell(f"No Jabberlings are there: {number} of {target.label} climb out of the pit.", "assault")
        return
    fallen = _split(held, target, number)
    for each in waiting:
        each.zone = IN_THE_PIT
    attacks = [
        make_attack(battle, each, fallen, each.fighter.melee, each.count, SNEAK)
        for each in waiting
        if each.fighter.melee is not None
    ]
    apply_attacks(battle, attacks)
    if not fallen.is_standing:
        for each in waiting:
            each.zone = INSIDE


def _split(held: Held, regiment: Regiment, number: int) -> Regiment:
    """The fallen become a regiment of their own, for which the first counts as smaller from the start."""
    battle, site = held.battle, held.battle.site
    assert site is not None
    if number == regiment.count:
        regiment.zone = IN_THE_PIT
        return regiment
    name = f"{regiment.name} in the pit"
    pool = number * regiment.unit_health
    fallen = Regiment(replace(regiment.plan, name=name), regiment.fighter, regiment.side, name, regiment.army)
    fallen.unit_health = regiment.unit_health
    fallen.count = fallen.start_count = fallen.acting = number
    fallen.pool = fallen.start_pool = pool
    fallen.state = FIGHTING
    fallen.zone = IN_THE_PIT
    regiment.count -= number
    regiment.start_count -= number
    regiment.pool -= pool
    regiment.start_pool -= pool
    regiment.acting = min(regiment.acting, regiment.count)
    for each in regiment.held:
        fallen.add_piece(Held(battle, fallen, each.piece, each.parameter, dict(each.data), each.until))
    for bonus in regiment.bonuses:
        fallen.add_bonus(bonus.figure, bonus.amount, bonus.reason, bonus.until, bonus.magical)
    regiment.army.regiments.append(fallen)
    battle.regiments.append(fallen)
    battle.standing.append(fallen)
    site.pits.append((regiment, fallen))
    return fallen


def _is_jabberling(regiment: Regiment) -> bool:
    return "jabberling" in regiment.fighter.name.lower()


PIECE = Piece(
    name="Jabberling Pit Chute",
    rules=("UD-DER-61", "UD-DER-62", "UD-DER-63"),
    avoids=avoids,
    spares=spares,
    trap_hit=trap_hit,
)
