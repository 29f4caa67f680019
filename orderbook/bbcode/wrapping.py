"""A post that stands as a whole inside one quote or one code block."""

from __future__ import annotations

from orderbook.bbcode.chrome import is_chrome
from orderbook.bbcode.nodes import Node
from orderbook.bbcode.roles import Role


def unwrap_post(root: Node) -> tuple[str, ...]:
    """If all of the post stands in one quote, makes that quote transparent and says so."""
    outer: Node | None = None
    for child in root.children:
        if isinstance(child, Node):
            if child.role is Role.STRAY:
                continue
            if outer is not None:
                return ()
            outer = child
        else:
            lines = root.view[child.start : child.end].splitlines()
            if any(line.strip() and not is_chrome(line) for line in lines[:40]) or len(lines) > 40:
                return ()
    if outer is None or outer.role is not Role.QUOTE:
        return ()
    outer.role = Role.STYLE
    return ("The whole post stands in one quote; what the quote holds is read as the post.",)
