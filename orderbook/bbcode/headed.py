"""Spoilers without a title take that of the heading over them or of their first line."""

from __future__ import annotations

from collections.abc import Callable

from orderbook.bbcode.lines import visible_lines
from orderbook.bbcode.nodes import Node, iter_nodes, slice_pieces
from orderbook.bbcode.options import clean_title
from orderbook.bbcode.roles import Role
from orderbook.bbcode.title_lines import heading_before, heading_inside

_MOST_TABS = 400


def title_untitled_tabs(root: Node, is_section: Callable[[str], bool]) -> None:
    """Gives untitled tabs their titles. The line that gave it becomes part of the tab's ``open``.

    Outside the sections only a section's title will do; inside one any line in bold will (messages, characters).
    """
    untitled = [node for node in iter_nodes(root) if node.role is Role.TAB and not node.title][:_MOST_TABS]
    for node in untitled:
        free = _stands_in_section(node, is_section)
        before = heading_before(node.view, node.start)
        if (
            before
            and (is_section(before[1]) or (free and _is_bold(node.parent, *before)))
            and _take_before(node, *before)
        ):
            continue
        inside = heading_inside(node.view, node.inner_start, node.inner_end)
        if inside and (is_section(inside[1]) or (free and _opens_bold(node))):
            _take_inside(node, *inside)


def _stands_in_section(node: Node, is_section: Callable[[str], bool]) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.role is Role.TAB and parent.title and is_section(parent.title):
            return True
        parent = parent.parent
    return False


def _opens_bold(node: Node) -> bool:
    first = next((line for line in visible_lines(node) if line.text.strip()), None)
    return first is not None and first.emphasised


def _is_bold(parent: Node | None, start: int, title: str) -> bool:
    if parent is None:
        return False
    inside = [child for child in parent.children if isinstance(child, Node) and child.start == start]
    return bool(inside) and inside[0].role is Role.STYLE


def _take_before(node: Node, start: int, title: str) -> bool:
    parent = node.parent
    if parent is None:
        return False
    prefix = node.view[start : max(start, parent.start)]
    if parent.role is Role.STYLE and start < parent.inner_start and not clean_title(prefix):
        start = parent.inner_start  # the line starts with the parent's own tag
    if start < parent.inner_start:
        return False
    between = [c for c in parent.children if isinstance(c, Node) and c.start < node.start and c.end > start]
    if any(child.start < start or child.role not in (Role.STYLE, Role.STRAY) for child in between):
        return False
    index = parent.children.index(node)
    parent.forget_lines()
    parent.children[:index] = slice_pieces(parent, parent.children[:index], parent.inner_start, start)
    node.start, node.title = start, title
    return True


def _take_inside(node: Node, end: int, title: str) -> None:
    if any(isinstance(child, Node) and child.start < end < child.end for child in node.children):
        return
    node.forget_lines()
    node.children = slice_pieces(node, node.children, end, node.inner_end)
    node.inner_start, node.title = end, title
