"""Pieces: specials of factions. Each module names its ``PIECE`` or ``PIECES``."""
