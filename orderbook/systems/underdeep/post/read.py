"""From the text of an orders post to what it says: tags, tabs, lines, entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from orderbook.bbcode.nodes import Markup
from orderbook.bbcode.paste import Paste, unwrap_paste
from orderbook.bbcode.tree import parse_markup
from orderbook.findings.model import Finding, Fix, Severity
from orderbook.rulebook.model import Faction, Rulebook
from orderbook.rulebook.recognise import guess_faction
from orderbook.systems.underdeep.post.armies import read_armies
from orderbook.systems.underdeep.post.catalogue import Catalogue, build_catalogue
from orderbook.systems.underdeep.post.characters import read_characters
from orderbook.systems.underdeep.post.dungeons import find_sites, read_dungeons
from orderbook.systems.underdeep.post.ledger import read_ledger
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.messages import read_messages
from orderbook.systems.underdeep.post.model import Post, SiteKind
from orderbook.systems.underdeep.post.orders.read import OrderReader, read_orders
from orderbook.systems.underdeep.post.reader import Reader
from orderbook.systems.underdeep.post.sections import Sections, find_sections, is_section_title
from orderbook.systems.underdeep.post.sites import kind_by_name
from orderbook.systems.underdeep.post.titles import TABS, Tab
from orderbook.systems.underdeep.post.trade import read_trade
from orderbook.systems.underdeep.post.unit_prices import settle_unit_prices
from orderbook.systems.underdeep.post.wealth import find_further_resources, read_wealth
from orderbook.text.edits import Edit
from orderbook.text.fold import find_hidden
from orderbook.text.source import Span

MAX_LENGTH = 4_000_000
"""Characters; a longer text is no post."""

_READERS = {
    Tab.PRODUCTION: read_ledger,
    Tab.UPKEEP: read_ledger,
    Tab.CONSTRUCTION: read_ledger,
    Tab.RECRUITMENT: read_ledger,
    Tab.WEALTH: read_wealth,
    Tab.DUNGEONS: read_dungeons,
    Tab.ARMIES: read_armies,
    Tab.CHARACTERS: read_characters,
    Tab.MESSAGES: read_messages,
    Tab.TRADE: read_trade,
}
_ORDER = (Tab.DUNGEONS, Tab.ARMIES, *(tab for tab in TABS if tab not in (Tab.DUNGEONS, Tab.ARMIES)))


@dataclass
class Reading:
    """A post read. ``findings`` are those of reading (tags, names, amounts, lines), in view offsets."""

    paste: Paste
    markup: Markup
    sections: Sections
    post: Post
    catalogue: Catalogue
    findings: list[Finding] = field(default_factory=list)
    resources: frozenset[str] = frozenset()

    @property
    def faction(self) -> Faction | None:
        return self.catalogue.faction


def read_post(
    text: str,
    rulebook: Rulebook,
    *,
    faction: Faction | None = None,
    resources: frozenset[str] = frozenset(),
    guess: bool = True,
) -> Reading:
    """Reads a post. Without ``faction`` it is recognised by the names in the post, unless it is not to ``guess``.

    ``resources`` are names of resources beyond the usual ones (of the previous post, of the faction).
    """
    paste = unwrap_paste(text)
    markup = parse_markup(paste.view, is_section_title)
    sections = find_sections(markup.root)
    if faction is None and guess:
        faction = guess_faction(rulebook, identifying_lines(sections))
    catalogue = build_catalogue(rulebook, faction)
    resources |= find_further_resources(sections.sections) | frozenset(faction.resources if faction else ())
    reader = Reader(catalogue, resources)
    reader.post.sections = sections.sections
    reader.post.has_flavour = sections.has_flavour
    reader.post.week = sections.week
    find_sites(reader, sections.sections)
    for tab in _ORDER:
        for section in sections.sections:
            if section.tab is tab and tab in _READERS:
                _READERS[tab](reader, section)
    reader.post.sites = [site for site in reader.sites.sites if set(site.headings) != {Tab.ARMIES}]
    reader.post.sites = reader.post.sites or reader.sites.sites
    _settle_kinds(reader)
    _read_orders(reader, [spell.name for spell in rulebook.spells])
    settle_unit_prices(reader.post)
    findings = [*_markup_findings(markup), *_hidden_findings(paste.view), *reader.findings]
    return Reading(paste, markup, sections, reader.post, catalogue, findings, resources)


def _read_orders(reader: Reader, spells: list[str]) -> None:
    """The Orders tab, last: it speaks of sites and armies. What it leaves to the game master is told, not blamed."""
    post = reader.post
    meaning = OrderReader(
        reader.catalogue, reader.sites.sites, post.armies, spells, partial(reader.name_unit, Tab.ORDERS)
    )
    for section in post.sections:
        if section.tab is not Tab.ORDERS:
            continue
        for order in read_orders(section.lines, meaning):
            post.orders.append(order)
            if (
                order.understood
                or order.continues
                or is_nothing(order.text)
                or is_divider(order.text)
                or is_remark(order.text)
            ):
                reader.understood(Tab.ORDERS, order.line)
            else:
                reader.leave_to_game_master(Tab.ORDERS, order.line, tell=False)
            reader.findings += [_near_miss(*slip) for slip in order.slips]


def _near_miss(text: str, span: Span, likely: str) -> Finding:
    """Something that was meant as an order and has a slip in it."""
    meant = f"; perhaps {likely} was meant" if likely else ""
    return Finding(
        "line-unread",
        Severity.WARNING,
        f'"{text}" could not be read as part of the order{meant}. The game master gets the order as written.',
        span,
        tab=Tab.ORDERS.value,
        rule="UD-ORD-31",
        stated=text,
        computed=likely or None,
        fix=Fix(f"write {likely}", (Edit(span.start, span.end, likely),), safe=False) if likely else None,
    )


def identifying_lines(sections: Sections) -> Iterator[str]:
    """The lines by which a post tells its faction: letters and orders speak of others, too."""
    for line in sections.loose_lines[:20]:
        yield line.text
    for section in sections.sections:
        if section.tab in (Tab.MESSAGES, Tab.ORDERS):
            continue
        yield from (line.text for line in section.lines)


def _settle_kinds(reader: Reader) -> None:
    """Dungeon or Outpost: by name or headquarters, else by its officer, else by its Rooms (UD-BLD-02, UD-CMD-01)."""
    post = reader.post
    capitals = [line.site for line in post.structures if line.structure.entry and line.structure.entry.headquarters]
    for site in post.sites:
        if site.region is not None and site.region.layer == "Surface":
            site.kind = SiteKind.SETTLEMENT  # nothing can be founded there (UD-FND-07)
        site.kind = site.kind or kind_by_name(site.name) or (SiteKind.DUNGEON if site in capitals else None)
        if site.kind is None:
            ranks = {line.rank for line in post.armies if line.site is site and line.rank in ("Commander", "Captain")}
            if len(ranks) == 1:
                site.kind = SiteKind.OUTPOST if ranks == {"Captain"} else SiteKind.DUNGEON
        if site.kind is None:
            entries = [line.structure.entry for line in post.structures if line.site is site]
            rooms = [entry for entry in entries if entry and entry.section == "room" and "outpost" not in entry.places]
            if rooms:
                site.kind = SiteKind.DUNGEON


def _markup_findings(markup: Markup) -> Iterator[Finding]:
    for problem in markup.problems:
        yield Finding(
            "tag-unclosed" if problem.kind == "unclosed" else "tag-misnested",
            Severity.ERROR,
            problem.message,
            problem.span,
            rule="UD-ORD-02",
            fix=Fix(problem.title, problem.edits) if problem.edits else None,
        )


def _hidden_findings(view: str) -> Iterator[Finding]:
    """Characters nobody sees can hide or reorder text. A joiner inside a word or emoji is left alone."""
    reordering = [span for span in find_hidden(view) if any(_reorders(char) for char in view[slice(*span)])]
    for start, end in reordering[:20]:
        codes = ", ".join(f"U+{ord(char):04X}" for char in view[start:end][:4])
        yield Finding(
            "line-unread",
            Severity.WARNING,
            f"Hidden characters that change the direction of the text stand here ({codes}); what is shown may differ "
            "from what is read. Delete them, for instance by typing the line anew.",
            Span(start, end),
            rule="UD-ORD-02",
        )


def _reorders(char: str) -> bool:
    return "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069" or char in "\u200e\u200f"
