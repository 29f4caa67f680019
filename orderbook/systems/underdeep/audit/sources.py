"""The posts in what was given: texts of posts, and thread pages saved from a forum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from orderbook.bbcode.paste import unwrap_paste
from orderbook.bbcode.threadpage import ThreadPost, is_thread_page, read_thread
from orderbook.bbcode.tree import parse_markup
from orderbook.books.book import Remark
from orderbook.rulebook.names import fold_name
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.audit.readings import SeriesPost
from orderbook.systems.underdeep.check import refuse_too_long
from orderbook.systems.underdeep.post.sections import find_sections, is_section_title
from orderbook.text.source import SourceText

_LARGEST_PAGE = 64_000_000


@dataclass(frozen=True)
class _Found:
    """A post of a page, and whether it gives orders: by itself, or (``quotes``) only in what it quotes."""

    page: SourceText
    post: ThreadPost
    is_orders: bool
    quotes: bool

    @property
    def name(self) -> str:
        return f"{self.page.name}#{self.post.number}"


def gather_posts(sources: Sequence[SourceText], player: str | None) -> tuple[list[SeriesPost], list[Remark]]:
    """All posts in the order given; of thread pages those of one player.

    Raises ``RequestError`` where it is unclear whose.
    """
    pages = [source for source in sources if is_thread_page(source.text)]
    found = _read_pages(pages)
    author = _choose_author(found, player) if pages else None
    posts: list[SeriesPost] = []
    for source in sources:
        if source not in pages:
            refuse_too_long(source)
            posts.append(SeriesPost(source, len(posts)))
            continue
        for one in found:
            if one.page is source and one.is_orders and (author is None or one.post.author == author):
                text = SourceText(one.post.body, one.name)
                posts.append(SeriesPost(text, len(posts), one.post.author, one.post.time, one.post.edited))
    return posts, []


def _read_pages(pages: Sequence[SourceText]) -> list[_Found]:
    """The posts of all pages; one that is on two pages counts on the later."""
    found: dict[object, _Found] = {}
    for page in pages:
        if len(page.text) > _LARGEST_PAGE:
            raise RequestError(
                f"{page.name} is too large for a page of a thread; save the page once more, or its posts"
            )
        for post in read_thread(page.text).posts:
            key: object = (post.author, post.id) if post.id else (page.name, post.number)
            found.pop(key, None)
            sections = find_sections(parse_markup(unwrap_paste(post.body).view, is_section_title).root)
            found[key] = _Found(page, post, sections.gives_orders, sections.quoted)
    posts = list(found.values())
    if any(one.is_orders and not one.quotes for one in posts):  # whoever quotes orders gives none
        posts = [one for one in posts if not one.quotes]
    return posts


def _choose_author(found: Sequence[_Found], player: str | None) -> str | None:
    """Whose posts are meant; None where a page does not tell its authors."""
    posting = Counter(one.post.author for one in found if one.is_orders)
    told = ", ".join(f"{author or 'somebody'} ({number})" for author, number in posting.items())
    if not posting:
        raise RequestError("no orders post was found on the page of the thread; was it saved with its posts on it?")
    if player is None:
        if len(posting) == 1:
            return next(iter(posting))
        raise RequestError(f"the page holds orders of several players; say whose with --player: {told}")
    wanted = fold_name(player)
    matches = [author for author in posting if fold_name(author) == wanted] or [
        author for author in posting if fold_name(author).startswith(wanted)
    ]
    if len(matches) == 1:
        return matches[0]
    if posting.keys() == {""}:
        return None
    raise RequestError(f'no orders of "{player}" are on the page; there are orders of {told}')
