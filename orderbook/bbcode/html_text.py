"""The text of a post as a forum shows it, turned back into BBCode: spoilers, lists, tables, emphasis, lines."""

from __future__ import annotations

import re

from orderbook.bbcode.html_tree import Element

_TAGS = {
    "b": "b", "strong": "b", "i": "i", "em": "i", "u": "u", "ins": "u", "s": "s", "strike": "s", "del": "s",
    "h1": "b", "h2": "b", "h3": "b", "h4": "b", "h5": "b", "h6": "b", "tr": "tr", "td": "td", "th": "td",
}  # fmt: skip
_BLOCKS = frozenset({
    "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "table", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote",
    "pre", "hr", "details", "summary", "fieldset", "section", "article",
})  # fmt: skip
_SKIPPED = frozenset({
    "script", "style", "noscript", "template", "svg", "head", "input", "button", "select", "textarea", "img", "iframe",
})  # fmt: skip
_SPOILER = re.compile(r"(?:^|[-_])(?:sp-wrap|(?:bbcode)?spoil\w*|collapse|collapsible|expandable)", re.IGNORECASE)
_PART_OF_SPOILER = re.compile(
    r"content|body|inner|text|target|title|head|summary|button|label|trigger|description|toggle|block", re.IGNORECASE
)
_TITLE = re.compile(r"title|head|summary|button|label|trigger|description|toggle", re.IGNORECASE)
_QUOTE = re.compile(r"(?:^|[-_])(?:bbcode_quote|bbc_standard_quote|bbcodeblock--quote|quote)(?:$|[-_])", re.IGNORECASE)
_SIGNATURE = re.compile(r"signature|(?:^|[-_])sig(?:$|[-_])", re.IGNORECASE)
_SAYS_SPOILER = re.compile(r"\W*(?:show|hide)?\W*spoilers?\b", re.IGNORECASE)
_CHROME = re.compile(
    r"\(?\b(?:click|hover|press)\s+(?:here\s+)?(?:to|for)\s+(?:show|hide|reveal|open|view)\b\)?|"
    r"^\W*(?:(?:show|hide|open|reveal|toggle|view)\b\W*)*(?:spoilers?\b(?:\s+(?:for|alert|inside|warning)\b)?\W*)*|"
    r"(?:\W+(?:show|hide))+\W*$",
    re.IGNORECASE,
)
_LONGEST_TITLE = 120
_STRUCK = re.compile(r"text-decoration[^;]*line-through", re.IGNORECASE)
_BOLD = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)", re.IGNORECASE)
_MANY_LINES = re.compile(r"\n{3,}")


def render_bbcode(element: Element) -> str:
    """What an element shows, as BBCode; nothing that is hidden in spoilers is left out."""
    writer = _Writer()
    for child in element.children:
        writer.write(child)
    lines = [line.strip(" \t") for line in "".join(writer.parts).split("\n")]
    return _MANY_LINES.sub("\n\n", "\n".join(lines)).strip("\n") + "\n"


