"""Pieces: leaders. Each module names its ``PIECE`` or ``PIECES``."""
