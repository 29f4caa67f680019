"""Who caught a disease in a battle, and how strong a one (UD-ABL-DISEASE-1, UD-SPELL-CONTAGION-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.scale import SCALE

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.attack import Attack
    from orderbook.systems.underdeep.battle.engine import Battle

DISEASE = frozenset({"disease"})


def infect(battle: Battle, attack: Attack, score: int) -> bool:
    """Infects the regiment that was attacked, unless it is immune to disease; whether it did.

    Of several diseases the strongest counts. What the disease does comes after the battle.
    """
    target = attack.on
    amount = SCALE
    for hook, held in target.on_alter_damage:
        amount = hook(held, attack, amount, DISEASE)
    if amount <= 0:
        return False
    battle.infected[target] = max(score, battle.infected.get(target, 0))
    return True
