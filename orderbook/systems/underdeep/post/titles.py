"""Titles of tabs, as people write them."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from orderbook.text.fold import LINES_KEPT, fold


class Tab(StrEnum):
    """The parts of an orders post (UD-ORD-01), by the rulebook's titles."""

    FLAVOUR = "Flavour Text"
    MESSAGES = "Messages"
    PRODUCTION = "Production"
    UPKEEP = "Upkeep"
    CONSTRUCTION = "Construction"
    RECRUITMENT = "Recruitment"
    WEALTH = "Wealth"
    DUNGEONS = "Dungeons and Outposts"
    ARMIES = "Armies"
    CHARACTERS = "Characters"
    TRADE = "Trade"
    ORDERS = "Orders"


class Heading(StrEnum):
    """The lists of the Construction tab: the rulebook's two, and one of finished projects that some players add."""

    UNDER = "Under Construction"
    BEGINNING = "Beginning Construction"
    FINISHED = "Finished"


TABS = tuple(Tab)

_TITLES: dict[Tab, tuple[str, ...]] = {
    Tab.FLAVOUR: (
        "flavour text", "flavor text", "flavour", "flavor", "fluff", "story", "narrative", "prologue", "ic text",
    ),
    Tab.MESSAGES: (
        "messages", "message", "communication", "communications", "letters", "missives", "messages sent",
        "outgoing messages", "mail", "correspondence",
    ),
    Tab.PRODUCTION: (
        "production", "income", "resources produced", "resource production", "productions", "weekly production",
        "weekly income", "revenue",
    ),
    Tab.UPKEEP: (
        "upkeep", "unit upkeep", "army upkeep", "upkeeps", "upkeep costs", "maintenance", "troop upkeep",
        "units upkeep", "upkeep cost",
    ),
    Tab.CONSTRUCTION: (
        "construction", "constructions", "building", "buildings", "build", "builds", "construction orders",
    ),
    Tab.RECRUITMENT: (
        "recruitment", "recruiting", "recruits", "recruit", "unit recruitment", "new units", "hiring", "new recruits",
        "recruitments",
    ),
    Tab.WEALTH: (
        "wealth", "treasury", "resources", "current wealth", "total wealth", "stockpile", "balance", "total resources",
        "bank", "coffers",
    ),
    Tab.DUNGEONS: (
        "dungeons and outposts", "dungeon and outposts", "dungeons/outposts", "dungeons", "outposts and dungeons",
        "dungeon", "holdings", "dungeons, outposts", "dungeons outposts", "dungeons and outpost",
        "dungeon and outpost", "settlements", "territory", "dungeons + outposts", "warrens and outposts",
        "oubliettes and outposts", "warrens", "oubliettes", "strongholds", "dungeons n outposts",
    ),
    Tab.ARMIES: (
        "armies", "army", "units", "troops", "forces", "military", "army list", "armies and units", "unit locations",
        "troop locations", "current armies",
    ),
    Tab.CHARACTERS: (
        "characters", "character", "leaders", "heroes", "leaders and officers", "officers", "character sheets",
        "commanders", "commanders and captains", "character stats", "leader",
    ),
    Tab.TRADE: (
        "trade", "trades", "trading", "trade agreements", "pending trades", "impending trades", "commerce",
    ),
    Tab.ORDERS: (
        "orders", "unit orders", "order", "army orders", "movement", "movements", "actions", "commands",
        "movement orders", "moves", "orders to units",
    ),
}  # fmt: skip

_HEADINGS: dict[Heading, tuple[str, ...]] = {
    Heading.UNDER: (
        "under construction", "still under construction", "currently under construction", "in progress", "continuing",
        "ongoing", "ongoing construction", "construction in progress", "being built", "already under construction",
        "continuing construction", "underway", "under way", "current construction", "current projects",
        "in construction", "works in progress", "work in progress", "already building", "current",
        "continued construction", "continued", "uc",
    ),
    Heading.BEGINNING: (
        "beginning construction", "begin construction", "new construction", "starting construction", "beginning",
        "new", "started", "starting", "newly begun", "started this week", "starting this week", "begun this week",
        "new projects", "new builds", "to begin", "begin", "construction begun", "begun", "starts", "new buildings",
        "new this week", "beginning this week", "start construction", "construction started",
        "beginning new construction", "bought", "bought before play", "before play", "bought before the first week",
        "purchased", "purchases", "starting purchases", "bought with starting resources", "ritual", "rituals",
        "rituals cast", "new rituals", "bc",
    ),
    Heading.FINISHED: (
        "finished", "finished this week", "finished now", "just finished", "newly finished", "finished construction",
        "completed", "completed this week", "completed construction", "completed projects", "just completed",
        "newly completed", "construction completed", "construction finished", "completing this week",
        "finishing this week",
    ),
}  # fmt: skip

_BEFORE_PLAY = frozenset({
    "bought", "bought before play", "before play", "bought before the first week", "purchased", "purchases",
    "starting purchases", "bought with starting resources",
})  # fmt: skip
"""Headings of what was bought before the first week; what stands apart from it is begun in that week (UD-TRN-03)."""

_ABBREVIATIONS = {
    "ic": Tab.FLAVOUR, "in character": Tab.FLAVOUR, "intro": Tab.FLAVOUR,
    "msg": Tab.MESSAGES, "msgs": Tab.MESSAGES, "prod": Tab.PRODUCTION, "upk": Tab.UPKEEP,
    "con": Tab.CONSTRUCTION, "const": Tab.CONSTRUCTION, "constr": Tab.CONSTRUCTION, "construct": Tab.CONSTRUCTION,
    "rec": Tab.RECRUITMENT, "recr": Tab.RECRUITMENT, "recruit": Tab.RECRUITMENT,
    "d and o": Tab.DUNGEONS, "d/o": Tab.DUNGEONS, "d+o": Tab.DUNGEONS, "d + o": Tab.DUNGEONS, "dando": Tab.DUNGEONS,
    "char": Tab.CHARACTERS, "chars": Tab.CHARACTERS,
}  # fmt: skip
"""Titles too short to forgive a slip in them."""

