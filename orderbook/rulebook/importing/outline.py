"""Where in a rule post the lists are: which spoiler is a faction, which heading begins a list, what is an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from orderbook.bbcode.lines import child_blocks, visible_lines
from orderbook.bbcode.nodes import Node
from orderbook.bbcode.roles import Role
from orderbook.rulebook.importing.block import Block, read_block
from orderbook.rulebook.importing.drafts import TITLES
from orderbook.rulebook.importing.lines import Line, plain, read_lines
from orderbook.rulebook.importing.preamble import introduces_faction
from orderbook.rulebook.importing.remarks import Remark, RemarkKind
from orderbook.rulebook.importing.spelled import find_spelled_entries, is_heading_like
from orderbook.rulebook.importing.words import fold_label, load_words
from orderbook.text.source import Span

COMMON = ("ability", "spell")
_EXACT_TITLES = [(kind, "") for kind in TITLES]
_LONGEST_TITLE = 60


@dataclass
class ListPart:
    """A list of entries of one kind. ``lines`` are its own lines outside the entries."""

    kind: str
    span: Span
    blocks: list[Block] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


@dataclass
class Chapter:
    """What stands together under one title: a faction with its lists, or a chapter of the rules.

    ``lines`` stand before its first list, ``loose`` are blocks there; ``titles`` may name it, likeliest first.
    """

    title: str
    span: Span
    lists: list[ListPart] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    loose: list[Block] = field(default_factory=list)
    hint: str = ""

    @property
    def own_span(self) -> Span:
        """From its first line, list or block to the last."""
        spans = [line.span for line in self.lines if line.text]
        spans += [block.span for block in self.loose]
        for part in self.lists:
            spans += [part.span, *(block.span for block in part.blocks), *(line.span for line in part.lines)]
        return Span(min(span.start for span in spans), max(span.end for span in spans)) if spans else self.span


def find_chapters(root: Node) -> tuple[list[Chapter], list[Remark]]:
    """The chapters of a post in order, and what was odd in its headings."""
    finder = _Finder()
    finder.close(finder.walk(root))
    return finder.chapters, finder.remarks


def parse_list_title(text: str) -> tuple[str, str] | None:
    """The kind of list a heading or title names, and the form it was read as where it is misspelt (else ``""``)."""
    if len(text) > _LONGEST_TITLE:
        return None
    return _list_title(text)


def is_list_title(text: str) -> bool:
    """Whether a title is plainly that of a list: such lists stand side by side."""
    return parse_list_title(text) in _EXACT_TITLES


@lru_cache(maxsize=1024)
def _list_title(text: str) -> tuple[str, str] | None:
    folded = fold_label(text)
    lists = load_words().lists
    if folded in lists:
        return lists[folded], ""
    if len(folded) < 5 or len(folded.split()) > 4:
        return None
    from rapidfuzz.distance import OSA

    found = {form for form in lists if len(form) >= 5 and OSA.distance(folded, form, score_cutoff=1) == 1}
    kinds = {lists[form] for form in found}
    return (kinds.pop(), min(found)) if len(kinds) == 1 else None


def _title_with_name(title: str) -> tuple[str, str] | None:
    """``Derro Units``: a list's title behind the name of its faction."""
    words = plain(title).split()
    for length in (3, 1):
        known = load_words().lists.get(fold_label(" ".join(words[-length:])))
        if known and len(words) > length:
            return known, " ".join(words[:-length]).rstrip(" -:,")
    return None


