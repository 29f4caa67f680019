"""The coming week's orders post of a player, filled in from the state: nothing the player wrote is believed."""

from __future__ import annotations

from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.game import BriefRequest, WeekPost
from orderbook.findings.report import LedgerTable
from orderbook.rulebook.model import Faction, Rulebook, Structure
from orderbook.systems.underdeep.check import Judgement
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import match_sites
from orderbook.systems.underdeep.next_post import carry_on
from orderbook.systems.underdeep.post.bonuses import parse_bonus
from orderbook.systems.underdeep.post.model import LedgerLine, Named, Post
from orderbook.systems.underdeep.post.read import Reading, read_post
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.week.as_post import TruePost, describe_as_post
from orderbook.systems.underdeep.week.closing import wealth_of
from orderbook.systems.underdeep.week.folds.data import goods
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import find_faction
from orderbook.systems.underdeep.week.state import in_order
from orderbook.text.source import Span

_NOWHERE = Span(0, 0)


def write_coming_post(request: BriefRequest, player: str, post: WeekPost | None) -> str:
    """The post for the week after the one that was resolved. Of the week's own ``post`` only what no rule data tells
    is taken over: prices, and the Characters tab."""
    rulebook = underdeep_rulebook(request.setup.rules)
    faction = find_faction(rulebook, request.after.players[player].faction)
    wealth = wealth_of(request.after, player)
    reading = _read(rulebook, faction, frozenset(wealth), post)
    true = describe_as_post(request.after, player, reading.catalogue)
    written = [line for line in reading.post.production if parse_bonus(line.subject.text) is None]
    true.post.production = [*_on_true_sites(reading.post, true, written), *_gifts(request, true, reading)]
    true.post.upkeep = reading.post.upkeep
    _move_to_construction(request, true)
    context = Context(
        post=true.post,
        catalogue=reading.catalogue,
        faction=faction,
        week=request.week,
        further_resources=reading.resources,
        options=request.setup.options,
    )
    ledger = LedgerTable(opening=wealth, computed=wealth, stated=dict(wealth))
    return carry_on(Judgement(reading, context, [], ledger), _receipts(request, player))


def _move_to_construction(request: BriefRequest, true: TruePost) -> None:
    """Sites that are being founded stand under Construction, with their weeks; a post lists them once they stand."""
    for shown, name in list(true.sites.items()):
        site = request.after.sites[name]
        if site.founding is None:
            continue
        true.post.sites.remove(shown)
        del true.sites[shown]
        named: Named[Structure] = Named(site.kind.value, _NOWHERE)
        true.post.construction.append(
            LedgerLine(
                Tab.CONSTRUCTION, _NOWHERE, shown, named, 1, (), Bundle(), frozenset(), weeks=site.founding,
                heading=Heading.BEGINNING,
            )
        )  # fmt: skip


def _receipts(request: BriefRequest, player: str) -> list[tuple[str, Bundle]]:
    """The goods on their way to a player, which come as the week begins (UD-TRD-05), and those that leave him then."""
    trades = in_order(request.after.trades.values())
    coming = [(trade.giver, Bundle(trade.goods)) for trade in trades if trade.taker == player]
    return coming + [(trade.taker, -trade.goods) for trade in trades if trade.giver == player and trade.held]


def _read(rulebook: Rulebook, faction: Faction | None, resources: frozenset[str], post: WeekPost | None) -> Reading:
    return read_post(post.source.text if post is not None else "", rulebook, faction=faction, resources=resources)


def _gifts(request: BriefRequest, true: TruePost, reading: Reading) -> list[LedgerLine]:
    """What regions gave by themselves this week, which they go on giving."""
    shown = {name: site for site, name in true.sites.items()}
    return [
        LedgerLine(
            Tab.PRODUCTION, _NOWHERE, shown[site], Named(source, _NOWHERE), 1, (), goods(event.data), frozenset()
        )
        for event in request.events
        if event.kind == Happened.PRODUCED.value
        and (site := str(event.data.get("site"))) in shown
        and reading.catalogue.structure_named(source := str(event.data.get("source"))) is None
        and parse_bonus(source) is not None
    ]  # fmt: skip


def _on_true_sites(written: Post, true: TruePost, lines: list[LedgerLine]) -> list[LedgerLine]:
    """Lines of the post at the sites as the campaign knows them; those about anything else are left out."""
    now = {theirs: ours for ours, theirs in match_sites(true.post.sites, written.sites).items()}
    alone = true.post.sites[0] if len(true.post.sites) == 1 else None
    found = ((line, now.get(line.site) if line.site is not None else alone) for line in lines)
    return [replace(line, site=site) for line, site in found if site is not None]
