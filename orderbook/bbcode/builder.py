"""Puts the tags, now that it is known what they open and close, together into nodes."""

from __future__ import annotations

from collections.abc import Sequence

from orderbook.bbcode.frame import Frame
from orderbook.bbcode.inline import Inline
from orderbook.bbcode.matching import Element
from orderbook.bbcode.nodes import Node
from orderbook.bbcode.roles import MARKERS, Role
from orderbook.bbcode.scanner import Tag
from orderbook.text.source import Span


def build_tree(view: str, tags: Sequence[Tag], frame: Frame, inlines: Sequence[Inline]) -> Node:
    """The root node of ``view``. Every character of it is in exactly one piece of the tree, in order."""
    builder = _Builder(view)
    literal, closing = set(frame.literal), set[Tag]()
    elements = list(frame.elements)
    nearly_right = [tag for tag in frame.tags if tag.flaw]
    for inline in inlines:
        elements += inline.elements
        literal |= inline.literal
        closing |= inline.closing_openers
        nearly_right += [tag for tag in inline.tags if tag.flaw]
    if nearly_right:
        places = {tag.start for tag in nearly_right}  # a tag read in another way stands for the plain one
        plain = [tag for tag in tags if tag.start not in places]
        tags = sorted((*plain, *nearly_right), key=lambda tag: tag.start)
    opened_by: dict[Tag, Element] = {}
    goes_on: dict[int, list[Element]] = {}
    closed_by: dict[Tag, Element] = {}
    for element in elements:
        if element.goes_on:
            goes_on.setdefault(element.at, []).append(element)
        else:
            opened_by[element.tag] = element
        if element.closer is not None:
            closed_by[element.closer] = element
    for tag in tags:
        if tag in literal:
            continue
        builder.close_ended(tag.start)
        if tag.is_closer or tag in closing:
            builder.close(tag, closed_by.get(tag))
            for element in goes_on.get(tag.end, ()):
                builder.open(element, tag.end, tag.end)
        elif tag in opened_by:
            builder.open(opened_by[tag], tag.start, tag.end)
        elif tag.role is Role.VOID or tag.name in MARKERS:
            builder.add_leaf(tag, tag.role)
    return builder.finish()


class _Builder:
    def __init__(self, view: str) -> None:
        self.view = view
        self.root = Node(view, Role.ROOT, "", "", (0, 0))
        self.path: list[Node] = [self.root]
        self.elements: list[Element | None] = [None]
        self.position = 0

    def add_text(self, end: int) -> None:
        if end > self.position:
            self.path[-1].children.append(Span(self.position, end))
            self.position = end

    def open(self, element: Element, start: int, end: int) -> None:
        self.add_text(start)
        tag, parent = element.tag, self.path[-1]
        title = "" if element.goes_on else tag.title
        node = Node(self.view, tag.role, tag.name, title, (start, end), parent, virtual=element.goes_on)
        parent.children.append(node)
        self.path.append(node)
        self.elements.append(element)
        self.position = end

    def pop(self, inner_end: int, end: int) -> None:
        self.add_text(inner_end)
        node = self.path.pop()
        self.elements.pop()
        node.inner_end, node.end = inner_end, end
        self.position = end

    def close_ended(self, start: int) -> None:
        """Closes what ends without a closing tag before the offset."""
        while (element := self.elements[-1]) is not None and element.closer is None and element.end <= start:
            end = max(element.end, self.position)
            self.pop(end, end)

    def close(self, tag: Tag, element: Element | None) -> None:
        if element is not None and element in self.elements:
            while self.elements[-1] is not element:
                self.pop(tag.start, tag.start)
            self.pop(tag.start, tag.end)
        else:
            self.add_leaf(tag, Role.STRAY)

    def add_leaf(self, tag: Tag, role: Role) -> None:
        self.add_text(tag.start)
        title = tag.title if role is not Role.STRAY else ""
        self.path[-1].children.append(Node(self.view, role, tag.name, title, (tag.start, tag.end), self.path[-1]))
        self.position = tag.end

    def finish(self) -> Node:
        end = len(self.view)
        self.close_ended(end)
        while self.path:
            self.pop(end, end)
        return self.root
