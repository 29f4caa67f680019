"""Reading the tabs with resources in them: Production, Upkeep, Construction, Recruitment.

Rules of form: UD-ORD-10, UD-ORD-13 to UD-ORD-17.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from orderbook.bbcode.lines import VisibleLine
from orderbook.books.bundle import Bundle
from orderbook.findings.model import Finding, Severity
from orderbook.rulebook.model import Ritual
from orderbook.systems.underdeep.post.bonuses import parse_bonus
from orderbook.systems.underdeep.post.columns import write_out_tables
from orderbook.systems.underdeep.post.dealing import settle_deal
from orderbook.systems.underdeep.post.entry import Entry, parse_entry, plain_name
from orderbook.systems.underdeep.post.growth import blank_growing, growing_heading, is_growing
from orderbook.systems.underdeep.post.headings import find_site_heading, is_bare_region, is_label
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import LedgerLine, Named, PostedAmount, Section, Site, TotalLine
from orderbook.systems.underdeep.post.phrases import Amount, Count, Figure, Mark, Name, Phrase, Times, parse_phrases
from orderbook.systems.underdeep.post.reader import Reader, signed_flow, tight_span
from orderbook.systems.underdeep.post.sites import split_place
from orderbook.systems.underdeep.post.titles import Heading, Tab, fold_title, is_before_play, parse_heading
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.fold import fold
from orderbook.text.tokens import Kind, leading_bullet

_TOTAL = re.compile(
    r"^\W*(?:(?:grand|sub|overall|running|full|combined|site|dungeon|outpost|net|weekly)[ -]?)*"
    r"(?:totals?|totalling|subtotals?|sum|altogether|overall|in all)\b",
    re.IGNORECASE,
)
_NET = re.compile(r"^\W*(?:net|balance|surplus|profit|loss)\b", re.IGNORECASE)
_TRAILING_TOTAL = re.compile(r"\btotals?\W*(?=[+\-0-9]|$)", re.IGNORECASE)
_AT_SITE = re.compile(r"^(?P<name>.+?)\s+(?:@|at|in|from|for)\s+(?P<site>.+)$", re.IGNORECASE)
_CUT_AT = (Kind.COMMA, Kind.SEMI, Kind.OTHER, Kind.SLASH)

_SUBJECTS_ARE_UNITS = (Tab.UPKEEP, Tab.RECRUITMENT)
_BALANCED = (Tab.PRODUCTION, Tab.UPKEEP)
"""Tabs in which each thing has its one line, so that prose must not pass for one."""
_COSTS = (Tab.UPKEEP, Tab.CONSTRUCTION, Tab.RECRUITMENT)


@dataclass
class _Place:
    """Where the reading of a tab stands.

    ``heads_sites``: the heading of the construction list stands above those of sites and holds for all of them;
    ``heading_is_bare``: nothing has come behind it yet; ``growing``: a heading says that what follows grows still.
    """

    site: Site | None = None
    region: Region | None = None
    heading: Heading | None = None
    heading_site: Site | None = None
    heads_sites: bool = False
    heading_is_bare: bool = True
    before_play: bool = False
    growing: bool = False
    since_total: Bundle = field(default_factory=Bundle)
    since_site: Bundle = field(default_factory=Bundle)
    whole: Bundle = field(default_factory=Bundle)
    unread: frozenset[str] = frozenset()


def read_ledger(reader: Reader, section: Section) -> None:
    """Reads all lines of a ledger tab into ``reader.post``."""
    place = _Place(heading=section.heading, before_play=is_before_play(section.title))
    gap = True
    for line in write_out_tables(section.lines, section.tab, reader.resources):
        if not line.text.strip():
            gap = True
            continue
        if _read_line(reader, section.tab, line, place, after_gap=gap):
            reader.understood(section.tab, line)
        else:
            reader.leave_to_game_master(section.tab, line)
        gap = False


def _read_line(reader: Reader, tab: Tab, line: VisibleLine, place: _Place, *, after_gap: bool) -> bool:
    text = line.text
    if is_divider(text):
        return True
    if _take_heading(tab, text, place):
        return True
    site = None if is_nothing(text) else find_site_heading(reader, tab, line, after_gap=after_gap)
    if site is not None or is_bare_region(text):
        place.heads_sites = place.heads_sites or place.heading_is_bare
        place.site, place.since_site = site, Bundle()
        place.region = site.region if site is not None else split_place(text).region
        return True
    place.heading_is_bare = False
    headed = growing_heading(text) if tab is Tab.RECRUITMENT else None
    if headed is not None and not text[headed:].strip():
        place.growing = True
        return True
    if is_nothing(text):
        return True
    if is_remark(text) or is_label(text):
        return True
    if _TOTAL.match(fold(text)) or _NET.match(fold(text)):
        return _read_total(reader, tab, line, place)
    start = _inline_heading(text, place) if tab is Tab.CONSTRUCTION else 0
    start = start or headed or _inline_site(reader, tab, line, place)
    read = False
    for begin, end in _pieces(reader, tab, text, start):
        if not text[begin:end].strip(" \t,;|/") or is_nothing(text[begin:end]):
            read = True
            continue
        read = _read_entry(reader, tab, line, begin, end, place, is_headed=headed is not None) or read
    return read


def _take_heading(tab: Tab, text: str, place: _Place) -> bool:
    if tab is not Tab.CONSTRUCTION:
        return False
    heading = parse_heading(text)
    if heading is None:
        return False
    place.heading, place.heading_site = heading, place.site
    place.before_play = is_before_play(text)
    place.heads_sites, place.heading_is_bare = False, True
    return True


def _inline_heading(text: str, place: _Place) -> int:
    """``Under Construction: Bat Roost, 1 week`` on one line: where the entries begin, 0 without a heading."""
    colon = text.find(":")
    if colon < 0:
        return 0
    heading = parse_heading(text[:colon])
    if heading is None:
        return 0
    place.heading, place.heading_site = heading, place.site
    place.before_play = is_before_play(text[:colon])
    place.heads_sites = False
    return colon + 1


def _inline_site(reader: Reader, tab: Tab, line: VisibleLine, place: _Place) -> int:
    """``Skitterhole: 4 Mushroom Patches +80 Food`` on one line: where the entries begin, 0 without a site."""
    text = line.text
    for separator in (":", " - ", " – ", " — "):
        at = text.find(separator)
        if 0 < at < 80 and not _is_about_the_site(reader, tab, text[at + len(separator) :]):
            site = find_site_heading(reader, tab, replace(line, text=text[:at], emphasised=False), after_gap=False)
            if site is not None:
                place.site, place.region, place.since_site = site, site.region, Bundle()
                return at + len(separator)
    return 0


def _is_about_the_site(reader: Reader, tab: Tab, rest: str) -> bool:
    """Whether what follows a site's name is an amount of its own: it is being founded, or something goes on there."""
    if is_nothing(rest):
        return False
    entry = parse_entry(rest, reader.resources)
    return not entry.name and bool(entry.amounts or (entry.duration and tab is Tab.CONSTRUCTION))


