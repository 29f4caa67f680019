"""How far long work has come: told to whoever shows it, and to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Watch: TypeAlias = Callable[[str, int, int], None]
"""Hears what is being done, and how many of how many parts of it are done. It must not change anything."""


def unwatched(what: str, done: int, total: int) -> None:
    """Nobody looks on."""