_BY_TITLE = {title: tab for tab, titles in _TITLES.items() for title in titles}
_BY_HEADING = {title: heading for heading, titles in _HEADINGS.items() for title in titles}

_TRIM = re.compile(r"^[\W_]+|[\W_]+$")
_MARKUP = re.compile(r"\[/?[a-z*][^\]]*\]", re.IGNORECASE)
_WEEK_WORDS = re.compile(
    r"\b(?:for|of|in)?\s*(?:the\s+)?(?:week|turn|wk|round|month)s?\s*#?\s*[0-9]+\b|\b[wt][0-9]{1,3}\b", re.IGNORECASE
)
_NUMBERING = re.compile(r"^\s*(?:[0-9]{1,2}|[ivxIVX]{1,4})\s*[.):]\s+")
_NOTE = re.compile(r"\s*\([^)]*\)[\s:.]*$")
_TAB_WORD = re.compile(r"\s+(?:tab|section|list|spoiler)$")
_MY = re.compile(r"^(?:my|our|the|all|weekly|this week's|current)\s+")


@lru_cache(maxsize=LINES_KEPT)
def fold_title(title: str) -> str:
    """A title without markup, numbering, week, notes in brackets; lower case, ``&`` as ``and``."""
    text = _MARKUP.sub("", fold(title))
    text = _WEEK_WORDS.sub(" ", text)
    text = _NUMBERING.sub("", text)
    text = _NOTE.sub("", text)
    text = text.lower().replace("&amp;", "and").replace("&", " and ")
    text = " ".join(_TRIM.sub("", text).split())
    return _TAB_WORD.sub("", text)


def is_before_play(title: str) -> bool:
    """Whether a heading is that of what was bought before the first week."""
    return fold_title(title) in _BEFORE_PLAY


@lru_cache(maxsize=1024)
def parse_tab_title(title: str) -> Tab | None:
    """The tab a title names, or None. One wrong letter is forgiven, as is ``My``, ``Week 4`` or a note in brackets."""
    if len(title) > 200:
        return None
    folded = fold_title(title)
    for form in (folded, _MY.sub("", folded)):
        if tab := _BY_TITLE.get(form) or _ABBREVIATIONS.get(form):
            return tab
    return _one_letter_off(folded) if len(folded) >= 5 else None


@lru_cache(maxsize=LINES_KEPT)
def parse_heading(text: str) -> Heading | None:
    """The construction list a line names, or None."""
    if len(text) > 100:
        return None
    folded = fold_title(text)
    if folded in _BY_HEADING:
        return _BY_HEADING[folded]
    return next(
        (heading for form, heading in _BY_HEADING.items() if len(form) >= 8 and is_one_slip(folded, form)), None
    )


def _one_letter_off(folded: str) -> Tab | None:
    found = {tab for title, tab in _BY_TITLE.items() if len(title) >= 5 and is_one_slip(folded, title)}
    return found.pop() if len(found) == 1 else None


def nearest_tab(title: str) -> Tab | None:
    """The tab an unknown title was probably meant to be, to be suggested; None when nothing is near."""
    from rapidfuzz.distance import OSA

    folded = fold_title(title)
    scored = sorted(((OSA.normalized_similarity(folded, form), tab) for form, tab in _BY_TITLE.items()), reverse=True)
    if not scored or len(folded) < 4 or scored[0][0] < 0.7:
        return None
    rivals = [score for score, tab in scored if tab is not scored[0][1]]
    return scored[0][1] if not rivals or scored[0][0] - rivals[0] >= 0.05 else None


def is_one_slip(first: str, second: str) -> bool:
    """Whether two words differ by one letter more, less, other, or by two neighbours changed over."""
    if abs(len(first) - len(second)) > 1 or first == second:
        return False
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    a, b = first[start:], second[start:]
    if len(first) == len(second):
        return a[1:] == b[1:] or (a[2:] == b[2:] and a[:2] == b[1::-1])
    return a[1:] == b if len(a) > len(b) else a == b[1:]


_WEEK_HEADER = re.compile(r"\b(?:week|turn|wk|round)\s*(?:no\.?|number|#|:|-)?\s*#?\s*([0-9]{1,4})\b", re.IGNORECASE)
_WEEK_WORD_NUMBER = re.compile(
    r"\b(?:week|turn)\s+(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"|\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+(?:week|turn)\b",
    re.IGNORECASE,
)
_WEEK_ROMAN = re.compile(r"\b(?:week|turn)\s+([IVX]{2,5}|[VX])\b", re.IGNORECASE)
_ROMANS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINAL_WEEK = re.compile(r"\b([0-9]{1,3})(?:st|nd|rd|th)\s+(?:week|turn)\b", re.IGNORECASE)


def parse_week(text: str) -> int | None:
    """The number of the week a header names: ``Week 3``, ``Turn #12``, ``week three``, ``3rd week``."""
    if match := _WEEK_HEADER.search(text) or _ORDINAL_WEEK.search(text):
        return int(match.group(1))
    if match := _WEEK_WORD_NUMBER.search(text):
        word = (match.group(1) or match.group(2)).lower()
        return (_NUMBERS if match.group(1) else _ORDINALS).index(word) + 1
    if (match := _WEEK_ROMAN.search(text)) and match.group(1) in _ROMANS:
        return _ROMANS.index(match.group(1)) + 1
    return None
