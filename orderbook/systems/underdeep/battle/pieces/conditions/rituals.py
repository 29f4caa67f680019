"""Rituals whose effect lasts the week (UD-SUC-21 to UD-SUC-23)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.figures import piece_of_figures
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.pieces.abilities import regeneration

_HEALING = 10


def heal(held: Held) -> None:
    """10 more points each round for every unit, beside what it regenerates of its own."""
    regeneration.heal_units(held, _HEALING)


PIECES = (
    Piece(
        name="I Like It Rough",
        rules=("UD-SUC-21",),
        magical=True,
        suffered=regeneration.suffered,
        round_end=heal,
        battle_end=regeneration.battle_end,
    ),
    piece_of_figures("Ready For Action", ("UD-SUC-22",), {"melee_attack": 2, "melee_damage": 2}, magical=True),
    piece_of_figures("Pret-a-Porter", ("UD-SUC-23",), {"defence": 2, "health": 2}, magical=True),
)
