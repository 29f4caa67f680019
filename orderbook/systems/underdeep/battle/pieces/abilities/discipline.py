"""Discipline (UD-ABL-DISCIPLINE-1): however badly a check fails, the regiment withdraws in order."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import FLED, WITHDREW


def failed_morale(held: Held, check: MoraleCheck) -> None:
    """Flight becomes withdrawal."""
    if check.outcome == FLED:
        check.outcome = WITHDREW


PIECE = Piece(
    name="Discipline",
    is_steady=True,
    rules=("UD-ABL-DISCIPLINE-1",),
    aliases=("Disciplined",),
    failed_morale=failed_morale,
)
