"""``orderbook campaign``: everything that is done with a campaign."""

from __future__ import annotations

from typing import ClassVar

import click

from orderbook.cli.commands import CommandEntry, LazyGroup

CAMPAIGN_COMMANDS = (
    CommandEntry("new", "orderbook.cli.campaign_new:new", "Make a campaign in a folder."),
    CommandEntry("player", "orderbook.cli.campaign_new:player", "Add a player, or change what is known of one."),
    CommandEntry("files", "orderbook.cli.campaign_files:files", "Keep other rule data, or another map, from now on."),
    CommandEntry("option", "orderbook.cli.campaign_new:option", "Choose how open points of the rules are read."),
    CommandEntry("ingest", "orderbook.cli.campaign_ingest:ingest", "Take posts, or thread pages saved from a forum."),
    CommandEntry("status", "orderbook.cli.campaign_status:status", "Say who has posted, what is wrong, what is open."),
    CommandEntry("resolve", "orderbook.cli.campaign_week:resolve", "Resolve a week."),
    CommandEntry("ruling", "orderbook.cli.campaign_ruling:ruling", "Answer a question, or rule on anything else."),
    CommandEntry("brief", "orderbook.cli.campaign_week:brief", "Write what a player may know of a week."),
    CommandEntry("ledger", "orderbook.cli.campaign_ledger:ledger", "Write the books, for people and ledger programs."),
    CommandEntry("undo", "orderbook.cli.campaign_log:undo", "Take back the last step."),
    CommandEntry("log", "orderbook.cli.campaign_log:log", "List every step, those taken back too."),
    CommandEntry("verify", "orderbook.cli.campaign_log:verify", "Prove that the journal is whole and adds up."),
    CommandEntry("export", "orderbook.cli.campaign_exchange:export", "Write everything as text files."),
    CommandEntry("import", "orderbook.cli.campaign_exchange:import_campaign", "Make a campaign from an export."),
)


class CampaignGroup(LazyGroup):
    """The commands under ``campaign``."""

    entries: ClassVar[tuple[CommandEntry, ...]] = CAMPAIGN_COMMANDS


@click.group(cls=CampaignGroup)
def campaign() -> None:
    """Keep a campaign: take the week's posts, look them through, resolve, rule, brief.

    \b
    Examples:
      orderbook campaign new deeps --system underdeep
      orderbook campaign player deeps Brogg --faction Derro
      orderbook campaign ingest deeps thread.html
      orderbook campaign status deeps

    Every command that changes a campaign is one step: done wholly or not at all, and taken back by undo.
    """
