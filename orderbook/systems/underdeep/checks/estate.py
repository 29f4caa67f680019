"""What stands at each site: as listed, as it should be after last week, and what is being built.

Timing (UD-BLD-12): a project with W weeks remaining last week has W-1 now; with 1 it is finished when the week
begins. What it replaces goes in that moment (UD-DEF-03).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from orderbook.rulebook.model import Faction, Ritual, Structure
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.building_prices import founding_of
from orderbook.systems.underdeep.checks.context import Context
from orderbook.systems.underdeep.in_the_open import is_open_ground, region_of
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import LedgerLine, Named, Post, Site, StructureLine
from orderbook.systems.underdeep.post.sites import SiteBook, SiteHeading
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.systems.underdeep.world.region import Region

HEAD_START = 2
"""Weeks of construction that structures bought before play have behind them (UD-KOB-03, UD-DER-03)."""


def key_of(named: Named[Any]) -> str:
    """What identifies a structure within a post: the rulebook's name, else the written one, folded."""
    return named.name if named.entry is not None else fold_name(named.text)


@dataclass
class SiteState:
    """One site. ``listed`` is the Dungeons and Outposts tab; ``expected`` what it should list, None if unknown.

    ``under`` and ``begun`` are the lines of the Construction tab for it; ``before`` the site's previous projects as
    (structure, weeks remaining then). ``cancelled`` are projects given up by name, ``refunded`` those of them for which
    something is taken back.
    """

    site: Site
    listed: Counter[str] = field(default_factory=Counter)
    listed_lines: dict[str, StructureLine] = field(default_factory=dict)
    expected: Counter[str] | None = None
    finished_now: Counter[str] = field(default_factory=Counter)
    replaced_now: Counter[str] = field(default_factory=Counter)
    under: list[LedgerLine] = field(default_factory=list)
    begun: list[LedgerLine] = field(default_factory=list)
    before: list[tuple[str, int | None]] = field(default_factory=list)
    cancelled: Counter[str] = field(default_factory=Counter)
    refunded: Counter[str] = field(default_factory=Counter)
    was_known: bool = False

    def at_most(self, name: str) -> int:
        """How many may be standing, by the kinder of list and expectation."""
        return max(self.listed[name], self.expected[name] if self.expected is not None else 0)

    def at_least(self, name: str) -> int:
        """How many are surely standing."""
        return self.listed[name] if self.expected is None else min(self.listed[name], self.expected[name])


@dataclass
class Estate:
    """All sites of a post. ``open`` is what stands and is built in the open, by region."""

    states: dict[Site, SiteState]
    open: dict[Region, SiteState] = field(default_factory=dict)
    lost_sites: list[Site] = field(default_factory=list)
    nowhere: SiteState | None = None

    def only_state(self) -> SiteState | None:
        """The one site of a post that has no other: with a single site nobody needs to name it."""
        return _only(self.states)

    def state(self, site: Site | None) -> SiteState | None:
        return self.states.get(site) if site is not None else self.nowhere


def weeks_left(line: LedgerLine, week: int | None) -> int | None:
    """Weeks a project still takes by its line in a post of that week; 0 for one called complete, None for unknown."""
    if line.complete:
        return 0
    if line.week_number is not None:
        return line.week_number - week if week is not None else None
    return line.weeks


def head_start(post: Post, line: LedgerLine) -> int:
    """Weeks that a project of the first week has behind it: none where what was bought before has a list of its own,
    and the line stands in another."""
    apart = any(other.before_play for other in post.construction)
    return 0 if apart and line.heading is Heading.BEGINNING and not line.before_play else HEAD_START


def is_built_before_play(context: Context, line: LedgerLine) -> bool:
    """Whether a line of the first week is of a structure that was finished before: called complete, or without a word
    on the time and quick enough to build."""
    entry = line.subject.entry
    if not context.first_turn or not isinstance(entry, Structure):
        return False
    silent = line.weeks is None and line.week_number is None
    return line.complete or (silent and entry.weeks is not None and entry.weeks <= head_start(context.post, line))


def survey(context: Context) -> Estate:
    """The estate of a post in the light of the previous one."""
    post = context.post
    states = {site: SiteState(site) for site in post.sites}
    in_the_open = {site.region: state for site, state in states.items() if site.region and is_open_ground(site)}
    estate = Estate(states, in_the_open)
    for line in post.structures:
        state = estate.state(line.site)
        if state is not None:
            key = key_of(line.structure)
            state.listed[key] += line.count
            state.listed_lines.setdefault(key, line)
    for project in post.construction:
        if founding_of(context, project) or isinstance(project.subject.entry, Ritual):
            continue
        region = region_of(project)
        state = estate.state(project.site) or _only(states, project.region)
        if region is not None and (project.site is not None or state is None):
            state = estate.open.setdefault(region, SiteState(Site(str(region), region)))
        if state is None:
            continue
        if project.cancelled:
            state.cancelled[key_of(project.subject)] += project.number
            if project.flow:
                state.refunded[key_of(project.subject)] += project.number
        else:
            (state.begun if project.heading is Heading.BEGINNING else state.under).append(project)
    if context.previous is not None:
        _expect_from_previous(context, estate, context.previous)
    elif context.first_turn and context.faction is not None:
        _expect_first_turn(estate, context.faction, post)
    return estate


