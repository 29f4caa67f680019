"""Leaders, Commanders and Captains among the lines of Armies (UD-ORD-27, UD-CMD-01)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.bbcode.lines import VisibleLine
from orderbook.rulebook.model import Unit
from orderbook.systems.underdeep.post.model import ArmyLine, Named, Site
from orderbook.systems.underdeep.post.phrases import Bracket, parse_phrases
from orderbook.systems.underdeep.post.reader import Reader, tight_span
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.post.whereabouts import STATES
from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.text.fold import fold
from orderbook.text.tokens import leading_bullet

RANK = re.compile(
    r"\b(?P<rank>commander|captain|cmdr|capt)\b\.?(?:\s+(?:of|at|for|in)\s+(?P<site>[^(\[\-–—@,;:]+))?", re.IGNORECASE
)
_HEAD_END = re.compile(
    r"\s+[-@]+\s+|\s*[,:(\[;|]|\s@|\s+(?=(?:garrisoned|entrenched|encamped|stationed|at|in)\b)", re.IGNORECASE
)
_TITLE = re.compile(
    r"^(?:the\s+)?(?:commander|captain|cmdr|capt)\b\.?\s*|\s+the\s+(?:commander|captain)$", re.IGNORECASE
)
_BETWEEN = re.compile(rf"[,;/]|{RANK.pattern}", re.IGNORECASE)
_TABLE_EDGE = re.compile(r"[\s|]*")
_MOST_NAMES = 6
_LEADER_RANK = re.compile(r"\b(?:leader|ruler|overlord|chieftain|queen|king)\b", re.IGNORECASE)


def rank_named(word: str) -> str:
    """ "Commander" or "Captain" for the word, short or not, that means it."""
    return "Captain" if word.lower().startswith("capt") else "Commander"


def without_rank(name: str) -> str:
    """``Captain Mog`` without the rank; empty for a rank alone."""
    return _TITLE.sub("", name).strip()


def _is_name(head: str) -> bool:
    """Whether words without a number may be somebody's name, where nobody knows the faction's units."""
    return head[:1].isupper() and len(head.split()) <= _MOST_NAMES and not any(char.isdigit() for char in head)


def read_officer(
    reader: Reader, line: VisibleLine, where: Region | None, site: Site | None, state: str
) -> ArmyLine | None:
    """``Thori, Captain of Khul-Dothar (Dwarf Ironbound) - Garrisoned at ...``, or a faction's leader."""
    text = line.text
    folded = fold(text)
    edge = _TABLE_EDGE.match(folded, leading_bullet(folded))
    begin = edge.end() if edge is not None else 0
    match = RANK.search(folded)
    bracketed = [
        (phrase.inner_start, phrase.inner_end)
        for phrase in parse_phrases(text, reader.resources)
        if isinstance(phrase, Bracket)
    ]
    head = _HEAD_END.split(folded[begin:], maxsplit=1)[0].strip()
    leader = _leader(reader, head, [text[start:stop] for start, stop in bracketed])
    if match is None:
        is_ruler = leader is not None or (reader.catalogue.faction is None and bool(state) and _is_name(head))
        if not is_ruler or folded[begin : begin + 1].isdigit():
            return None
        named = Named(text[begin : begin + len(head)], line.span_of(begin, begin + len(head)), leader)
        return ArmyLine(named, 1, tight_span(line), site, where, state, head, "Leader")
    person = without_rank(head)
    if not person or (match.start() == begin and match["site"]):  # "Captain: Mog", "Captain of Needle Outpost: Mog"
        person = _HEAD_END.split(folded[match.end() :].strip(" :-,"), maxsplit=1)[0].strip()
    rank = rank_named(match["rank"])
    unit: Named[Unit] = Named("", line.span_of(begin, begin + len(head)))
    for start, stop in _cut_brackets(folded, bracketed):
        found = reader.catalogue.unit(text[start:stop])
        if found is not None:
            unit = reader.name_unit(Tab.ARMIES, text[start:stop], line.span_of(start, stop))
            break
        if not find_regions(fold(text[start:stop])) and not STATES.search(text[start:stop]):
            unit = Named(text[start:stop], line.span_of(start, stop))
    else:
        if unit.entry is None and not unit.text:
            unit = _unit_in_words(reader, line, folded, begin) or unit
    if site is None and match["site"] and (found_site := reader.sites.find(match["site"].strip())):
        site, where = found_site, where or found_site.region
    return ArmyLine(unit, 1, tight_span(line), site, where, state, person, rank)


def _cut_brackets(folded: str, brackets: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What stands in brackets, piece by piece, but for the rank: ``(Commander, Kobold Slinger)``."""
    for start, stop in brackets:
        edges = [start, *(edge for match in _BETWEEN.finditer(folded, start, stop) for edge in match.span()), stop]
        for first, last in zip(edges[::2], edges[1::2], strict=True):
            words = folded[first:last]
            if words.strip():
                yield first + len(words) - len(words.lstrip()), first + len(words.rstrip())


def _unit_in_words(reader: Reader, line: VisibleLine, folded: str, begin: int) -> Named[Unit] | None:
    """``Thori, Dwarf Ironbound, Captain of ...`` without brackets."""
    at = begin
    for piece in re.split(r"([,;:]|\s-\s)", folded[begin:]):
        word = piece.strip()
        if word and reader.catalogue.units.find_exact(word) is not None:
            start = at + piece.index(word)
            return reader.name_unit(Tab.ARMIES, word, line.span_of(start, start + len(word)))
        at += len(piece)
    return None


def _leader(reader: Reader, head: str, brackets: list[str]) -> Unit | None:
    """The leader's entry when the line is the faction's head, by name or by a bracket such as (Derro Overlord)."""
    for text in (head, *brackets):
        found = reader.catalogue.units.find_exact(text)
        if found is not None and found.leader:
            return found
    faction = reader.catalogue.faction
    leaders = [unit for unit in faction.units if unit.leader] if faction else []
    if len(leaders) != 1 or any(char.isdigit() for char in head):
        return None
    title = head.split(" ", 1)[0].lower() in (title.lower() for title in leaders[0].titles)
    return leaders[0] if title or _LEADER_RANK.search(head) else None
