"""Large and Huge (UD-ABL-LARGE-1, UD-ABL-HUGE-1) and Reach (UD-ABL-REACH-1): no hooks.

Size is read into a fighter's weight, and whoever gives a penalty against height or walls asks for these.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece

PIECES = (
    Piece(name="Large", rules=("UD-ABL-LARGE-1",)),
    Piece(name="Huge", rules=("UD-ABL-HUGE-1", "UD-ABL-HUGE-4")),
    Piece(name="Reach", rules=("UD-ABL-REACH-1",)),
)
