"""The table of commands, and a group that loads a command only when it is called."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

import click


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """``place`` is ``module:attribute`` of the command, ``summary`` its line in the list of commands."""

    name: str
    place: str
    summary: str


COMMANDS = (
    CommandEntry("check", "orderbook.cli.check:check", "Read an orders post and say what is wrong with it."),
    CommandEntry("fix", "orderbook.cli.fix:fix", "Print the post with every safe repair made."),
    CommandEntry("next", "orderbook.cli.next_post:next_post", "Print next week's post, ready to be filled in."),
    CommandEntry(
        "audit", "orderbook.cli.audit:audit", "Go through a player's posts week by week, as an auditor would."
    ),
    CommandEntry("forecast", "orderbook.cli.forecast:forecast", "Say what the coming weeks bring if nothing changes."),
    CommandEntry("battle", "orderbook.cli.battle:battle", "Fight a battle blow by blow, with every die told."),
    CommandEntry("explain", "orderbook.cli.explain:explain", "Tell what a check looks for, or what a rule says."),
    CommandEntry("campaign", "orderbook.cli.campaign:campaign", "Keep a campaign: take posts, resolve, rule, brief."),
    CommandEntry("map", "orderbook.cli.maps:maps", "Look at a map: a region, a way, what is in reach, a picture."),
    CommandEntry("rules", "orderbook.cli.rules:rules", "Look at the rule data, bring in your own, find its slips."),
)


class LazyGroup(click.Group):
    """A group over a table of commands: listing them imports nothing, calling one imports that one."""

    entries: ClassVar[tuple[CommandEntry, ...]] = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [entry.name for entry in self.entries]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = next((entry for entry in self.entries if entry.name == cmd_name), None)
        if entry is None:
            return None
        module, attribute = entry.place.split(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.place} is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(entry.name, entry.summary) for entry in self.entries])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            raise click.UsageError(
                f"there is no command {args[0]!r}; use one of: {', '.join(self.list_commands(ctx))}", ctx
            )
        return super().resolve_command(ctx, args)
