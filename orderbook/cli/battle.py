"""``orderbook battle``: everything about fighting."""

from __future__ import annotations

from typing import ClassVar

import click

from orderbook.cli.commands import CommandEntry, LazyGroup

BATTLE_COMMANDS = (
    CommandEntry("run", "orderbook.cli.battle_run:run", "Fight one battle blow by blow, with a log of the dice."),
)


class BattleGroup(LazyGroup):
    """The commands under ``battle``."""

    entries: ClassVar[tuple[CommandEntry, ...]] = BATTLE_COMMANDS


@click.group(cls=BattleGroup)
def battle() -> None:
    """Fight a battle blow by blow, with every die told.

    \b
    Example:
      orderbook battle run battle.toml
    """
