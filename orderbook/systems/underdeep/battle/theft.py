"""Thieves in ambush who pick pockets instead of striking (UD-ABL-THIEVING-1 to UD-ABL-THIEVING-5).

One roll of each at one enemy regiment. Where it reaches the Defence they have the Gold of as many units as they are,
and what the regiment carries; nobody notices, and they are gone. So they are where it falls short by no more than 10.
By more than that they are exposed, and all enemies go for them (UD-ABL-THIEVING-8).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.attack import THEFT, make_attack
from orderbook.systems.underdeep.battle.pairing import pair
from orderbook.systems.underdeep.battle.piece import Held
from orderbook.systems.underdeep.battle.regiment import WITHDREW, Regiment
from orderbook.systems.underdeep.battle.unit import Weapon
from orderbook.systems.underdeep.battle.unseen import INFILTRATOR, is_given_away
from orderbook.systems.underdeep.thieving import THIEVING

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

EXPOSED = 10
"""By how much thieves may miss and yet go unnoticed (UD-ABL-THIEVING-8)."""
ROBBED = "Robbed of their pay"


def pick_pockets(battle: Battle) -> list[Regiment]:
    """Lets all thieves who were told to rob somebody, and returns those who were caught at it."""
    told = [regiment for regiment in battle.standing if regiment.host is None and regiment.orders.picks_pockets]
    thieves = [regiment for regiment in told if _is_able(battle, regiment)]
    if not thieves:
        return []
    pair(battle)
    exposed = [regiment for regiment in thieves if _rob(battle, regiment)]
    for regiment in thieves:
        if regiment not in exposed:
            battle.leave(regiment, WITHDREW, "unseen, as they came")
    battle.settle_field()
    for regiment in battle.standing:
        regiment.aim = None
    return exposed


def set_upon(battle: Battle, exposed: list[Regiment]) -> None:
    """Every enemy who is there goes for the thieves who were caught, before anybody else (UD-ABL-THIEVING-8)."""
    for enemy in battle.standing:
        names = tuple(regiment.name for regiment in exposed if regiment.is_enemy_of(enemy))
        if names:
            enemy.orders = replace(enemy.orders, targets=(*names, *enemy.orders.targets))


def _is_able(battle: Battle, regiment: Regiment) -> bool:
    """Whether they are thieves and unseen; why they are not is told."""
    lacking = [ability for ability in (THIEVING, INFILTRATOR) if not regiment.has(ability)]
    if lacking:
        battle.tell(f"{regiment.label} cannot pick pockets: it takes {' and '.join(lacking)}.")
    elif is_given_away(regiment):
        battle.tell(f"{regiment.label} cannot pick pockets: who leads them is no Infiltrator.")
    return not lacking and not is_given_away(regiment)


def _rob(battle: Battle, thieves: Regiment) -> bool:
    """A single roll at one regiment (UD-ABL-THIEVING-2). Whether they are exposed."""
    aim = thieves.target or thieves.aim or (thieves.foes[0] if thieves.foes else None)
    if aim is None:
        battle.tell(f"{thieves.label} find nobody to rob.")
        return False
    victim = aim.body
    own = [each.attack for each in (thieves.fighter.melee, thieves.fighter.ranged) if each is not None]
    weapon = Weapon(max(own, default=0), 0)
    attack = make_attack(battle, thieves, victim, weapon, thieves.count, THEFT, name="pick the pockets of")
    battle.note_attacks([attack])
    if attack.hits:
        _take(battle, thieves, victim)
    return attack.misses_by > EXPOSED


def _take(battle: Battle, thieves: Regiment, victim: Regiment) -> None:
    """The Gold of one unit for each thief (UD-ABL-THIEVING-3), and all items of the regiment and its leaders
    (UD-ABL-THIEVING-4)."""
    pay = victim.plan.blueprint.pay if not _has_no_purse(victim) else 0
    robbed = min(thieves.count, victim.count) if pay else 0
    gold = robbed * pay
    bearers = [each for each in (victim, *victim.leaders) if each not in battle.emptied]
    items = [item for each in bearers for item in each.plan.items]
    battle.emptied.update(bearers)
    if gold:
        battle.gains[thieves.side, "Gold"] += gold
        _dishearten(battle, victim, robbed)
    for item in items:
        battle.gains[thieves.side, item] += 1
    found = [*([f"{gold} Gold off {robbed} of {victim.label}"] if gold else []), *items]
    battle.tell(f"{thieves.label} get {' and '.join(found) or 'nothing'}.")


def _has_no_purse(victim: Regiment) -> bool:
    """Whether it was not paid this week, or robbed already, or is an illusion."""
    words = [condition.split()[0] for condition in victim.plan.conditions if condition.strip()]
    return "Unpaid" in words or "Illusory" in words or any(bonus.reason == ROBBED for bonus in victim.bonuses)


def _dishearten(battle: Battle, victim: Regiment, robbed: int) -> None:
    """The robbed fight as though unpaid for a week (UD-ABL-THIEVING-5). They check Morale apart from those who still
    have their pay, as a regiment of their own (UD-UPK-10)."""
    if robbed < victim.count:
        victim = _part(battle, victim, robbed)
    victim.add_bonus("morale", -1, ROBBED)


def _part(battle: Battle, victim: Regiment, number: int) -> Regiment:
    """Some of a regiment as one of their own, with all that bears on it; the wounded stay."""
    taken = {each.label for each in battle.regiments}
    names = (f"{victim.plan.name}, robbed{f' {again}' if again > 1 else ''}" for again in range(1, len(taken) + 2))
    name = next(name for name in names if name not in taken)
    plan = replace(victim.plan, name=name, count=number, wounded=0, items=())
    part = Regiment(plan, victim.fighter, victim.side, name, victim.army)
    part.unit_health = victim.unit_health
    part.pool = part.start_pool = number * victim.unit_health
    part.zone = victim.zone
    for held in victim.held:
        part.add_piece(Held(battle, part, held.piece, held.parameter, dict(held.data), held.until))
    for bonus in victim.bonuses:
        part.add_bonus(bonus.figure, bonus.amount, bonus.reason, bonus.until, bonus.magical)
    victim.count -= number
    victim.start_count -= number
    victim.pool -= part.pool
    victim.start_pool -= part.pool
    for group in (victim.army.regiments, battle.regiments, battle.standing):
        group.append(part)
    battle.parted[part] = victim
    return part
