"""What the titles and the text of a post tell about the element they stand in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from orderbook.bbcode.chrome import is_chrome
from orderbook.bbcode.line_ends import find_line_end
from orderbook.bbcode.matching import Element
from orderbook.bbcode.roles import Role
from orderbook.bbcode.title_lines import heading_before, heading_inside

_ANY_TAG = re.compile(r"\[/?[A-Za-z*][^\[\]\r\n]{0,100}\]")
_LAST_CLOSER = re.compile(r"\[/([A-Za-z][A-Za-z0-9]{0,15})\]$")
_TAG_NAME = re.compile(r"\[/?[a-z][a-z0-9]{0,15}")
_LINE_END = re.compile(r"\r\n?|\n")
_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r)[ \t]{0,80}(?:\r\n|\n|\r)")
_WHOLE_POST = re.compile(
    r"\b(?:week|turn|round|month|phase|day|season)\W{0,3}(?:[0-9]|[ivx]+\b)|\borders\b", re.IGNORECASE
)
_LONGEST_HEADING = 120
_LOOKED_AT = 4000
_MOST_CHROME = 40
_MOST_CHILDREN = 100
_MOST_JUDGED = 1000


class FrameText:
    """Answers about elements of the frame of one ``view``."""

    def __init__(self, view: str, is_section: Callable[[str], bool]) -> None:
        self.view = view
        self._ask = is_section
        self._headings: dict[Element, tuple[int, str]] = {}

    def title_of(self, element: Element) -> str:
        """The title of an element; an untitled spoiler has that of the heading over it or of its first line."""
        if element.tag.option or element.tag.role is not Role.TAB:
            return element.tag.title
        known = self._headings.get(element)
        if known is None:
            before = heading_before(self.view, element.at)
            if before and element.parent and not element.parent.tag.option:
                above = heading_inside(self.view, element.parent.content, element.at)
                before = None if above and before[0] < above[0] else before  # the title of the parent
            inside = heading_inside(self.view, element.content, len(self.view))
            found = [heading for heading in (before, inside) if heading and self._ask(heading[1])]
            start = before[0] if before and found and found[0] is before else element.at
            known = self._headings[element] = (start, found[0][1] if found else "")
        return known[1]

    def start_of(self, element: Element) -> int:
        """Where an element starts, with the heading that gives it its title."""
        self.title_of(element)
        return self._headings.get(element, (element.at, ""))[0]

    def is_section(self, element: Element) -> bool:
        """Its title is that of an orders tab."""
        title = "" if element.tag.role is Role.QUOTE else self.title_of(element)
        return bool(title) and self._ask(title)

    def holds_section(self, element: Element) -> bool:
        return any(self.is_section(child) for child in element.children[:_MOST_CHILDREN])

    def own_text(self, start: int, end: int) -> str:
        """The text of a stretch without its tags (of a long one, the beginning)."""
        return _ANY_TAG.sub("", self.view[start : min(end, start + _LOOKED_AT)]).strip()

    def has_text(self, start: int, end: int) -> bool:
        return bool(self.own_text(start, end))

    def is_wrapper(self, element: Element) -> bool:
        """Holds all tabs of a post rather than being one of them: ``[spoiler=Orders]`` or ``[ic=Week 9]`` around all.

        A section is a wrapper when it holds nothing of its own but a heading, and its title comes again among the tabs
        (but not at once: that is a tab posted twice), or heading or title speak of the whole post.
        """
        children = element.children
        first = next((child for child in children[:_MOST_CHILDREN] if self.sections_below(child)), None)
        if first is None:
            return False
        below = [section for child in children[:_MOST_CHILDREN] for section in self.sections_below(child)]
        if len(below) < 2:
            return False
        text = self.text_before(element, first)
        is_heading = (
            len(text) <= _LONGEST_HEADING and len(_LINE_END.findall(text)) <= 2 and not text.endswith((".", "!", "?"))
        )
        if self.is_section(element):
            title = self.title_of(element)
            is_repeated = title.casefold() in [self.title_of(section).casefold() for section in below[1:]]
            names_post = len(below) > 2 and _WHOLE_POST.search(text or title) is not None
            return (not text or is_heading) and (is_repeated or names_post)
        if not text:
            return True
        names_post = (_WHOLE_POST.search(element.tag.title) or _WHOLE_POST.search(text)) is not None
        return element.tag.role is not Role.QUOTE and is_heading and names_post

    def sections_below(self, element: Element, depth: int = 2) -> list[Element]:
        """The element if it is a section, and the sections in it (those of a wrapper in a wrapper included)."""
        found = [element] if self.is_section(element) else []
        if depth:
            for child in element.children[:_MOST_CHILDREN]:
                found += self.sections_below(child, depth - 1)
        return found

    def count_nested_sections(self, elements: Sequence[Element]) -> int:
        """How many sections stand in a section that has a text of its own: it may lack its closing tag."""
        if len(elements) > _MOST_JUDGED:
            return 0
        return sum(
            self.is_section(element)
            and element.parent is not None
            and self.is_section(element.parent)
            and bool(self.text_before(element.parent, element))
            and not self.is_wrapper(element.parent)
            for element in elements
        )

    def text_before(self, element: Element, child: Element) -> str:
        """The element's own text, up to a child of it."""
        parts, position = [], element.content
        for sibling in element.children:
            parts.append(self.own_text(position, self.start_of(sibling)))
            position = sibling.total_end
            if sibling is child:
                break
        return "\n".join(part for part in parts if part)

    def first_outsider(self, element: Element) -> int:
        """Index of the first child that does not belong into an element that lacks its closing tag."""
        children = element.children
        if self.is_wrapper(element):
            return len(children)
        for index, child in enumerate(children):
            if self.is_section(child) or self.holds_section(child):
                return index
        if not self.is_section(element):
            for index, child in enumerate(children):
                if child.name == element.name and child.tag.role is not Role.QUOTE:
                    return index
        return len(children)

    def place_closer(self, element: Element, floor: int, limit: int, closer: str) -> tuple[int, str]:
        """Where between two offsets a closing tag goes and the text to put in, in the layout of the element."""
        view = self.view
        if element.tag.role is Role.QUOTE and (paragraph := self.end_of_paragraph(floor, limit)):
            limit = paragraph
        if limit == len(view):
            limit = self.before_chrome(floor, limit)
        last = self.before_foreign_closers(element, floor, limit)
        if self.starts_on_opening_line(element):
            return last, closer
        if line_end := find_line_end(view, last, limit):
            return line_end[1], closer + view[line_end[0] : line_end[1]]
        if limit == len(view):
            return last, self.line_end() + closer
        return last, closer

    def before_foreign_closers(self, element: Element, floor: int, limit: int) -> int:
        """The end of the text up to ``limit``, without closing tags of styles that were opened around the element."""
        while True:
            text = self.view[floor:limit].rstrip()
            last = floor + len(text)
            closer = _LAST_CLOSER.search(text, max(0, len(text) - 30))
            if closer is None:
                return last
            tags = _TAG_NAME.findall(self.view[element.content : last].lower())
            name = closer[1].lower()
            if tags.count(f"[/{name}") <= tags.count(f"[{name}"):
                return last
            limit = floor + closer.start()

    def starts_on_opening_line(self, element: Element) -> bool:
        line_end = find_line_end(self.view, element.content, element.content + _LOOKED_AT)
        end = line_end[0] if line_end else element.content + _LOOKED_AT
        return bool(self.view[element.content : end].strip())

    def line_end(self) -> str:
        found = find_line_end(self.view, 0, len(self.view))
        return self.view[found[0] : found[1]] if found else "\n"

    def end_of_paragraph(self, floor: int, limit: int) -> int:
        start = limit - len(self.view[floor:limit].lstrip())
        blank = _BLANK_LINE.search(self.view, start, limit)
        return blank.start() if blank else 0

    def before_chrome(self, floor: int, limit: int) -> int:
        """``limit``, or the place before the forum's own lines at the end of the post."""
        for _ in range(_MOST_CHROME):
            end = limit
            while end > floor and self.view[end - 1].isspace():
                end -= 1
            start = 1 + max(self.view.rfind("\n", floor, end), self.view.rfind("\r", floor, end))
            if start <= floor or not is_chrome(self.view[start:end]):
                break
            limit = start
        return limit
