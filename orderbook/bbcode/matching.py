"""Which closing tag belongs to which opening one, within one run of tags."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from orderbook.bbcode.scanner import Tag

DEEPEST_NESTING = 200
_MOST_UNCLOSED = 100
_MOST_CROSSINGS = 200
_MOST_STRAYS = 100
_CLOSING_TAG = re.compile(r"\[/[ \t]{0,2}[A-Za-z][A-Za-z0-9]{0,15}\]")


class Element:
    """An opening tag and the place where what it opens ends.

    ``at`` is where the element starts: its tag, or, for one that goes on behind a crossing, an empty place.
    ``content`` and ``end`` bound what it holds, ``closer`` is the closing tag, or None where none stands.
    ``parent`` and ``children`` exist for the frame of a post only.
    """

    __slots__ = ("at", "children", "closer", "content", "end", "goes_on", "parent", "tag")

    children: list[Element]

    def __init__(self, tag: Tag, at: int | None = None) -> None:
        self.tag = tag
        self.goes_on = at is not None
        self.at = tag.start if at is None else at
        self.content = tag.end if at is None else at
        self.closer: Tag | None = None
        self.end = self.content
        self.parent: Element | None = None

    @property
    def name(self) -> str:
        return self.tag.name

    @property
    def total_end(self) -> int:
        return self.closer.end if self.closer else self.end

    def __repr__(self) -> str:
        return f"<Element {self.tag!r} to {self.end} {self.closer!r}>"


@dataclass(slots=True)
class Crossing:
    """A closing tag that stands before those of elements opened later: ``[b][u]..[/b][/u]``.

    ``inner`` are these elements, outermost first, each with its own closing tag; of these tags the ones in
    ``trailing`` follow directly.
    """

    outer: Element
    closer: Tag
    inner: list[tuple[Element, Tag]]
    trailing: list[Tag]


@dataclass(slots=True)
class Matching:
    """Elements in the order of their places, and what is wrong with them.

    ``unclosed`` elements end, for now, where their surroundings do. ``borrowed`` ones end at a closing tag of
    another name. ``literal`` tags count as text: ``too_deep`` is the first of those nested too deep,
    ``overflow`` counts those given up because there are too many slips. ``spent`` closing tags belong to a crossing.
    """

    elements: list[Element] = field(default_factory=list)
    unclosed: list[Element] = field(default_factory=list)
    borrowed: list[Element] = field(default_factory=list)
    strays: list[Tag] = field(default_factory=list)
    crossings: list[Crossing] = field(default_factory=list)
    spent: set[Tag] = field(default_factory=set)
    literal: set[Tag] = field(default_factory=set)
    too_deep: Tag | None = None
    overflow: int = 0

    @property
    def is_clean(self) -> bool:
        return not (self.unclosed or self.borrowed or self.strays or self.crossings or self.too_deep or self.overflow)


def match_tags(
    view: str, tags: Sequence[Tag], end: int, may_borrow: Callable[[Tag, Tag], bool], *, reopen: bool
) -> Matching:
    """Pairs every closing tag with the latest opening tag of its name that is still open.

    ``end`` is where the run ends. ``may_borrow(opener, closer)`` says whether a closing tag of another name may
    stand for the missing one. ``reopen``: an element cut short by a crossing goes on behind it; otherwise the
    outer element is stretched to the end of the inner one. Linear in the number of tags.
    """
    return _Matcher(view, tags, end, may_borrow, reopen).run()


def split_strays(strays: Sequence[Tag]) -> tuple[list[Tag], set[Tag]]:
    """The closing tags to tell of, and those that count as text: nearly right ones, and where there are too many."""
    proper = [tag for tag in strays if not tag.flaw]
    return proper[:_MOST_STRAYS], {*proper[_MOST_STRAYS:], *(tag for tag in strays if tag.flaw)}


def _pair_by_name(tags: Sequence[Tag]) -> tuple[dict[Tag, Tag], dict[str, list[Tag]]]:
    """Partners as if every name stood alone, and by name the closing tags without one."""
    waiting: dict[str, list[Tag]] = {}
    partners: dict[Tag, Tag] = {}
    strays: dict[str, list[Tag]] = {}
    for tag in tags:
        if not tag.is_closer:
            waiting.setdefault(tag.name, []).append(tag)
        elif openers := waiting.get(tag.name):
            partners[openers.pop()] = tag
        else:
            strays.setdefault(tag.name, []).append(tag)
    return partners, strays


class _Matcher:
    def __init__(
        self, view: str, tags: Sequence[Tag], end: int, may_borrow: Callable[[Tag, Tag], bool], reopen: bool
    ) -> None:
        self.view = view
        self.tags = tags
        self.end = end
        self.may_borrow = may_borrow
        self.reopen = reopen
        self.result = Matching()
        self.stack: list[Element] = []
        self.open_names: dict[str, int] = {}
        self.stretched: dict[Element, Element] = {}  # an inner element -> the outer one that ends right after it
        self.partners, self.strays_of = _pair_by_name(tags)

    def run(self) -> Matching:
        partners, result = self.partners, self.result
        unclosed = 0
        for tag in self.tags:
            if tag.is_closer:
                if tag not in result.spent and tag not in result.literal:
                    self.close(tag)
                continue
            partner = partners.get(tag)
            if partner is None:
                if tag.weak:
                    result.literal.add(tag)
                    continue
                unclosed += 1
            if (partner is None and unclosed > _MOST_UNCLOSED) or len(self.stack) >= DEEPEST_NESTING:
                self.give_up(tag, partner)
            else:
                self.push(Element(tag))
        for element in self.stack:
            self.leave_open(element, self.end)
        result.unclosed.sort(key=lambda element: element.at)
        return result

    def push(self, element: Element) -> None:
        self.result.elements.append(element)
        self.stack.append(element)
        self.open_names[element.name] = self.open_names.get(element.name, 0) + 1

    def pop(self) -> Element:
        element = self.stack.pop()
        self.open_names[element.name] -= 1
        return element

    def give_up(self, tag: Tag, partner: Tag | None) -> None:
        """Nested too deep, or one unclosed tag too many: it stays text, and so does its closing tag."""
        self.result.literal.add(tag)
        if partner is None:
            self.result.overflow += 1
        else:
            self.result.literal.add(partner)
            self.result.too_deep = self.result.too_deep or tag

    def leave_open(self, element: Element, end: int) -> None:
        element.end = end
        if not element.goes_on and element not in self.stretched.values():
            self.result.unclosed.append(element)

    def close(self, tag: Tag) -> None:
        stack = self.stack
        if stack and stack[-1].name == tag.name:
            self.end_at(self.pop(), tag)
        elif self.open_names.get(tag.name):
            self.close_below(tag)
        elif stack and stack[-1].tag not in self.partners and self.may_borrow(stack[-1].tag, tag):
            element = self.pop()
            self.result.borrowed.append(element)
            self.end_at(element, tag)
        else:
            self.result.strays.append(tag)

    def end_at(self, element: Element, tag: Tag) -> None:
        element.closer, element.end = tag, tag.start
        while self.stretched and (outer := self.stretched.pop(element, None)):
            self.open_names[outer.name] += 1
            while self.stack and (top := self.pop()) is not outer:
                self.leave_open(top, tag.start)
            outer.end = tag.end
            element = outer

    def close_below(self, tag: Tag) -> None:
        """The closing tag of an element in which others, opened later, still stand open."""
        waiting = set(self.stretched.values())
        depth = next(
            (
                i
                for i in range(len(self.stack) - 1, -1, -1)
                if self.stack[i].name == tag.name and self.stack[i] not in waiting
            ),
            None,
        )
        if depth is None:  # all of that name wait for a closer further on
            self.result.strays.append(tag)
            return
        outer, above = self.stack[depth], self.stack[depth + 1 :]
        for element in above:  # after other repairs a partner may be gone
            if (partner := self.partners.get(element.tag)) and partner.start < tag.start:
                del self.partners[element.tag]
        self.return_closers(depth, above)
        inner = [(element, self.partners[element.tag]) for element in above if element.tag in self.partners]
        if not inner:
            for _ in above:
                self.leave_open(self.pop(), tag.start)
            self.end_at(self.pop(), tag)
        elif len(self.result.crossings) >= _MOST_CROSSINGS:
            self.result.strays.append(tag)
            self.result.overflow += 1
        elif (later := self.later_stray(tag, inner[0][1])) is not None:
            # The later one fits without a crossing, so this one is the tag too many.
            self.partners[outer.tag] = later
            self.result.strays.append(tag)
        else:
            trailing = [closer for _, closer in inner if self.follows(tag, closer)]
            self.result.crossings.append(Crossing(outer, tag, inner, trailing))
            if self.reopen:
                self.cut_short(tag, len(above), inner, trailing)
            else:
                self.stretch(tag, outer, inner[0][0])

    def return_closers(self, depth: int, above: list[Element]) -> None:
        """An element about to be crossed may hold the closing tag of one further out that has none: its own is lost."""
        for element in above:
            if element.tag not in self.partners or element in self.stretched:
                continue
            for robbed in reversed(self.stack[:depth]):
                if robbed.name == element.name and robbed.tag not in self.partners and not robbed.goes_on:
                    if robbed not in self.stretched.values():
                        self.partners[robbed.tag] = self.partners.pop(element.tag)
                    break

    def later_stray(self, tag: Tag, after: Tag) -> Tag | None:
        strays = self.strays_of.get(tag.name, [])
        at = bisect_right(strays, after.start, key=lambda stray: stray.start)
        return strays.pop(at) if at < len(strays) else None

    def follows(self, tag: Tag, closer: Tag) -> bool:
        """Only closing tags stand between the two."""
        if closer.start < tag.end or closer.start - tag.end > 200:
            return False
        return not _CLOSING_TAG.sub("", self.view[tag.end : closer.start]).strip()

    def cut_short(self, tag: Tag, count: int, inner: list[tuple[Element, Tag]], trailing: list[Tag]) -> None:
        for _ in range(count):
            element = self.pop()
            element.end = tag.start
            if element.tag not in self.partners:
                self.leave_open(element, tag.start)
        self.end_at(self.pop(), tag)
        self.result.spent.update(trailing)
        for element, closer in inner:
            if closer not in self.result.spent:
                self.push(Element(element.tag, at=tag.end))

    def stretch(self, tag: Tag, outer: Element, holder: Element) -> None:
        self.result.spent.add(tag)
        self.partners.pop(outer.tag, None)
        self.open_names[outer.name] -= 1
        while holder in self.stretched:
            holder = self.stretched[holder]
        self.stretched[holder] = outer
