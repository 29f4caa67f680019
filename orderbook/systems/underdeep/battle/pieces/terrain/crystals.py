"""Crystals (UD-TER-06, UD-TER-08): spells last twice as long, and odd dice do odd things."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Held, Piece


def prepare(held: Held) -> None:
    """Once for the whole field: terrain bears on everybody."""
    held.battle.spell_rounds = 2
    held.battle.is_among_crystals = True


PIECE = Piece(name="Crystals", rules=("UD-TER-06", "UD-TER-08"), aliases=("Crystal field",), prepare=prepare)
