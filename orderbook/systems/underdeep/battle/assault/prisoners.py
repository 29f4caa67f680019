"""Prisoners: who was caught in snares and cages, and who surrendered (UD-ASL-17, UD-KOB-50)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.assault.structure import Structure
from orderbook.systems.underdeep.battle.regiment import DESTROYED, FIGHTING, SURRENDERED, Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site
    from orderbook.systems.underdeep.battle.engine import Battle

SURRENDER, TRAPPED = "surrendered", "trapped"


@dataclass(frozen=True, slots=True)
class Prisoners:
    """So many units of a regiment in the hands of an alliance: they ``surrendered``, or were ``trapped``."""

    regiment: Regiment
    count: int
    captor: str
    why: str


def catch(site: Site, trap: Structure, regiment: Regiment, number: int) -> int:
    """Takes up to so many units out of a regiment, unharmed and whole ones first; how many."""
    number = min(number, regiment.count)
    if number <= 0:
        return 0
    pool = regiment.pool if number == regiment.count else number * regiment.unit_health
    regiment.count -= number
    regiment.pool -= pool
    regiment.acting = min(regiment.acting, regiment.count)
    regiment.caught += number
    regiment.caught_pool += pool
    site.caught.append((trap, regiment, number, pool, number * regiment.unit_health - pool))
    site.battle.tell(f"{trap.label} holds {number} of {regiment.label}.", "assault")
    if not regiment.count:
        site.battle.leave(regiment, SURRENDERED, f"all of it is in {trap.label}", alone=True)  # its leader stands
    return number


def rejoin(site: Site) -> None:
    """Units that fell into a pit are counted with their regiment again (UD-DER-62)."""
    battle = site.battle
    for regiment, fallen in site.pits:
        regiment.start_count += fallen.start_count
        regiment.start_pool += fallen.start_pool
        regiment.killed += fallen.killed
        regiment.count += fallen.count
        regiment.pool += fallen.pool
        if fallen.is_standing and regiment.state == DESTROYED:
            regiment.state = FIGHTING
        for group in (battle.regiments, battle.standing, regiment.army.regiments):
            if fallen in group:
                group.remove(fallen)
    site.pits.clear()


def free_the_caught(site: Site) -> None:
    """Their comrades set them free if they hold the field in the end; else they stay where they are."""
    for _, regiment, number, pool, wounds in site.caught:
        if site.battle.winner != regiment.alliance and not _holds(site, regiment.alliance):
            continue
        regiment.count += number
        regiment.pool += number * regiment.unit_health - wounds  # gas may have lowered their Health since, or before
        regiment.caught -= number
        regiment.caught_pool -= pool
        if regiment.state in (DESTROYED, SURRENDERED):
            regiment.state = FIGHTING


def _holds(site: Site, alliance: str) -> bool:
    standing = [each for each in site.battle.regiments if each.is_standing]
    return bool(standing) and all(each.alliance == alliance for each in standing)


def list_prisoners(battle: Battle) -> list[Prisoners]:
    """Everybody who is in enemy hands when the battle is over, in the battle's order.

    Whoever holds the field has those who surrendered to it; whose own side holds it is free again. Trapped attackers
    are prisoners once the attack is beaten (UD-KOB-50).
    """
    prisoners: list[Prisoners] = []
    winner = battle.winner
    if winner is None:
        return prisoners
    for regiment in battle.regiments:
        if regiment.alliance == winner:
            continue
        if regiment.state == SURRENDERED and regiment.count:
            prisoners.append(Prisoners(regiment, regiment.count, winner, SURRENDER))
        if regiment.caught:
            prisoners.append(Prisoners(regiment, regiment.caught, winner, TRAPPED))
    return prisoners