def _pieces(reader: Reader, tab: Tab, text: str, start: int) -> list[tuple[int, int]]:
    """Cuts a line that lists several entries: a sign followed by a known name (or its count) begins a new one."""
    phrases = [phrase for phrase in parse_phrases(text, reader.resources) if phrase.start >= start]
    names = [phrase for phrase in phrases if isinstance(phrase, Name)]
    if len(names) < 2:
        return [(start, len(text))]
    cuts: list[int] = []
    for index, phrase in enumerate(phrases[:-1]):
        if not isinstance(phrase, Mark) or phrase.kind not in _CUT_AT:
            continue
        if not any(isinstance(before, Name) for before in phrases[:index]):
            continue
        name = _name_behind(phrases[index + 1 : index + 4])
        if name is not None and _is_known(reader, tab, plain_name(text[name.start : name.end])):
            cuts.append(phrase.start)
    edges = [start, *(cut + 1 for cut in cuts)]
    return list(zip(edges, [*cuts, len(text)], strict=True))


def _name_behind(phrases: list[Phrase]) -> Name | None:
    for phrase in phrases:
        if isinstance(phrase, Name):
            return phrase
        if not isinstance(phrase, Count | Times):
            return None
    return None


def _is_known(reader: Reader, tab: Tab, text: str) -> bool:
    if tab in _SUBJECTS_ARE_UNITS:
        return reader.catalogue.unit(text) is not None
    return (tab is Tab.PRODUCTION and parse_bonus(text) is not None) or reader.catalogue.structure(text) is not None


