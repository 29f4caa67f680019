"""A bridge that one side holds (UD-BRI-02 to UD-BRI-05): one regiment of each side fights on it, the others wait."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.orders import Stance
from orderbook.systems.underdeep.battle.regiment import Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle


@dataclass(frozen=True, slots=True)
class BridgePair:
    """Who is on the bridge this round: its holder, and the one regiment sent against it, if any."""

    holder: Regiment
    crosser: Regiment | None

    def allows(self, regiment: Regiment, enemy: Regiment) -> bool:
        """Whether melee between two regiments is possible with the bridge held (UD-BRI-02, UD-BRI-03)."""
        defender, attacker = self.holder, self.crosser
        if defender.alliance not in (regiment.alliance, enemy.alliance):
            return True
        return {regiment, enemy} == {defender, attacker}


class Bridge:
    """The bridge of a battle. ``side`` is entrenched there."""

    def __init__(self, side: str) -> None:
        self.side = side
        self._holder: Regiment | None = None
        self._crosser: Regiment | None = None

    def choose(self, battle: Battle) -> BridgePair | None:
        """The pair of the round; ``None`` once nobody holds the bridge any more.

        A regiment ordered to hold it does so; when it is gone, another one available takes its place (UD-BRI-05).
        """
        own = [regiment for regiment in battle.standing if regiment.side == self.side]
        self._holder = self._keep(self._holder, own, must_be_told=True)
        if self._holder is None:
            return None
        enemies = [regiment for regiment in battle.standing if regiment.is_enemy_of(self._holder)]
        self._crosser = self._keep(self._crosser, enemies)
        return BridgePair(self._holder, self._crosser)

    @staticmethod
    def _keep(current: Regiment | None, choice: list[Regiment], must_be_told: bool = False) -> Regiment | None:
        if current is not None and current.is_standing and not current.leaving:
            return current
        able = [each for each in choice if each.host is None and each.strikes and not each.leaving]
        told = [each for each in able if each.orders.holds_bridge]
        close_by = [each for each in able if not each.shoots]
        willing = [each for each in close_by if must_be_told or each.orders.stance is not Stance.HOLD]
        return next(iter((*told, *willing)), None)