class _Finder:
    def __init__(self) -> None:
        self.chapters: list[Chapter] = []
        self.remarks: list[Remark] = []

    def walk(self, node: Node) -> Chapter:
        """The chapters in a node that is a chapter itself, or holds several; the last of them, still open."""
        chapter = Chapter(node.title, node.span)
        for item in _items(node):
            if isinstance(item, Line):
                self.take_line(chapter, item)
            elif item.role is not Role.TAB:
                self.take_entry(chapter, item)
            elif (named := self.name_list(item)) is not None:
                kind, hint = named
                chapter.hint = chapter.hint or hint
                self.fill_list(chapter, kind, item)
            elif chapter.lists and not child_blocks(item) and _read_node(item).tells_figures:
                self.take_entry(chapter, item)
            else:
                self.close(chapter)
                chapter = self.walk(item)
                if not _goes_on(chapter, item):
                    self.close(chapter)
                    chapter = Chapter("", Span(item.span.end, node.span.end))
        return chapter

    def close(self, chapter: Chapter) -> None:
        for part in chapter.lists:
            entries, part.lines = find_spelled_entries(part.lines)
            if entries:
                part.blocks = sorted([*part.blocks, *entries], key=lambda block: block.span)
        if chapter.lists or chapter.loose or any(line.text for line in chapter.lines):
            self.chapters.append(chapter)

    def name_list(self, node: Node) -> tuple[str, str] | None:
        found = parse_list_title(node.title)
        if found:
            self.tell_misspelt(node.title, found[1], node.open)
            return found[0], ""
        return _title_with_name(node.title) if child_blocks(node) else None

    def fill_list(self, chapter: Chapter, kind: str, node: Node) -> None:
        chapter.lists.append(ListPart(kind, node.span))
        for item in _items(node):
            if isinstance(item, Line):
                self.take_line(chapter, item)
            elif item.role is Role.TAB and (named := self.name_list(item)) is not None:
                self.fill_list(chapter, named[0], item)
            else:
                self.take_entry(chapter, item)

    def take_line(self, chapter: Chapter, line: Line) -> None:
        found = parse_list_title(line.text) if line.text else None
        if found:
            repeated = chapter.lists and chapter.lists[-1].kind == found[0] and not chapter.lists[-1].blocks
            self.tell_misspelt(line.text, found[1], line.span)
            if not repeated:
                chapter.lists.append(ListPart(found[0], line.span))
        elif chapter.lists:
            chapter.lists[-1].lines.append(line)
        else:
            chapter.lines.append(line)

    def take_entry(self, chapter: Chapter, node: Node) -> None:
        lines = list(_all_lines(node))
        outside = _find_heading_behind(lines) if node.close is None else len(lines)
        block = _read_lines(node, lines[:outside])
        (chapter.lists[-1].blocks if chapter.lists else chapter.loose).append(block)
        for line in lines[outside:]:
            self.take_line(chapter, line)

    def tell_misspelt(self, written: str, read_as: str, span: Span) -> None:
        if read_as:
            message = f'the heading "{written}" was read as "{read_as.title()}"'
            self.remarks.append(Remark(RemarkKind.CORRECTED, message, span, written=written, read_as=read_as))


def _goes_on(chapter: Chapter, node: Node) -> bool:
    """Whether a chapter that has no list yet may have those that follow it: it lacks its closing tag, or introduces
    a faction."""
    return not chapter.lists and bool(chapter.title) and (node.close is None or introduces_faction(chapter.lines))


def _read_node(node: Node) -> Block:
    """A node as an entry. Blocks inside it count as its text."""
    return _read_lines(node, list(_all_lines(node)))


def _find_heading_behind(lines: list[Line]) -> int:
    """Where in an entry that nothing closes the heading of the next list stands."""
    for index, line in enumerate(lines[1:], start=1):
        if line.text and lines[index - 1].is_blank and is_list_title(line.text):
            return index
    return len(lines)


def _read_lines(node: Node, lines: list[Line]) -> Block:
    """An entry of these lines; without a title the first of them is its heading."""
    heading = node.title
    if not plain(heading):
        first = next((index for index, line in enumerate(lines) if line.text), None)
        if first is not None and is_heading_like(lines[first].text):
            heading, lines = lines[first].text, lines[first + 1 :]
    return read_block(heading, lines, node.span)


def _all_lines(node: Node) -> Iterator[Line]:
    for item in _items(node):
        if isinstance(item, Line):
            yield item
        else:
            yield Line("", item.open)
            yield from _all_lines(item)
            yield Line("", Span(item.span.end, item.span.end))


def _items(node: Node) -> Iterator[Line | Node]:
    """Own lines and child blocks of a node, in the order of the text."""
    blocks = child_blocks(node)
    following = 0
    for line in read_lines(visible_lines(node)):
        while following < len(blocks) and blocks[following].open.start <= line.span.start:
            yield blocks[following]
            following += 1
        yield line
    yield from blocks[following:]


def clean_title(text: str) -> str:
    """A title without decoration around it."""
    return re.sub(r"^[\W_]+|[\W_]+$", "", plain(text))
