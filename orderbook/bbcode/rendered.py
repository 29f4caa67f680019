"""Text copied from a rendered page: the tags are gone, the tabs stand as title lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable

from orderbook.bbcode.line_ends import has_line_end
from orderbook.bbcode.lines import VisibleLine, visible_lines
from orderbook.bbcode.nodes import Node, iter_nodes, slice_pieces
from orderbook.bbcode.roles import FRAME_ROLES, Role
from orderbook.bbcode.title_lines import read_decoration, read_title_line
from orderbook.text.records import record

_TITLE = r"(?P<title>\S(?:.{0,98}?\S)??)"
_BUTTON = r"(?:[\[(] ?(?:(?:click to )?(?:show/hide|show|hide)|\+|-) ?[\])]|show|hide)"
# A spoiler's heading, whatever its title; a heading that only a forum writes.
_SPOILER = re.compile(
    rf"(?:{_BUTTON}\s)?(?:spoiler(?: for)? ?: ?|spoiler for ){_TITLE}(?<!:):?(?:\s{_BUTTON})?", re.IGNORECASE
)
_MARKED = re.compile(
    rf"(?:[\u25b6\u25b8\u25ba\u25bc\u25be\u25b7\u25bd]\ufe0f?\s?{_TITLE}(?<!:):?(?:\s{_BUTTON})?"
    rf"|{_TITLE.replace('title', 'before')}(?<!:):?\s{_BUTTON})",
    re.IGNORECASE,
)
_EMPTY_TITLES = frozenset({"show", "hide", "show/hide", "click to show", "click to hide", "click to show/hide"})
_BUTTON_LINE = re.compile(
    r"(?:\r\n?|\n)[ \t]{0,20}(?:\[?(?:show|hide)(?:[ /|]{1,3}(?:show|hide))?\]?|spoiler)[ \t]{0,20}(?=[\r\n]|$)",
    re.IGNORECASE,
)
_BUTTON_ENDS = frozenset(")]wWeE")  # of "[Show]", "(+)", "show", "hide"
_DECORATION = frozenset("=*_#~>-")
_FEWEST_PLAIN = 3
_MOST_HOMES = 20
_DIGIT = re.compile(r"[0-9]")
_WORD = re.compile(r"[^\W\d_]+")
_WEEK_WORDS = frozenset(("week", "wk", "turn", "round", "my", "our", "the", "for", "of"))
_LONGEST_TITLE_LINE = 130


@record
class _TitleLine:
    line: VisibleLine
    title: str
    is_section: bool
    is_plain: bool


def read_rendered_tabs(root: Node, is_section: Callable[[str], bool]) -> tuple[str, ...]:
    """If no tag makes a tab with a section's title, makes virtual tabs of the title lines and says so.

    A tab runs to the next title line; one that is no section stands within the section before it. Where the post
    has tabs of its own, only sections count; plain title lines count only if there are several sections.
    """
    homes: list[Node] = []
    for node in iter_nodes(root):
        if node.role in FRAME_ROLES and node.title and is_section(node.title):
            return ()
        if node is root or node.role in FRAME_ROLES or _holds_lines(node):
            homes.append(node)
    has_tabs = any(node.role is Role.TAB for node in homes)
    best: tuple[Node, list[_TitleLine]] | None = None
    for node in homes[:_MOST_HOMES]:
        if node.role is Role.QUOTE:
            continue
        found = _find_title_lines(node, is_section, has_tabs)
        if found and (best is None or len(found) > len(best[1])):
            best = node, found
    if best is None:
        return ()
    _plant_tabs(*best)
    return ("No tabs are tagged in the post; it is read as text copied from a rendered page, by its title lines.",)


def _holds_lines(node: Node) -> bool:
    """A style around a stretch of the post: its lines count, too."""
    return node.role is Role.STYLE and has_line_end(node.view, node.inner_start, node.inner_end)


def _find_title_lines(node: Node, ask: Callable[[str], bool], has_tabs: bool) -> list[_TitleLine]:
    elements = [child for child in node.children if isinstance(child, Node)]
    starts = [child.start for child in elements]
    found = []
    for line in visible_lines(node):
        if not line.text or len(line.text) > _LONGEST_TITLE_LINE or line.item:
            continue
        first, last = bisect_right(starts, line.span.start) - 1, bisect_left(starts, line.span.end) - 1
        if first >= 0 and elements[first].start < line.span.start < elements[first].end:
            continue  # within an element that began before
        if last >= 0 and elements[last].end > line.span.end:
            continue
        title = _read_title(line, ask) or _decorated(line)
        if title and (title.is_section or not has_tabs):
            found.append(title)
    found = _without_odd_decoration(found)
    sections = {title.title.casefold() for title in found if title.is_section}
    if len(sections) < _FEWEST_PLAIN:
        found = [title for title in found if not title.is_plain]
    return _without_header(found)


def _without_header(titles: list[_TitleLine]) -> list[_TitleLine]:
    """Without the post's own heading, which may read like a section's title: "Week 6 orders", with Orders below."""
    if not titles or not _DIGIT.search(titles[0].title):
        return titles
    said = _title_words(titles[0].title)
    is_header = any(title.is_section and _title_words(title.title) == said for title in titles[1:])
    return titles[1:] if is_header else titles


def _title_words(title: str) -> list[str]:
    return [word for word in _WORD.findall(title.casefold()) if word not in _WEEK_WORDS]


def _decorated(line: VisibleLine) -> _TitleLine | None:
    """A decorated line with a title that is no section's; it counts if sections are decorated the same way."""
    if line.text.lstrip()[:1] not in _DECORATION:
        return None
    title = read_title_line(line.text) if read_decoration(line.text) else None
    return _TitleLine(line, title, False, True) if title else None


