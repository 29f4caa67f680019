"""What a battle is fought with, and what comes of it, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from orderbook.dice.model import Dice
from orderbook.rulebook.options import Options
from orderbook.text.source import SourceText

BATTLE_FORMATS = ("text", "json")
"""How the result of a battle is printed."""


@dataclass(frozen=True)
class BattleRequest:
    """A battle file and how to fight it.

    ``dice``, ``seed`` and ``rounds`` override what the file says; ``options`` are laid over its ``[options]``.
    """

    file: SourceText
    rules: tuple[Path, ...] = ()
    options: Options = field(default_factory=Options)
    dice: Dice | None = None
    seed: str | None = None
    rounds: int | None = None


class FoughtBattle(Protocol):
    """A battle that has been fought."""

    def describe(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        ...

    def render(self) -> str:
        """The result as text for people."""
        ...
