"""What wears troops down: missing pay, food and metal, forced marches, sunlight (UD-MRL-10).

The week counts; a battle is told how often: ``conditions = ["Unpaid 2", "Forced March 3"]``. Health that hunger took
is told by the Health of the units themselves.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.figures import piece_of_figures
from orderbook.systems.underdeep.battle.piece import Held, Piece


def stand_still(held: Held) -> None:
    """A Construct that is owed anything neither strikes nor shoots (UD-UPK-09)."""
    held.regiment.acting = 0


PIECES = (
    piece_of_figures("Unpaid", ("UD-UPK-03", "UD-MRL-10"), {"morale": -1}),
    piece_of_figures("Hungry", ("UD-UPK-07", "UD-MRL-10"), {"morale": -1}, aliases=("Starving",)),
    piece_of_figures("Without Metal", ("UD-UPK-06",), {"attack": -1}),
    piece_of_figures("Forced March", ("UD-MOV-25", "UD-MRL-10"), {"attack": -1, "morale": -1}),
    piece_of_figures("Sunlight", ("UD-TER-25", "UD-MRL-10"), {"morale": -1}),
    Piece(name="Stopped", rules=("UD-UPK-09",), round_start=stand_still),
)
