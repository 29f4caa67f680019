"""Pages of threads as the programs of forums write them, made from posts in BBCode; ``forums/`` says how each does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, Template

FORUMS = {
    "Discourse": "discourse",
    "Discourse, print view": "discourse-print",
    "XenForo 2": "xenforo-2",
    "XenForo 1": "xenforo-1",
    "vBulletin 5": "vbulletin-5",
    "vBulletin 4": "vbulletin-4",
    "vBulletin 4, print view": "vbulletin-4-print",
    "vBulletin 3": "vbulletin-3",
    "SMF": "smf",
    "SMF, print view": "smf-print",
    "phpBB": "phpbb",
    "phpBB, print view": "phpbb-print",
    "phpBB 2": "phpbb-2",
}
"""The template of each program, by the name we know it by."""


@dataclass(frozen=True)
class Said:
    """A post to be put on a page; ``when`` as the forum would show it."""

    author: str
    text: str
    when: str = "2 March 2024, 19:30"
    edited: str = ""


@cache
def _template(name: str) -> Template:
    folder = Path(__file__).with_name("forums")
    return Environment(loader=FileSystemLoader(folder), autoescape=False).get_template(f"{FORUMS[name]}.html.j2")


def write_page(name: str, posts: Sequence[Said]) -> str:
    """The page of a thread as that program writes it."""
    template = _template(name)
    spoiler: Callable[[str, str], str] = template.module.spoiler  # type: ignore[attr-defined]
    return template.render(posts=posts, shown=lambda text: show(text, spoiler))


def show(text: str, spoiler: Callable[[str, str], str]) -> str:
    """The HTML a forum makes of BBCode: spoilers its own way, emphasis, lists, line breaks."""
    text = escape(text.strip("\n"), quote=False)
    text = re.sub(r"\[(/?)b\]", r"<\1strong>", text)
    text = re.sub(r"\[ic=([^\]]*)\]", r"<b>\1</b>\n", text).replace("[/ic]", "")
    text = re.sub(r"\[quote=([^\]]*)\]", r"<blockquote><cite>\1 wrote:</cite>", text).replace(
        "[/quote]", "</blockquote>"
    )
    text = text.replace("[list]\n", "<ul>").replace("[/list]", "</ul>")
    text = re.sub(r"\[\*\](.*)\n", r"<li>\1</li>", text)
    text = text.replace("[quote]", '<blockquote class="quote">').replace("[/quote]", "</blockquote>")
    pattern = re.compile(r"\[spoiler=([^\]]*)\]((?:(?!\[/?spoiler).)*)\[/spoiler\]", re.DOTALL)
    while pattern.search(text):
        text = pattern.sub(lambda match: spoiler(match[1], match[2].strip("\n")), text)
    return text.replace("\n", "<br />\n")
