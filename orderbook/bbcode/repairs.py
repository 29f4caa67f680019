"""Slips in the tags put into words, each with the edits that mend it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from orderbook.bbcode.matching import Crossing, Element
from orderbook.bbcode.nodes import MarkupProblem
from orderbook.bbcode.scanner import Tag
from orderbook.text.edits import Edit
from orderbook.text.source import Span

MOST_PROBLEMS = 50
_REST_OF_LINE = re.compile(r"[ \t]{0,80}(?:\r\n|\n|\r)")


@dataclass(slots=True)
class Slip:
    """One slip. ``insert`` is a text to put in at an offset; what several slips put in at one place is joined,
    that of the tag opened last first, and each of their problems carries the whole."""

    kind: str
    tag: Tag
    message: str
    title: str
    edits: tuple[Edit, ...] = ()
    insert: tuple[int, str] | None = None


def compose_problems(slips: Iterable[Slip]) -> tuple[MarkupProblem, ...]:
    """Problems in the order of the text."""
    ordered = sorted(slips, key=lambda slip: (slip.tag.start, slip.kind))
    inserts: dict[int, str] = {}
    for slip in reversed(ordered):
        if slip.insert:
            offset, text = slip.insert
            inserts[offset] = inserts.get(offset, "") + text
    problems = []
    for slip in ordered:
        edits = slip.edits
        if slip.insert:
            offset = slip.insert[0]
            edits = (*edits, Edit(offset, offset, inserts[offset]))
        span = Span(slip.tag.start, slip.tag.end)
        problems.append(MarkupProblem(slip.kind, slip.tag.name, span, slip.message, edits, slip.title))
    return tuple(problems)


def render_opener(view: str, tag: Tag) -> str:
    """An opening tag as it stands in the text, shortened."""
    text = " ".join(view[tag.start : tag.end].split())
    return text if len(text) <= 60 else text[:56] + "...]"


def render_closer(view: str, tag: Tag) -> str:
    """The closing tag that fits an opening one, in the same letters."""
    word = view[tag.start + 1 : tag.start + 1 + len(tag.name)]
    name = word if word.lower() == tag.name else tag.name
    return f"</{name}>" if view[tag.start] == "<" else f"[/{name}]"


def tell_unclosed(view: str, element: Element, offset: int, text: str, where: str) -> Slip:
    closer = render_closer(view, element.tag)
    return Slip(
        "unclosed",
        element.tag,
        f"{render_opener(view, element.tag)} is never closed: {closer} is missing {where}.",
        f"insert {closer} {where}",
        insert=(offset, text),
    )


def tell_borrowed(view: str, element: Element) -> Slip:
    """The closing tag has the name of another tag."""
    closer, wrong = render_closer(view, element.tag), element.closer
    assert wrong is not None
    return Slip(
        "unclosed",
        wrong,
        f"{view[wrong.start : wrong.end]} stands where {closer} would close {render_opener(view, element.tag)}.",
        f"write {closer}",
        (Edit(wrong.start, wrong.end, closer),),
    )


def tell_flaw(view: str, tag: Tag) -> Slip:
    """A tag that is nearly right and was read as the one it must mean."""
    kind = "unclosed" if tag.is_closer else "stray"
    written = " ".join(view[tag.start : tag.end].split())
    return Slip(
        kind,
        tag,
        f"{written} {tag.flaw}; it is read as {tag.repair}.",
        f"write {tag.repair}",
        (Edit(tag.start, tag.end, tag.repair),),
    )


def tell_slash_missing(view: str, tag: Tag) -> Slip:
    written = view[tag.start : tag.end]
    return Slip(
        "unclosed",
        tag,
        f"{written} opens the tag once more where [/{written[1:]} would close it.",
        f"write [/{written[1:]}",
        (Edit(tag.start + 1, tag.start + 1, "/"),),
    )


def tell_stray(view: str, tag: Tag) -> Slip:
    written = view[tag.start : tag.end]
    start, end = _line_of_its_own(view, tag)
    message = f"{written} closes nothing: no such tag is open here."
    return Slip("stray", tag, message, f"remove {written}", (Edit(start, end, ""),))


def _line_of_its_own(view: str, tag: Tag) -> tuple[int, int]:
    """The line with its end if nothing else stands on it, else the tag alone."""
    start = tag.start
    while start and view[start - 1] in " \t" and tag.start - start < 80:
        start -= 1
    rest = _REST_OF_LINE.match(view, tag.end)
    if rest and (not start or view[start - 1] in "\r\n"):
        return start, rest.end()
    return tag.start, tag.end


def tell_crossing(view: str, crossing: Crossing, *, reopen: bool) -> Slip:
    outer, closer = crossing.outer, crossing.closer
    last_opened = crossing.inner[-1][0]
    message = (
        f"{view[closer.start : closer.end]} stands before {render_closer(view, last_opened.tag)}, but "
        f"{render_opener(view, last_opened.tag)} was opened inside {render_opener(view, outer.tag)} and has to be "
        "closed first."
    )
    return Slip("misnested", closer, message, "put the closing tags in order", _order_closers(view, crossing, reopen))


def _order_closers(view: str, crossing: Crossing, reopen: bool) -> tuple[Edit, ...]:
    closer = crossing.closer
    closers = [tag for _, tag in crossing.inner]
    text = {tag: tag.repair or view[tag.start : tag.end] for tag in (closer, *closers)}
    if len(crossing.trailing) == len(closers):
        places = sorted((closer, *closers), key=lambda tag: tag.start)
        right = [*reversed(closers), closer]
        return tuple(
            Edit(place.start, place.end, text[tag])
            for place, tag in zip(places, right, strict=True)
            if text[tag] != text[place]
        )
    if not reopen:
        last = closers[0]
        return (Edit(closer.start, closer.end, ""), Edit(last.start, last.end, text[last] + text[closer]))
    before = "".join(text[tag] for tag in reversed(closers))
    after = "".join(
        view[element.tag.start : element.tag.end] for element, tag in crossing.inner if tag not in crossing.trailing
    )
    return (
        Edit(closer.start, closer.end, before + text[closer] + after),
        *(Edit(tag.start, tag.end, "") for tag in crossing.trailing),
    )


def tell_crossed_border(view: str, element: Element, slip: Slip, closer: Tag, inside: Element | None) -> Slip:
    """A style that opens in a tab and closes behind it, or (``inside`` the tab) opens before and closes in it."""
    written = view[closer.start : closer.end]
    opener = view[element.tag.start : element.tag.end]
    shown = render_opener(view, element.tag)
    if inside is None:
        message = f"{written} stands outside the tab in which {shown} was opened."
        removal = (Edit(closer.start, closer.end, ""),)
        return Slip("misnested", closer, message, f"move {written} to its line", removal, slip.insert)
    message = f"{shown} was opened outside {render_opener(view, inside.tag)} but is closed inside it."
    edits = (
        Edit(element.tag.start, element.tag.end, ""),
        Edit(inside.tag.start, inside.tag.end, view[inside.tag.start : inside.tag.end] + opener),
    )
    return Slip("misnested", closer, message, f"move {opener} inside", edits)


def tell_too_deep(view: str, tag: Tag, depth: int) -> Slip:
    message = f"Tags are nested more than {depth} deep here; from {render_opener(view, tag)} on they are read as text."
    return Slip("misnested", tag, message, "")
