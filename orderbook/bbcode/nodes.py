"""The tree a post's tags make, and what was wrong with them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from orderbook.bbcode.roles import FRAME_ROLES, Role
from orderbook.text.edits import Edit
from orderbook.text.records import record
from orderbook.text.source import Span

if TYPE_CHECKING:
    from orderbook.bbcode.lines import VisibleLine


class Node:
    """An element of the tree. Its children are nodes and, for text between them, spans of the view.

    ``open`` is the opening tag (empty for the root and for what no tag opens), ``inner`` what stands between
    it and ``close``; ``close`` is None where no closing tag stands. ``virtual``: made by the reader, not by a tag.
    All offsets are those of ``view``, the text the tree was read from. ``lines`` is for ``visible_lines`` to remember
    what it read; whoever moves pieces about calls ``forget_lines``.
    """

    __slots__ = (
        "children",
        "end",
        "inner_end",
        "inner_start",
        "lines",
        "name",
        "parent",
        "role",
        "start",
        "title",
        "view",
        "virtual",
    )

    def __init__(
        self,
        view: str,
        role: Role,
        name: str,
        title: str,
        opening: tuple[int, int],
        parent: Node | None = None,
        *,
        virtual: bool = False,
    ) -> None:
        self.view = view
        self.role = role
        self.name = name
        self.title = title
        self.start, self.inner_start = opening
        self.inner_end = self.end = self.inner_start
        self.parent = parent
        self.virtual = virtual
        self.children: list[Node | Span] = []
        self.lines: list[VisibleLine] | None = None

    def forget_lines(self) -> None:
        """Says that pieces of this node were moved; up to the next tab or block its lines are its parents', too."""
        node: Node | None = self
        while node is not None:
            node.lines = None
            if node.role in FRAME_ROLES:
                break
            node = node.parent

    @property
    def open(self) -> Span:
        return Span(self.start, self.inner_start)

    @property
    def inner(self) -> Span:
        return Span(self.inner_start, self.inner_end)

    @property
    def close(self) -> Span | None:
        return Span(self.inner_end, self.end) if self.end > self.inner_end else None

    @property
    def span(self) -> Span:
        """From the opening tag to the end of the closing one."""
        return Span(self.start, self.end)

    def __repr__(self) -> str:
        return f"<{self.role} {self.name} {self.title!r} {self.start}-{self.end}>"


@record
class MarkupProblem:
    """One slip in the tags. ``kind`` is ``unclosed``, ``misnested`` or ``stray``; ``span`` the tag to look at.

    ``edits`` mend it (view offsets; empty: no safe repair), ``title`` says in a few words what they do.
    """

    kind: str
    tag: str
    span: Span
    message: str
    edits: tuple[Edit, ...]
    title: str


@record
class Markup:
    """A post's tree with the problems found and notes for the reader's eyes."""

    root: Node
    problems: tuple[MarkupProblem, ...] = ()
    notes: tuple[str, ...] = ()


def iter_nodes(node: Node) -> Iterator[Node]:
    """The node and all nodes below it, in the order of the text."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(child for child in reversed(current.children) if isinstance(child, Node))


def iter_pieces(node: Node) -> Iterator[Span]:
    """The node's opening tags, texts and closing tags in order; joined they are its source again."""
    stack: list[Node | Span | None] = [node]
    while stack:
        current = stack.pop()
        if current is None:
            continue
        if isinstance(current, Span):
            yield current
            continue
        yield current.open
        stack.append(current.close)
        stack.extend(reversed(current.children))


def slice_pieces(parent: Node, pieces: list[Node | Span], start: int, end: int) -> list[Node | Span]:
    """The pieces of a list between two offsets, texts cut to measure."""
    found: list[Node | Span] = []
    first = bisect_right(pieces, start, key=lambda piece: piece.end)
    for piece in pieces[first:]:
        if piece.start >= end:
            break
        if isinstance(piece, Span):
            found.append(Span(max(piece.start, start), min(piece.end, end)))
        else:
            piece.parent = parent
            found.append(piece)
    return found
