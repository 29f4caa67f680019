"""Rule data written as TOML, in the form of the data that ships with orderbook: one key a line, amounts in braces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from orderbook.text.records import record

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_NEEDS_ESCAPE = re.compile(r'[\x00-\x1f\x7f"\\]')
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_WIDTH = 120


@record
class WrittenTable:
    """A table with its heading: ``[faction]``, or ``[[unit]]`` when it ``is_listed``. ``comments`` go above it."""

    heading: str
    table: Mapping[str, Any]
    comments: Sequence[str] = ()
    is_listed: bool = True


def render_tables(tables: Iterable[WrittenTable], comments: Sequence[str] = ()) -> str:
    """The text of a file; ``comments`` stand at its top. Reading it gives the tables again, keys in their order."""
    blocks = ["\n".join(f"# {_comment(text)}".rstrip() for text in comments)] if comments else []
    blocks += [_render_table(table) for table in tables]
    return "\n\n".join(blocks) + "\n"


def render_value(value: Any) -> str:
    """A value on one line. Tables become tables in braces. Raises ``TypeError`` for what rule data does not hold."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _render_text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{render_key(key)} = {render_value(each)}" for key, each in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(render_value(each) for each in value) + "]"
    raise TypeError(f"rule data holds no {type(value).__name__}")


def render_key(key: str) -> str:
    """A key, in quotes where it is no plain word."""
    return key if _BARE_KEY.fullmatch(key) else _render_text(key)


def _render_table(written: WrittenTable) -> str:
    lines = [f"# {_comment(text)}".rstrip() for text in written.comments]
    lines.append(f"[[{written.heading}]]" if written.is_listed else f"[{written.heading}]")
    nested = []
    for key, value in written.table.items():
        if _is_list_of_tables(value) and key == "option":
            nested += [_render_table(WrittenTable(f"{written.heading}.{key}", each)) for each in value]
        else:
            lines.append(f"{render_key(key)} = {_render_wrapped(key, value)}")
    return "\n\n".join(["\n".join(lines), *nested])


def _render_wrapped(key: str, value: Any) -> str:
    """A value, a list that is too long for a line with one element on each."""
    line = render_value(value)
    if not isinstance(value, Sequence) or isinstance(value, str) or len(key) + 3 + len(line) <= _WIDTH:
        return line
    return "[\n" + "".join(f"    {render_value(each)},\n" for each in value) + "]"


def _is_list_of_tables(value: Any) -> bool:
    return (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and bool(value)
        and all(isinstance(each, Mapping) for each in value)
    )


def _render_text(text: str) -> str:
    return '"' + _NEEDS_ESCAPE.sub(lambda match: _ESCAPES.get(match[0], f"\\u{ord(match[0]):04x}"), text) + '"'


def _comment(text: str) -> str:
    """A comment on one line, without anything that would end it."""
    return _UNPRINTABLE.sub(" ", text).strip()
