"""Reading the Armies tab: who stands where when the week begins (UD-ORD-24 to UD-ORD-27)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.growth import read_lifespan
from orderbook.systems.underdeep.post.headings import find_site_heading, is_label
from orderbook.systems.underdeep.post.items import cut_items
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import ArmyLine, Section, Site
from orderbook.systems.underdeep.post.officers import RANK, read_officer
from orderbook.systems.underdeep.post.phrases import (
    Bracket,
    Count,
    Figure,
    Mark,
    Name,
    Phrase,
    Place,
    Times,
    parse_phrases,
)
from orderbook.systems.underdeep.post.reader import Reader, tight_span
from orderbook.systems.underdeep.post.sites import split_place
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.post.whereabouts import (
    STATES,
    WHERE_WORD,
    find_named_site,
    find_state,
    find_strange_site,
    find_where,
)
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.fold import fold
from orderbook.text.number_words import leading_number
from orderbook.text.tokens import Kind

_BODY_WORDS = re.compile(
    r"\b(?:(?:field|main|home|second|first|third|strike|raiding)\s+)?(?:army|armies|garrison|forces?|troops|detachment|"
    r"regiments?|patrol|party|units|all|everyone|everybody)\b(?:\s+(?:of|at|in))?",
    re.IGNORECASE,
)
_LONGEST_ROLL = 2000
_RANK_NEXT = re.compile(r"\s*(?:commander|captain|cmdr|capt)\b", re.IGNORECASE)
_BEHIND_PLACE = re.compile(r":\s|\s[-\u2013\u2014]\s")
_TOTAL = re.compile(r"^\W*(?:grand\s+|sub)?totals?\b", re.IGNORECASE)
_STATE_AHEAD = re.compile(rf"\W*{STATES.pattern}\s+(?:at|in|on|near|within|inside)\s+(?:the\s+)?", re.IGNORECASE)
_SEPARATORS = (Kind.DASH, Kind.AT, Kind.COLON, Kind.COMMA, Kind.SEMI, Kind.ARROW, Kind.OTHER, Kind.LOOSE)


def read_armies(reader: Reader, section: Section) -> None:
    """Reads units, officers and leaders. A place given in a heading holds for the lines below it."""
    site: Site | None = None
    region: Region | None = None
    state = ""
    is_named = False
    gap = True
    for line in section.lines:
        text = line.text
        if not text.strip():
            gap = True
            continue
        if is_divider(text) or is_nothing(text) or is_label(text) or _TOTAL.match(fold(text)):
            reader.understood(Tab.ARMIES, line)
            continue
        place = _place_heading(reader, line, after_gap=gap)
        gap = False
        if place is not None:
            site, region = place
            state = find_state(text)
            is_named = find_named_site(reader.sites, text) is not None
            reader.understood(Tab.ARMIES, line)
        elif _read_roll(reader, line) or _read_line(reader, line, site, region, state, is_named) or is_remark(text):
            reader.understood(Tab.ARMIES, line)
        else:
            reader.leave_to_game_master(Tab.ARMIES, line)


def _place_heading(reader: Reader, line: VisibleLine, *, after_gap: bool) -> tuple[Site | None, Region | None] | None:
    """``Needle Outpost (Lowerdeep 31)``, ``Lowerdeep 40``, ``Entrenched at LD 40:`` on a line of its own."""
    text = line.text
    if len(text) > 120 or RANK.search(text):
        return None
    bare = _BODY_WORDS.sub(" ", STATES.sub(" ", fold(text)))
    bare = WHERE_WORD.sub("", bare.strip(" \t:-*(),"))
    heading = split_place(bare)
    if heading.region is not None and not heading.name.strip(" :"):
        return reader.sites.find("", heading.region), heading.region
    known = reader.sites.find(heading.name, heading.region) if heading.name else None
    if known is not None and not _names_unit(reader, heading.name):
        is_same = heading.region is None or reader.sites.find(heading.name) is known
        counts = any(isinstance(phrase, Count | Times) for phrase in parse_phrases(text, reader.resources))
        if is_same and not counts:
            reader.sites.enter(heading, Tab.ARMIES, tight_span(line))
            return known, known.region
    site = find_site_heading(reader, Tab.ARMIES, _without_state(line), after_gap=after_gap)
    return (site, site.region) if site is not None else None


def _without_state(line: VisibleLine) -> VisibleLine:
    """``Garrisoned at Castle Vane (Upperdeep 12):`` without the first two words, the rest at its place."""
    match = _STATE_AHEAD.match(fold(line.text))
    return line if match is None else replace(line, text=" " * match.end() + line.text[match.end() :])


def _names_unit(reader: Reader, text: str) -> bool:
    return reader.catalogue.units.find_exact(text) is not None


def _read_roll(reader: Reader, line: VisibleLine) -> bool:
    """``Garrisoned at Needle Outpost: Captain Mog (Kobold Slinger), 6 Slingers, 2 Skulkers`` on one line."""
    text = line.text
    cut = _BEHIND_PLACE.search(text) if len(text) <= _LONGEST_ROLL else None
    pieces = list(_cut_roll(text, cut.end())) if cut else []
    if cut is None or len(pieces) < 2:
        return False
    place = _place_heading(reader, replace(line, text=text[: cut.start()]), after_gap=False)
    if place is None:
        return False
    site, region = place
    state, is_named = find_state(text[: cut.start()]), find_named_site(reader.sites, text[: cut.start()]) is not None
    parts = [(replace(line, text=" " * begin + text[begin:end]), text[begin:end]) for begin, end in pieces]
    read = [(_read_line(reader, part, site, region, state, is_named), piece) for part, piece in parts]
    return any(well for well, _ in read) and not any(
        char.isdigit() for well, piece in read if not well for char in piece
    )


def _cut_roll(text: str, start: int) -> Iterator[tuple[int, int]]:
    """The pieces of a list between commas that stand in no bracket; a rank belongs to the name before it."""
    depth, begin = 0, start
    for at in range(start, len(text) + 1):
        char = text[at] if at < len(text) else ","
        depth += (char in "([{") - (char in ")]}")
        if char in ",;" and depth <= 0 and not _RANK_NEXT.match(text, at + 1):
            if text[begin:at].strip():
                yield begin, at
            begin = at + 1


def _read_line(
    reader: Reader,
    line: VisibleLine,
    site: Site | None,
    region: Region | None,
    heading_state: str = "",
    is_named: bool = False,
) -> bool:
    """Reads the units or the officer of a line; the site and the rest are those of its heading, ``is_named`` whether
    that has the site by name."""
    text = line.text
    where, where_site = find_where(reader.sites, text, is_headed=region is not None or site is not None)
    is_headed = where is None and where_site is None
    if is_headed:
        where, where_site = region, site
    else:
        is_named = where_site is not None and find_named_site(reader.sites, text) is not None
        if where_site is None and where is not None:
            where_site = reader.sites.find("", where)
    if where is None and where_site is not None:
        where = where_site.region
    state = find_state(text) or heading_state
    host = find_strange_site(text) if where_site is None or where_site.region not in (None, where) else ""
    officer = read_officer(reader, line, where, where_site, state)
    if officer is not None:
        reader.post.armies.append(replace(officer, host=host, names_site=is_named))
        return True
    units = _read_units(reader, line, where, where_site, state)
    units = [replace(unit, lifespan=_lifespan(unit, line, alone=len(units) == 1)) for unit in units]
    reader.post.armies += [replace(unit, host=host, names_site=is_named) for unit in units]
    return bool(units)


def _lifespan(unit: ArmyLine, line: VisibleLine, *, alone: bool) -> int | None:
    """The weeks that units with a Lifespan have still to live, told beside them (UD-ORD-18)."""
    if unit.unit.entry is None or unit.unit.entry.lifespan is None:
        return None
    return read_lifespan(line.text if alone else unit.note)


def _read_units(
    reader: Reader, line: VisibleLine, where: Region | None, site: Site | None, state: str
) -> list[ArmyLine]:
    """All counted units of a line: "5 Slingers, 3 Skulkers - garrisoned at ..."."""
    phrases = parse_phrases(line.text, reader.resources)
    items = [
        [phrase for phrase in item if not isinstance(phrase, Mark)]
        for item in cut_items(line.text, phrases, _SEPARATORS, lambda text: _names_unit(reader, text))
    ]
    found: list[ArmyLine] = []
    for index, item in enumerate(items):
        following = items[index + 1] if index + 1 < len(items) else []
        unit = _read_unit(reader, line, item, following, where, site, state, first=not found)
        if unit is not None:
            found.append(unit)
    return found


def _read_unit(
    reader: Reader,
    line: VisibleLine,
    item: list[Phrase],
    following: list[Phrase],
    where: Region | None,
    site: Site | None,
    state: str,
    *,
    first: bool,
) -> ArmyLine | None:
    text = line.text
    name = next((phrase for phrase in item if isinstance(phrase, Name)), None)
    if name is None:
        return None
    start, end = name.start, name.end
    words = fold(text[start:end])
    if state_match := STATES.search(words):  # "10 Slingers garrisoned at Skitterhole"
        words = words[: state_match.start()].rstrip()
        end = start + len(words)
    if (at := re.search(r"\s+(?:at|in|@|of)$|\s+(?:at|in)\s+\S.*$", words)) and not _names_unit(reader, words):
        words = words[: at.start()]
        end = start + len(words)
    count: Figure | None = None
    number: int | None = None
    for phrase in item:
        if isinstance(phrase, Count | Times) and count is None:
            count = phrase.figure
        elif isinstance(phrase, Bracket) and count is None:
            kinds = [inner for inner in phrase.inner if not isinstance(inner, Mark)]
            if len(kinds) == 1 and isinstance(kinds[0], Count | Times):
                count = kinds[0].figure
    if count is None and (spelt := leading_number(words)):
        number = spelt[0]
        start += spelt[1]
        words = words[spelt[1] :]
    behind = following[0] if following and not any(isinstance(phrase, Name) for phrase in following) else None
    if count is None and number is None and isinstance(behind, Count):
        count = behind.figure  # "Kobold Slingers: 12"
    if not words.strip():
        return None
    known = reader.catalogue.unit(text[start:end])
    if known is None and (count is None or not first):
        return None
    if count is not None:
        number = count.value
        if number is None:
            reader.amount_unread(Tab.ARMIES, count.text, line.span_of(count.start, count.end), count.likely)
            number = count.likely or 0
    unit = reader.name_unit(Tab.ARMIES, text[start:end], line.span_of(start, end))
    note = " ".join(text[phrase.inner_start : phrase.inner_end] for phrase in item if isinstance(phrase, Bracket))
    places = [phrase.region for phrase in item if isinstance(phrase, Place)]
    if places and first and len(places) == 1:
        where = places[0]
        site = reader.sites.find("", where) or site
    return ArmyLine(
        unit,
        1 if number is None else number,
        tight_span(line),
        site,
        where,
        state,
        count_span=line.span_of(count.start, count.end) if count else None,
        note=note,
    )
