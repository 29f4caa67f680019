"""Styles, lists and tables within one element of the frame, put right where their closing tags are wrong."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from orderbook.bbcode.line_ends import find_line_end, has_line_end
from orderbook.bbcode.matching import DEEPEST_NESTING, Element, Matching, match_tags, split_strays
from orderbook.bbcode.repairs import (
    Slip,
    render_closer,
    tell_borrowed,
    tell_crossing,
    tell_flaw,
    tell_slash_missing,
    tell_too_deep,
    tell_unclosed,
)
from orderbook.bbcode.roles import Role
from orderbook.bbcode.scanner import Tag

_ITEM_LINE = re.compile(r"[ \t]{0,80}\[(?:\*|@|\+|#|li)\]", re.IGNORECASE)
_MOST_REFINED = 200
_ALWAYS_WITH_OPTION = frozenset({"color", "colour", "size", "font"})
# Which elements end an open one of the role, as no such one stands directly in another.
_SIBLINGS = {Role.CELL: {Role.CELL, Role.ROW}, Role.ROW: {Role.ROW}, Role.ITEM: {Role.ITEM}}


@dataclass(slots=True)
class Inline:
    """``strays`` and ``lost`` are told by the caller, who sees whether one of them makes up for the other."""

    elements: list[Element]
    tags: Sequence[Tag]
    literal: set[Tag]
    closing_openers: set[Tag] = field(default_factory=set)
    lost: list[tuple[Element, Slip]] = field(default_factory=list)
    strays: list[Tag] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    overflow: int = 0

    @property
    def slip_count(self) -> int:
        return len(self.lost) + len(self.strays) + len(self.slips) + self.overflow


def find_inline(view: str, tags: Sequence[Tag], home: Element, find_more: Callable[[], Sequence[Tag]]) -> Inline:
    """The elements that ``tags`` make, all of which stand directly in ``home``, an element of the frame."""
    matching = match_tags(view, tags, home.end, _borrower(view), reopen=True)
    if matching.is_clean:
        return Inline(matching.elements, tags, matching.literal)
    plain = _Recovery(view, tags, matching, home).run()
    more = find_more() if plain.slip_count and not plain.overflow else ()
    if not more:
        return plain
    both = sorted((*tags, *more), key=lambda tag: tag.start)
    wider = _Recovery(view, both, match_tags(view, both, home.end, _borrower(view), reopen=True), home).run()
    return wider if wider.slip_count <= plain.slip_count else plain


def _borrower(view: str) -> Callable[[Tag, Tag], bool]:
    def may_borrow(opener: Tag, closer: Tag) -> bool:
        """``[b]Hall[/u]``: both are styles, on one line."""
        if closer.flaw or opener.flaw or opener.role is not closer.role or opener.role is not Role.STYLE:
            return False
        return closer.start - opener.end < 400 and not has_line_end(view, opener.end, closer.start)

    return may_borrow


class _Recovery:
    def __init__(self, view: str, tags: Sequence[Tag], matching: Matching, home: Element) -> None:
        self.view = view
        self.tags = tags
        self.matching = matching
        self.home = home
        strays, too_many = split_strays(matching.strays)
        self.inline = Inline(
            matching.elements,
            tags,
            matching.literal | too_many,
            strays=strays,
            overflow=matching.overflow + sum(not tag.flaw for tag in too_many),
        )
        self.frame = set(home.children)
        # All that stands in the home element, by place: what is jumped over as a whole.
        self.places = sorted([*matching.elements, *home.children], key=lambda element: element.at)
        self.starts = [element.at for element in self.places]

    def run(self) -> Inline:
        view, matching, inline = self.view, self.matching, self.inline
        closed = {element.tag.role for element in matching.elements if element.closer}
        unclosed = Counter(element.tag.role for element in matching.unclosed)
        # A forum closes items and cells itself; who leaves them all open means it so.
        left_open = {role for role in _SIBLINGS if role not in closed and unclosed[role] > 1}
        self.pair_slashless([element for element in matching.unclosed if element.tag.role not in left_open])
        for count, element in enumerate(reversed(matching.unclosed)):
            if element.closer is not None or element.tag in inline.closing_openers:
                continue
            if count >= _MOST_REFINED:
                element.end = element.content
                inline.overflow += 1
                continue
            offset, text = self.find_end(element)
            element.end = offset
            if element.tag.role in left_open:
                continue
            where = "before the next item" if element.tag.role in _SIBLINGS else "at the end of its line"
            if element.tag.role in (Role.LIST, Role.TABLE):
                where = f"behind the last {'item' if element.tag.role is Role.LIST else 'row'}"
            inline.lost.append((element, tell_unclosed(view, element, offset, text, where)))
        inline.slips += [tell_crossing(view, crossing, reopen=True) for crossing in matching.crossings]
        inline.slips += [tell_borrowed(view, element) for element in matching.borrowed]
        inline.slips += [tell_flaw(view, tag) for tag in self.tags if tag.flaw and tag not in inline.literal]
        if matching.too_deep:
            inline.slips.append(tell_too_deep(view, matching.too_deep, DEEPEST_NESTING))
        return inline

    def pair_slashless(self, unclosed: Sequence[Element]) -> None:
        """``[b]Hall[b]``: of two open ones on a line the second, without an option, closes the first."""
        waiting: Element | None = None
        for element in unclosed:
            if waiting is not None and self.closes_without_slash(element, waiting):
                waiting.closer, waiting.end = element.tag, element.at
                self.inline.closing_openers.add(element.tag)
                self.inline.slips.append(tell_slash_missing(self.view, element.tag))
                waiting = None
            else:
                waiting = element
        dropped = self.inline.closing_openers
        self.inline.elements = [element for element in self.inline.elements if element.tag not in dropped]
        self.places = [element for element in self.places if element.tag not in dropped]
        self.starts = [element.at for element in self.places]

    def closes_without_slash(self, element: Element, waiting: Element) -> bool:
        if element.name != waiting.name or element.tag.option or element.at <= waiting.content:
            return False
        if element.name in _ALWAYS_WITH_OPTION:
            return True
        if element.tag.role is Role.TABLE:
            following = self.view[element.content : element.content + 200].lstrip()
            return following[:3].lower() not in ("[tr", "[td", "[th") and any(
                inner.tag.role is Role.ROW and waiting.at < inner.at < element.at for inner in self.matching.elements
            )
        if element.tag.role is Role.LIST:
            following = self.view[element.content : element.content + 200].lstrip()
            return not _ITEM_LINE.match(following) and bool(_ITEM_LINE.search(self.view, waiting.content, element.at))
        return not has_line_end(self.view, waiting.content, element.at)

    def find_end(self, element: Element) -> tuple[int, str]:
        """Where an unclosed element ends and what to put in there. ``element.end`` is the utmost."""
        closer = render_closer(self.view, element.tag)
        role = element.tag.role
        if role is Role.LIST:
            return self.end_of_list(element, closer)
        if role is Role.TABLE:
            rows = [inner for inner in self.inside(element) if inner.tag.role is Role.ROW]
            return (rows[-1].total_end if rows else element.end), closer
        limit = element.end
        if siblings := _SIBLINGS.get(role):
            limit = next((inner.at for inner in self.inside(element) if inner.tag.role in siblings), limit)
        if role is Role.ROW:
            return self.trim(element.content, limit), closer
        return self.end_of_line(element, limit), closer

    def inside(self, element: Element) -> Iterator[Element]:
        """What stands directly in an element, in order."""
        index = bisect_left(self.starts, element.content)
        while index < len(self.places) and self.places[index].at < element.end:
            inner = self.places[index]
            if inner is element:
                index += 1
                continue
            yield inner
            index = bisect_left(self.starts, max(inner.total_end, inner.at + 1), index)

    def is_block(self, inner: Element) -> bool:
        return inner in self.frame or inner.tag.role in (Role.LIST, Role.TABLE)

    def end_of_line(self, element: Element, limit: int) -> int:
        """The end of the line (of the paragraph, if the tag stands alone on its line), never inside another element."""
        position, has_text = element.content, False
        inner = self.inside(element)
        ahead = next(inner, None)
        while position < limit:
            line_end = find_line_end(self.view, position, limit)
            stop = line_end[0] if line_end else limit
            if ahead is not None and ahead.at <= stop:
                if self.is_block(ahead):
                    has_text = has_text or bool(self.view[position : ahead.at].strip())
                    return self.trim(element.content, ahead.at) if has_text else ahead.at
                has_text = has_text or bool(self.view[position : ahead.total_end].strip())
                position = ahead.total_end
                ahead = next(inner, None)
                continue
            has_text = has_text or bool(self.view[position:stop].strip())
            if line_end is None or has_text:
                return self.trim(position, stop)
            position = line_end[1]
        return max(element.content, min(position, limit))

    def end_of_list(self, element: Element, closer: str) -> tuple[int, str]:
        """Behind the last item before a blank line, another list or another element of the frame."""
        limit = element.end
        for inner in self.inside(element):
            if inner in self.frame or (inner.tag.role is Role.LIST and not self.is_item_of(inner, element)):
                limit = inner.at
                break
        best, position = 0, element.content
        while position < limit:
            line_end = find_line_end(self.view, position, limit)
            stop = line_end[0] if line_end else limit
            line = self.view[position : min(stop, position + 200)]
            if _ITEM_LINE.match(line):
                best = stop
            elif best or line.strip():
                break
            if line_end is None:
                break
            position = line_end[1]
        if not best:
            return self.end_of_line(element, limit), closer
        offset = self.trim(element.content, best)
        for inner in self.inside(element):
            if inner.at >= offset:
                break
            if offset < inner.total_end:
                return inner.total_end, closer
        line_end = find_line_end(self.view, offset, element.end)
        if line_end and not self.view[offset : line_end[0]].strip():
            return line_end[1], closer + self.view[line_end[0] : line_end[1]]
        return offset, closer

    def is_item_of(self, inner: Element, outer: Element) -> bool:
        """A list within an item: its line starts with the item's mark."""
        start = max(self.view.rfind("\n", 0, inner.at), self.view.rfind("\r", 0, inner.at)) + 1
        return start > outer.content and _ITEM_LINE.match(self.view, start) is not None

    def trim(self, floor: int, end: int) -> int:
        """``end`` without the blanks before it."""
        while end > floor and self.view[end - 1].isspace():
            end -= 1
        return end
