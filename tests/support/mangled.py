"""Generated posts, whole and spoilt as no player intends: cut short, lines shuffled, tags lost, signs strewn in."""

import re
from functools import cache

from generator.case import Case, make_case
from generator.styles import STYLES
from hypothesis import strategies as st

_TAG = re.compile(r"\[[^\[\]\n]{1,40}\]")
_STRAY = (
    "[", "]", "[/b]", "[spoiler]", "[/spoiler]", "[spoiler=Orders]", "(", ")", "=", "??", "\u202e", "\u00a0", "1O",
    "\t",
)  # fmt: skip
_FEW = 11  # posts kept: enough for every kind of mark-up


@cache
def sample_cases() -> tuple[Case, ...]:
    """Posts with mistakes and without, in many styles."""
    names = list(STYLES)
    return tuple(make_case(70 + n, style=names[n * len(names) // _FEW], clean=n % 3 == 0) for n in range(_FEW))


def whole_posts() -> st.SearchStrategy[str]:
    return st.sampled_from([case.text for case in sample_cases()])


@st.composite
def mangled_posts(draw: st.DrawFn) -> str:
    """A generated post with one to three things done to it."""
    text = draw(whole_posts())
    for how in draw(st.lists(st.sampled_from([_cut, _shuffle, _drop_tags, _strew, _repeat]), min_size=1, max_size=3)):
        text = how(draw, text)
    return text


def _cut(draw: st.DrawFn, text: str) -> str:
    first, second = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return draw(st.sampled_from([text[:second], text[first:], text[first:second], text[:first] + text[second:]]))


def _shuffle(draw: st.DrawFn, text: str) -> str:
    lines = text.split("\n")
    start = draw(st.integers(0, len(lines)))
    some = lines[start : start + 12]
    return "\n".join([*lines[:start], *draw(st.permutations(some)), *lines[start + 12 :]])


def _drop_tags(draw: st.DrawFn, text: str) -> str:
    tags = list(_TAG.finditer(text))
    dropped = draw(st.lists(st.sampled_from(tags), max_size=5, unique_by=lambda match: match.start())) if tags else []
    for tag in sorted(dropped, key=lambda match: -match.start()):
        text = text[: tag.start()] + text[tag.end() :]
    return text


def _strew(draw: st.DrawFn, text: str) -> str:
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(_STRAY)) + text[at:]
    return text


def _repeat(draw: st.DrawFn, text: str) -> str:
    start = draw(st.integers(0, len(text)))
    piece = text[start : start + draw(st.integers(0, 300))]
    return text[:start] + piece + text[start:]
