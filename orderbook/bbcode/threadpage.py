"""A page of a thread as a browser saves it: who posted what, and when. Which forums are known, ``forums.toml`` says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from orderbook.bbcode.html_text import render_bbcode
from orderbook.bbcode.html_tree import Element, find_all, find_value, find_values, parse_page
from orderbook.text import toml
from orderbook.text.records import record

FORUMS_FILE = Path(__file__).parent / "forums.toml"
_PAGE = re.compile(
    r"\s*(?:<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_EDITED = re.compile(r"\bedit", re.IGNORECASE)
_LONGEST_NOTE = 160
_LARGEST_POST = 20_000
"""Elements; what is behind them is no longer looked at for the parts of a post."""


@record
class Forum:
    """Where a program for forums puts things: selectors, of which the first that is there counts.

    ``signature_rule`` is the line between a post and a signature where both stand in one place.
    """

    name: str
    post: tuple[str, ...]
    author: tuple[str, ...]
    time: tuple[str, ...]
    body: tuple[str, ...]
    edited: tuple[str, ...]
    id: tuple[str, ...]
    signature_rule: str = ""


@record
class ThreadPost:
    """A post of a thread. ``body`` is BBCode; ``time`` and ``edited`` are as the forum writes them, or empty.

    ``number`` counts the posts of the page from 1; ``id`` is the forum's own name of it.
    """

    number: int
    author: str
    time: str
    body: str
    edited: str = ""
    id: str = ""


@record
class ThreadPage:
    """A page read. ``forum`` is empty where the page is of no known forum; then its whole text is one post."""

    forum: str
    posts: tuple[ThreadPost, ...]

    @property
    def authors(self) -> tuple[str, ...]:
        """Everybody who posted, in the order of their first posts."""
        return tuple(dict.fromkeys(post.author for post in self.posts))


def is_thread_page(text: str) -> bool:
    """Whether a text is a page of HTML and no post."""
    return _PAGE.match(text[:20_000]) is not None


def read_thread(html: str) -> ThreadPage:
    """The posts of a page, in its order. Whatever the page is, something comes of it and nothing fails."""
    root = parse_page(html)
    for forum in load_forums():
        posts = _read_posts(root, forum)
        if posts:
            return ThreadPage(forum.name, tuple(posts))
    body = next(find_all(root, "body"), root)
    return ThreadPage("", (ThreadPost(1, "", "", render_bbcode(body)),))


@lru_cache(maxsize=1)
def load_forums() -> tuple[Forum, ...]:
    """The forums that are known, in the order in which they are tried."""
    table = toml.loads(FORUMS_FILE.read_text("utf-8"))
    lists = ("post", "author", "time", "body", "edited", "id")
    return tuple(
        Forum(
            name=entry["name"],
            signature_rule=entry.get("signature_rule", ""),
            **{key: tuple(entry[key]) for key in lists},
        )
        for entry in table["forum"]
    )


def _read_posts(root: Element, forum: Forum) -> list[ThreadPost]:
    inside = [selector for selector in forum.body if not selector.startswith("+")]
    if inside and not any(True for selector in inside for _ in find_all(root, selector)):
        return []
    found: list[tuple[Element, Element, str]] = []
    around: set[int] = set()
    for candidate in reversed(_candidates(root, forum.post)):
        if id(candidate) in around:
            continue  # it only wraps a post
        body, author = _find_element(candidate, forum.body), _find_text(candidate, forum.author)
        if body is None or not author:
            continue
        found.append((candidate, body, author))
        above = candidate.parent
        while above is not None and id(above) not in around:
            around.add(id(above))
            above = above.parent
    return [
        ThreadPost(
            number,
            author,
            _find_text(candidate, forum.time)[:_LONGEST_NOTE],
            _without_signature(render_bbcode(body), forum),
            _find_edit(candidate, forum.edited),
            _find_text(candidate, forum.id)[:_LONGEST_NOTE],
        )
        for number, (candidate, body, author) in enumerate(reversed(found), 1)
    ]


def _without_signature(body: str, forum: Forum) -> str:
    """The post without what stands below its last rule; where a spoiler does, the rule was the player's own."""
    before, rule, below = body.rpartition(f"\n{forum.signature_rule}\n") if forum.signature_rule else ("", "", "")
    return before + "\n" if rule and "[spoiler" not in below else body


def _candidates(root: Element, selectors: Sequence[str]) -> list[Element]:
    """The elements that the first fruitful selector names, in the order of the page."""
    return next((found for selector in selectors if (found := list(find_all(root, selector)))), [])


def _find_element(post: Element, selectors: Sequence[str]) -> Element | None:
    return next((element for selector in selectors for element in find_all(post, selector, _LARGEST_POST)), None)


def _find_text(post: Element, selectors: Sequence[str]) -> str:
    return next(
        (" ".join(text.split()) for selector in selectors if (text := find_value(post, selector, _LARGEST_POST))), ""
    )


def _find_edit(post: Element, selectors: Sequence[str]) -> str:
    """The forum's note of an edit; other small print may stand in the same kind of place."""
    for selector in selectors:
        for note in find_values(post, selector, _LARGEST_POST):
            if _EDITED.search(note):
                return " ".join(note.split())[:_LONGEST_NOTE]
    return ""
