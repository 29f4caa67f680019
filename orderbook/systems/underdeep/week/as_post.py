"""What a player's post would say if it told nothing but the truth: the state in the shape the checks compare with.

With it in the place of last week's post the checks judge a post by what the campaign knows, and not by what the player
said last week.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.in_the_open import TRAPMAKING
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import ArmyLine, LedgerLine, Named, Post, SiteKind, StructureLine
from orderbook.systems.underdeep.post.model import Site as PostSite
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.systems.underdeep.week.state import GameState, Group, Growing, Project, Site
from orderbook.systems.underdeep.week.values import Kind
from orderbook.text.source import Span

_NOWHERE = Span(0, 0)
_KINDS = {Kind.DUNGEON: SiteKind.DUNGEON, Kind.OUTPOST: SiteKind.OUTPOST, Kind.SETTLEMENT: SiteKind.SETTLEMENT}


@dataclass(frozen=True)
class TruePost:
    """The post, and which of the state's sites each of its sites is, by id."""

    post: Post
    sites: dict[PostSite, str]


def describe_as_post(state: GameState, player: str, catalogue: Catalogue, earlier: Post | None = None) -> TruePost:
    """A player's sites, projects and troops as of the end of the last week, without those whose Lifespan is over.

    ``earlier`` is what the player posted last week: of that only the prices count, from which the checks learn what no
    rule data tells (UD-ORD-12).
    """
    post = Post(week=state.week)
    sites: dict[PostSite, str] = {}
    by_id: dict[str, PostSite] = {}
    for site in state.sites_of(player):
        if site.founding is not None and site.founding > 1:
            continue
        shown = PostSite(site.name, site.region, _KINDS[site.kind])
        sites[shown], by_id[site.id] = site.id, shown
        post.sites.append(shown)
        post.structures += _structures(site, shown, catalogue)
        post.construction += [_project(project, shown, catalogue) for project in site.projects]
        post.growing += [_growing(one, shown, catalogue) for one in site.growing if one.owner == player]
    _add_open_ground(state, player, catalogue, post)
    living = [one for one in state.groups_of(player) if one.lives_until is None or one.lives_until > state.week]
    post.armies = [_army(state, group, by_id, catalogue) for group in living if not group.double_of]
    if earlier is not None:
        post.production, post.upkeep, post.recruitment = earlier.production, earlier.upkeep, []
    return TruePost(post, sites)


def _add_open_ground(state: GameState, player: str, catalogue: Catalogue, post: Post) -> None:
    """Traps in the open, under a heading that is their region, or the Outpost that shares its limit
    (UD-ABL-TRAPMAKING-4). Those round a Dungeon of the player's own are left out, for nothing would tell them from the
    Dungeon's; a trap without its trapmaker is shown a week more than it has, for
    nothing was done on it (UD-ABL-TRAPMAKING-2)."""
    taken = {site.region for site in post.sites if site.kind is not SiteKind.OUTPOST}
    outposts = {site.region: site for site in post.sites if site.kind is SiteKind.OUTPOST}
    traps = [trap for trap in state.traps_of(player) if trap.region is not None and trap.region not in taken]
    for region in sorted({trap.region for trap in traps if trap.region is not None}):
        here = [trap for trap in traps if trap.region == region and catalogue.structure_named(trap.name) is not None]
        makers = sum(
            group.count
            for group in state.groups_of(player)
            if group.region == region
            and (unit := catalogue.unit_named(group.unit)) is not None
            and unit.has_ability(TRAPMAKING)
        )
        if not here:
            continue
        shown = outposts.get(region) or PostSite(str(region), region)
        if shown not in post.sites:
            post.sites.append(shown)
        standing = Counter(trap.name for trap in here if not trap.weeks)
        for name, count in sorted(standing.items()):
            named = Named(name, _NOWHERE, catalogue.structure_named(name))
            post.structures.append(StructureLine(shown, named, count, _NOWHERE))
        for number, trap in enumerate(trap for trap in here if trap.weeks):
            left = trap.weeks + (1 if number >= makers else 0)
            post.construction.append(_project(Project(trap.name, 1, left), shown, catalogue))


def _structures(site: Site, shown: PostSite, catalogue: Catalogue) -> list[StructureLine]:
    lines: list[StructureLine] = []
    for one in site.standing:
        named = Named(one.name, _NOWHERE, catalogue.structure_named(one.name))
        if one.count > one.broken:
            lines.append(StructureLine(shown, named, one.count - one.broken, _NOWHERE))
        if one.broken:
            lines.append(StructureLine(shown, named, one.broken, _NOWHERE, broken=True))
    return lines


def _project(project: Project, shown: PostSite, catalogue: Catalogue) -> LedgerLine:
    return LedgerLine(
        Tab.CONSTRUCTION,
        _NOWHERE,
        shown,
        Named(project.name, _NOWHERE, catalogue.structure_named(project.name)),
        project.count,
        (),
        Bundle(),
        frozenset(),
        weeks=project.weeks,
        heading=Heading.UNDER,
        repair=project.repair,
    )


def _growing(growing: Growing, shown: PostSite, catalogue: Catalogue) -> LedgerLine:
    named = Named(growing.unit, _NOWHERE, catalogue.unit_named(growing.unit))
    return LedgerLine(
        Tab.RECRUITMENT, _NOWHERE, shown, named, growing.count, (), Bundle(), frozenset(), weeks=growing.weeks
    )


def _army(state: GameState, group: Group, by_id: dict[str, PostSite], catalogue: Catalogue) -> ArmyLine:
    site = by_id.get(group.site) if group.site is not None else None
    return ArmyLine(
        Named(group.unit, _NOWHERE, catalogue.unit_named(group.unit)),
        group.count,
        _NOWHERE,
        site,
        group.region,
        group.posture.value,
        group.person or None,
        group.rank.value if group.rank is not None else None,
        lifespan=group.lives_until - state.week + 1 if group.lives_until is not None else None,
    )