def _without_odd_decoration(titles: list[_TitleLine]) -> list[_TitleLine]:
    usual = Counter(read_decoration(title.line.text) for title in titles if title.is_section)
    return [
        title
        for title in titles
        if title.is_section or not title.is_plain or usual[read_decoration(title.line.text)] >= _FEWEST_PLAIN
    ]


def _read_title(line: VisibleLine, ask: Callable[[str], bool]) -> _TitleLine | None:
    text = line.text.replace("\u00a0", " ").strip()
    lower = text.lower()  # a look for a word is cheaper than an expression that does not match
    if "spoiler" in lower and (match := _SPOILER.fullmatch(text)):
        title = match["title"].strip()
        if title.casefold() not in _EMPTY_TITLES:
            return _TitleLine(line, title, ask(title), False)
    if (not text.isascii() or text[-1:] in _BUTTON_ENDS) and (match := _MARKED.fullmatch(text)):
        title = (match["title"] or match["before"]).strip()
        if ask(title):
            return _TitleLine(line, title, True, False)
    plain = read_title_line(text)
    return _TitleLine(line, plain, True, True) if plain and ask(plain) else None


def _plant_tabs(home: Node, titles: list[_TitleLine]) -> None:
    """Puts virtual tabs among the children of ``home``."""
    old = home.children
    home.forget_lines()
    ends = [title.line.span.start for title in titles[1:]] + [home.inner_end]
    cut = titles[0].line.span.start
    home.children = slice_pieces(home, old, home.inner_start, cut)
    section: Node | None = None
    for title, end in zip(titles, ends, strict=True):
        opening = (title.line.span.start, _behind_buttons(home.view, title.line.span.end, end))
        outer = home if title.is_section or section is None else section
        tab = Node(home.view, Role.TAB, "", title.title, opening, outer, virtual=True)
        tab.inner_end = tab.end = end
        tab.children = slice_pieces(tab, old, opening[1], end)
        outer.children.append(tab)
        if outer is section and section is not None:
            section.inner_end = section.end = end
        if title.is_section:
            section = tab


def _behind_buttons(view: str, start: int, end: int) -> int:
    """The end of a title line with the lines of its Show and Hide buttons."""
    while match := _BUTTON_LINE.match(view, start, end):
        start = match.end()
    return start
