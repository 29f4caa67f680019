"""Making a player's text harmless in the languages reports are written in."""

from __future__ import annotations

import re

_BBCODE = str.maketrans({"[": "\uff3b", "]": "\uff3d"})
_MARKDOWN = re.compile(r"([\\`*_{}\[\]#|~!])")
_MARKDOWN_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "\uff20"})  # no escape stops a mention


def escape_bbcode(text: str) -> str:
    """``text`` that can neither open nor close a tag on any forum.

    BBCode has no escape that every board honours (an entity is shown as such on some, a zero-width character
    is taken out on others), so the brackets become full-width ones, which look alike.
    """
    return text.translate(_BBCODE)


def escape_markdown(text: str) -> str:
    """``text`` as Markdown that shows just that: no emphasis, link, table cell, mention or HTML."""
    return _MARKDOWN.sub(r"\\\1", text).translate(_MARKDOWN_ENTITIES)


def fence_markdown(text: str) -> str:
    """``text`` as a code span, whatever backticks it holds."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if text.startswith("`") or text.endswith("`") or not text.strip() else ""
    return f"{fence}{padding}{text}{padding}{fence}"
