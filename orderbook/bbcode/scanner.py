"""One pass over a post that finds its tags; whatever is no tag is text."""

from __future__ import annotations

import re

from orderbook.bbcode.options import parse_title
from orderbook.bbcode.roles import COMMON_WORDS, MARKERS, ROLE_OF, Role

# The last group takes the closing bracket, with a plain option before it if there is one.
_TAG = re.compile(r"\[(/?)[ \t]{0,2}([A-Za-z][A-Za-z0-9]{0,15}|[*@+#])(\]|=[^\[\]\"'&\r\n]{1,200}\])?")
_QUOTED_OPTION = re.compile(
    r"""=[ \t]{0,3}("[^"\r\n]{0,400}"|'[^'\r\n]{0,400}'|&quot;[^\r\n]{0,400}?&quot;)"""
    r"""(?:[ \t]{1,3}[\w-]{1,30}=(?:"[^"\r\n]{0,200}"|'[^'\r\n]{0,200}'|[^\s\[\]"']{1,200})){0,8}[ \t]{0,3}\]"""
)
_BRACKET_OR_LINE_END = re.compile(r"[\[\]\r\n]")
_LONGEST_OPTION = 600
_DEEPEST_BRACKETS = 5


class Tag:
    """A tag as it stands in the text from ``start`` to ``end``.

    ``weak``: it counts as a tag only when its partner is there. ``flaw`` says in words what is wrong with the
    way it is written ("" for a proper tag), ``repair`` is its right spelling.
    """

    __slots__ = ("_title", "end", "flaw", "is_closer", "name", "option", "repair", "role", "start", "weak")

    def __init__(
        self,
        name: str,
        role: Role,
        start: int,
        end: int,
        is_closer: bool = False,
        option: str = "",
        weak: bool = False,
        flaw: str = "",
        repair: str = "",
    ) -> None:
        self.name = name
        self.role = role
        self.start = start
        self.end = end
        self.is_closer = is_closer
        self.option = option
        self.weak = weak
        self.flaw = flaw
        self.repair = repair
        self._title: str | None = None

    @property
    def title(self) -> str:
        if self._title is None:
            self._title = parse_title(self.role, self.option) if self.option else ""
        return self._title

    def __repr__(self) -> str:
        return f"Tag({'/' if self.is_closer else ''}{self.name}{self.option!r} {self.start}-{self.end} {self.flaw})"


_REMARK_MARKS = ("ooc", "gm")
"""Tags that many write in front of a remark without ever closing one: then they are words, not tags."""


def scan_tags(view: str) -> list[Tag]:
    """All tags of ``view`` in order. Linear in its length, whatever it holds.

    Nothing inside ``[code]`` and its kin is a tag but their closer; without a closer they hold nothing.
    """
    tags: list[Tag] = []
    position = 0
    raw_names_without_closer: set[str] = set()
    remarks = {name for name in _REMARK_MARKS if f"[/{name}" not in view.lower()} if "[" in view else set()
    for match in _TAG.finditer(view):
        start, end = match.span()
        if start < position:  # inside an option or a raw block
            continue
        slash, word, rest = match.groups()
        name = word.lower()
        role = ROLE_OF.get(name)
        if role is None or name in remarks:
            continue
        if slash:
            if rest == "]":
                tags.append(Tag(name, role, start, end, True))
            continue
        option = ""
        if rest != "]":
            if rest is None:
                end = find_option_end(view, end)
                if not end:
                    continue
            option = view[match.end(2) : end - 1]
            if not option.strip(" \t/"):
                option = ""
            position = end
        if name in MARKERS and name != "*" and not _opens_a_line(view, start):
            continue
        tags.append(Tag(name, role, start, end, False, option, _is_weak(name, role, option)))
        if role is Role.RAW and name not in raw_names_without_closer:
            closer = re.compile(rf"\[/[ \t]{{0,2}}{name}\]", re.IGNORECASE).search(view, end)
            if closer:
                tags.append(Tag(name, role, closer.start(), closer.end(), True))
                position = closer.end()
            else:
                raw_names_without_closer.add(name)
    return tags


def _is_weak(name: str, role: Role, option: str) -> bool:
    """``[ooc: back soon]``, ``[list of things]`` and ``[hide]`` may be plain words in brackets."""
    if not option:
        return name in COMMON_WORDS
    if option[0] == "=" or "=" in option:
        return False
    return not (role is Role.TAB and option[0] == ":" and option[1:2] not in " \t")


def _opens_a_line(view: str, offset: int) -> bool:
    while offset and view[offset - 1] in " \t":
        offset -= 1
    return not offset or view[offset - 1] in "\r\n"


def find_option_end(view: str, start: int) -> int:
    """Where the tag ends whose name ends at ``start`` and which has an option; 0 if it has no end on its line.

    Brackets inside the option are balanced (``Turn [b]3[/b]``), quoted ones are skipped.
    """
    lead = view[start : start + 1]
    if lead not in "=: \t" or not lead:
        return 0
    if lead == "=" and (quoted := _QUOTED_OPTION.match(view, start)):
        return quoted.end()
    depth, first_end = 1, 0
    for match in _BRACKET_OR_LINE_END.finditer(view, start, start + _LONGEST_OPTION):
        found = match[0]
        if found == "[":
            depth += 1
            if depth > _DEEPEST_BRACKETS:
                break
        elif found == "]":
            depth -= 1
            if not depth:
                return match.end()
            first_end = first_end or match.end()
        else:
            break
    # A lone bracket in the title ("A [ B") is no reason to give the tag up; a tag inside an open one is.
    if first_end and not _holds_tag(view, start, first_end):
        return first_end
    return 0


def _holds_tag(view: str, start: int, end: int) -> bool:
    return any(match[2].lower() in ROLE_OF and match[0][1] != " " for match in _TAG.finditer(view, start, end))
