"""Deafening Passage (UD-DER-57): no damage, but -2 to Attack and Defence for a round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece

_PENALTY = -2


def trap_hit(held: Held, attack: Attack) -> None:
    """The regiment and the leaders with it are Deafened for the round they come in, once."""
    for each in (attack.on, *attack.on.leaders):
        if all(bonus.reason != "Deafened" for bonus in each.bonuses):
            for figure in ("attack", "defence"):
                each.add_bonus(figure, _PENALTY, "Deafened", until=max(1, held.battle.round))
    attack.notes.append("Deafened")


PIECE = Piece(name="Deafening Passage", rules=("UD-DER-57",), trap_hit=trap_hit)