def _posted(
    reader: Reader, tab: Tab, line: VisibleLine, amounts: tuple[Amount, ...], offset: int
) -> tuple[PostedAmount, ...]:
    return tuple(reader.posted(tab, line, amount, offset) for amount in amounts)


def _read_total(reader: Reader, tab: Tab, line: VisibleLine, place: _Place) -> bool:
    """A total is compared with what stands above it; it moves nothing itself."""
    entry = parse_entry(line.text, reader.resources)
    amounts = _posted(reader, tab, line, entry.amounts, 0)
    _tell_sums(reader, tab, line, entry, 0)
    if amounts and not _NET.match(fold(line.text)):
        choices = tuple(dict.fromkeys((place.since_total, place.since_site, place.whole)))
        reader.post.totals.append(TotalLine(tab, tight_span(line), amounts, choices, place.unread))
        place.since_total = Bundle()
    return True


def _tell_sums(reader: Reader, tab: Tab, line: VisibleLine, entry: Entry, offset: int) -> None:
    for computed, stated, start, end in entry.sums:
        reader.findings.append(
            Finding(
                "line-sum",
                Severity.ERROR,
                f"The sum written out here gives {abs(computed)}, not {abs(stated)}.",
                line.span_of(offset + start, offset + end),
                tab=tab.value,
                rule="UD-ORD-19",
                stated=str(abs(stated)),
                computed=str(abs(computed)),
            )
        )


def _read_entry(
    reader: Reader, tab: Tab, line: VisibleLine, begin: int, end: int, place: _Place, *, is_headed: bool = False
) -> bool:
    text = line.text[begin:end]
    entry = parse_entry(blank_growing(text) if tab is Tab.RECRUITMENT else text, reader.resources)
    has_figures = bool(entry.amounts) or entry.duration is not None
    if not entry.name and not (entry.amounts and entry.count):
        return False
    name, site = _subject(reader, tab, line, entry, begin, place)
    if not has_figures and name.entry is None and not (tab is Tab.PRODUCTION and parse_bonus(name.text)):
        return False
    if not has_figures and name.entry is not None and (name.guess or len(entry.other_names) > 1):
        return False
    if not has_figures and tab in _BALANCED and len(" ".join(_behind_name(name, entry)).split()) > 1:
        return False  # "The Kobold Mine had a good week."
    amounts = _posted(reader, tab, line, entry.amounts, begin)
    if tab is Tab.PRODUCTION:
        amounts = settle_deal(fold(line.text[begin:end]), entry.amounts, amounts, per_unit=entry.per_unit)
    _tell_sums(reader, tab, line, entry, begin)
    count = entry.count.value if entry.count else None
    if entry.count is not None and count is None:
        span = line.span_of(begin + entry.count.start, begin + entry.count.end)
        reader.amount_unread(tab, entry.count.text, span, entry.count.likely)
    factor = count if entry.per_unit and count is not None else 1
    flow, unread = signed_flow(amounts, is_cost=tab in _COSTS and not entry.cancelled, factor=factor)
    duration = entry.duration
    weeks_figure = duration.figure if duration else None
    if weeks_figure is not None and weeks_figure.value is None:
        span = line.span_of(begin + weeks_figure.start, begin + weeks_figure.end)
        reader.amount_unread(tab, weeks_figure.text, span, weeks_figure.likely)
    weeks_place = weeks_figure or duration
    bullet = leading_bullet(fold(line.text[begin:end])) if begin == 0 else 0
    piece = line.text[begin + bullet : end]
    first = begin + bullet + len(piece) - len(piece.lstrip(" \t,;|/"))
    span = line.span_of(first, begin + len(line.text[begin:end].rstrip()))
    heading = _heading_for(entry, amounts, place) if tab is Tab.CONSTRUCTION else None
    ledger_line = LedgerLine(
        tab=tab,
        span=span,
        site=site,
        subject=name,
        count=count,
        amounts=amounts,
        flow=flow,
        unread=unread,
        per_unit=entry.per_unit,
        each_marked=entry.per_unit,
        count_span=line.span_of(begin + entry.count.start, begin + entry.count.end) if entry.count else None,
        weeks=duration.weeks if duration else None,
        week_number=duration.week_number if duration else None,
        complete=bool(duration and duration.complete) or heading is Heading.FINISHED,
        weeks_span=line.span_of(begin + weeks_place.start, begin + weeks_place.end) if weeks_place else None,
        heading=heading,
        note=" ".join((*_behind_name(name, entry), *entry.notes, *entry.other_names)),
        cancelled=entry.cancelled,
        repair=entry.repair,
        before_play=place.before_play,
        prices_of_one=tuple(_price_of_one(resource, figure, line, begin) for resource, figure in entry.prices_of_one),
        region=entry.places[-1] if entry.places else place.region,
    )
    if tab is Tab.RECRUITMENT and is_growing(ledger_line, headed=place.growing or is_headed):
        reader.post.growing.append(ledger_line)
    else:
        _store(reader, ledger_line)
    place.since_total, place.since_site, place.whole = (
        total + flow for total in (place.since_total, place.since_site, place.whole)
    )
    place.unread |= unread
    return True


