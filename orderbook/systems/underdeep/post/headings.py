"""Which lines of a tab name a place, and which only introduce others."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.bonuses import parse_bonus
from orderbook.systems.underdeep.post.model import Site
from orderbook.systems.underdeep.post.phrases import (
    Amount,
    Bracket,
    Count,
    Duration,
    Label,
    Name,
    Phrase,
    Times,
    parse_phrases,
)
from orderbook.systems.underdeep.post.reader import Reader, tight_span
from orderbook.systems.underdeep.post.sites import split_place
from orderbook.systems.underdeep.post.titles import Tab, fold_title, parse_heading
from orderbook.text.fold import LINES_KEPT

_LABELS = re.compile(
    r"^(?:rooms?|chambers?|structures?|buildings?|completed?(?: rooms?| structures?)?|finished|traps?|defen[cs]es?|"
    r"traps? (?:and|&) defen[cs]es?|defen[cs]es? (?:and|&) traps?|walls?|other|misc(?:ellaneous)?|units?|troops?|"
    r"regiments?|garrison(?:ed)?|(?:in the )?field|army|armies|leaders?|officers?|characters?|mines?|farms?|food|"
    r"bonus(?:es)?|terrain|production(?: rooms?)?|recruitment(?: rooms?)?|dungeons?|outposts?|recruit(?:s|ed|ing)?|"
    r"new recruits?|income|costs?|expenses?|upkeep|wealth|trades?|orders?|resources?|special|unique|infantry|cavalry|"
    r"monsters?|spellcasters?|casters?|item|name|count|number|amount|unit|room|location|structure|resource|source|weeks?|time|status|produces?)$"
)
_KIND_WORD = re.compile(r"\S\s+(?:outpost|dungeon|warren|oubliette|clanhold)$", re.IGNORECASE)
_LEADING_NUMBER = re.compile(r"[0-9]+(?!st|nd|rd|th)\b\s*")
_STATING = (Amount, Label)
_COUNTING = (Amount, Count, Times, Duration, Label)
_BREAK = re.compile(r"[|\t]")
_FIGURE_LIKE = re.compile(r"\?|^\s*\+")
_FRAMED = re.compile(r"\W*?(?:\[+|\{+|<+)(?P<inner>[^\r\n]+?)(?:\]+|\}+|>+)[\s:.,]*$")
_MOST_NOTE_WORDS = 5
_SMALL_WORDS = frozenset(("the", "of", "at", "in", "on", "and", "a", "an"))


@lru_cache(maxsize=LINES_KEPT)
def is_label(text: str) -> bool:
    """Whether a line only says what kind of thing follows: "Traps and Defences:", "Rooms"; table heads too."""
    if _FIGURE_LIKE.search(text):
        return False  # "+?? Food (Midden)"
    cells = [cell for cell in _BREAK.split(text) if cell.strip()]
    return bool(cells) and len(cells) <= 8 and all(_LABELS.match(fold_title(cell)) for cell in cells)


def without_frame(line: VisibleLine) -> VisibleLine:
    """A line that stands in square, curly or pointed brackets as a whole, set off by them instead:
    ``[Skitterhole (Lowerdeep 4)]``. What is in them may still be a remark."""
    match = _FRAMED.match(line.text)
    if match is None or any(char in "[]{}<>" for char in match["inner"]):
        return line
    start, end = match.span("inner")
    text = line.text
    return replace(line, text=" " * start + text[start:end] + " " * (len(text) - end), emphasised=True)


def _is_titled(name: str) -> bool:
    """Whether words are written like a name: ``Outpost at the Narrows``, but not ``as of week 4``."""
    words = name.split()
    return (
        0 < len(words) <= _MOST_NOTE_WORDS
        and all(word[:1].isupper() or word[:1].isdigit() or word.lower() in _SMALL_WORDS for word in words)
        and any(word[:1].isupper() for word in words)
    )


def is_bare_region(text: str) -> bool:
    """Whether a line is a region and nothing else, which heads the lines of troops or projects out there."""
    heading = split_place(text) if len(text) <= 60 else None
    return heading is not None and heading.region is not None and not heading.name


def _counts_something(phrases: tuple[Phrase, ...]) -> bool:
    return any(isinstance(phrase, _COUNTING) for phrase in phrases)


def find_site_heading(reader: Reader, tab: Tab, line: VisibleLine, *, after_gap: bool) -> Site | None:
    """The site a line is the heading of, or None for any other line.

    ``after_gap``: the line is the first of its tab or follows a blank line. New sites are taken up where a region
    is given or, in the list of sites itself, where the line can be nothing else.
    """
    framed, line = line, without_frame(line)
    text = line.text
    if len(text) > 160 or is_label(text):
        return None
    heading = split_place(text)
    known = reader.sites.find(heading.name, heading.region) if heading.name or heading.region else None
    if line is not framed and known is None and not _is_titled(heading.name):
        return None  # a remark
    phrases = parse_phrases(text, reader.resources)
    if any(isinstance(phrase, _STATING) for phrase in phrases):
        return None
    if heading.region is None:
        exact = reader.sites.find(heading.name) if heading.name else None
        if exact is not None and not _counts_something(phrases):
            return reader.sites.enter(heading, tab, tight_span(line))
        called_so = _KIND_WORD.search(heading.name) is not None
        if tab is not Tab.DUNGEONS or _counts_something(phrases):
            return None
        if not (after_gap or line.emphasised or called_so):
            return None
        if not heading.name or _is_something_else(reader, heading.name) or "," in text:
            return None
        if reader.sites.sites and not (line.emphasised or called_so or text.rstrip().endswith(":")):
            return None
        return reader.sites.enter(heading, tab, tight_span(line))
    if not heading.name:
        return reader.sites.enter(heading, tab, tight_span(line)) if known or tab is Tab.DUNGEONS else None
    if known is not None and _same_name(reader, heading.name, known):
        return reader.sites.enter(heading, tab, tight_span(line))
    labelled = heading.labelled is not None and not any(isinstance(p, Duration | Times) for p in phrases)
    numbered = tab is Tab.DUNGEONS and _has_number_in_name(reader, heading.name, line, phrases)
    if _counts_something(phrases) and not (labelled or numbered):
        return None
    if _is_something_else(reader, heading.name, exactly=True):
        return None
    if tab is Tab.ARMIES and not (line.emphasised or text.rstrip().endswith(":")):
        return None
    if any(_is_more_than_a_note(reader, text, phrase) for phrase in phrases if isinstance(phrase, Bracket)):
        return None
    return reader.sites.enter(heading, tab, tight_span(line))


def _is_more_than_a_note(reader: Reader, text: str, bracket: Bracket) -> bool:
    """Whether a bracket holds more than a few words about a site, such as the unit somebody was promoted from."""
    names = [text[phrase.start : phrase.end] for phrase in bracket.inner if isinstance(phrase, Name)]
    catalogue = reader.catalogue
    return any(
        len(name.split()) > _MOST_NOTE_WORDS
        or catalogue.structures.find_exact(name) is not None
        or catalogue.units.find_exact(name) is not None
        for name in names
    )


def _has_number_in_name(reader: Reader, name: str, line: VisibleLine, phrases: tuple[Phrase, ...]) -> bool:
    """Whether a number in a line with a region is part of a site's name: ``Hole 7``, ``The 13th Stair``.

    A number in front counts things, unless the line is set off as a heading and names nothing that can be counted.
    """
    if any(isinstance(phrase, Duration | Times) for phrase in phrases):
        return False
    leading = _LEADING_NUMBER.match(name)
    bare = name[leading.end() :] if leading else name
    if _is_something_else(reader, bare):
        return False
    return leading is None or line.emphasised or line.text.rstrip().endswith(":")


def _same_name(reader: Reader, name: str, site: Site) -> bool:
    return reader.sites.find(name) is site


def _is_something_else(reader: Reader, name: str, *, exactly: bool = False) -> bool:
    """Whether a name is a structure's, a unit's or a word for a list. With a region beside it only an exact one is."""
    catalogue = reader.catalogue
    find_structure = catalogue.structures.find_exact if exactly else catalogue.structure
    find_unit = catalogue.units.find_exact if exactly else catalogue.unit
    return bool(find_structure(name) or find_unit(name) or parse_heading(name) or parse_bonus(name) or is_label(name))
