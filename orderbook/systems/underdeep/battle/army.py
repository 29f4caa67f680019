"""An army in battle: the regiments of a side that came together (UD-REG-01, UD-MRL-01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.regiment import FIGHTING

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.regiment import Regiment


class Army:
    """The regiments of a side that came together. ``suffered`` is damage of the round, ``suffered_in_all`` that of the
    battle, both in twentieths."""

    __slots__ = (
        "alliance",
        "name",
        "regiments",
        "side",
        "start_count",
        "start_pool",
        "suffered",
        "suffered_in_all",
    )

    def __init__(self, name: str, side: str, alliance: str) -> None:
        self.name = name
        self.side = side
        self.alliance = alliance
        self.regiments: list[Regiment] = []
        self.start_count = 0
        self.start_pool = 0
        self.suffered = 0
        self.suffered_in_all = 0

    @property
    def count(self) -> int:
        """Units alive, on the field or off it."""
        return sum(regiment.count + regiment.caught for regiment in self.regiments)

    @property
    def pool(self) -> int:
        """Health alive, on the field or off it, in twentieths."""
        return sum(regiment.pool + regiment.caught_pool for regiment in self.regiments)

    @property
    def is_standing(self) -> bool:
        return any(regiment.state == FIGHTING for regiment in self.regiments)
