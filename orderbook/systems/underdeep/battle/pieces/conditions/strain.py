"""What wears troops down: missing pay, food and metal, forced marches, sunlight (UD-MRL-10).

The week counts; a battle is told how often: ``conditions = ["Unpaid 2", "Forced March 3"]``. Health that hunger took
is told by the Health of the units themselves.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.figures import change_figures
from orderbook.systems.underdeep.battle.piece import Held, Piece


def lose_morale(held: Held) -> None:
    """-1 Morale for each week without pay or food, and for each in the sun after the first."""
    change_figures(held, {"morale": -1})


def lose_attack(held: Held) -> None:
    """-1 Attack for each week without Metal."""
    change_figures(held, {"attack": -1})


def tire(held: Held) -> None:
    """-1 Attack and Morale for each point of Speed marched too far."""
    change_figures(held, {"attack": -1, "morale": -1})


def stand_still(held: Held) -> None:
    """A Construct that is owed anything neither strikes nor shoots (UD-UPK-09)."""
    held.regiment.acting = 0


PIECES = (
    Piece(name="Unpaid", is_steady=True, rules=("UD-UPK-03", "UD-MRL-10"), prepare=lose_morale),
    Piece(name="Hungry", is_steady=True, rules=("UD-UPK-07", "UD-MRL-10"), aliases=("Starving",), prepare=lose_morale),
    Piece(name="Without Metal", is_steady=True, rules=("UD-UPK-06",), prepare=lose_attack),
    Piece(name="Forced March", is_steady=True, rules=("UD-MOV-25", "UD-MRL-10"), prepare=tire),
    Piece(name="Sunlight", is_steady=True, rules=("UD-TER-25", "UD-MRL-10"), prepare=lose_morale),
    Piece(name="Stopped", rules=("UD-UPK-09",), round_start=stand_still),
)
