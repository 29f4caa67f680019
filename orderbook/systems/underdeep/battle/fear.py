"""Fear: one Morale check at the start of a battle, and -2 to hit for who fails it (UD-ABL-FEAR-1).

Abilities, traps and passages that frighten come here (setting fear-checks).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.morale import roll_morale

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle
    from orderbook.systems.underdeep.battle.regiment import Regiment

REASON = "fear"
_PENALTY = -2
_NOTE = "Afraid"


def check_fear(battle: Battle, regiment: Regiment, need: int) -> bool:
    """A check against one source of Fear; whether the regiment and the leaders with it keep their nerve.

    The penalty is taken once, or once for each check that fails if the campaign adds them up.
    """
    check = roll_morale(battle, regiment, REASON, need)
    if check is None or check.passed:
        return True
    adds_up = battle.scenario.options.chose("fear-checks", "penalties-add")
    for each in (regiment, *regiment.leaders):
        if adds_up or all(bonus.reason != _NOTE for bonus in each.bonuses):
            each.add_bonus("attack", _PENALTY, _NOTE)
    return False
