"""Spaces that matter to some (UD-KOB-08): the Surface, a cavern of several regions, a Kobold Warren in the region."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece

SURFACE, WIDE_CAVERN, WARREN = "Surface", "Wide cavern", "Kobold Warren"
WIDE = (SURFACE, WIDE_CAVERN)

PIECES = tuple(Piece(name=name, rules=()) for name in (SURFACE, WIDE_CAVERN, WARREN))
