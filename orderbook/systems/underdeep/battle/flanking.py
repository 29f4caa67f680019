"""Flanking (UD-FLK-01 to UD-FLK-04): two armies upon a third from different regions."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.army import Army

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

BONUS = 2
"""Added to every attack roll of flanking units, for the whole battle (UD-FLK-03)."""


def apply_flanking(battle: Battle) -> None:
    """Gives the bonus to attacking armies of one alliance that came from different regions, where the smaller has at
    least half the numbers of the larger (UD-FLK-01, UD-FLK-02; setting flanking-numbers).

    Whether the directions count is the game master's word (UD-FLK-04): the question ``flanking-directions``.
    """
    flanking: set[Army] = set()
    for first, second in combinations(battle.armies, 2):
        if first.alliance != second.alliance or not _can_flank(battle, first, second):
            continue
        about = f"{first.name} and {second.name}"
        where = " and ".join(_origin(army) for army in (first, second))
        question = f"{about} come from {where}. Do they flank the enemy?"
        if battle.ask("flanking-directions", about, question, ("yes", "no"), "yes") == "yes":
            flanking.update((first, second))
    for army in battle.armies:
        if army in flanking:
            for regiment in army.regiments:
                regiment.add_bonus("attack", BONUS, "Flanking")


def _can_flank(battle: Battle, first: Army, second: Army) -> bool:
    places = _origin(first), _origin(second)
    if not all(places) or places[0] == places[1] or not (battle.is_attacking(first) and battle.is_attacking(second)):
        return False
    sizes = sorted(_numbers(battle, army) for army in (first, second))
    return sizes[0] * 2 >= sizes[1]


def _origin(army: Army) -> str:
    return next((regiment.origin for regiment in army.regiments if regiment.origin), "")


def _numbers(battle: Battle, army: Army) -> int:
    if battle.flanking_by_size:
        return sum(regiment.weight for regiment in army.regiments)
    return army.count
