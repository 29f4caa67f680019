"""Pieces: conditions, which bear on a regiment for a while. Each module names its ``PIECE`` or ``PIECES``."""
