"""Posts in what was saved from a forum: who wrote which, when, and what of it are the writer's own words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orderbook.bbcode.nodes import Node, iter_nodes
from orderbook.bbcode.posted import parse_post_number, parse_posted
from orderbook.bbcode.roles import Role
from orderbook.bbcode.threadpage import is_thread_page, read_thread
from orderbook.bbcode.tree import parse_markup
from orderbook.campaign.faults import CampaignError
from orderbook.text.source import SourceText, decode_source

_LARGEST_PAGE = 64_000_000


@dataclass(frozen=True, slots=True)
class Posting:
    """A post as it was found. ``file`` is where, ``number`` its place in it from 1, ``page`` whether it is a page.

    ``text`` is what is kept of it, byte by byte; ``quoted`` tells that orders of somebody else were cut out.
    """

    file: str
    number: int
    text: bytes
    page: bool
    author: str = ""
    posted: str = ""
    edited: str = ""
    id: str = ""
    quoted: bool = False

    @property
    def source(self) -> SourceText:
        """The text, under a name that says where it was found."""
        return decode_source(self.text, self.place)

    @property
    def among_others(self) -> bool:
        """Whether it is from a page that tells its authors, so that other posts stand beside it."""
        return self.page and bool(self.author)

    @property
    def place(self) -> str:
        return f"{self.file}#{self.number}" if self.page else self.file


def find_postings(data: bytes, file: str) -> list[Posting]:
    """The posts of a saved page, or the one that a text is. Raises ``CampaignError`` or ``UnreadableInput``."""
    if len(data) > _LARGEST_PAGE:
        raise CampaignError(f"{file} is too large for a page of a thread; save the page once more, or its posts")
    source = decode_source(data, file)
    if not is_thread_page(source.text):
        return [Posting(file, 1, data, page=False)]
    return [
        Posting(file, post.number, own.encode(), True, post.author, post.time, post.edited, post.id, own != post.body)
        for post in read_thread(source.text).posts
        for own in (without_quoted_posts(post.body),)
    ]


def without_quoted_posts(body: str) -> str:
    """The text without quotes that hold tabs: those are other posts. A quote within a tab is the player's own."""
    if "[quote" not in body:
        return body
    pieces: list[str] = []
    position = 0
    for quote in _quoted_posts(parse_markup(body, lambda title: False).root):
        if quote.start >= position:
            pieces.append(body[position : quote.start])
            position = quote.end
    return "".join([*pieces, body[position:]])


def _quoted_posts(root: Node) -> Iterator[Node]:
    for node in iter_nodes(root):
        if node.role is Role.QUOTE and any(inner.role is Role.TAB for inner in iter_nodes(node)):
            above = node.parent
            while above is not None and above.role is not Role.TAB:
                above = above.parent
            if above is None:
                yield node


def is_same(first_id: str, first_posted: str, second_id: str, second_posted: str) -> bool:
    """Whether two posts of one author are one and the same, perhaps edited: by the forum's name, else by their time."""
    if first_id and second_id:
        return first_id == second_id
    return bool(first_posted) and first_posted == second_posted


def is_later(first_id: str, first_posted: str, second_id: str, second_posted: str) -> bool | None:
    """Whether the first of two posts was made later than the second; None where nothing tells."""
    one, other = parse_post_number(first_id), parse_post_number(second_id)
    if one is not None and other is not None and one[0] == other[0] and one[1] != other[1]:
        return one[1] > other[1]
    first, second = parse_posted(first_posted), parse_posted(second_posted)
    if first is not None and second is not None and first != second:
        return first > second
    return None
