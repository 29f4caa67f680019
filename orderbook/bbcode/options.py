"""What stands after a tag's name: titles, authors, attributes, in the ways the forums write them."""

from __future__ import annotations

import re
from html import unescape

from orderbook.bbcode.roles import ROLE_OF, Role

_NESTED_TAG = re.compile(r"\[/?([A-Za-z][A-Za-z0-9]{0,15})(?:[=: ][^\[\]]{0,200})?\]")
_ATTRIBUTE = re.compile(
    r"""(?:^|\s)([A-Za-z][\w-]{0,30})\s{0,3}=\s{0,3}("[^"]{0,400}"|'[^']{0,400}'(?=\s|$)|[^\s"]{1,400}(?:\s{1,4}(?![\w-]{1,30}\s{0,3}=)[^\s"=]{1,200}){0,20})"""
)
_TITLE_KEYS = ("title", "name", "author", "label", "header", "caption", "summary")
_QUOTE_DETAILS = re.compile(
    r"(?:\s{1,4}(?:post_id|user_id|time|pid|dateline|link|date|source|timestamp|msg|username)\s{0,3}=.*"
    r"|\s{0,4},\s{0,4}(?:post|topic|member|full|username)\s{0,3}:.*"
    r"|;\s{0,3}[nN]?[0-9]{1,12}\s*)$",
    re.DOTALL,
)
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "”": "”"}


def parse_title(role: Role, option: str) -> str:
    """The title (of a quote: the author) in the text between a tag's name and its closing bracket.

    ``option`` begins with ``=``, ``:`` or a space. Quotation marks around it and tags inside it are gone.
    """
    option = option.strip()
    lead, rest = (option[:1], option[1:].strip()) if option[:1] in "=:" else (" ", option)
    if not rest:
        return ""
    quoted = _unquote(rest)
    if quoted is not None:
        title = quoted
    elif lead not in "=:":
        title = _from_attributes(rest)
    else:
        title = rest
        if rest[0] in "\"'" and (match := _ATTRIBUTE.match("title=" + rest)) and match.end() < len(rest) + 6:
            title = _unquote(match[2]) or match[2]  # ="Bob" pid='12'
    if role is Role.QUOTE:
        title = _QUOTE_DETAILS.sub("", title)
        title = _unquote(title.strip()) or title
    return clean_title(title)


def clean_title(title: str) -> str:
    """A title as the rendered page shows it: tags and entities gone, spaces single."""
    if "[" in title:
        title = _NESTED_TAG.sub(lambda match: "" if match[1].lower() in ROLE_OF else match[0], title)
    if "&" in title:
        title = unescape(title)
    return " ".join(title.split(" ")).strip() if "  " not in title else re.sub(" {2,}", " ", title).strip()


def _unquote(text: str) -> str | None:
    """The inside of a text that stands as a whole in one pair of quotation marks."""
    if text.startswith("&quot;") and text.endswith("&quot;") and len(text) >= 12:
        return text[6:-6]
    closer = _QUOTES.get(text[:1])
    if closer is None or len(text) < 2 or not text.endswith(closer) or closer in text[1:-1]:
        return None
    return text[1:-1]


def _from_attributes(rest: str) -> str:
    attributes = {match[1].lower(): _unquote(match[2]) or match[2] for match in _ATTRIBUTE.finditer(rest)}
    for key in _TITLE_KEYS:
        if key in attributes:
            return attributes[key]
    return rest if not attributes else ""
