"""From the text of a post to the tree of its tags."""

from __future__ import annotations

from collections.abc import Callable

from orderbook.bbcode.nodes import Markup, MarkupProblem, Node, iter_nodes, iter_pieces
from orderbook.bbcode.roles import Role
from orderbook.bbcode.scanner import scan_tags
from orderbook.text.source import Span

__all__ = ["Markup", "MarkupProblem", "Node", "iter_nodes", "iter_pieces", "parse_markup"]


def parse_markup(view: str, is_section: Callable[[str], bool] = lambda title: False) -> Markup:
    """The tags of ``view`` as a tree; never raises. ``is_section`` knows the titles of an orders post's tabs."""
    root = Node(view, Role.ROOT, "", "", Span(0, 0), Span(0, len(view)))
    stack, position = [root], 0

    def add_text(end: int) -> None:
        if end > position:
            stack[-1].children.append(Span(position, end))

    for tag in scan_tags(view):
        add_text(tag.start)
        here, position = Span(tag.start, tag.end), tag.end
        if tag.is_closer:
            depth = next((i for i in range(len(stack) - 1, 0, -1) if stack[i].name == tag.name), 0)
            if depth:
                for node in stack[depth:]:
                    node.inner = Span(node.open.end, tag.start)
                stack[depth].close = here
                del stack[depth:]
                continue
            stack[-1].children.append(
                Node(view, Role.STRAY, tag.name, "", here, Span(tag.end, tag.end), parent=stack[-1])
            )
            continue
        node = Node(view, tag.role, tag.name, tag.title, here, Span(tag.end, len(view)), parent=stack[-1])
        stack[-1].children.append(node)
        if tag.role not in (Role.VOID, Role.ITEM):
            stack.append(node)
    add_text(len(view))
    return Markup(root)
