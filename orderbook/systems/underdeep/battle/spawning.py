"""The dead who rise when the fight is over, and the fight with them (UD-ABL-CREATE-SPAWN-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.muster import reinforce
from orderbook.systems.underdeep.battle.regiment import DESTROYED, FLED
from orderbook.systems.underdeep.battle.round import strike_first
from orderbook.systems.underdeep.battle.scenario import RegimentPlan

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.army import Army
    from orderbook.systems.underdeep.battle.engine import Battle
    from orderbook.systems.underdeep.battle.piece import Held
    from orderbook.systems.underdeep.battle.regiment import Regiment

CREATE_SPAWN = "Create Spawn"
KILLED, RISEN = "killed", "risen"
"""What a holder of Create Spawn remembers: how many it killed, and the regiment that rose of them."""


def rise(battle: Battle) -> bool:
    """Lets the killed rise on the field where their makers lost it, if the winners were told to spare corpses.

    The winners have one attack that is not answered; then they fight the risen. Whether anybody rose.
    """
    winner = battle.winner
    if not battle.is_over or winner is None:
        return False
    if not any(side.keeps_corpses for side in battle.sides if (side.alliance or side.name) == winner):
        return False
    makers = [held for each in battle.regiments if is_beaten(each.army) for held in each.held if _has_killed(held)]
    risen = [each for held in makers if (each := _raise_of(battle, held)) is not None]
    if not risen:
        return False
    battle.tell(f"{' and '.join(each.label for each in risen)} rise from among the dead.", "ability")
    strike_first(battle, [each for each in battle.standing if each.alliance == winner])
    battle.settle_field()
    return True


def is_beaten(army: Army) -> bool:
    """Whether nobody of an army is left who was not destroyed and did not flee (UD-ABL-CREATE-SPAWN-2)."""
    return all(each.state in (DESTROYED, FLED) for each in army.regiments)


def _has_killed(held: Held) -> bool:
    return held.piece.name == CREATE_SPAWN and bool(held.data.get(KILLED))


def _raise_of(battle: Battle, held: Held) -> Regiment | None:
    blueprint = battle.scenario.spawn.get(held.words)
    if blueprint is None:
        battle.tell(f"Nobody knows the figures of {held.words or 'those'} that rise; they do not fight.", "ability")
        return None
    taken = {each.label for each in battle.regiments}
    names = (f"Risen {blueprint.name}{f' {number}' if number > 1 else ''}" for number in range(1, len(taken) + 2))
    plan = RegimentPlan(next(name for name in names if name not in taken), blueprint, held.data[KILLED])
    risen = reinforce(battle, plan, held.regiment.army)
    risen.zone = held.regiment.zone
    held.data[RISEN] = risen
    return risen
