"""Pieces: spells. Each module names its ``PIECE`` or ``PIECES``."""
