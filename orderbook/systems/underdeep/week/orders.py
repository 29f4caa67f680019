"""What players ask for in a week: their posts read, judged by the state, and tied to its sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from orderbook.books.bundle import Bundle
from orderbook.campaign.event import PostPlace
from orderbook.campaign.faults import CampaignError
from orderbook.campaign.game import Player, WeekPost, WeekRequest
from orderbook.findings.model import Finding, Severity
from orderbook.rulebook.indexes import faction_index
from orderbook.rulebook.model import Faction, Rulebook
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.check import Judgement, judge_reading, refuse_too_long, to_source
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.checks.estate import match_sites
from orderbook.systems.underdeep.in_the_open import is_open_ground
from orderbook.systems.underdeep.post.model import LedgerLine, Post
from orderbook.systems.underdeep.post.model import Site as PostSite
from orderbook.systems.underdeep.post.read import Reading, read_post
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.week.as_post import describe_as_post
from orderbook.systems.underdeep.world.map import WorldMap
from orderbook.text.source import SourceText, Span


@dataclass
class PlayerOrders:
    """The post of a player, judged. ``sites`` are the state's ids of the sites it names; new ones join them.

    ``is_first``: nothing was known of the player before, so that what the post lists is taken over (UD-TRN).
    """

    player: str
    source: SourceText
    judgement: Judgement
    week: int
    is_first: bool
    sites: dict[PostSite, str] = field(default_factory=dict)

    def own_sites(self) -> list[PostSite]:
        """The sites the post lists as the player's: under its heading stands something, or somebody, or a region."""
        listed = [site for site in self.post.sites if Tab.DUNGEONS in site.headings] or self.post.sites
        held = [line.site for line in self.post.structures] + [line.site for line in self.post.armies]
        return [site for site in listed if (site.region is not None or site in held) and not is_open_ground(site)]

    @property
    def post(self) -> Post:
        return self.judgement.context.post

    @property
    def context(self) -> Context:
        return self.judgement.context

    @property
    def reading(self) -> Reading:
        return self.judgement.reading

    def place(self, span: Span) -> PostPlace:
        """Where in the post something stands."""
        offset = span.start if self.reading.paste.is_identity else self.reading.paste.to_source(span.start)
        return PostPlace(self.player, self.week, self.source.line_of(offset))

    def quote(self, span: Span) -> str:
        """What the post says in a place."""
        return self.reading.paste.view[span.start : span.end].strip()

    def line_of(self, span: Span) -> str:
        """The whole line of the Orders tab that a place is in; empty for a place in another tab."""
        spans = ((line.text, line.line.span_of(0, len(line.line.text))) for line in self.post.orders)
        return next((text for text, whole in spans if whole.start <= span.start < whole.end), "")

    def findings(self) -> Iterator[Finding]:
        """Everything the checks have to say, with places in the post as it came."""
        judged = (each.finding for each in self.judgement.slips)
        for finding in (*self.reading.findings, *judged):
            yield to_source(finding, self.reading, self.source)

    def errors_in(self, span: Span, checks: Iterable[str]) -> list[Finding]:
        """What some of the checks have against a line."""
        wanted = set(checks)
        return [
            each.finding
            for each in self.judgement.slips
            if each.finding.check in wanted
            and each.finding.severity is Severity.ERROR
            and span.covers(each.finding.span)
        ]

    def site_id(self, line: LedgerLine) -> str | None:
        """The state's id of the site a line is about; with a single site nobody needs to name it."""
        if line.site is not None:
            return self.sites.get(line.site)
        return next(iter(self.sites.values())) if len(self.sites) == 1 and len(self.post.sites) <= 1 else None


def find_faction(rulebook: Rulebook, name: str) -> Faction | None:
    """The rule data of a player's faction; None where there is none."""
    exact = [faction for faction in rulebook.factions if faction.name == name]
    if len(exact) == 1:  # the name as the data has it, which is asked for thousands of times a week
        return exact[0]
    match = faction_index(rulebook).find(name)
    return match.value if match is not None else None


def read_orders(request: WeekRequest, rulebook: Rulebook, world: WorldMap | None) -> dict[str, PlayerOrders]:
    """Every post of the week. Raises ``CampaignError`` for a text that is no post, or of nobody."""
    earlier = {post.player: post for post in request.earlier}
    orders: dict[str, PlayerOrders] = {}
    for post in sorted(request.posts, key=lambda post: post.player):
        player = request.setup.player(post.player)
        if player is None:
            raise CampaignError(f"{post.player} has posted, but is no player of this campaign; add the player first")
        orders[post.player] = _read(request, rulebook, world, player, post, earlier.get(post.player))
    return orders


def _read(
    request: WeekRequest,
    rulebook: Rulebook,
    world: WorldMap | None,
    player: Player,
    post: WeekPost,
    earlier: WeekPost | None,
) -> PlayerOrders:
    try:
        refuse_too_long(post.source)
    except RequestError as error:
        raise CampaignError(str(error)) from error
    faction = find_faction(rulebook, player.faction)
    known = request.state.players.get(player.name)
    is_first = known is None or known.begun is None
    old = read_post(earlier.source.text, rulebook, faction=faction) if earlier is not None else None
    opening = known.wealth if known is not None and not is_first else opening_of(player, faction, request.week)
    resources = frozenset(opening or ()) | (old.resources if old is not None else frozenset())
    reading = read_post(post.source.text, rulebook, faction=faction, resources=resources)
    context = Context(
        post=reading.post,
        catalogue=reading.catalogue,
        faction=reading.faction,
        opening=opening,
        week=request.week,
        first_turn=is_first and request.week == 1,
        world=world,
        further_resources=reading.resources,
        options=request.setup.options,
    )
    sites: dict[PostSite, str] = {}
    if not is_first:
        true = describe_as_post(request.state, player.name, reading.catalogue, old.post if old else None)
        context = replace(context, previous=true.post)
        for before, now in match_sites(true.post.sites, reading.post.sites).items():
            if before in true.sites:  # open ground is no site
                sites[now] = true.sites[before]
    judgement = judge_reading(reading, context)
    return PlayerOrders(player.name, post.source, judgement, request.week, is_first, sites)


def opening_of(player: Player, faction: Faction | None, week: int) -> Bundle | None:
    """The Wealth a player begins with: as the campaign has it, else in week 1 that of the faction; None if unknown."""
    if player.opening is not None:
        return player.opening
    return faction.opening if faction is not None and week == 1 and faction.opening else None
