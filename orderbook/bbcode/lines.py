"""The lines a person sees of a node's own content, each mapped back to the text it came from."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from orderbook.bbcode.nodes import Node
from orderbook.bbcode.roles import EMPHASIS, FRAME_ROLES, Role
from orderbook.text.source import Span

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class VisibleLine:
    """One line as the rendered page shows it.

    ``span`` is the stretch of the view it came from (a line or, beside tags that break it, a piece of one);
    ``runs`` are (index in ``text``, offset in the view, length) of the characters taken over unchanged, in order.
    ``item``: it is a list item. ``emphasised``: all it shows stands in bold, colour or the like that ends with
    the line. ``struck``: struck-out text was left out.
    """

    text: str
    span: Span
    runs: tuple[tuple[int, int, int], ...]
    item: bool = False
    emphasised: bool = False
    struck: bool = False

    def span_of(self, start: int, end: int) -> Span:
        """The stretch of the view from the first to the last character of ``text[start:end]``."""
        first = self._offset_at_or_after(start)
        if end <= start:
            return Span(first, first)
        last = self._offset_at_or_before(end - 1)
        return Span(first, max(first, last + 1))

    def _offset_at_or_after(self, index: int) -> int:
        at = bisect_right(self.runs, index, key=lambda run: run[0]) - 1
        if at >= 0:
            text_start, offset, length = self.runs[at]
            if index < text_start + length:
                return offset + index - text_start
        if at + 1 < len(self.runs):
            return self.runs[at + 1][1]
        return self.runs[-1][1] + self.runs[-1][2] if self.runs else self.span.end

    def _offset_at_or_before(self, index: int) -> int:
        at = bisect_right(self.runs, index, key=lambda run: run[0]) - 1
        if at < 0:
            return self.span.start - 1
        text_start, offset, length = self.runs[at]
        return offset + min(index - text_start, length - 1)


def child_blocks(node: Node) -> list[Node]:
    """The tabs, blocks and quotes right below a node, those inside bold, lists and the like included."""
    found: list[Node] = []
    stack = [child for child in reversed(node.children) if isinstance(child, Node)]
    while stack:
        child = stack.pop()
        if child.role in FRAME_ROLES:
            found.append(child)
        else:
            stack.extend(below for below in reversed(child.children) if isinstance(below, Node))
    return found


def visible_lines(node: Node) -> list[VisibleLine]:
    """The lines of the node's own content, in order, without those of the tabs, blocks and quotes inside it.

    A blank line of the source gives a line with an empty text; a line that holds nothing but tags gives none.
    """
    writer = _LineWriter(node)
    # (node to enter) or (node to leave, True); spans are text
    stack: list[tuple[Node | Span, bool]] = [(child, False) for child in reversed(node.children)]
    while stack:
        piece, leaving = stack.pop()
        if isinstance(piece, Span):
            writer.add_text(piece)
        elif leaving:
            writer.leave(piece)
        elif writer.enter(piece):
            stack.append((piece, True))
            stack.extend((child, False) for child in reversed(piece.children))
    writer.finish()
    return writer.lines


class _LineWriter:
    """Collects the pieces of the current line until something ends it."""

    def __init__(self, node: Node) -> None:
        self.view = node.view
        self.lines: list[VisibleLine] = []
        self.start = node.inner.start  # of the current line or piece of a line
        self.end_of_node = node.inner.end
        self.struck_depth = self.emphasis_depth = 0
        self.rows = 0  # rows we are in but in no cell of
        self.pieces: list[tuple[int, int]] = []
        self.clear()
        # What precedes the node on its line is a tag (or nothing), so its first line is whole only at a line start.
        self.has_tag = self.start > 0 and self.view[self.start - 1] not in "\r\n"

    def clear(self) -> None:
        self.pieces = []
        self.cells: list[int] = []  # where, in pieces, a tab goes in between
        self.plain = self.item = self.struck = self.has_tag = False

    def add_text(self, span: Span) -> None:
        position = span.start
        for match in _LINE_END.finditer(self.view, span.start, span.end):
            self.add_piece(position, match.start())
            if not self.rows or self.in_cell_text():
                self.end_line(match.start(), match.end(), keep_blank=not self.has_tag)
            position = match.end()
        self.add_piece(position, span.end)

    def in_cell_text(self) -> bool:
        return False

    def add_piece(self, start: int, end: int) -> None:
        if start == end:
            return
        blank = not self.view[start:end].strip()
        if self.struck_depth:
            self.struck = self.struck or not blank
            return
        if self.rows and blank:
            return
        if not blank and not self.emphasis_depth:
            self.plain = True
        self.pieces.append((start, end))

    def end_line(self, end: int, next_start: int, *, keep_blank: bool) -> None:
        """Closes the current line at ``end``; a blank one is kept only on demand."""
        view, texts, runs, length = self.view, [], [], 0
        for index, (start, stop) in enumerate(self.pieces):
            if index in self.cells:
                texts.append("\t")
                length += 1
            texts.append(view[start:stop])
            runs.append((length, start, stop - start))
            length += stop - start
        text = "".join(texts)
        blank = not text.strip()
        if not blank or keep_blank or self.struck:
            self.lines.append(
                VisibleLine(
                    text, Span(self.start, end), tuple(runs), self.item, not blank and not self.plain, self.struck
                )
            )
        self.start = next_start
        self.clear()

    def break_line(self, offset: int, *, keep_blank: bool = False) -> None:
        self.end_line(offset, offset, keep_blank=keep_blank)
        self.has_tag = True

    def enter(self, node: Node) -> bool:
        """Takes in an opening tag; says whether the node's content belongs to these lines."""
        role = node.role
        if role in FRAME_ROLES:
            self.break_line(node.open.start)
            self.start = node.span.end
            return False
        self.has_tag = True
        if role is Role.STRIKE:
            self.struck_depth += 1
        elif role is Role.STYLE and node.name in EMPHASIS:
            self.emphasis_depth += 1
        elif role is Role.VOID:
            self.end_line(node.open.start, node.open.end, keep_blank=True)
            self.has_tag = True
        elif role is Role.ITEM:
            if self.pieces or self.item:
                self.break_line(node.open.start)
            self.item = self.has_tag = True
        return True

    def leave(self, node: Node) -> None:
        self.has_tag = self.has_tag or node.close is not None
        if node.role is Role.STRIKE:
            self.struck_depth -= 1
        elif node.role is Role.STYLE and node.name in EMPHASIS:
            self.emphasis_depth -= 1

    def finish(self) -> None:
        self.end_line(self.end_of_node, self.end_of_node, keep_blank=False)
