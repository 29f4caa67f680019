"""Folded parts that a forum of Markdown or HTML writes as ``<details>``, read as the tags they are.

Only a text with such a part has HTML tags; in any other ``<b>`` is what somebody typed.
"""

from __future__ import annotations

import re
from itertools import pairwise

from orderbook.bbcode.roles import ROLE_OF, Role
from orderbook.bbcode.scanner import Tag

_FOLDED = "<details"
_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,15})(?P<more>\s[^<>]{0,400})?/?>")
_SUMMARY = re.compile(
    r"\s{0,40}<summary(?:\s[^<>]{0,200})?>(?P<title>(?:(?!<summary|</details).){0,400}?)</summary\s{0,3}>",
    re.IGNORECASE | re.DOTALL,
)
_ANY_TAG = re.compile(r"<[^<>]{0,200}>")
_NAMES = {"p": "div"}
_ROLES = frozenset({
    Role.STYLE, Role.STRIKE, Role.QUOTE, Role.LIST, Role.ITEM, Role.TABLE, Role.ROW, Role.CELL, Role.VOID,
})  # fmt: skip


def add_html_tags(view: str, tags: list[Tag]) -> list[Tag]:
    """``tags`` with the HTML tags of a text that has ``<details>`` in it, in the order of the text."""
    if _FOLDED not in view.lower():
        return tags
    taken = _raw_stretches(tags)
    found = [tag for tag in _scan(view) if not any(start <= tag.start < end for start, end in taken)]
    result: list[Tag] = []
    for tag in sorted((*tags, *found), key=lambda tag: tag.start):
        if not result or tag.start >= result[-1].end:  # none within another's title
            result.append(tag)
    return result


def _scan(view: str) -> list[Tag]:
    found: list[Tag] = []
    position = 0
    for match in _TAG.finditer(view):
        if match.start() < position:
            continue
        name = _NAMES.get(match["name"].lower(), match["name"].lower())
        end = match.end()
        if name == "details":
            summary = None if match["slash"] else _SUMMARY.match(view, end)
            title = " ".join(_ANY_TAG.sub("", summary["title"]).split()) if summary else ""
            position = end = summary.end() if summary else end
            option = f"={title}" if title else ""
            found.append(Tag(name, Role.TAB, match.start(), end, bool(match["slash"]), option))
        elif match["slash"] and name not in ROLE_OF and _is_misspelt(name):
            flaw, repair = f"is no closing tag, </{_FOLDED[1:]}> is", f"</{_FOLDED[1:]}>"
            found.append(Tag(_FOLDED[1:], Role.TAB, match.start(), end, True, flaw=flaw, repair=repair))
        elif ROLE_OF.get(name) in _ROLES:
            found.append(Tag(name, ROLE_OF[name], match.start(), end, bool(match["slash"])))
    return found


def _is_misspelt(name: str) -> bool:
    """``</detials>``, ``</detail>``: meant to end a folded part."""
    from rapidfuzz.distance import OSA

    return OSA.distance(name, _FOLDED[1:], score_cutoff=2) <= 2


def _raw_stretches(tags: list[Tag]) -> list[tuple[int, int]]:
    """What stands in ``[code]`` and the like."""
    raw = [tag for tag in tags if tag.role is Role.RAW]
    return [
        (opener.end, closer.start)
        for opener, closer in pairwise(raw)
        if not opener.is_closer and closer.is_closer and opener.name == closer.name
    ]
