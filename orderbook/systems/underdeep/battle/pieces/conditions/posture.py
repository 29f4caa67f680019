"""Where troops stand: entrenched or garrisoned, under an officer (UD-MOV-13, UD-MOV-18, UD-CMD-08)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.figures import add_health, change_figures
from orderbook.systems.underdeep.battle.piece import Held, Piece

_UNDEAD = "Undead"


def take_cover(held: Held) -> None:
    """+1 Defence, entrenched or in a garrison."""
    change_figures(held, {"defence": 1})


def heed_officer(held: Held) -> None:
    """+1 Morale from the Commander or Captain of the site."""
    change_figures(held, {"morale": 1})


def heed_dead_officer(held: Held) -> None:
    """An Undead officer gives other Undead +1 Health instead."""
    if held.regiment.has(_UNDEAD):
        add_health(held, 1)


PIECES = (
    Piece(name="Entrenched", is_steady=True, rules=("UD-MOV-13",), prepare=take_cover),
    Piece(name="Garrisoned", is_steady=True, rules=("UD-MOV-18",), prepare=take_cover),
    Piece(name="Officer of the site", is_steady=True, rules=("UD-CMD-08",), prepare=heed_officer),
    Piece(name="Undead officer of the site", is_steady=True, rules=("UD-CMD-08",), prepare=heed_dead_officer),
)
