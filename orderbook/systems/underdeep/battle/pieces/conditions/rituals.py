"""Rituals whose effect lasts the week (UD-SUC-21 to UD-SUC-23)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.figures import change_figures
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.pieces.abilities import regeneration

_HEALING = 10


def heal(held: Held) -> None:
    """10 more points each round for every unit, beside what it regenerates of its own."""
    regeneration.heal_units(held, _HEALING)


def strike_harder(held: Held) -> None:
    """+2 on Melee Attack rolls, +2 Melee Damage."""
    change_figures(held, {"melee_attack": 2, "melee_damage": 2})


def toughen(held: Held) -> None:
    """+2 Defence and +2 Health."""
    change_figures(held, {"defence": 2, "health": 2})


PIECES = (
    Piece(
        name="I Like It Rough",
        rules=("UD-SUC-21",),
        magical=True,
        suffered=regeneration.suffered,
        round_end=heal,
        battle_end=regeneration.battle_end,
    ),
    Piece(name="Ready For Action", is_steady=True, rules=("UD-SUC-22",), magical=True, prepare=strike_harder),
    Piece(name="Pret-a-Porter", is_steady=True, rules=("UD-SUC-23",), magical=True, prepare=toughen),
)
