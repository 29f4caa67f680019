"""Abilities that do nothing once blows are struck: they move, build, spy or repair, or act at walls and traps."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece

PIECES = (
    Piece(name="Amphibious", rules=()),
    Piece(name="Climbing", rules=()),
    Piece(name="Demolitions", rules=()),
    Piece(name="Detector", rules=(), aliases=("Detection",)),
    Piece(name="Disarm Traps", rules=()),
    Piece(name="Follower", rules=()),
    Piece(name="Infiltrator", rules=()),
    Piece(name="Repair", rules=()),
    Piece(name="Scout", rules=()),
    Piece(name="Teleporter", rules=()),
    Piece(name="Thieving", rules=()),  # pockets are picked in ``theft``, sites robbed in ``assault.stealth``
    Piece(name="Trapmaking", rules=(), aliases=("Trapmaker",)),
    Piece(name="Tunneling", rules=()),
)
