"""Dungeons and Outposts as a post names them, with the region in any form or none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.model import Site, SiteKind
from orderbook.systems.underdeep.post.phrases import Bracket, Place, parse_phrases
from orderbook.systems.underdeep.post.titles import Tab, is_one_slip
from orderbook.systems.underdeep.world.region import Region
from orderbook.text.fold import LINES_KEPT, fold
from orderbook.text.records import record
from orderbook.text.source import Span
from orderbook.text.tokens import leading_bullet

_KIND_LABEL = re.compile(
    r"^(?:(?:new|main|second|my|our|capital|capitol|captured)\s+)*(?P<kind>dungeon|outpost|warren|oubliette|clanhold|capital|"
    r"capitol|site|settlement)\s*(?:#?[0-9]+\s*)?[:\-]\s*",
    re.IGNORECASE,
)
_KINDS = {"outpost": SiteKind.OUTPOST, "settlement": SiteKind.SETTLEMENT}
_KIND_NOTE = re.compile(
    r"\s*(?:the |our |my |an? )?(?P<kind>dungeon|outpost|warren|oubliette|clanhold|capital|capitol|"
    r"settlement)\s*",
    re.IGNORECASE,
)
_NOTE = re.compile(r"(?<=\S)\s*[(\[{](?P<note>[^()\[\]{}]*)[)\]}][\s:.,;-]*$")
_EDGE = " \t:;,.-=*_~#<>@/|\u2022\"'\u00ab\u00bb!()[]{}"
_SIEGE = r"(?:besieged|beleaguered|blockaded|under\s+siege)"
_SIEGE_AHEAD = re.compile(rf"^\W*(?:the\s+)?{_SIEGE}\b\W*", re.IGNORECASE)
_SIEGE_BEHIND = re.compile(
    rf"\W+(?:(?:is|now|still|currently)\s+)*{_SIEGE}\b(?:\s+(?:by|since|for)\b.*)?\W*$", re.IGNORECASE
)
_DROPPED = re.compile(r"\b(?:the|outposts?|dungeon|at|of|in|warren|oubliette)\b")


@record
class SiteHeading:
    """A line that names a place: the name without its region (may be empty), the region if given."""

    name: str
    region: Region | None
    labelled: SiteKind | None = None


@lru_cache(maxsize=LINES_KEPT)
def split_place(text: str) -> SiteHeading:
    """A text into name and region: ``Skitterhole (LD4)``, ``LD4 - Skitterhole``, ``Outpost: Needle, Lowerdeep 31``."""
    folded = fold(text)
    start = leading_bullet(folded)
    places = _places(parse_phrases(text))
    region = places[0].region if places else None
    kept = list(text)
    for place in places:
        kept[place.start : place.end] = "\x00" * (place.end - place.start)
    name = "".join(kept)[start:].replace("\x00", "")
    name = re.sub(r"\(\s*\)|\[\s*\]|\{\s*\}", " ", name)
    name, note = _without_notes(" ".join(name.split()))
    name = _without_siege(re.sub(r"\s+(?:in|at)\s*$", "", name.strip(_EDGE)))
    labelled = None
    if match := _KIND_NOTE.fullmatch(note):
        labelled = _KINDS.get(match["kind"].lower(), SiteKind.DUNGEON)
    if match := _KIND_LABEL.match(fold(name)):
        labelled = _KINDS.get(match["kind"].lower(), SiteKind.DUNGEON)
        name = name[match.end() :]
    return SiteHeading(name.strip(_EDGE), region, labelled)


def _without_notes(name: str) -> tuple[str, str]:
    """A name and the note in brackets behind it, the first of several: ``Skitterhole (our capital) (besieged)``."""
    note = ""
    while match := _NOTE.search(name):
        name, note = name[: match.start()], match["note"]
    return name, note


def _without_siege(name: str) -> str:
    """A site's name where a post says beside it that the site is besieged: ``Besieged: Skitterhole``."""
    bare = _SIEGE_BEHIND.sub("", _SIEGE_AHEAD.sub("", name, count=1), count=1)
    return bare if bare.strip(_EDGE) else name


def _places(phrases: tuple[object, ...]) -> list[Place]:
    found: list[Place] = []
    for phrase in phrases:
        if isinstance(phrase, Place):
            found.append(phrase)
        elif isinstance(phrase, Bracket):
            found += _places(phrase.inner)
    return found


def kind_by_name(name: str) -> SiteKind | None:
    """An Outpost usually says so in its name; a Dungeon by the race's word for one."""
    words = fold_name(name).split()
    if any(word in ("outpost", "outposts") for word in words):
        return SiteKind.OUTPOST
    if any(word in ("dungeon", "warren", "oubliette", "clanhold") for word in words):
        return SiteKind.DUNGEON
    return None


@lru_cache(maxsize=LINES_KEPT)
def _core(folded: str) -> str:
    return " ".join(_DROPPED.sub(" ", folded).split())


@dataclass
class SiteBook:
    """The sites of a post, found again by name or region."""

    sites: list[Site] = field(default_factory=list)
    _by_name: dict[str, Site] = field(default_factory=dict)
    _by_region: dict[Region, Site] = field(default_factory=dict)
    _near: dict[str, Site | None] = field(default_factory=dict)

    def find(self, name: str, region: Region | None = None) -> Site | None:
        """The site a name or region means; one wrong letter is forgiven."""
        folded = fold_name(name) if name else ""
        if folded and (site := self._by_name.get(folded) or self._by_name.get(_core(folded) or folded)):
            return site
        if region is not None and (site := self._by_region.get(region)):
            return site
        return self._find_near(folded) if region is None and len(folded) >= 5 else None

    def _find_near(self, folded: str) -> Site | None:
        """The only site whose name is a letter off; remembered for as long as no name is added."""
        if folded not in self._near:
            near = {id(site): site for known, site in self._by_name.items() if is_one_slip(folded, known)}
            self._near[folded] = next(iter(near.values())) if len(near) == 1 else None
        return self._near[folded]

    def enter(self, heading: SiteHeading, tab: Tab, span: Span) -> Site:
        """The site of a heading, made if it is new; remembers where the tab names it."""
        site = self.find(heading.name, heading.region)
        if site is None:
            site = Site(heading.name or str(heading.region), heading.region)
            self.sites.append(site)
        folded = fold_name(heading.name)
        if folded not in self._by_name:
            self._near.clear()
        if folded:
            self._by_name.setdefault(folded, site)
            core = _core(folded)
            if core:
                self._by_name.setdefault(core, site)
        if heading.region is not None:
            site.region = site.region or heading.region
            self._by_region.setdefault(heading.region, site)
        site.kind = site.kind or heading.labelled
        site.headings.setdefault(tab, span)
        return site
