"""Reading the Dungeons and Outposts tab: sites, what stands there, what is Broken (UD-ORD-22, UD-ORD-23, UD-DEF-06)."""

from __future__ import annotations

import re
from dataclasses import replace

from orderbook.bbcode.lines import VisibleLine
from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.post.headings import find_site_heading, is_label, without_frame
from orderbook.systems.underdeep.post.items import cut_items
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing, is_remark
from orderbook.systems.underdeep.post.model import Named, Section, Site, StructureLine
from orderbook.systems.underdeep.post.phrases import (
    Bracket,
    Count,
    Figure,
    Mark,
    Name,
    Phrase,
    Times,
    parse_phrases,
)
from orderbook.systems.underdeep.post.reader import Reader
from orderbook.systems.underdeep.post.titles import Tab, parse_heading
from orderbook.text.fold import fold
from orderbook.text.number_words import leading_number
from orderbook.text.tokens import Kind

_BROKEN = re.compile(r"\b(?:broken|destroyed|damaged|ruined)\b", re.IGNORECASE)
_CUT_AT = (Kind.COMMA, Kind.SEMI, Kind.OTHER, Kind.SLASH, Kind.BULLET)
_LABEL_PREFIX = re.compile(r"^[^:]{2,40}:")
_FRONT = re.compile(r"(?P<head>[^:\r\n]{2,80}?)(?::|\s[-\u2013\u2014])\s")
_BREAK = re.compile(r"[,;/|]")


def find_sites(reader: Reader, sections: list[Section]) -> None:
    """Enters the sites of the Dungeons and Outposts tab, so that the other tabs can be read by them."""
    for section in sections:
        if section.tab is not Tab.DUNGEONS:
            continue
        gap = True
        for line in section.lines:
            if not line.text.strip():
                gap = True
                continue
            if not (is_divider(line.text) or is_nothing(line.text)):
                _find_heading(reader, line, after_gap=gap)
            gap = False
    if not reader.sites.sites:
        _find_sites_in_front(reader, sections)


def _find_sites_in_front(reader: Reader, sections: list[Section]) -> None:
    """Where no line is a site's heading, whatever stands in front of a line's structures is one."""
    for section in sections:
        for line in section.lines if section.tab is Tab.DUNGEONS else ():
            if start := _front(reader, line):
                head = replace(line, text=f"{_head(line.text, start)}:")
                find_site_heading(reader, Tab.DUNGEONS, head, after_gap=True)


def _find_heading(reader: Reader, line: VisibleLine, *, after_gap: bool) -> tuple[Site | None, int]:
    """The site a line heads, and where its structures begin if they stand on the same line."""
    if is_remark(line.text) and without_frame(line) is line:
        return None, 0
    start = _front(reader, line)
    if not start:
        return find_site_heading(reader, Tab.DUNGEONS, line, after_gap=after_gap), 0
    head = replace(line, text=_head(line.text, start), emphasised=False)
    return find_site_heading(reader, Tab.DUNGEONS, head, after_gap=False), start


def _front(reader: Reader, line: VisibleLine) -> int:
    """``Skitterhole: Kobold Mine, Burrow``: where the structures begin behind what stands in front, 0 if nothing."""
    match = _FRONT.match(line.text)
    if match is None or _names_structure(reader, match["head"]):
        return 0
    first = parse_phrases(_BREAK.split(line.text[match.end() :], maxsplit=1)[0], reader.resources)
    rest = line.text[match.end() :]
    names = [rest[phrase.start : phrase.end] for phrase in first if isinstance(phrase, Name)]
    return match.end() if any(_names_structure(reader, name) for name in names) else 0


def _head(text: str, start: int) -> str:
    return text[:start].rstrip(" \t:-\u2013\u2014")


def _names_structure(reader: Reader, text: str) -> bool:
    return reader.catalogue.structures.find_exact(text) is not None


def read_dungeons(reader: Reader, section: Section) -> None:
    """Reads the structures of every site."""
    site: Site | None = None
    gap = True
    for line in section.lines:
        text = line.text
        if not text.strip():
            gap = True
            continue
        heading, start = None, 0
        if not (is_divider(text) or is_nothing(text)):
            heading, start = _find_heading(reader, line, after_gap=gap)
        gap = False
        if heading is not None:
            site = heading
        if (
            (heading is not None and not start)
            or is_divider(text)
            or is_nothing(text)
            or is_remark(text)
            or is_label(text)
            or parse_heading(text)
            or _read_structures(reader, line, site, start)
        ):
            reader.understood(Tab.DUNGEONS, line)
        else:
            reader.leave_to_game_master(Tab.DUNGEONS, line)


def _read_structures(reader: Reader, line: VisibleLine, site: Site | None, start: int) -> bool:
    text = line.text
    if (match := _LABEL_PREFIX.match(text)) and is_label(match.group()):
        start = match.end()
    phrases = [phrase for phrase in parse_phrases(text, reader.resources) if phrase.start >= start]
    found: list[list[Phrase]] = []
    for item in cut_items(text, phrases, _CUT_AT, lambda name: _names_structure(reader, name)):
        if any(isinstance(phrase, Name) for phrase in item):
            found.append(item)
        elif found:
            found[-1] += item  # "Snare | 2"
    if not found:
        return False
    several = len(found) > 1
    structures: list[StructureLine] = []
    for item in found:
        structure = _read_structure(reader, line, item, site, several=several)
        if structure is None:
            return False
        structures.append(structure)
    reader.post.structures += structures
    return True


def _read_structure(
    reader: Reader, line: VisibleLine, item: list[Phrase], site: Site | None, *, several: bool
) -> StructureLine | None:
    text = line.text
    name = next(phrase for phrase in item if isinstance(phrase, Name))
    count: Figure | None = None
    broken = any(isinstance(phrase, Name) and _BROKEN.fullmatch(text[phrase.start : phrase.end]) for phrase in item)
    for phrase in item:
        if isinstance(phrase, Count | Times) and count is None:
            count = phrase.figure
        elif isinstance(phrase, Bracket):
            kinds = [inner for inner in phrase.inner if not isinstance(inner, Mark)]
            if len(kinds) == 1 and isinstance(kinds[0], Count | Times) and count is None:
                count = kinds[0].figure
            broken = broken or bool(_BROKEN.search(text[phrase.start : phrase.end]))
    start, end = name.start, name.end
    number = 1 if count is None else count.value
    if count is None and (spelt := leading_number(fold(text[start:end]))):
        number, start = spelt[0], start + spelt[1]
    written = text[start:end]
    if (match := _BROKEN.match(written)) and match.end() < len(written):  # "Broken Palisade"
        broken, start = True, start + match.end() + 1
        written = text[start:end]
    elif (match := _BROKEN.search(written)) and match.start() > 0:
        broken, written = True, written[: match.start()].rstrip()
        end = start + len(written)
    span = line.span_of(start, end)
    named: Named[Structure] = reader.name_structure(Tab.DUNGEONS, written, span)
    if named.entry is None and (
        len(written.split()) > 6 or (several and not written[:1].isupper()) or _is_sentence(text)
    ):
        return None
    if count is not None and number is None:
        reader.amount_unread(Tab.DUNGEONS, count.text, line.span_of(count.start, count.end), count.likely)
        number = count.likely or 1
    return StructureLine(
        site,
        named,
        number or 0,
        line.span_of(item[0].start, item[-1].end),
        line.span_of(count.start, count.end) if count else None,
        broken,
    )


def _is_sentence(text: str) -> bool:
    return text.rstrip().endswith((".", "!", "?")) and len(text.split()) > 3
