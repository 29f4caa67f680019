"""Tags that are nearly right: a letter, a bracket or a slash wrong. They count only where a tag is missing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import islice, pairwise

from orderbook.bbcode.options import clean_title
from orderbook.bbcode.roles import COMMON_WORDS, FRAME_ROLES, ROLE_OF, Role
from orderbook.bbcode.scanner import Tag, find_option_end

_FRAME_WORDS = "|".join(sorted((n for n, r in ROLE_OF.items() if r in FRAME_ROLES and len(n) > 1), key=len)[::-1])
_CLOSER = re.compile(r"\[/[ \t]{0,2}([A-Za-z][A-Za-z0-9]{1,15}|[biusBIUS])([ \t]{0,2}[\])}>]|(?![A-Za-z0-9]))")
_BACKSLASH = re.compile(r"\[\\([A-Za-z][A-Za-z0-9]{0,15})\]")
_NO_FIRST_BRACKET = re.compile(r"[/\\]([A-Za-z][A-Za-z0-9]{1,15})[\])}>]")
_OPENER = re.compile(r"\[([A-Za-z][A-Za-z0-9]{1,15})=")
_OPTION_AND_BRACKET = re.compile(r"=([^\[\]\r\n]{1,80})\]")
_FRAME_WORD_BEFORE = re.compile(rf"(?:^|[^\[\w/\\])(?:[({{<|])?({_FRAME_WORDS})$", re.IGNORECASE)
_WRONG_LAST_BRACKET = re.compile(r"=([^\[\]\r\n(){}<>]{1,80})[)}>](?=\s|$)")
_REST_OF_TITLE = re.compile(r"=([^\[\]\r\n]{0,120})")
# Where a title may end if its bracket is gone: behind a word, or where the text runs on without a space.
_END_OF_WORD = re.compile(r"(?<=\S)(?=\s|$)|(?<=[a-z])(?=[A-Z0-9])")
_QUOTED_VALUE = re.compile(r"=\"[^\"\[\]\r\n]{1,100}\"")
_STYLE_VALUE = re.compile(
    r"=(?:\"[^\"\[\]\r\n]{1,60}\"|#[0-9A-Fa-f]{6}|#[0-9A-Fa-f]{3}|[0-9]{1,3}(?:pt|px|em|%)?|[A-Za-z]{1,30})"
)
_MOST_SLIPS = 400


def find_slips(view: str, tags: Sequence[Tag], is_section: Callable[[str], bool]) -> list[Tag]:
    """Nearly right tags of ``view`` outside its proper ``tags``, in order; each says its flaw and its repair."""
    used = {tag.name for tag in tags}
    taken = _taken(tags)
    found = [*_find_closers(view, used), *_find_openers(view, used, is_section, _opens_alone(view, tags))]
    found.sort(key=lambda tag: tag.start)
    slips: list[Tag] = []
    position = 0
    for tag in found:
        at = bisect_right(taken, tag.start, key=lambda stretch: stretch[0])
        free = (not at or taken[at - 1][1] <= tag.start) and (at == len(taken) or tag.end <= taken[at][0])
        if free and tag.start >= position:
            slips.append(tag)
            position = tag.end
            if len(slips) >= _MOST_SLIPS:
                break
    return slips


def add_slash(view: str, tag: Tag) -> Tag:
    """An opening tag read as the closing tag it was meant to be."""
    repair = f"{view[tag.start]}/{view[tag.start + 1 : tag.end]}"
    return Tag(
        tag.name, tag.role, tag.start, tag.end, is_closer=True, flaw="lacks the slash of a closing tag", repair=repair
    )


def _taken(tags: Sequence[Tag]) -> list[tuple[int, int]]:
    """Stretches in which nothing can be a tag: the tags themselves and what stands between raw ones."""
    stretches = [(tag.start, tag.end) for tag in tags]
    for index, (tag, following) in enumerate(pairwise(tags)):
        if tag.role is Role.RAW and not tag.is_closer and following.is_closer and following.name == tag.name:
            stretches[index] = (tag.start, following.start)
    return stretches


def _closer(word: str, start: int, end: int, flaw: str, used: set[str]) -> Tag | None:
    name = word.lower() if word.lower() in ROLE_OF else _closest_name(word.lower(), used)
    if name is None:
        return None
    repair = f"[/{word if word.lower() == name else name}]"
    return Tag(name, ROLE_OF[name], start, end, True, flaw=flaw, repair=repair)


def _find_closers(view: str, used: set[str]) -> list[Tag]:
    found: list[Tag | None] = []
    for match in _CLOSER.finditer(view):
        if len(found) > _MOST_SLIPS * 4:
            break
        word, last = match[1], match[2].strip()
        known = word.lower() in ROLE_OF
        if last == "]" and not known:
            found.append(_closer(word, *match.span(), "is misspelt", used))
        elif last != "]":
            start, end = match.span()
            if view[end : end + 1] in ("=", ":") and (option_end := find_option_end(view, end)):
                end = option_end
            found.append(_closer(word, start, end, "lacks its bracket", used))
    found += [
        _closer(match[1], *match.span(), "has the wrong slash", used)
        for match in islice(_BACKSLASH.finditer(view), _MOST_SLIPS)
    ]
    for match in islice(_NO_FIRST_BRACKET.finditer(view), _MOST_SLIPS):
        word, start = match[1], match.start()
        before = view[start - 1] if start else " "
        if before in "({<|":
            start -= 1
            before = view[start - 1] if start else " "
        if before not in "[/\\" and (word.lower() in used or not before.isalnum()):
            found.append(_closer(word, start, match.end(), "lacks its bracket", used))
    return [tag for tag in found if tag is not None]


def _opens_alone(view: str, tags: Sequence[Tag]) -> bool:
    """Whether in this post the titles of tabs end their lines."""
    titled = [tag for tag in tags if tag.option and tag.role is Role.TAB][:50]
    return 2 * sum(view[tag.end : tag.end + 1] in ("", "\r", "\n") for tag in titled) > len(titled)


def _find_openers(view: str, used: set[str], is_section: Callable[[str], bool], alone: bool) -> list[Tag]:
    found: list[Tag] = []
    for match in _OPENER.finditer(view):
        if len(found) > _MOST_SLIPS:
            break
        word = match[1].lower()
        start, lead = match.start(), match.end() - 1
        option_end = find_option_end(view, lead)
        if word in ROLE_OF:
            if not option_end:
                end, option = _guess_option(view, lead, ROLE_OF[word], is_section, alone=alone)
                repair = f"[{match[1]}{option}]"
                found.append(
                    Tag(word, ROLE_OF[word], start, end, option=option, weak=True, flaw=_NO_END, repair=repair)
                )
        elif option_end and (name := _closest_name(word, used)) and ROLE_OF[name] in FRAME_ROLES | {Role.STYLE}:
            option = view[lead : option_end - 1]
            repair = f"[{name}{option}]"
            found.append(
                Tag(name, ROLE_OF[name], start, option_end, option=option, weak=True, flaw="is misspelt", repair=repair)
            )
    for match in islice(_OPTION_AND_BRACKET.finditer(view), _MOST_SLIPS * 4):
        word_before = _FRAME_WORD_BEFORE.search(view[max(0, match.start() - 20) : match.start()])
        if word_before is None:
            continue
        word, option = word_before[1], "=" + match[1]
        start = match.start() - len(word)
        if start and view[start - 1] in "({<|":
            start -= 1
        name = word.lower()
        repair = f"[{word}{option}]"
        found.append(
            Tag(name, ROLE_OF[name], start, match.end(), option=option, weak=True, flaw=_NO_END, repair=repair)
        )
    return found


_NO_END = "lacks its bracket"


def _guess_option(
    view: str, start: int, role: Role, is_section: Callable[[str], bool], *, alone: bool
) -> tuple[int, str]:
    """Where an option without a closing bracket ends: a quoted one behind its quotes, that of a style behind one value,
    a title, unless it stands ``alone`` on its line, behind the words that name a section, else at the line's end."""
    if wrong := _WRONG_LAST_BRACKET.match(view, start):
        return wrong.end(), "=" + wrong[1].rstrip()
    value = (_QUOTED_VALUE if role in FRAME_ROLES else _STYLE_VALUE).match(view, start)
    if value:
        return value.end(), value[0]
    match = _REST_OF_TITLE.match(view, start)
    text = match[1].rstrip() if match else ""
    for end in () if alone else reversed([*_END_OF_WORD.finditer(text)][:8]):
        if is_section(clean_title(text[: end.end()])):
            return start + 1 + end.end(), "=" + text[: end.end()]
    return start + 1 + len(text), "=" + text


def _closest_name(word: str, used: set[str]) -> str | None:
    """The tag a misspelt word means: one slip in a short word, two in a long one; tags of this post first."""
    if len(word) < 3:
        return None
    from rapidfuzz.distance import OSA

    limit = 1 if len(word) < 5 else 2
    best: tuple[int, bool, str] | None = None
    for name in ROLE_OF:
        if len(name) < 3 or abs(len(name) - len(word)) > limit or (name in COMMON_WORDS and name not in used):
            continue
        distance = OSA.distance(word, name, score_cutoff=limit)
        if distance <= limit and (best is None or (distance, name not in used, name) < best):
            best = (distance, name not in used, name)
    return best[2] if best else None
