"""HTML of a post for a page: what a forum would show, with nothing in it that could run."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any

from orderbook.bbcode.nodes import Node
from orderbook.bbcode.roles import Role
from orderbook.bbcode.tree import parse_markup
from orderbook.text.source import Span

LONGEST_PREVIEW = 256 * 1024
DEEPEST_PREVIEW = 20
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}|[A-Za-z]{3,30}")
_ADDRESS = re.compile(r"https?://[^\s\"'<>`\\]{1,500}|mailto:[\w.+-]{1,64}@[\w.-]{1,100}", re.IGNORECASE)
_SIZE = re.compile(r"\s*([0-9]{1,3})\s*(pt|px|%|)\s*", re.IGNORECASE)
# Tags of ours, written out, and the HTML element each becomes. The names are no tag of any forum.
_PLAIN_ELEMENTS = {
    "xb": "strong", "xi": "em", "xu": "u", "xs": "s", "xsub": "sub", "xsup": "sup", "xh": "h4", "xcode": "pre",
    "xtable": "table", "xtr": "tr", "xtd": "td",
    "xlist": 'div class="list"', "xli": 'div class="item"', "xcenter": 'div class="center"',
}  # fmt: skip
_STYLES = {
    "b": "xb", "strong": "xb", "bold": "xb", "i": "xi", "em": "xi", "italic": "xi", "u": "xu", "underline": "xu",
    "sub": "xsub", "sup": "xsup", "center": "xcenter", "centre": "xcenter", "heading": "xh", "color": "xcolour",
    "colour": "xcolour", "size": "xsize", "url": "xurl", "iurl": "xurl", "email": "xurl",
    **{f"h{level}": "xh" for level in range(1, 7)},
}  # fmt: skip
_BY_ROLE = {
    Role.TAB: "xtab", Role.BLOCK: "xblock", Role.QUOTE: "xquote", Role.STRIKE: "xs", Role.LIST: "xlist",
    Role.TABLE: "xtable", Role.ROW: "xtr", Role.CELL: "xtd", Role.RAW: "xcode",
}  # fmt: skip


def render_preview(view: str, is_section: Callable[[str], bool] = lambda title: False) -> str:
    """Safe HTML of a post: every text and title is escaped, links lead to web pages only, nothing else is loaded.

    A post of more than ``LONGEST_PREVIEW`` characters is not rendered; the HTML says so. Never raises.
    """
    if len(view) > LONGEST_PREVIEW:
        return f"<p>The post has {len(view)} characters; only posts of up to {LONGEST_PREVIEW} are shown here.</p>"
    writer = _Writer(view)
    source = writer.write(parse_markup(view, is_section).root)
    try:
        html: str = _make_parser(writer).format(source)
    except RecursionError:  # the depth is capped, so this is for the library's own surprises
        return f"<pre>{escape(view)}</pre>"
    return html.replace(writer.bracket, "[")


class _Writer:
    """Writes a tree out again as tags the library cannot misread: an option is a number, a text holds no bracket."""

    def __init__(self, view: str) -> None:
        self.options: list[tuple[Node, str]] = []
        # A character the post does not hold stands for its brackets until the library is done.
        self.bracket = next(chr(code) for code in range(0xE000, 0xF8FF) if chr(code) not in view)

    def write(self, root: Node) -> str:
        parts: list[str] = []
        stack: list[tuple[Node | Span | str, int]] = [(root, 0)]
        while stack:
            piece, depth = stack.pop()
            if isinstance(piece, str):
                parts.append(piece)
            elif isinstance(piece, Span):
                parts.append(root.view[piece.start : piece.end].replace("[", self.bracket))
            else:
                name = self.name_of(piece) if depth < DEEPEST_PREVIEW else ""
                if name:
                    self.options.append((piece, name))
                    parts.append(f"[{name}={len(self.options) - 1}]")
                    stack.append((f"[/{name}]", depth))
                elif piece.role is Role.VOID:
                    parts.append("[xhr]" if piece.name == "hr" else "\n")
                elif piece.role is Role.ITEM and piece.name != "li":
                    parts.append("\u2022 " if "".join(parts[-2:]).endswith(("\n", "\r", "]")) else "\n\u2022 ")
                stack.extend((child, depth + bool(name)) for child in reversed(self.shown(piece)))
        return "".join(parts)

    def shown(self, node: Node) -> list[Node | Span]:
        """What is shown of a node: between the rows and cells of a table, cells only."""
        if node.role not in (Role.TABLE, Role.ROW):
            return node.children
        view = node.view
        return [c for c in node.children if isinstance(c, Node) or view[c.start : c.end].strip()]

    def name_of(self, node: Node) -> str:
        if node.role is Role.STYLE:
            return _STYLES.get(node.name, "")
        if node.role is Role.ITEM:
            return "xli" if node.name == "li" else ""
        return _BY_ROLE.get(node.role, "")

    def node_of(self, options: dict[str, str]) -> Node | None:
        number = next(iter(options.values()), "")
        return self.options[int(number)][0] if number.isdecimal() and int(number) < len(self.options) else None


def _make_parser(writer: _Writer) -> Any:
    import bbcode  # the preview alone needs it

    parser = bbcode.Parser(
        install_defaults=False,
        replace_links=False,
        replace_cosmetic=False,
        drop_unrecognized=False,
        max_tag_depth=DEEPEST_PREVIEW + 2,
    )

    def add(name: str, render: Any, **options: Any) -> None:
        def formatter(tag_name: str, value: str, options: dict[str, str], parent: object, context: object) -> str:
            node = writer.node_of(options)
            return str(value) if node is None else str(render(node, value))

        parser.add_formatter(name, formatter, **options)

    for name, element in _PLAIN_ELEMENTS.items():
        closing = element.split(" ")[0]
        add(name, lambda node, value, element=element, closing=closing: f"<{element}>{value}</{closing}>")
    add("xtab", _render_tab)
    add("xblock", lambda node, value: f'<div class="block"><b>{escape(node.title)}</b>{value}</div>')
    add("xquote", lambda node, value: f"<blockquote><cite>{escape(node.title)}</cite>{value}</blockquote>")
    add("xcolour", _render_colour)
    add("xsize", _render_size)
    add("xurl", _render_link)
    parser.add_formatter("xhr", lambda *_: "<hr />", standalone=True)
    return parser


def _render_tab(node: Node, value: str) -> str:
    return f"<details open><summary>{escape(node.title or 'Spoiler')}</summary>{value}</details>"


def _render_colour(node: Node, value: str) -> str:
    colour = node.title.strip()
    return f'<span style="color: {colour}">{value}</span>' if _COLOUR.fullmatch(colour) else value


def _render_size(node: Node, value: str) -> str:
    size = _SIZE.fullmatch(node.title)
    if size is None:
        return value
    large = int(size[1]) > {"pt": 12, "px": 16, "%": 100, "": 3}[size[2].lower()]
    return f'<span class="{"large" if large else "small"}">{value}</span>'


def _render_link(node: Node, value: str) -> str:
    address = node.title.strip() or node.view[node.inner_start : node.inner_end].strip()
    if node.name == "email" and ":" not in address:
        address = "mailto:" + address
    if not _ADDRESS.fullmatch(address):
        return value
    return f'<a href="{escape(address)}" rel="nofollow noopener noreferrer">{value}</a>'
