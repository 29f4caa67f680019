"""Where troops stand: entrenched or garrisoned, under an officer (UD-MOV-13, UD-MOV-18, UD-CMD-08)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.figures import add_health, piece_of_figures
from orderbook.systems.underdeep.battle.piece import Held, Piece

_UNDEAD = "Undead"


def heed_officer(held: Held) -> None:
    """+1 Morale from the Commander or Captain of the site."""
    held.regiment.add_bonus("morale", 1, held.name)


def heed_dead_officer(held: Held) -> None:
    """An Undead officer gives other Undead +1 Health instead."""
    if held.regiment.has(_UNDEAD):
        add_health(held, 1)


PIECES = (
    piece_of_figures("Entrenched", ("UD-MOV-13",), {"defence": 1}),
    piece_of_figures("Garrisoned", ("UD-MOV-18",), {"defence": 1}),
    Piece(name="Officer of the site", rules=("UD-CMD-08",), prepare=heed_officer),
    Piece(name="Undead officer of the site", rules=("UD-CMD-08",), prepare=heed_dead_officer),
)
