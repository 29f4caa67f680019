"""Pieces: abilities. Each module names its ``PIECE`` or ``PIECES``."""
