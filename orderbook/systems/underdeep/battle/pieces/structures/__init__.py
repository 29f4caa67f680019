"""Pieces: walls, weapons, traps and passages that do more than strike. Each module names its ``PIECE`` or ``PIECES``.

A trap without a piece strikes by its figures alone (UD-ASL-11).
"""