def _only(states: dict[Site, SiteState], region: Region | None = None) -> SiteState | None:
    """With a single site nobody needs to name it; what is said to be in another region is not there."""
    only = next(iter(states.values())) if len(states) == 1 else None
    return only if only is None or region in (None, only.site.region) or only.site.region is None else None


def match_sites(previous: Iterable[Site], current: Iterable[Site]) -> dict[Site, Site]:
    """Last week's sites and what they are called now."""
    book = SiteBook()
    own: dict[Site, Site] = {}
    for site in current:
        entered = book.enter(SiteHeading(site.name, site.region), Tab.DUNGEONS, next(iter(site.headings.values())))
        own.setdefault(entered, site)
    matched: dict[Site, Site] = {}
    for site in previous:
        found = book.find(site.name, site.region)
        if found is not None and found in own:
            matched[site] = own[found]
    return matched


def _expect_from_previous(context: Context, estate: Estate, previous: Post) -> None:
    matched = match_sites(previous.sites, estate.states)
    week = previous.week if previous.week is not None or context.week is None else context.week - 1
    only = previous.sites[0] if len(previous.sites) == 1 else None
    for site in previous.sites:
        if site not in matched:
            if any(line.site is site for line in previous.structures) or Tab.DUNGEONS in site.headings:
                estate.lost_sites.append(site)
            continue
        state = estate.states[matched[site]]
        state.was_known = True
        state.expected = Counter()
        for line in previous.structures:
            if line.site is site:
                state.expected[key_of(line.structure)] += line.count
        for project in previous.construction:
            if not _is_at(project, site, only) or project.cancelled or project.complete or project.repair:
                continue
            if founding_of(context, project):
                continue
            name = key_of(project.subject)
            weeks = weeks_left(project, week)
            state.before += [(name, weeks)] * project.number
            if weeks == 1:
                _finish(state, name, project.number, context.catalogue)


def _is_at(project: LedgerLine, site: Site, only: Site | None) -> bool:
    """Whether a project is one of a site, which nobody needs to name where there is no other."""
    region = region_of(project)
    if region is None or is_open_ground(site):
        return (project.site or only) is site
    return project.site is None and only is site and site.region in (None, region)


def _finish(state: SiteState, name: str, number: int, catalogue: Catalogue) -> None:
    assert state.expected is not None
    state.finished_now[name] += number
    state.expected[name] += number
    entry = catalogue.structure_named(name)
    if entry is None:
        return
    for old, count in replaced_by(entry, number, state.expected):
        taken = min(count, state.expected[old])
        state.expected[old] -= taken
        state.replaced_now[old] += taken


def replaced_by(entry: Structure, number: int, standing: Counter[str]) -> list[tuple[str, int]]:
    """What goes when ``number`` of a structure are finished, as (name, how many).

    That is what an upgrade is made from, and what some take the place of where it stands (UD-DER-45, UD-DER-49).
    """
    gone: list[tuple[str, int]] = []
    for need in entry.requires:
        if need.replaces:
            left = need.count * number
            for name in need.names:
                taken = min(left, standing[name])
                if taken:
                    gone.append((name, taken))
                    left -= taken
    gone += [(name, standing[name]) for name in entry.replaces_present if standing[name]]
    return gone


def _expect_first_turn(estate: Estate, faction: Faction, post: Post) -> None:
    """The capital holds the starting package and what was bought to completion.

    UD-TRN-02, UD-TRN-03; the packages are UD-KOB-02 and UD-DER-02.
    """
    heads = [entry.name for entry in faction.structures if entry.headquarters]
    capital = next(
        (state for state in estate.states.values() if any(state.listed[head] for head in heads)), _only(estate.states)
    )
    if capital is None or not faction.complete:
        return
    capital.expected = Counter({entry.name: entry.starting for entry in faction.structures if entry.starting})
    for line in capital.begun + capital.under:
        entry = line.subject.entry
        if isinstance(entry, Structure) and entry.weeks is not None and entry.weeks <= head_start(post, line):
            capital.finished_now[entry.name] += line.number
            capital.expected[entry.name] += line.number
            for old, count in replaced_by(entry, line.number, capital.expected):
                capital.expected[old] -= min(count, capital.expected[old])
                capital.replaced_now[old] += count
