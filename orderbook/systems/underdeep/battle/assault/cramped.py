"""Cramped and Confusing: attackers lose their way in a Warren that Kobolds dug.

UD-KOB-05, UD-KOB-06, UD-KOB-38, UD-KOB-40.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.unit import HUGE, LARGE

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site

REASON = "Cramped and Confusing"
PENALTIES = {HUGE: 6, LARGE: 4}
_PENALTY = 2
FURTHER = {"Maze": 1, "Labyrinth": 2}
"""What is added; the Labyrinth takes the Maze's place."""


def cramp(site: Site) -> None:
    """The penalty to Attack and Morale of all who attack a Warren founded by Kobolds; Kobolds have none."""
    if site.plan.is_outpost or not is_kobold_word(site.plan.builder):
        return
    further = max((FURTHER.get(each.structure.name, 0) for each in site.structures), default=0)
    for regiment in site.battle.standing:
        if regiment.alliance != site.alliance and not is_kobold(regiment):
            penalty = PENALTIES.get(regiment.fighter.weight, _PENALTY) + further
            regiment.add_bonus("attack", -penalty, REASON)
            regiment.add_bonus("morale", -penalty, REASON)


def is_kobold(regiment: Regiment) -> bool:
    """Whether it is of Kobolds: by its faction, or by the name of its unit where it has none."""
    fighter = regiment.fighter
    return is_kobold_word(fighter.faction or fighter.name) or "Kobold" in regiment.plan.conditions


def is_kobold_word(text: str) -> bool:
    """Whether a name speaks of Kobolds."""
    return "kobold" in text.lower()
