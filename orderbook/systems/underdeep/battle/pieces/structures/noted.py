"""Structures whose part in a battle is played elsewhere: walls, weapons by their figures, ways in and out.

The Escape Tunnel (UD-KOB-37, UD-DER-46) and mazes (UD-KOB-38, UD-KOB-40) are asked for by the site; entrances that are
hard to find cost Speed before there is a battle.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece

PIECES = (
    Piece(name="Escape Tunnel", rules=("UD-KOB-37", "UD-DER-46")),
    Piece(name="Maze", rules=("UD-KOB-38",)),
    Piece(name="Labyrinth", rules=("UD-KOB-40",)),
    Piece(name="Disguised Entrance", rules=()),
    Piece(name="Improved Disguised Entrance", rules=()),
    Piece(name="Invisible Entrance", rules=()),
)
