"""From the tree of tags to the tabs of an orders post, whatever they are wrapped in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from orderbook.bbcode.asides import without_asides
from orderbook.bbcode.chrome import is_chrome
from orderbook.bbcode.lines import VisibleLine, child_blocks, visible_lines
from orderbook.bbcode.nodes import Node
from orderbook.bbcode.roles import Role
from orderbook.systems.underdeep.post.model import Section
from orderbook.systems.underdeep.post.titles import (
    Heading,
    Tab,
    fold_title,
    nearest_tab,
    parse_heading,
    parse_tab_title,
    parse_week,
)
from orderbook.systems.underdeep.world.region import find_regions
from orderbook.text.fold import fold
from orderbook.text.source import Span

_ASIDE = re.compile(r"^(?:ooc|out of character|notes?|comments?|remarks?|gm notes?|for the gm|changelog|edits?)\b")
_MESSAGE_TITLE = re.compile(
    r"^(?:(?:an?|my|secret|private|short|first|second|third|another|the)\s+)*(?:message|msg|letter|missive|note|reply|"
    r"response|answer|scroll|bat|missive)s?\b.*\b(?:to|for|from)\b|^(?:to|for|re)\b[: ]",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = (".", "!", "?", "\u2026")
_MOST_READ = 2000
"""Characters of a line that are looked at to see whether it is a sentence."""

TABS_OF_ORDERS = 3
"""So many different tabs make a text an orders post; with fewer it may be talk that quotes one."""


@dataclass
class UnknownTab:
    """A spoiler whose title is no tab's; ``likely`` is the tab it may have been meant to be."""

    title: str
    span: Span
    likely: Tab | None = None


@dataclass
class Sections:
    """The tabs of a post in order, and what else stands in it.

    ``quoted``: it gives no orders of its own, all of them stand in quotes.
    """

    sections: list[Section] = field(default_factory=list)
    duplicates: list[Section] = field(default_factory=list)
    unknown: list[UnknownTab] = field(default_factory=list)
    has_flavour: bool = False
    week: int | None = None
    loose_lines: list[VisibleLine] = field(default_factory=list)
    quoted: bool = False

    @property
    def gives_orders(self) -> bool:
        """Whether there are enough tabs for an orders post."""
        return len({section.tab for section in self.sections}) >= TABS_OF_ORDERS


def is_section_title(title: str) -> bool:
    """What the tag reader takes for a tab of the post, to recover from a lost closing tag."""
    return parse_tab_title(title) is not None


def find_sections(root: Node) -> Sections:
    """The tabs below ``root``. Wrappers around all tabs are looked through.

    A post may be quoted as a whole; beside orders in the open a quote is what somebody else said, or an earlier week.
    Flavour text may stand in the open or in a spoiler (UD-ORD-07).
    """
    found = Sections()
    quotes = _walk(root, found)
    if quotes and not found.gives_orders:
        found.quoted = True
        while quotes:
            quotes = [inner for quote in quotes for inner in _walk(quote, found)]
    _judge_flavour(found)
    return found


def _lines(block: Node) -> list[VisibleLine]:
    """What a block shows, without struck-out text and remarks behind ``//``."""
    return [without_asides(line) for line in visible_lines(block)]


def _tab_titles_within(node: Node) -> int:
    """How many tabs stand below a node, in wrappers or not."""
    count = 0
    stack = child_blocks(node)
    while stack:
        child = stack.pop()
        if child.role in (Role.TAB, Role.BLOCK) and parse_tab_title(child.title):
            count += 1
        stack.extend(child_blocks(child))
    return count


def _walk(node: Node, found: Sections) -> list[Node]:
    """Takes up the tabs of a node; gives back the quotes that hold further ones."""
    quotes: list[Node] = []
    stack: list[Node] = [node]
    while stack:
        current = stack.pop()
        lines = [line for line in _lines(current) if line.text.strip()]
        found.loose_lines += lines
        found.week = found.week or next(
            (week for line in lines[:5] if len(line.text) < 100 and (week := parse_week(fold(line.text)))), None
        )
        wrappers: list[Node] = []
        for block in child_blocks(current):
            if block.role is Role.QUOTE:
                quotes += [block] if _is_wrapper(block) else []
                continue
            if found.week is None:
                found.week = parse_week(fold(block.title)) if len(block.title) < 100 else None
            if _is_wrapper(block):
                wrappers.append(block)
            elif block.role is Role.TAB:
                _take_tab(block, found)
            elif block.role is Role.BLOCK and block.name == "ic":
                tab = parse_tab_title(block.title)
                among_tabs = (
                    found.has_flavour and bool(block.title) and any(section.is_ic for section in found.sections)
                )
                if (tab and tab is not Tab.FLAVOUR) or (tab is None and among_tabs):
                    _take_tab(block, found)
                else:
                    found.has_flavour = found.has_flavour or _has_sentence(block)
        stack.extend(reversed(wrappers))
    return quotes


def _is_wrapper(block: Node) -> bool:
    inside = _tab_titles_within(block)
    if inside == 0:
        return False
    tab = parse_tab_title(block.title) if block.role is Role.TAB else None
    return inside >= 2 if tab else True


