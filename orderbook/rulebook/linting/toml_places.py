"""Where the tables and keys of a TOML file stand, which the parser of the standard library does not tell.

This reads only so much of the language as it takes to tell a heading and a key from the inside of a value. A table
it does not find, such as one written inline, has no place, and its reader looks for the name instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from orderbook.text.source import SourceText, Span

_HEADING = re.compile(r"[ \t]*(\[\[?)[ \t]*([^\[\]\n]+?)[ \t]*\]\]?[ \t]*(?:#.*)?\r?$")
_KEY = re.compile(r"""[ \t]*("[^"\n]*"|'[^'\n]*'|[\w-]+)[ \t]*=[ \t]*""")
_STRINGS = (
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)',
    r"'''.*?(?:'''|\Z)",
    r'"(?:[^"\\\n]|\\.)*(?:"|$)',
    r"'[^'\n]*(?:'|$)",
    r"#[^\n]*",
)
_STRING = re.compile("|".join(_STRINGS), re.DOTALL | re.MULTILINE)
_MARK = re.compile(r'["\'#\[\]{}\n]')


@dataclass(slots=True)
class Section:
    """A table: the dotted name in its heading (``room``, ``change."Cave of Chaos"``), where it is, and its keys."""

    path: str
    head: Span
    block: Span
    keys: dict[str, Span] = field(default_factory=dict)


def find_sections(source: SourceText) -> list[Section]:
    """The tables in the order of the file; the first holds the keys above all headings."""
    text = source.text
    sections = [Section("", Span(0, 0), Span(0, len(text)))]
    position = 0
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        line = text[position:end]
        heading, key = _HEADING.match(line), _KEY.match(line)
        if heading:
            start = position + heading.start(1)
            sections[-1].block = Span(sections[-1].block.start, _strip_end(text, sections[-1].block.start, position))
            sections.append(Section(heading[2], Span(start, position + len(line.rstrip())), Span(start, len(text))))
        elif key:
            start = position + key.end()
            end = _end_of_value(text, start)
            sections[-1].keys.setdefault(key[1].strip("\"'"), Span(start, _strip_end(text, start, end)))
        position = end + 1
    sections[-1].block = Span(sections[-1].block.start, _strip_end(text, sections[-1].block.start, len(text)))
    return sections


def _end_of_value(text: str, start: int) -> int:
    """The line end behind a value, brackets and strings over several lines passed."""
    depth, position = 0, start
    while True:
        mark = _MARK.search(text, position)
        if mark is None:
            return len(text)
        sign = mark[0]
        if sign == "\n" and depth <= 0:
            return mark.start()
        if sign in "\"'#":
            string = _STRING.match(text, mark.start())
            position = max(string.end() if string else 0, mark.end())
            continue
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign, 0)
        position = mark.end()


def _strip_end(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