class _Writer:
    """Writes an element and all inside it. Elements are nested no deeper than the tree allows."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._literal = 0

    def write(self, piece: Element | str) -> None:
        if isinstance(piece, str):
            self._text(piece)
        elif piece.tag not in _SKIPPED and not _is_signature(piece):
            self._element(piece)

    def _text(self, text: str) -> None:
        if self._literal:
            self.parts.append(text.replace("\r\n", "\n"))
            return
        text = re.sub(r"[ \t\r\n\f]+", " ", text)
        if text.startswith(" ") and self._at_line_start():
            text = text[1:]
        if text:
            self.parts.append(text)

    def _element(self, element: Element) -> None:
        if element.tag == "br":
            self.parts.append("\n")
        elif element.tag == "hr":
            self._new_line()
            self.parts.append("[hr]\n")
        elif _is_spoiler(element):
            self._spoiler(element)
        elif element.tag == "blockquote" or _is_quote(element):
            self._wrapped("[quote]", "[/quote]", element)
        elif element.tag in ("ul", "ol"):
            self._wrapped("[list]", "[/list]", element)
        elif element.tag == "li":
            self._new_line()
            self.parts.append("[*]")
            self._inside(element)
            self._new_line()
        elif element.tag == "table":
            self._wrapped("[table]", "[/table]", element)
        elif element.tag in ("pre", "code"):
            self._literal += 1
            self._block(element)
            self._literal -= 1
        else:
            self._block(element)

    def _block(self, element: Element) -> None:
        block = element.tag in _BLOCKS
        tag = _TAGS.get(element.tag) or _tag_of_style(element)
        if block:
            self._new_line()
        if tag:
            self.parts.append(f"[{tag}]")
        self._inside(element)
        if tag:
            self.parts.append(f"[/{tag}]")
        if block:
            self._new_line()

    def _inside(self, element: Element) -> None:
        for child in element.children:
            self.write(child)

    def _wrapped(self, before: str, after: str, element: Element) -> None:
        self._new_line()
        self.parts.append(before + "\n")
        self._inside(element)
        self._new_line()
        self.parts.append(after + "\n")

    def _spoiler(self, element: Element) -> None:
        head = _find_head(element)
        title = _title_text(head) if head is not None else ""
        self._new_line()
        self.parts.append(f"[spoiler={title}]\n" if title else "[spoiler]\n")
        inner = _Writer()
        inner._literal = self._literal
        for child in element.children:
            inner.write_without(child, head)
        self.parts += inner.parts
        self._new_line()
        self.parts.append("[/spoiler]\n")

    def write_without(self, piece: Element | str, head: Element | None) -> None:
        """Writes a part of a spoiler, its title left out; what only holds its text makes no box of its own."""
        if piece is head:
            return
        if isinstance(piece, Element) and _only_holds(piece, head):
            self._new_line()
            for child in piece.children:
                self.write_without(child, head)
            self._new_line()
        else:
            self.write(piece)

    def _at_line_start(self) -> bool:
        last = next((part for part in reversed(self.parts) if part), "\n")
        return last.endswith(("\n", " "))

    def _new_line(self) -> None:
        last = next((part for part in reversed(self.parts) if part), "\n")
        if not last.endswith("\n"):
            self.parts.append("\n")


def _is_spoiler(element: Element) -> bool:
    if element.tag in ("details", "fieldset"):
        return element.tag == "details" or any(_SPOILER.search(name) for name in element.classes)
    if element.tag not in ("div", "dl", "section", "table"):
        return False
    named = any(_SPOILER.search(name) and not _PART_OF_SPOILER.search(name) for name in element.classes)
    return named or _is_unnamed_spoiler(element)


def _is_unnamed_spoiler(element: Element) -> bool:
    """Whether a box begins with a line that says so and has a button, and goes on with a hidden part."""
    parts = [child for child in element.children if isinstance(child, Element)]
    if len(parts) < 2 or not _SAYS_SPOILER.match(parts[0].text(_LONGEST_TITLE)) or _is_spoiler(parts[0]):
        return False  # what begins with a spoiler is what hides it
    return any(inner.tag in ("input", "button") for inner in parts[0].elements())


def _is_quote(element: Element) -> bool:
    return element.tag in ("div", "aside") and any(_QUOTE.search(name) for name in element.classes)


def _is_signature(element: Element) -> bool:
    """Whether a part of a post is what its author puts under all posts."""
    return element.tag in ("div", "aside", "section", "blockquote", "span") and any(
        _SIGNATURE.search(name) for name in element.classes
    )


def _find_head(spoiler: Element) -> Element | None:
    """What holds the title of a spoiler: the first thing in it that is called so, or that says it is one."""
    for element in spoiler.elements():
        if _is_spoiler(element):
            return None
        if element.tag in ("summary", "legend", "button") or any(_TITLE.search(name) for name in element.classes):
            return element
        if element.tag != "span" and _SAYS_SPOILER.match(text := element.text(2 * _LONGEST_TITLE)):
            return element if len(text) <= _LONGEST_TITLE else None
    return None


def _title_text(head: Element) -> str:
    text = clean_title(head.text(_LONGEST_TITLE))
    values = [element.attributes.get("value", "") for element in head.elements() if element.tag == "input"]
    return text if text or not values else clean_title(values[0])


def clean_title(text: str) -> str:
    """The title without the words of the forum around it; nothing in it closes the tag it is put into."""
    title = " ".join(_CHROME.sub("", _CHROME.sub("", text)).split())
    return title.replace("[", "(").replace("]", ")").strip(' :"“”„')


def _only_holds(piece: Element, head: Element | None) -> bool:
    """Whether a part of a spoiler is there for its looks: around the title, a cell of a box made as a table."""
    if piece.tag in _SKIPPED:
        return False
    if piece.tag in ("tbody", "tr", "td") or (head is not None and _holds(piece, head)):
        return True
    return _is_spoiler(piece) and _find_head(piece) is None


def _holds(element: Element, other: Element) -> bool:
    above = other.parent
    while above is not None:
        if above is element:
            return True
        above = above.parent
    return False


def _tag_of_style(element: Element) -> str:
    style = element.attributes.get("style", "")
    if "bbc_s" in element.classes or _STRUCK.search(style):
        return "s"
    return "b" if element.tag == "span" and (_BOLD.search(style) or "bbc_b" in element.classes) else ""
