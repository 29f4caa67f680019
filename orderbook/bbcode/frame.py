"""The frame of a post: its tabs, blocks and quotes, put right where a closing tag is lost or one too many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from orderbook.bbcode.frame_text import FrameText
from orderbook.bbcode.matching import DEEPEST_NESTING, Element, Matching, match_tags, split_strays
from orderbook.bbcode.repairs import (
    Slip,
    render_closer,
    render_opener,
    tell_borrowed,
    tell_crossing,
    tell_flaw,
    tell_stray,
    tell_too_deep,
    tell_unclosed,
)
from orderbook.bbcode.roles import Role
from orderbook.bbcode.scanner import Tag
from orderbook.bbcode.slips import add_slash

_MOST_REFINED = 60
_MOST_REREAD = 24


@dataclass(slots=True)
class Frame:
    """The tree below ``top`` and its ``elements`` in the order of their tags.

    ``tags`` are all tags of the frame; those in ``literal`` count as text. ``overflow`` is the number of slips not
    told singly.
    """

    top: Element
    elements: list[Element]
    tags: Sequence[Tag]
    literal: set[Tag]
    slips: list[Slip] = field(default_factory=list)
    overflow: int = 0
    too_deep: bool = False

    @property
    def slip_count(self) -> int:
        return len(self.slips) + self.overflow


def find_frame(
    view: str, tags: Sequence[Tag], is_section: Callable[[str], bool], find_more: Callable[[], Sequence[Tag]]
) -> Frame:
    """The frame that ``tags`` (tabs, blocks, quotes only) make.

    Where they do not fit together, other readings are tried, and the one that tells the fewest slips is taken: the
    nearly right tags of ``find_more`` are tags too; an opening tag without a title is a closing tag without its slash.
    """
    text = FrameText(view, is_section)

    def read(tags: Sequence[Tag]) -> Frame:
        return _Recovery(view, tags, match_tags(view, tags, len(view), _may_borrow, reopen=False), text).run()

    best = read(tags)
    nested = text.count_nested_sections(best.elements)
    if not best.slip_count and not nested:
        return best
    if best.overflow or (best.slip_count == 1 and best.too_deep):
        return best  # nothing a near miss could explain
    if more := find_more():
        wider = read(sorted((*tags, *more), key=lambda tag: tag.start))
        if wider.slip_count <= best.slip_count or text.count_nested_sections(wider.elements) < nested:
            best = wider
    if 0 < best.slip_count <= _MOST_REREAD:
        for tag in [tag for tag in best.tags if not (tag.option or tag.is_closer or tag.flaw)][:_MOST_REREAD]:
            closer = add_slash(view, tag)
            other = read([closer if each is tag else each for each in best.tags])
            # A word in brackets that so far is text costs nothing; as the closing tag that is missing it makes sense.
            if closer not in other.literal and other.slip_count < best.slip_count + (tag in best.literal):
                best = other
    return best


def _may_borrow(opener: Tag, closer: Tag) -> bool:
    return not (closer.flaw or opener.flaw)


class _Recovery:
    """Turns the matching tag by tag into the frame a reader sees.

    A lost closing tag makes each element around it take the closing tag of the next one out, so that the
    outermost looks unclosed. Titles tell which one it was: sections stand side by side.
    """

    def __init__(self, view: str, tags: Sequence[Tag], matching: Matching, text: FrameText) -> None:
        self.view = view
        self.tags = tags
        self.matching = matching
        self.text = text
        self.top = Element(Tag("", Role.ROOT, 0, 0))
        self.top.end = len(view)
        self.slips: list[Slip] = []
        self.strays, too_many = split_strays(matching.strays)
        self.literal = matching.literal | too_many
        self.overflow = matching.overflow + sum(not tag.flaw for tag in too_many)

    def run(self) -> Frame:
        matching, view = self.matching, self.view
        self.build_tree()
        for count, stray in enumerate(list(self.strays)):
            if count < _MOST_REFINED:
                self.settle_stray(stray)
        unclosed = matching.unclosed
        self.overflow += len(unclosed[_MOST_REFINED:])
        for element in reversed(unclosed[_MOST_REFINED:]):
            element.end = element.content
            self.hoist(element, 0)
        for element in reversed(unclosed[:_MOST_REFINED]):
            if element.closer is None:
                self.refine(element)
        self.slips += [tell_stray(view, tag) for tag in self.strays]
        self.slips += [tell_crossing(view, crossing, reopen=False) for crossing in matching.crossings]
        self.slips += [tell_borrowed(view, element) for element in matching.borrowed]
        self.slips += [tell_flaw(view, tag) for tag in self.tags if tag.flaw and tag not in self.literal]
        if matching.too_deep:
            self.slips.append(tell_too_deep(view, matching.too_deep, DEEPEST_NESTING))
        return Frame(
            self.top,
            matching.elements,
            self.tags,
            self.literal,
            self.slips,
            self.overflow,
            matching.too_deep is not None,
        )

    def build_tree(self) -> None:
        path = [self.top]
        self.top.children = []
        for element in self.matching.elements:
            element.children = []
            while len(path) > 1 and path[-1].total_end <= element.at:
                path.pop()
            element.parent = path[-1]
            path[-1].children.append(element)
            path.append(element)

    # -- a closing tag too many ---------------------------------------------------------------------------------

    def settle_stray(self, stray: Tag) -> None:
        """If an opening tag was lost inside an element, that element ended too early and this tag is its own."""
        home = self.find_home(stray)
        followers: list[Element] = []
        for sibling in reversed(home.children):
            if sibling.at > stray.start:
                continue
            if followers and sibling.name == stray.name and sibling.closer and self.are_of_a_kind(sibling, followers):
                self.strays[self.strays.index(stray)] = sibling.closer
                sibling.closer, sibling.end = stray, stray.start
                for follower in followers:
                    home.children.remove(follower)
                    follower.parent = sibling
                sibling.children += reversed(followers)
                return
            followers.append(sibling)
            if len(followers) > _MOST_REFINED:
                return

    def find_home(self, tag: Tag) -> Element:
        home = self.top
        while inside := [child for child in home.children[-400:] if child.at < tag.start < child.end]:
            home = inside[-1]
        return home

    def are_of_a_kind(self, element: Element, followers: list[Element]) -> bool:
        """Whether what follows is what the element holds: sections in a wrapper, messages in Messages."""
        inner = [child for child in element.children if child.tag.role is not Role.QUOTE]
        if len(inner) == 1 and inner[0].name == element.name and not self.text.is_section(element):
            # A wrapper that so far holds just a story: what follows belongs into it, too.
            between = self.text.text_before(element, inner[0]), self.text.own_text(inner[0].total_end, element.end)
            return not any(between) and sum(map(self.text.is_section, followers)) > 1
        if not inner:
            return False
        if any(map(self.text.is_section, inner)):
            return all(self.text.is_section(follower) for follower in followers)
        return self.text.is_section(element) and not any(map(self.text.is_section, followers))

    # -- a closing tag lost -------------------------------------------------------------------------------------

    def refine(self, element: Element) -> None:
        while culprit := self.find_culprit(element):
            self.hand_over(element, culprit)
            element = culprit
        self.cut(element)

    def find_culprit(self, element: Element, depth: int = 3) -> Element | None:
        """The child that lacks its own closing tag and took this element's."""
        is_section, children = self.text.is_section, element.children
        if self.text.is_wrapper(element):
            for child in children:
                if self.took_closer(element, child) and any(map(self.text.sections_below, child.children)):
                    is_right = self.text.is_wrapper(child) and (not depth or not self.find_culprit(child, depth - 1))
                    return None if is_right else child
            last = children[-1]
            if (
                self.took_closer(element, last)
                and is_section(last)
                and not self.text.has_text(last.total_end, element.end)
            ):
                return last
            return None
        if is_section(element):
            before = next((i for i, child in enumerate(children) if is_section(child)), len(children))
            if before and self.took_closer(element, last := children[before - 1]) and last.children:
                nested = any(child.tag.role is not Role.QUOTE for child in last.children)
                return last if nested and not is_section(last) else None
        return None

    def took_closer(self, element: Element, child: Element) -> bool:
        return child.name == element.name and child.closer is not None and child not in self.matching.borrowed

    def hand_over(self, element: Element, culprit: Element) -> None:
        element.closer, element.end = culprit.closer, culprit.end
        culprit.closer = None
        self.hoist(element, element.children.index(culprit) + 1)

    def hoist(self, element: Element, index: int) -> None:
        """The children from ``index`` on stand behind the element instead of in it."""
        outer = element.parent
        if outer is None:
            return
        moved = element.children[index:]
        del element.children[index:]
        at = outer.children.index(element) + 1
        outer.children[at:at] = moved
        for child in moved:
            child.parent = outer

    def cut(self, element: Element) -> None:
        """Ends an unclosed element where a reader would, and tells the slip."""
        index = self.text.first_outsider(element)
        limit, where = element.end, "at its end"
        if index < len(element.children):
            following = element.children[index]
            limit, where = self.text.start_of(following), f"before {render_opener(self.view, following.tag)}"
            self.hoist(element, index)
        elif element.parent is not None and element.parent.closer is not None and limit < len(self.view):
            where = f"before the closing tag of {render_opener(self.view, element.parent.tag)}"
        floor = max([element.content, *(child.total_end for child in element.children[-1:])])
        closer = render_closer(self.view, element.tag)
        offset, text = self.text.place_closer(element, floor, limit, closer)
        element.end = offset
        self.slips.append(tell_unclosed(self.view, element, offset, text, where))