def _is_sentence(text: str) -> bool:
    """Four words or more."""
    return len(_WORD.findall(text[:_MOST_READ])) >= 4


def _is_plain_sentence(text: str) -> bool:
    """Four words or more that end like a sentence, so that a heading outside of the tabs is none."""
    return text.rstrip(" \t\"'\u201d\u2019)").endswith(_SENTENCE_END) and _is_sentence(text)


def _has_sentence(block: Node) -> bool:
    return any(_is_sentence(line.text) for line in _lines(block)) or any(
        child.role is not Role.QUOTE and _has_sentence_shallow(child) for child in child_blocks(block)
    )


def _has_sentence_shallow(block: Node) -> bool:
    return any(_is_sentence(line.text) for line in _lines(block))


def _take_tab(block: Node, found: Sections) -> None:
    heading = parse_heading(block.title)
    tab = Tab.CONSTRUCTION if heading else parse_tab_title(block.title)
    if tab is Tab.FLAVOUR:
        found.has_flavour = found.has_flavour or _has_sentence(block)
        return
    if tab is None:
        tab = _unknown_tab(block, found)
        if tab is None:
            return
    section = Section(
        tab, block.title, block.open, [], heading=heading, inner=block.inner, is_ic=block.role is Role.BLOCK
    )
    if tab in (Tab.MESSAGES, Tab.CHARACTERS):
        section.lines = _lines(block)
        section.children = list(_children(block))
    else:
        strangers = [child for child in child_blocks(block) if child.virtual and not _belongs_to_a_tab(child)]
        found.unknown += [UnknownTab(child.title, child.open) for child in strangers]
        section.lines = _flat_lines(block, strangers)
    known = next((other for other in found.sections if other.tab is tab and other.heading is heading), None)
    if known is not None and (tab is not Tab.MESSAGES or _says_the_same(known, section)):
        found.duplicates.append(section)
    found.sections.append(section)


def _children(block: Node) -> Iterator[tuple[str, Span, list[VisibleLine]]]:
    """The spoilers in a tab, title, place and text; of one that only holds others, those."""
    for child in child_blocks(block):
        if child.role is Role.QUOTE:
            continue
        within = [inner for inner in child_blocks(child) if inner.role is not Role.QUOTE]
        if within and not any(line.text.strip() for line in _lines(child)):
            yield from _children(child)
        else:
            yield child.title, child.open, _flat_lines(child, []) if within else _lines(child)


def _says_the_same(first: Section, second: Section) -> bool:
    """Whether a second Messages tab repeats the first; further messages may stand in a tab of their own."""

    def words(section: Section) -> list[str]:
        lines = [*section.lines, *(line for _, _, inner in section.children for line in inner)]
        return [line.text.strip() for line in lines if line.text.strip()]

    return words(first) == words(second)


def _unknown_tab(block: Node, found: Sections) -> Tab | None:
    """What an unknown spoiler is: a message outside its tab, flavour, an aside, or a mistake."""
    folded = fold_title(block.title)
    if _MESSAGE_TITLE.match(fold(block.title).strip()):
        found.sections.append(Section(Tab.MESSAGES, "", block.open, [], [(block.title, block.open, _lines(block))]))
        return None
    if _ASIDE.match(folded):
        return None
    before_tabs = not found.sections
    likely = nearest_tab(block.title)
    if likely is None and before_tabs and not found.has_flavour and _has_sentence(block):
        found.has_flavour = True
        return None
    found.unknown.append(UnknownTab(block.title, block.open, likely))
    if likely is not None and any(section.tab is likely for section in found.sections):
        return None
    return likely


def _belongs_to_a_tab(child: Node) -> bool:
    """Whether a title on a rendered page that is no tab's names a part of the tab above it: a site, a list."""
    return bool(find_regions(fold(child.title)) or parse_heading(child.title) or len(child.title.split()) > 4)


def _flat_lines(block: Node, strangers: Sequence[Node] = ()) -> list[VisibleLine]:
    """The block's lines with those of the spoilers inside it, whose titles stand as lines of their own."""
    lines = _lines(block)
    for child in child_blocks(block):
        if child in strangers or child.role is Role.QUOTE or (child.role is Role.BLOCK and child.name != "ic"):
            continue
        if child.title.strip():
            lines.append(_title_line(child))
        lines.extend(_flat_lines(child))
    return sorted(lines, key=lambda line: line.span.start)


def _title_line(block: Node) -> VisibleLine:
    at = block.view.find(block.title, block.open.start, block.open.end)
    start = at if at >= 0 else block.open.start
    runs = ((0, start, len(block.title)),) if at >= 0 else ()
    return VisibleLine(block.title, block.open, runs, emphasised=True)


def _judge_flavour(found: Sections) -> None:
    """Plain text outside all tabs is flavour too, if it has a sentence."""
    if not found.has_flavour:
        found.has_flavour = any(
            _is_plain_sentence(line.text) and not is_chrome(line.text) for line in found.loose_lines
        )


__all__ = ["Heading", "Sections", "UnknownTab", "find_sections", "is_section_title"]
