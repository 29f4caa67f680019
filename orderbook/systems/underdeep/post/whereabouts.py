"""Where a line of Armies puts its units: the region, the site, the state they are in (UD-ORD-25)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.systems.underdeep.post.model import Site
from orderbook.systems.underdeep.post.sites import SiteBook, split_place
from orderbook.systems.underdeep.world.region import Region, find_regions
from orderbook.text.fold import fold

STATES = re.compile(
    r"\b(?P<state>garrison(?:ed|ing)?|entrench(?:ed|ing)?|dug[ -]in|encamp(?:ed|ing|ment)?|camp(?:ed|ing)?|"
    r"(?:in|set|lying in|laying)\s+(?:an\s+)?ambush|ambush(?:ing)?|infiltrat(?:ed|ing)|besieg(?:ing|ed)|in the field|"
    r"station(?:ed)?|stand(?:ing|s)?|hidden|hiding|diseased|located|based|resting|holding|guarding|at large)\b",
    re.IGNORECASE,
)
WHERE_WORD = re.compile(r"^\s*(?:at|in|on|@|near|within|inside|outside|of)\s+", re.IGNORECASE)
_CUT = re.compile(r"\s[-@]+\s?|@|\||\bgarrison\w*\b|\bentrench\w*\b|\bencamp\w*\b|\bambush\w*\b|:|;")
_AT = re.compile(r"\b(?:at|in)\b", re.IGNORECASE)
_COMES_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_COMES_FROM_OR_GOES_TO = re.compile(
    r"\b(?:from|to|towards?|via|left|was (?:in|at)|were (?:in|at)|bound for|ordered to|last week)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_IS_ANYWHERE = re.compile(r"station(?:ed)?|stand(?:ing|s)?|located|based|resting|holding|guarding|at large|diseased")
_LONGEST_LINE = 400
_NAME = r"(?P<name>[A-Z][\w'.]*(?:[ -](?:of|the|at|in|and|[A-Z0-9][\w'.]*)){0,5})"
_NAME_BEFORE = re.compile(
    rf"(?:\b(?:at|in|of|near|within|inside|outside|besieging|guarding|holding)\s+(?:the\s+)?|[@:|,(]\s*|\s-+\s*|^\W*)"
    rf"{_NAME}\s*[,(\[|-]*\s*(?:in\s+|at\s+)?$"
)
_NAME_BEHIND = re.compile(rf"\s*[(\[,]\s*{_NAME}\s*[)\]]")
_IN_GARRISON = re.compile(rf"\b(?i:garrison\w*)\s+(?:at|in|of)\s+(?:the\s+)?{_NAME}")
_NO_NAMES = frozenset(("In", "At", "The", "Region", "Garrisoned", "Commander", "Captain", "Total"))
_BRACKET = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")


def find_where(sites: SiteBook, text: str, *, is_headed: bool = False) -> tuple[Region | None, Site | None]:
    """Place of a line: the last region it names, the last site; a site in brackets only where no other is named.

    Where units came from, or go to, is not where they are, if the line or its heading (``is_headed``) tells that.
    """
    folded = fold(text)
    regions = find_regions(folded)
    here = [region for region in regions if not _is_elsewhere(folded, region[0])]
    regions = here if here or is_headed else regions
    region = regions[-1][2] if regions else None
    site = find_named_site(sites, text)
    if region is not None and site is None:
        site = sites.find("", region)
    return region, site


def find_named_site(sites: SiteBook, text: str) -> Site | None:
    """The last site a line has by name; one in brackets only where no other is named."""
    folded = fold(text)
    bare = _BRACKET.sub(" ", folded)
    notes = [first or second for first, second in _BRACKET.findall(folded)]
    return _last_site(sites, _CUT.split(bare)) or _last_site(sites, _AT.split(bare)[1:]) or _last_site(sites, notes)


def _is_elsewhere(folded: str, start: int) -> bool:
    """Whether a region stands behind "from", or in a note behind "to" and the like."""
    before = folded[:start]
    in_note = before.count("(") > before.count(")") or before.count("[") > before.count("]")
    return bool((_COMES_FROM_OR_GOES_TO if in_note else _COMES_FROM).search(before))


def find_state(text: str) -> str:
    """The state a line puts its units in as written, in small letters; empty for none.

    Of several words one that the rules know ("entrenched") goes before one that only says where ("standing").
    """
    states = [match["state"].lower() for match in STATES.finditer(fold(text))]
    return next((state for state in states if not _IS_ANYWHERE.fullmatch(state)), states[0] if states else "")


def find_strange_site(text: str) -> str:
    """The name of a site that the post does not list, where a line names one beside its region or its garrison:
    ``Garrisoned at Castle Vane (Upperdeep 12)``. Empty for none."""
    folded = fold(text)
    if len(folded) > _LONGEST_LINE:
        return ""
    regions = find_regions(folded)
    if regions:
        start, end, _ = regions[-1]
        before, behind = STATES.sub(lambda match: " " * len(match.group()), folded[:start]), folded[end:]
        match = _NAME_BEFORE.search(before) or _NAME_BEHIND.match(behind) or _IN_GARRISON.search(behind)
    else:
        match = _IN_GARRISON.search(folded)
    name = " ".join(match["name"].split()).strip(" ,.-'") if match else ""
    return "" if STATES.search(name) or name.split(" ", 1)[0] in _NO_NAMES else name


def _last_site(sites: SiteBook, pieces: Iterable[str]) -> Site | None:
    found: Site | None = None
    for piece in pieces:
        for part in (piece, *piece.split(",")):
            name = split_place(WHERE_WORD.sub("", part.strip(" ,.()"))).name
            name = WHERE_WORD.sub("", STATES.sub(" ", name).strip(" ,.-"))
            if name:
                found = sites.find(name) or found
    return found
