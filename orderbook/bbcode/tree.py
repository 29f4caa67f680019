"""From the text of a post to the tree of its tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from orderbook.bbcode.builder import build_tree
from orderbook.bbcode.frame import find_frame
from orderbook.bbcode.headed import title_untitled_tabs
from orderbook.bbcode.html_tags import add_html_tags
from orderbook.bbcode.inline import Inline, find_inline
from orderbook.bbcode.matching import Element
from orderbook.bbcode.nodes import Markup, MarkupProblem, Node, iter_nodes, iter_pieces
from orderbook.bbcode.rendered import read_rendered_tabs
from orderbook.bbcode.repairs import MOST_PROBLEMS, Slip, compose_problems, tell_crossed_border, tell_stray
from orderbook.bbcode.roles import FRAME_ROLES, MARKERS, Role
from orderbook.bbcode.scanner import Tag, scan_tags
from orderbook.bbcode.slips import find_slips
from orderbook.bbcode.wrapping import unwrap_post

_MOST_TITLES = 4000

__all__ = ["Markup", "MarkupProblem", "Node", "iter_nodes", "iter_pieces", "parse_markup"]


def parse_markup(view: str, is_section: Callable[[str], bool] = lambda title: False) -> Markup:
    """The tags of ``view`` as a tree; never raises. ``is_section`` knows the titles of an orders post's tabs.

    What is wrong in the tags is told as problems, at most ``MOST_PROBLEMS``; the tree is what a reader would see.
    """
    tags = add_html_tags(view, scan_tags(view))
    ask = _remember(is_section)

    @cache
    def slips_of(frame: bool) -> list[Tag]:
        return [tag for tag in find_slips(view, tags, ask) if (tag.role in FRAME_ROLES) is frame]

    frame_tags = [tag for tag in tags if tag.role in FRAME_ROLES]
    frame = find_frame(view, frame_tags, ask, lambda: slips_of(True))
    others = [tag for tag in tags if tag.role not in FRAME_ROLES and not _is_mark(tag)]
    homes = _find_homes([frame.top, *frame.elements], others)

    inlines: dict[Element, Inline] = {}
    for home, own in homes.items():

        def more(home: Element = home) -> list[Tag]:
            near = [tag for tag in slips_of(False) if home.content <= tag.start and tag.end <= home.end]
            return _find_homes([frame.top, *frame.elements], near).get(home, [])

        inlines[home] = find_inline(view, own, home, more)

    slips, overflow = [*frame.slips], frame.overflow
    slips += _settle_borders(view, inlines)
    for inline in inlines.values():
        slips += [*inline.slips, *(slip for _, slip in inline.lost), *(tell_stray(view, tag) for tag in inline.strays)]
        overflow += inline.overflow

    root = build_tree(view, tags, frame, list(inlines.values()))
    title_untitled_tabs(root, ask)
    notes = unwrap_post(root) + read_rendered_tabs(root, ask)
    problems = compose_problems(slips)
    unnamed = overflow + max(0, len(problems) - MOST_PROBLEMS)
    if unnamed:
        notes += (f"{unnamed} more slips in the tags are not told one by one.",)
    return Markup(root, problems[:MOST_PROBLEMS], notes)


def _remember(is_section: Callable[[str], bool]) -> Callable[[str], bool]:
    """The same question, put once for each title; where the titles have no end, those after many are none."""
    known: dict[str, bool] = {}

    def ask(title: str) -> bool:
        if title not in known:
            if len(known) >= _MOST_TITLES:
                return False
            known[title] = is_section(title)
        return known[title]

    return ask


def _is_mark(tag: Tag) -> bool:
    """A tag that holds nothing: a line break, a bullet."""
    return tag.role is Role.VOID or tag.name in MARKERS


def _find_homes(elements: Sequence[Element], tags: Sequence[Tag]) -> dict[Element, list[Tag]]:
    """The tags by the innermost element of the frame they stand in; ``elements`` in order, the top one first."""
    homes: dict[Element, list[Tag]] = {}
    path: list[Element] = []
    following = 0
    for tag in tags:
        while following < len(elements) and elements[following].content <= tag.start:
            element = elements[following]
            following += 1
            while path and path[-1].total_end <= element.at:
                path.pop()
            path.append(element)
        while path[-1].end <= tag.start and len(path) > 1:
            path.pop()
        homes.setdefault(path[-1], []).append(tag)
    return homes


def _settle_borders(view: str, inlines: dict[Element, Inline]) -> list[Slip]:
    """A style opened on one side of a tab's border and closed on the other is one slip, not two."""
    slips = []
    for home, inline in inlines.items():
        for element, slip in list(inline.lost):
            for other in (home.parent, *home.children):
                partner = _find_partner(view, home, element, other, inlines)
                if partner is not None and other is not None:
                    inlines[other].strays.remove(partner)
                    inline.lost.remove((element, slip))
                    slips.append(
                        tell_crossed_border(view, element, slip, partner, None if other is home.parent else other)
                    )
                    break
    return slips


def _find_partner(
    view: str, home: Element, element: Element, other: Element | None, inlines: dict[Element, Inline]
) -> Tag | None:
    if other is None or other not in inlines:
        return None
    for stray in inlines[other].strays:
        if stray.name != element.name or stray.start < element.at:
            continue
        between = (home.total_end, stray.start) if other is home.parent else (element.content, other.at)
        if between[0] <= between[1] <= between[0] + 300 and not view[between[0] : between[1]].strip():
            return stray
    return None