def _behind_name(name: Named[object], entry: Entry) -> tuple[str, ...]:
    """The ``sales`` of ``Slave Pit sales``, which belongs to no name."""
    rest = entry.name[len(name.text) :].strip() if entry.name.startswith(name.text) else ""
    return (rest,) if rest else ()


def _price_of_one(resource: str, figure: Figure, line: VisibleLine, offset: int) -> PostedAmount:
    span = line.span_of(offset + figure.start, offset + figure.end)
    return PostedAmount(resource, figure.value, "", span, span, figure.text, figure.likely)


def _heading_for(entry: Entry, amounts: tuple[PostedAmount, ...], place: _Place) -> Heading:
    """Under which list a project stands; where no heading says so, one that is paid for now begins now."""
    by_amounts = Heading.BEGINNING if amounts and not entry.cancelled else Heading.UNDER
    if place.heading is None:
        return by_amounts
    if place.heading_site is not place.site and not place.heads_sites and by_amounts is Heading.BEGINNING:
        return Heading.BEGINNING  # the heading was another site's
    return place.heading


def _subject(
    reader: Reader, tab: Tab, line: VisibleLine, entry: Entry, offset: int, place: _Place
) -> tuple[Named[object], Site | None]:
    """The name of a line, looked up, and its site; "Midden at Candlewax" names both."""
    site = place.site
    for region in entry.places:
        site = reader.sites.find("", region) or site
    text, start = entry.name, offset + entry.name_start
    if not _is_known(reader, tab, text) and (match := _AT_SITE.match(text)):
        named_site = reader.sites.find(match["site"])
        if named_site is not None or _is_known(reader, tab, match["name"]):
            site, text = named_site or site, match["name"]
    if tab is not Tab.UPKEEP:
        for other in entry.other_names:
            site = reader.sites.find(re.sub(r"^(?:at|in|@|from)\s+", "", other)) or site
    span = line.span_of(start, start + len(text))
    ritual = None if _is_known(reader, tab, text) else _ritual(reader, tab, line, entry, text, start)
    if ritual is not None:
        return ritual, site  # type: ignore[return-value]
    if tab in _SUBJECTS_ARE_UNITS:
        return reader.name_unit(tab, text, span), site  # type: ignore[return-value]
    if tab is Tab.PRODUCTION and parse_bonus(text):
        return Named(text, span), site
    return reader.name_structure(tab, text, span), site  # type: ignore[return-value]


def _ritual(reader: Reader, tab: Tab, line: VisibleLine, entry: Entry, text: str, start: int) -> Named[Ritual] | None:
    """The ritual a line pays for: ``Good Boy: -25 Souls``, ``Ritual: Good Boy, -25 Souls``."""
    for name in (text, *entry.other_names):
        at = start if name == text else max(line.text.find(name), 0)
        named = reader.name_ritual(tab, name, line.span_of(at, at + len(name)))
        if named is not None:
            return named
    return None


def _store(reader: Reader, line: LedgerLine) -> None:
    post = reader.post
    target = {
        Tab.PRODUCTION: post.production,
        Tab.UPKEEP: post.upkeep,
        Tab.CONSTRUCTION: post.construction,
        Tab.RECRUITMENT: post.recruitment,
    }[line.tab]
    target.append(line)


def is_total_title(text: str) -> bool:
    return bool(_TOTAL.match(fold_title(text)))
