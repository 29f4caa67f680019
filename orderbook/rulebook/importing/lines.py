"""Lines and paragraphs of a rule post as text without the oddities of typing, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from orderbook.bbcode.lines import VisibleLine
from orderbook.text.fold import find_hidden, fold
from orderbook.text.source import Span

_SHOWN_AS_BRACKETS = str.maketrans({"\uff3b": "[", "\uff3d": "]"})
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff]")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|vs|etc|approx|incl|no|max|min|[A-Z])|\.\.)\.$", re.IGNORECASE)
_LONGEST_ABBREVIATION = 8
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9+])")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of clean text; ``emphasised``: all of it is bold, coloured or the like."""

    text: str
    span: Span
    emphasised: bool = False

    @property
    def is_blank(self) -> bool:
        return not self.text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines without a blank one between them, joined."""

    text: str
    span: Span

    def sentences(self) -> tuple[str, ...]:
        return split_sentences(self.text)


def clean(text: str) -> str:
    """``text`` with plain, single spaces, without hidden characters; a look-alike of a bracket is a bracket.

    Dashes and quotation marks stay as the game master wrote them.
    """
    for start, end in reversed(find_hidden(text)):
        text = text[:start] + text[end:]
    text = _CONTROL.sub(" ", text.translate(_SHOWN_AS_BRACKETS))
    return " ".join(text.split())


def plain(text: str) -> str:
    """``clean`` text with straight quotes and hyphens: what names and figures are read from."""
    return " ".join(fold(clean(text)).split())


def read_lines(lines: Iterable[VisibleLine]) -> list[Line]:
    """The visible lines of a node, cleaned; blank lines are kept, they part paragraphs."""
    found = []
    for line in lines:
        text = line.text
        start = len(text) - len(text.lstrip())
        span = line.span_of(start, max(start, len(text.rstrip()))) if line.runs else line.span
        found.append(Line(clean(text), span, line.emphasised))
    return found


def join_paragraphs(lines: Iterable[Line]) -> list[Paragraph]:
    """Runs of lines between blank ones."""
    found: list[Paragraph] = []
    run: list[Line] = []
    for line in (*lines, Line("", Span(0, 0))):
        if line.text:
            run.append(line)
        elif run:
            text = " ".join(each.text for each in run)
            found.append(Paragraph(text, Span(run[0].span.start, run[-1].span.end)))
            run = []
    return found


@lru_cache(maxsize=4096)
def split_sentences(text: str) -> tuple[str, ...]:
    """Sentences with their full stops; joined by single spaces they are the text again."""
    sentences: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if _ABBREVIATION.search(text, max(start, match.start() - _LONGEST_ABBREVIATION), match.start()):
            continue
        sentences.append(text[start : match.end()].rstrip())
        start = match.end()
    if text[start:].strip():
        sentences.append(text[start:].strip())
    return tuple(sentences)
