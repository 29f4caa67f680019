"""What an orders post says: the tabs read into entries. All spans are offsets in the view of the paste."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from orderbook.bbcode.lines import VisibleLine
from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Structure, Unit
from orderbook.systems.underdeep.post.titles import Heading, Tab
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.records import record
from orderbook.text.source import Span

if TYPE_CHECKING:
    from orderbook.systems.underdeep.post.orders.model import OrderLine

T = TypeVar("T")


@record
class Named(Generic[T]):
    """A name as written. ``entry`` is the rule data it was read as; ``guess`` marks a doubtful reading."""

    text: str
    span: Span
    entry: T | None = None
    guess: bool = False

    @property
    def name(self) -> str:
        """The rulebook's name, or the written one where no rule data knows it."""
        return getattr(self.entry, "name", self.text)


class SiteKind(StrEnum):
    DUNGEON = "Dungeon"
    OUTPOST = "Outpost"
    SETTLEMENT = "Settlement"


@dataclass(eq=False)
class Site:
    """A Dungeon or Outpost. ``headings`` are the places where each tab names it."""

    name: str
    region: Region | None
    kind: SiteKind | None = None
    headings: dict[Tab, Span] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name} ({self.region})" if self.region else self.name


@record
class PostedAmount:
    """An amount as written. ``value`` is the figure's size, ``sign`` as typed ("" none, "~" a dash that separates);
    ``span`` is sign and figure, ``figure_span`` the figure alone."""

    resource: str
    value: int | None
    sign: str
    span: Span
    figure_span: Span
    text: str
    likely: int | None = None


@record
class LedgerLine:
    """A line with resources: production, Upkeep, a project or recruits.

    ``flow`` is what the line moves, by the tab's sign rule and for all its units; amounts that cannot be read are
    left out of it and listed in ``unread`` resources. ``count`` is None where the line gives none. ``prices_of_one``
    are those in products written out, such as the 20 of ``4 x 20 Food = 80 Food``; ``before_play``: the line stands
    in a list of what was bought before the first week. ``region`` is the one that it names, or the heading above it.
    """

    tab: Tab
    span: Span
    site: Site | None
    subject: Named[Structure] | Named[Unit] | Named[object]
    count: int | None
    amounts: tuple[PostedAmount, ...]
    flow: Bundle
    unread: frozenset[str]
    per_unit: bool = False
    each_marked: bool = False
    count_span: Span | None = None
    weeks: int | None = None
    week_number: int | None = None
    complete: bool = False
    weeks_span: Span | None = None
    heading: Heading | None = None
    note: str = ""
    cancelled: bool = False
    repair: bool = False
    prices_of_one: tuple[PostedAmount, ...] = ()
    region: Region | None = None
    before_play: bool = False

    @property
    def number(self) -> int:
        """How many units or structures the line speaks of."""
        return 1 if self.count is None else self.count


@record
class OpenSum:
    """``500 +150 -20`` without a result: a sum left to the reader, or a balance of 500 with what changed behind it.

    ``terms`` are signed, the first is the balance; ``span`` is the whole, ``first_span`` the first figure.
    ``annotated``: there are words between the terms.
    """

    terms: tuple[int, ...]
    span: Span
    first_span: Span
    annotated: bool = False


@record
class WealthLine:
    """A stated balance. ``terms`` are the signed terms of a sum written out, empty where there is none.

    ``open_sum`` is one without a result, ``is_sum`` whether ``stated`` is what it comes to.
    """

    resource: str
    stated: int | None
    span: Span
    figure_span: Span
    terms: tuple[int, ...] = ()
    terms_span: Span | None = None
    likely: int | None = None
    text: str = ""
    open_sum: OpenSum | None = None
    is_sum: bool = False


@record
class StructureLine:
    """A finished structure of a site."""

    site: Site | None
    structure: Named[Structure]
    count: int
    span: Span
    count_span: Span | None = None
    broken: bool = False


