"""The lines a person sees of a node's own content, each mapped back to the text it came from."""

from __future__ import annotations

from bisect import bisect_right

from orderbook.bbcode.line_ends import has_line_end, line_end_pattern
from orderbook.bbcode.nodes import Node
from orderbook.bbcode.roles import BLOCK_STYLES, EMPHASIS, FRAME_ROLES, Role
from orderbook.text.records import record
from orderbook.text.source import Span

_MOST_BLANK_LINES = 40
_NEUTRAL = " \t\u00a0:;.,*=_~-\u2013\u2014"  # beside a bold heading these do not count as text


@record
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

    def runs_between(self, start: int, end: int, shift_to: int) -> list[tuple[int, int, int]]:
        """The pieces of the runs within ``text[start:end]``, moved to begin at ``shift_to``."""
        found: list[tuple[int, int, int]] = []
        for run_start, offset, size in self.runs:
            first, last = max(run_start, start), min(run_start + size, end)
            if first < last:
                found.append((shift_to + first - start, offset + first - run_start, last - first))
        return found

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

    A blank line of the source gives a line with an empty text; a line that holds nothing but tags gives none; of very
    many blank lines in a row the rest is left out. The node remembers them: several readers ask.
    """
    if node.lines is not None:
        return node.lines
    writer = _LineWriter(node)
    stack: list[tuple[Node | Span, bool]] = [(child, False) for child in reversed(node.children)]
    while stack:
        piece, leaving = stack.pop()
        if isinstance(piece, Span):
            writer.add_text(piece.start, piece.end)
        elif leaving:
            writer.leave(piece)
        elif writer.enter(piece):
            stack.append((piece, True))
            stack.extend((child, False) for child in reversed(piece.children))
    writer.finish()
    node.lines = writer.lines
    return writer.lines


class _LineWriter:
    """Collects the pieces of the current line until something ends it."""

    def __init__(self, node: Node) -> None:
        self.view = node.view
        self.line_end = line_end_pattern(node.view, node.inner_start, node.inner_end)
        self.blank_lines = 0  # in a row
        self.lines: list[VisibleLine] = []
        self.start = node.inner.start
        self.end_of_node = node.inner.end
        self.struck_depth = self.emphasis_depth = self.row_depth = self.cell_depth = 0
        self.clear()
        self.has_tag = self.start > 0 and self.view[self.start - 1] not in "\r\n"

    def clear(self) -> None:
        """Begins a line: ``pieces`` are stretches of the view, ``None`` the tab between two cells."""
        self.pieces: list[tuple[int, int] | None] = []
        self.has_text = self.has_plain = self.item = self.struck = self.has_tag = self.has_cell = False
        self.cell_has_text = False
        self.break_is_due = False  # a line end within a cell counts only if more text follows in the cell

    def add_text(self, start: int, end: int) -> None:
        view = self.view
        for match in self.line_end.finditer(view, start, end):
            stop, following = match.span()
            if self.row_depth:
                self.add_piece(start, stop)
                self.break_is_due = self.break_is_due or self.cell_has_text
            elif self.pieces or self.has_tag or self.struck_depth or self.emphasis_depth or self.item:
                self.add_piece(start, stop)
                self.end_line(stop, following, keep_blank=not self.has_tag)
            else:  # a line without any tag, as most are
                text = view[start:stop]
                if not text or text.isspace():
                    self.blank_lines += 1
                    if self.blank_lines <= _MOST_BLANK_LINES:
                        self.lines.append(VisibleLine("", Span(self.start, stop), ()))
                else:
                    self.blank_lines = 0
                    self.lines.append(VisibleLine(text, Span(self.start, stop), ((0, start, stop - start),)))
                self.start = following
            start = following
        self.add_piece(start, end)

    def add_piece(self, start: int, end: int) -> None:
        text = self.view[start:end]
        if not text:
            return
        blank = text.isspace()
        if self.struck_depth:
            self.struck = self.struck or not blank
            return
        if self.row_depth and ((blank and not self.has_text) or self.row_depth > self.cell_depth):
            return
        if not blank:
            if self.break_is_due:
                self.break_line(start)
                self.has_cell = True
            self.has_text = True
            self.cell_has_text = self.cell_depth > 0
            if not self.emphasis_depth and text.strip(_NEUTRAL):
                self.has_plain = True
        self.pieces.append((start, end))

    def end_line(self, end: int, next_start: int, *, keep_blank: bool) -> None:
        """Closes the current line at ``end``; a blank one is kept only on demand."""
        if self.has_text or self.struck or keep_blank:
            texts: list[str] = []
            runs: list[tuple[int, int, int]] = []
            length = 0
            for piece in self.pieces if self.has_text else ():
                if piece is None:
                    texts.append("\t")
                    length += 1
                    continue
                start, stop = piece
                texts.append(self.view[start:stop])
                runs.append((length, start, stop - start))
                length += stop - start
            text = "".join(texts)
            emphasised = self.has_text and not self.has_plain and bool(text.strip(_NEUTRAL))
            span = Span(self.start, max(self.start, end))
            self.lines.append(VisibleLine(text, span, tuple(runs), self.item, emphasised, self.struck))
        self.start = next_start
        self.clear()

    def break_line(self, offset: int) -> None:
        """Ends the line where a tag does so within a line of the source."""
        self.end_line(offset, offset, keep_blank=False)
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
        elif role is Role.STYLE:
            if node.name in BLOCK_STYLES:
                self.break_line(node.open.start)
            self.emphasis_depth += self.is_emphasis(node)
        elif role is Role.VOID:
            self.enter_void(node)
        elif role is Role.CELL:
            if self.has_cell:
                self.pieces.append(None)
            self.has_cell = True
            self.cell_has_text = False
            self.cell_depth += 1
        elif role is Role.ITEM:
            if self.has_text or self.item:
                self.break_line(node.open.start)
            self.item = True
        elif role in (Role.LIST, Role.TABLE, Role.ROW):
            self.break_line(node.open.start)
            self.row_depth += role is Role.ROW
        return True

    def leave(self, node: Node) -> None:
        role = node.role
        self.has_tag = self.has_tag or node.close is not None
        if role is Role.STRIKE:
            self.struck_depth -= 1
        elif role is Role.STYLE:
            self.emphasis_depth -= self.is_emphasis(node)
            if node.name in BLOCK_STYLES:
                self.break_line(node.span.end)
        elif role is Role.CELL:
            self.cell_depth -= 1
            self.break_is_due = self.cell_has_text = False
        elif role in (Role.LIST, Role.TABLE, Role.ROW) or node.name == "li":
            self.row_depth -= role is Role.ROW
            self.break_line(node.span.end)

    def enter_void(self, node: Node) -> None:
        if node.name == "hr":
            self.break_line(node.open.start)
            self.lines.append(VisibleLine("", node.open, ()))
            self.start = node.open.end
        else:
            self.end_line(node.open.start, node.open.end, keep_blank=True)
            self.has_tag = True

    def is_emphasis(self, node: Node) -> bool:
        """Bold and the like set a line off only if they end with it: a post all in green has no emphasised lines."""
        if node.name not in EMPHASIS:
            return False
        if not has_line_end(self.view, node.inner_start, node.inner_end):
            return True
        text = self.view[node.inner_start : node.inner_end].strip()
        return len(text) < 400 and not has_line_end(text, 0, len(text))

    def finish(self) -> None:
        self.end_line(self.end_of_node, self.end_of_node, keep_blank=False)
