"""``orderbook rules``: everything that is done with rule data."""

from __future__ import annotations

from typing import ClassVar

import click

from orderbook.cli.commands import CommandEntry, LazyGroup

RULE_COMMANDS = (
    CommandEntry("coverage", "orderbook.cli.rules_coverage:coverage", "Count which rules are applied, and which wait."),
    CommandEntry("import", "orderbook.cli.rules_import:import_rules", "Turn a faction post into rule data."),
    CommandEntry("lint", "orderbook.cli.rules_lint:lint", "Find the slips in rule data or in a faction post."),
    CommandEntry("list", "orderbook.cli.rules_list:list_rules", "List what the factions can build, recruit and cast."),
    CommandEntry("options", "orderbook.cli.rules_options:options", "List what the rulebook leaves open, as settings."),
    CommandEntry("render", "orderbook.cli.rules_render:render", "Write rule data back as the faction's post."),
    CommandEntry("show", "orderbook.cli.rules_show:show", "Show one entry: its figures, its needs, its whole price."),
    CommandEntry("tree", "orderbook.cli.rules_tree:tree", "Draw what a faction builds from what."),
)


class RulesGroup(LazyGroup):
    """The commands under ``rules``."""

    entries: ClassVar[tuple[CommandEntry, ...]] = RULE_COMMANDS


@click.group(cls=RulesGroup)
def rules() -> None:
    """Look at the rule data, bring in your own, find its slips.

    \b
    Examples:
      orderbook rules list --faction Derro
      orderbook rules show "Cave of Chaos"
    """