@record
class ArmyLine:
    """Units, an officer or a leader, where they stand at the start of the week.

    ``unit`` is the unit type; ``person`` the name of a leader or officer and ``rank`` "Commander", "Captain" or
    "Leader" for one. ``where`` is the region, ``site`` the garrison; ``state`` as written. ``host`` is the name of a
    site that is none of the post's, where a line names one (an ally's). ``names_site`` tells whether the line or its
    heading has the site by name, and not its region alone. ``lifespan`` is the weeks the units have still to live, this
    one counted, where the line tells.
    """

    unit: Named[Unit]
    count: int
    span: Span
    site: Site | None
    where: Region | None
    state: str = ""
    person: str | None = None
    rank: str | None = None
    count_span: Span | None = None
    note: str = ""
    host: str = ""
    names_site: bool = False
    lifespan: int | None = None

    @property
    def place(self) -> Region | str | None:
        """The region, or the site's name where the post gives no region."""
        if self.where is not None:
            return self.where
        if self.site is not None:
            return self.site.region or self.site.name
        return None


@record
class StatLine:
    """A figure of a Character. ``value`` is None where it is no whole number."""

    label: str
    value: int | None
    span: Span
    text: str


@record
class Character:
    name: str
    rank: str | None
    span: Span
    stats: dict[str, StatLine]
    inventory: str = ""
    abilities: str = ""


@record
class Message:
    """A message with those it is meant for. ``reply``: its title calls it one; ``titled``: a title names them."""

    recipients: tuple[str, ...]
    span: Span
    reply: bool = False
    titled: bool = True


@record
class TradeLine:
    """A line of the Trade tab. ``flow`` holds what moves this week: signed amounts, or sent and received ones."""

    span: Span
    flow: Bundle
    partner: str
    unread: frozenset[str] = frozenset()


@record
class TotalLine:
    """A total of several lines that the player wrote out.

    ``choices`` are the sums it may stand for (of the site, since the last total, of the tab).
    """

    tab: Tab
    span: Span
    amounts: tuple[PostedAmount, ...]
    choices: tuple[Bundle, ...]
    unread: frozenset[str] = frozenset()


@record
class TabLine:
    """A non-blank line of a known tab, and whether it was understood or left to the game master."""

    tab: Tab
    line: VisibleLine
    understood: bool


@dataclass
class Section:
    """A tab as found. ``title_span`` is its opening tag, ``inner`` what stands between that and the closing one.

    ``is_ic``: an ``[ic]`` block serves as the tab.
    """

    tab: Tab
    title: str
    title_span: Span
    lines: list[VisibleLine]
    children: list[tuple[str, Span, list[VisibleLine]]] = field(default_factory=list)
    heading: Heading | None = None
    inner: Span | None = None
    is_ic: bool = False


@dataclass
class Post:
    """Everything a post says. ``growing`` are the lines of Recruitment about units paid for before (UD-ORD-18)."""

    sections: list[Section] = field(default_factory=list)
    has_flavour: bool = False
    week: int | None = None
    sites: list[Site] = field(default_factory=list)
    production: list[LedgerLine] = field(default_factory=list)
    upkeep: list[LedgerLine] = field(default_factory=list)
    construction: list[LedgerLine] = field(default_factory=list)
    recruitment: list[LedgerLine] = field(default_factory=list)
    growing: list[LedgerLine] = field(default_factory=list)
    wealth: list[WealthLine] = field(default_factory=list)
    structures: list[StructureLine] = field(default_factory=list)
    armies: list[ArmyLine] = field(default_factory=list)
    characters: list[Character] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    trade: list[TradeLine] = field(default_factory=list)
    totals: list[TotalLine] = field(default_factory=list)
    other_flows: list[LedgerLine] = field(default_factory=list)
    orders: list[OrderLine] = field(default_factory=list)
    tab_lines: list[TabLine] = field(default_factory=list)

    def tab_span(self, tab: Tab) -> Span | None:
        """The opening tag of a tab, or None where the post has none."""
        return next((section.title_span for section in self.sections if section.tab is tab), None)

    def has_tab(self, tab: Tab) -> bool:
        return any(section.tab is tab for section in self.sections)

    def ledger_lines(self) -> Iterator[LedgerLine]:
        yield from self.production
        yield from self.upkeep
        yield from self.construction
        yield from self.recruitment
        yield from self.other_flows
