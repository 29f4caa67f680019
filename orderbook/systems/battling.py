"""What a battle is fought with, and what comes of it, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from orderbook.dice.model import Dice
from orderbook.rulebook.options import Options
from orderbook.text.source import SourceText

BATTLE_FORMATS = ("text", "json", "bbcode")
"""How the result of a battle is printed."""

BATTLE_LENGTHS = ("full", "summary")
"""How much of a battle is told: every attack, or what came of it."""

ODDS_FORMATS = ("text", "json", "svg")
"""How odds are printed."""

ODDS_METHODS = ("exact", "simulated")
"""How odds may be found."""


@dataclass(frozen=True)
class BattleRequest:
    """A battle file and how to fight it.

    ``dice``, ``seed`` and ``rounds`` override what the file says; ``options`` are laid over its ``[options]``,
    ``answers`` over its ``[answers]``. ``asker`` is asked what they leave open: it is given the question, the choices
    (none for free words) and the default.
    """

    file: SourceText
    rules: tuple[Path, ...] = ()
    options: Options = field(default_factory=Options)
    dice: Dice | None = None
    seed: str | None = None
    rounds: int | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    asker: Callable[[str, tuple[str, ...], str], str] | None = None


@dataclass(frozen=True)
class FromPostRequest:
    """Two players' orders posts, and the place where they meet, as typed. ``posts`` and ``factions`` are those of the
    presumed attacker and of the defender."""

    posts: tuple[SourceText, SourceText]
    at: str
    factions: tuple[str | None, str | None] = (None, None)
    map: Path | None = None
    rules: tuple[Path, ...] = ()
    options: Options = field(default_factory=Options)


class WrittenBattle(Protocol):
    """A battle file made for somebody."""

    @property
    def text(self) -> str:
        """The file."""
        ...

    @property
    def warnings(self) -> tuple[str, ...]:
        """What has to be seen to before it is fought."""
        ...


@dataclass(frozen=True)
class OddsRequest:
    """A battle whose odds are wanted. ``method`` is one of ``ODDS_METHODS``, empty for the best there is; ``runs`` is
    the number of battles to fight where they have to be, ``workers`` that of the processes that fight them."""

    battle: BattleRequest
    runs: int | None = None
    method: str = ""
    workers: int = 1


class FoundOdds(Protocol):
    """The odds of a battle."""

    def describe(self) -> dict[str, Any]:
        """The odds as plain data, for JSON."""
        ...

    def render(self) -> str:
        """The odds as text for people."""
        ...

    def draw(self) -> str:
        """The odds as a picture (SVG)."""
        ...


class FoundChoices(Protocol):
    """Several battles side by side."""

    def describe(self) -> dict[str, Any]:
        """All of it as plain data, for JSON."""
        ...

    def render(self) -> str:
        """Tables for people."""
        ...


class FoughtBattle(Protocol):
    """A battle that has been fought."""

    def describe(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        ...

    def render(self, format_name: str, length: str) -> str:
        """The result for people: ``text`` or ``bbcode``, in one of ``BATTLE_LENGTHS``."""
        ...
