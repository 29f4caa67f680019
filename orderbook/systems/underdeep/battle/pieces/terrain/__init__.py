"""Pieces: terrain, which bears on all who fight there. Each module names its ``PIECE`` or ``PIECES``."""
