"""The coming week's orders post of a player, filled in from the state: nothing the player wrote is believed."""

from __future__ import annotations

from dataclasses import replace

from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import BriefRequest, WeekPost
from orderbook.findings.report import LedgerTable
from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.model import Faction, Rulebook
from orderbook.systems.underdeep.check import Judgement
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import match_sites
from orderbook.systems.underdeep.next_post import carry_on
from orderbook.systems.underdeep.post.model import LedgerLine, Post
from orderbook.systems.underdeep.post.read import Reading, read_post
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.as_post import TruePost, describe_as_post
from orderbook.systems.underdeep.week.closing import wealth_of
from orderbook.systems.underdeep.week.orders import find_faction


def write_coming_post(request: BriefRequest, player: str, post: WeekPost | None) -> str:
    """The post for the week after the one that was resolved; of the week's own ``post`` only what no rule data tells
    is taken over: prices, regional bonuses, the Characters tab."""
    try:
        rulebook = underdeep_rulebook(request.setup.rules)
    except RuleDataError as error:
        raise CampaignError(str(error)) from error
    faction = find_faction(rulebook, request.after.players[player].faction)
    wealth = wealth_of(request.after, player)
    reading = _read(rulebook, faction, frozenset(wealth), post)
    true = describe_as_post(request.after, player, reading.catalogue)
    true.post.production = _on_true_sites(reading.post, true, reading.post.production)
    true.post.upkeep = reading.post.upkeep
    context = Context(
        post=true.post,
        catalogue=reading.catalogue,
        faction=faction,
        week=request.week,
        further_resources=reading.resources,
        options=request.setup.options,
    )
    ledger = LedgerTable(opening=wealth, computed=wealth, stated=dict(wealth))
    return carry_on(Judgement(reading, context, [], ledger))


def _read(rulebook: Rulebook, faction: Faction | None, resources: frozenset[str], post: WeekPost | None) -> Reading:
    return read_post(post.source.text if post is not None else "", rulebook, faction=faction, resources=resources)


def _on_true_sites(written: Post, true: TruePost, lines: list[LedgerLine]) -> list[LedgerLine]:
    """Lines of the post at the sites as the campaign knows them; those about anything else are left out."""
    now = {theirs: ours for ours, theirs in match_sites(true.post.sites, written.sites).items()}
    alone = true.post.sites[0] if len(true.post.sites) == 1 else None
    found = ((line, now.get(line.site) if line.site is not None else alone) for line in lines)
    return [replace(line, site=site) for line, site in found if site is not None]
