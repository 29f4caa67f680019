"""Every tag of several posts spoilt in every usual way: one problem each, and the same tabs come out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from orderbook.bbcode.nodes import Markup
from tests.bbcode.posts import POSTS, mend, parse, sections, source_of

_TAG = re.compile(r"\[(/?)([A-Za-z]+)(=[^\]\n]*)?\]")


def _swap(name: str) -> str:
    return name[:2] + name[3] + name[2] + name[4:]


def _forgotten(post: str, match: re.Match[str]) -> str:
    """A whole line with nothing but a closing tag left out."""
    line_end = "\n" if post[match.end() : match.end() + 1] == "\n" and post[match.start() - 1] == "\n" else ""
    return post[: match.start()] + post[match.end() + len(line_end) :]


def _write(text: Callable[[re.Match[str]], str]) -> Callable[[str, re.Match[str]], str]:
    return lambda post, match: post[: match.start()] + text(match) + post[match.end() :]


SLIPS: dict[str, tuple[str, Callable[[str, re.Match[str]], str]]] = {
    "closing tag lost": ("close", _write(lambda match: "")),
    "line of the closing tag lost": ("close", _forgotten),
    "closing tag twice": ("close", _write(lambda match: match[0] * 2)),
    "closing tag misspelt": ("long close", _write(lambda match: f"[/{_swap(match[2])}]")),
    "last bracket of a closing tag lost": ("close", _write(lambda match: match[0][:-1])),
    "first bracket of a closing tag lost": ("long close", _write(lambda match: match[0][1:])),
    "slash lost": ("close", _write(lambda match: f"[{match[2]}]")),
    "backslash": ("close", _write(lambda match: f"[\\{match[2]}]")),
    "opening tag misspelt": ("titled", _write(lambda match: f"[{_swap(match[2])}{match[3]}]")),
    "last bracket of an opening tag lost": ("titled", _write(lambda match: match[0][:-1])),
    "first bracket of an opening tag lost": ("titled frame", _write(lambda match: match[0][1:])),
}
# Untitled spoilers that lose a slash look like more spoilers.
_UNSURE = {("slash lost", "headed")}
# The spoilt tag stands on the line of the first heading, which then is no heading any more.
_UNREADABLE = "headed-colour"


def _matches(post: str, which: str) -> Iterator[re.Match[str]]:
    for match in _TAG.finditer(post):
        is_close, is_long = match[1] == "/", len(match[2]) > 3
        if which in ("close", "long close"):
            if is_close and (is_long or which == "close"):
                yield match
        elif not is_close and match[3] and is_long and (which == "titled" or match[2] in ("spoiler", "ic")):
            yield match


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("name", POSTS)
def test_one_slip(name: str, slip: str) -> None:
    post = POSTS[name]
    whole = parse(post)
    assert whole.problems == ()
    which, spoil = SLIPS[slip]
    for match in _matches(post, which):
        if name == _UNREADABLE and match[2] == "color":
            continue
        spoilt = spoil(post, match)
        markup = parse(spoilt)
        place = (match[0], post[: match.start()].count("\n") + 1)
        assert source_of(markup) == spoilt
        assert (place, len(markup.problems)) == (place, 1)
        mended = parse(mend(spoilt))
        assert (place, mended.problems) == (place, ())
        assert (place, sections(mended.root)) == (place, sections(markup.root))
        if (slip, name.split("-")[0]) not in _UNSURE:
            assert (place, _loose(markup)) == (place, _loose(whole))


def _loose(markup: Markup) -> list[tuple[str, ...]]:
    return [tuple(text for text in section if not text.startswith("_")) for section in sections(markup.root)]


@pytest.mark.parametrize("name", POSTS)
def test_an_opening_tag_lost(name: str) -> None:
    post = POSTS[name]
    titles = [section[0] for section in sections(parse(post).root)]
    for match in _TAG.finditer(post):
        if match[1]:
            continue
        spoilt = post[: match.start()] + post[match.end() :]
        markup = parse(spoilt)
        assert (match[0], len(markup.problems)) == (match[0], 1)
        assert parse(mend(spoilt)).problems == ()
        found = [section[0] for section in sections(markup.root)]
        lost = [title for title in titles if title not in found]
        assert all(match[3] == f"={title}" for title in lost) or (match[0] == "[spoiler]" and len(lost) == 1)


def test_two_lost_closing_tags() -> None:
    for name in ("airy-bare", "airy-orders", "tight-week", "airy-name"):
        post = POSTS[name]
        titles = [section[0] for section in sections(parse(post).root)]
        places = [match for match in _TAG.finditer(post) if match[1] and match[2] == "spoiler"]
        for first in places:
            for second in places[places.index(first) + 1 :]:
                spoilt = post[: first.start()] + post[first.end() : second.start()] + post[second.end() :]
                markup = parse(spoilt)
                assert (name, first.start(), second.start(), len(markup.problems)) == (
                    name,
                    first.start(),
                    second.start(),
                    2,
                )
                assert parse(mend(spoilt)).problems == ()
                assert [section[0] for section in sections(markup.root)] == titles
