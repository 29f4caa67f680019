"""Reading the Messages tab: who is written to, and how often (UD-ORD-08, UD-COM-01)."""

from __future__ import annotations

import re

from orderbook.bbcode.lines import VisibleLine
from orderbook.systems.underdeep.post.lines import is_divider, is_nothing
from orderbook.systems.underdeep.post.model import Message, Section
from orderbook.systems.underdeep.post.reader import Reader, tight_span
from orderbook.systems.underdeep.post.titles import Tab, parse_tab_title
from orderbook.text.fold import fold

_LEAD = re.compile(
    r"^\W*(?:(?:an?|my|our|secret|private|short|first|second|third|another|the|urgent|sealed)\s+)*"
    r"(?:(?:message|msg|letter|missive|note|reply|response|answer|scroll|bat|word|re)s?\s*(?:no\.?|number|#)?\s*[0-9]{0,2}\s*)?"
    r"(?:[:\-]\s*)?(?:(?:sent\s+)?(?:to|for)(?:\s*:\s*|\s+)|re:\s*)?",
    re.IGNORECASE,
)
_REPLY = re.compile(r"\b(?:re|repl(?:y|ies)|respon[sd]\w*|answer\w*)\b", re.IGNORECASE)
_NUMBER_TAIL = re.compile(r"\s*(?:\(?#?[0-9]{1,2}\)?|\([^)]*\)|part [0-9])\s*$", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:,|;|/|&|\band\b|\+)\s*", re.IGNORECASE)
_HEADING = re.compile(
    r"^[\s=*_#~+>-]*(?P<title>(?:(?:an?|my|second|another|first|third)\s+)?(?:message|letter|missive|reply|note)s?\s+"
    r"(?:to|for)(?:\s*:\s*|\s+)[^\s.][^.!?]{1,60}?)[\s=*_#~:+-]*$",
    re.IGNORECASE,
)
_SALUTATION = re.compile(
    r"^\s*(?:(?:to|for)\s*:?|dear|greetings,?|hail,?|my dear)?\s*(?P<name>[^\d,:!.]{2,40}?)\s*[,:!]\s*$", re.IGNORECASE
)


def read_messages(reader: Reader, section: Section) -> None:
    """Each spoiler is a message to those its title names; the tab's own text is one to whom its salutation names."""
    headed = False
    for line in section.lines:
        if line.text.strip():
            reader.understood(Tab.MESSAGES, line)
        if match := _HEADING.match(fold(line.text)):
            headed = True
            reply = bool(_REPLY.search(fold(line.text)))
            reader.post.messages.append(Message(_recipients(match["title"]), tight_span(line), reply=reply))
    own = None if headed else _salutation(section.lines)
    if own:
        reader.post.messages.append(Message((own,), section.title_span, titled=False))
    for title, span, lines in section.children:
        named = _recipients(title)
        recipients = named
        if not recipients and (name := _salutation(lines)):
            recipients = (name,)
        if recipients:
            reader.post.messages.append(
                Message(recipients, span, reply=bool(_REPLY.search(fold(title))), titled=bool(named))
            )
        for line in lines:
            if line.text.strip():
                reader.understood(Tab.MESSAGES, line)


def _recipients(title: str) -> tuple[str, ...]:
    folded = fold(title).strip()
    if not folded or parse_tab_title(folded) is Tab.MESSAGES:
        return ()
    rest = _LEAD.sub("", folded, count=1).strip(" .:-\"'")
    rest = _NUMBER_TAIL.sub("", rest).strip()
    names = [name.strip(" .:\"'") for name in _BETWEEN.split(rest)]
    return tuple(dict.fromkeys(name for name in names if name))


def _salutation(lines: list[VisibleLine]) -> str | None:
    """The name a message begins with, such as ``Warlord Brogg,``."""
    for line in lines:
        text = fold(line.text)
        if not text.strip():
            continue
        if is_nothing(text) or is_divider(text):
            return None
        match = _SALUTATION.match(text)
        return match["name"].strip() if match else None
    return None
