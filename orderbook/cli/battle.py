"""``orderbook battle``: everything about fighting."""

from __future__ import annotations

from typing import ClassVar

import click

from orderbook.cli.commands import CommandEntry, LazyGroup

BATTLE_COMMANDS = (
    CommandEntry("run", "orderbook.cli.battle_run:run", "Fight one battle blow by blow, with a log of the dice."),
    CommandEntry(
        "from-post", "orderbook.cli.battle_from_post:from_post", "Make a battle file of two orders posts and a place."
    ),
    CommandEntry("odds", "orderbook.cli.battle_odds:odds", "The chances of a battle: who wins, at what cost."),
    CommandEntry(
        "compare", "orderbook.cli.battle_odds:compare", "Set forces or doctrines side by side, with their costs."
    ),
)


class BattleGroup(LazyGroup):
    """The commands under ``battle``."""

    entries: ClassVar[tuple[CommandEntry, ...]] = BATTLE_COMMANDS


@click.group(cls=BattleGroup)
def battle() -> None:
    """Fight a battle blow by blow, with every die told, or learn its odds.

    \b
    Examples:
      orderbook battle run battle.toml
      orderbook battle from-post ladle.txt derro.txt --at "Upperdeep 28" | orderbook battle run -
      orderbook battle odds battle.toml
    """
