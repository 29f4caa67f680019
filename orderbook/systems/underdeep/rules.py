"""The rule data of the Underdeep: what ships with orderbook, and what a game master adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from orderbook.rulebook.load import load_rulebook
from orderbook.rulebook.model import Rulebook

DATA = Path(__file__).parent / "data"
SOURCES = ("kobolds", "derro", "succubi", "dwarves", "abilities.toml", "spells.toml")


def underdeep_rulebook(extra: Sequence[Path] = ()) -> Rulebook:
    """The rulebook of the Underdeep; files and folders in ``extra`` add to it or override it.

    Raises ``RuleDataError`` for extra data that breaks its form. Without extra it is loaded once.
    """
    return load_rulebook(tuple(extra), shipped=_sources()) if extra else _shipped_rulebook()


@lru_cache(maxsize=1)
def _shipped_rulebook() -> Rulebook:
    return load_rulebook((), shipped=_sources())


def _sources() -> tuple[Path, ...]:
    return tuple(DATA / name for name in SOURCES)
