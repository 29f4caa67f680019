"""Lines a forum puts around a post: buttons, dates, member titles, signature rules."""

from __future__ import annotations

import re

_BUTTONS = (
    "quote|multi-?quote|reply|reply with quote|like|likes|unlike|share|edit|delete|report|report to moderator|logged|"
    "ip: logged|permalink|bookmark|ignore|pm|www|profile|back to top|top|thanks|thank|quick reply|quick edit|"
    "like reply|like quote reply|print|show|hide|show spoiler|hide spoiler|click to expand\\.{0,3}|"
    "show[ /|]{1,3}hide|click to show|click to hide|\\(click to show/hide\\)|show/hide|spoiler|select all|"
    "code: ?(?:\\[?select\\]?|select all)|"
    "expand|collapse|copy|copy link|online|offline|private message|send pm|view profile"
)
_MEMBERS = (
    "newbie|jr\\. member|junior member|full member|member|sr\\. member|senior member|hero member|legendary member|"
    "moderator|global moderator|super moderator|administrator|well-known member|active member|new member|registered|"
    "topic author|thread starter|original poster|game master|dungeon master"
)
_DATE = (
    "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?"
    "(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.? [0-9]{1,2}|[0-9]{1,2}(?:st|nd|rd|th)? "
    "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}|[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|today|yesterday)"
    "(?:,? ?[0-9]{4})?"
)
_CHROME = re.compile(
    "(?:"
    f"(?:{_BUTTONS})"
    f"|(?:{_MEMBERS})"
    "|#[0-9]{1,6}"
    "|(?:page|pages:?) [0-9\\[\\] .]{1,60}"
    "|[_\u2014\u2015]{5,}"
    "|posts?: [0-9][0-9,. ]{0,12}"
    "|(?:likes|karma|thanks|reaction score|activity|merit|reputation|points): \\+?-?[0-9][0-9,./+ -]{0,14}"
    "|joined:? .{1,40}|registered: .{1,40}|member since:? .{1,40}"
    "|(?:posted|posted on|posted by|posted:|last edited|last edited by|edited by|re: .{1,80} on|on):? .{0,80}"
    f"{_DATE}.{{0,60}}"
    "|posted by:? \\S.{0,60}"
    "|[\u00ab\u00bb].{1,200}[\u00ab\u00bb]"
    "|quote from: .{1,120}"
    f"|{_DATE},? (?:at )?[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})? ?(?:[ap]m)?(?: #[0-9]{{1,6}})?"
    "|reactions: .{1,100}"
    "|.{1,60} (?:and [0-9]{1,4} others? )?(?:like this|likes this|liked this post|like this post)\\.?"
    "|sent from my .{1,60}"
    ")",
    re.IGNORECASE,
)
_LONGEST = 240


def is_chrome(line_text: str) -> bool:
    """Whether a line is a forum's own boilerplate (``Quote``, ``#12``, ``Posted by: ...``) rather than the player's."""
    text = line_text.replace("\u00a0", " ").strip()
    return bool(text) and len(text) <= _LONGEST and _CHROME.fullmatch(text) is not None
