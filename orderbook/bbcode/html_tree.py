"""A tolerant tree of an HTML page, and a small way to look for elements in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from itertools import islice

from orderbook.text.records import record

DEEPEST = 120
"""Elements nested deeper than this stand beside each other instead: no forum nests so, and hostile pages do."""

_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
_CLOSED_BY = {
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "tr": frozenset({"tr", "td", "th"}),
    "td": frozenset({"td", "th"}),
    "th": frozenset({"td", "th"}),
    "option": frozenset({"option"}),
}
"""Which open elements a start tag closes, as far up as their list or table."""

_BOUNDS = frozenset({
    "ul", "ol", "dl", "table", "tbody", "thead", "tfoot", "select", "body", "html", "div", "article", "blockquote",
})  # fmt: skip
_STRAY = re.compile(r"<(?=[^<>]*(?:<|\Z))")
"""A sign that opens no tag, since another comes before it is closed. Many of them would cost the parser its time."""

_OPAQUE = frozenset({"script", "style", "noscript", "template", "svg", "head"})


@dataclass(eq=False)
class Element:
    """An element with its children, which are elements and texts."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)
    parent: Element | None = None

    @property
    def classes(self) -> frozenset[str]:
        return frozenset(self.attributes.get("class", "").split())

    def elements(self) -> Iterator[Element]:
        """Every element inside, in the order of the page."""
        stack = [child for child in reversed(self.children) if isinstance(child, Element)]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(child for child in reversed(element.children) if isinstance(child, Element))

    def text(self, at_most: int | None = None) -> str:
        """The text inside, white space joined; reading stops where it is longer than ``at_most``."""
        parts: list[str] = []
        length = 0
        stack: list[Element | str] = [self]
        while stack and (at_most is None or length <= 2 * at_most):
            piece = stack.pop()
            if isinstance(piece, str):
                parts.append(piece)
                length += len(piece.strip())
            elif piece.tag not in _OPAQUE:
                stack.extend(reversed(piece.children))
                if piece.tag in ("br", "p", "div"):
                    parts.append(" ")
        return " ".join("".join(parts).split())


def parse_page(html: str) -> Element:
    """The tree of a page; its root holds everything. Nothing in a page is an error."""
    builder = _Builder()
    builder.feed(_STRAY.sub("&lt;", _without_comments(html)))
    builder.close()
    return builder.root


def _without_comments(html: str) -> str:
    """The page without its comments; one that is never closed takes the rest, as in a browser."""
    pieces: list[str] = []
    position = 0
    while (start := html.find("<!--", position)) >= 0:
        pieces.append(html[position:start])
        end = html.find("-->", start + 4)
        position = len(html) if end < 0 else end + 3
    return "".join([*pieces, html[position:]])


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._close_implied(tag)
        element = Element(tag, {name: value or "" for name, value in attrs}, parent=self._open[-1])
        self._open[-1].children.append(element)
        if tag not in _VOID and len(self._open) < DEEPEST:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID and self._open[-1].tag == tag:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].tag == tag:
                del self._open[depth:]
                return
            if self._open[depth].tag in ("table", "td", "body") and tag not in ("table", "body", "html", "tr", "td"):
                return  # a stray end tag does not close the cell it stands in

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)

    def _close_implied(self, tag: str) -> None:
        closed = _CLOSED_BY.get(tag)
        if closed is None:
            return
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].tag in closed:
                if tag == "tr" and self._open[depth].tag != "tr":
                    continue
                del self._open[depth:]
                return
            if self._open[depth].tag in _BOUNDS:
                return


@record
class _Simple:
    tag: str
    classes: frozenset[str]
    id_begins: str
    attribute: str
    value: str

    def fits(self, element: Element) -> bool:
        return (
            (not self.tag or element.tag == self.tag)
            and (not self.classes or self.classes <= element.classes)
            and element.attributes.get("id", "").startswith(self.id_begins)
            and (not self.attribute or self._has_attribute(element))
        )

    def _has_attribute(self, element: Element) -> bool:
        found = element.attributes.get(self.attribute)
        return found is not None and (not self.value or found == self.value)


_PART = re.compile(
    r"(?P<tag>\w*)(?P<classes>(?:\.[\w-]+)*)(?:#(?P<id>[\w-]+))?(?P<more>(?:\.[\w-]+)*)(?:\[(?P<name>[\w-]+)(?:=(?P<value>[\w-]+))?\])?"
)


@lru_cache(maxsize=256)
def _parse_selector(selector: str) -> tuple[tuple[_Simple, ...], str, int, bool]:
    """The steps down, the attribute wanted, which of the matches, and whether to look behind the element."""
    behind = selector.startswith("+")
    steps, _, attribute = selector.removeprefix("+").partition("@")
    steps, _, number = steps.partition(":")
    simple: list[_Simple] = []
    for part in steps.split():
        match = _PART.fullmatch(part)
        if match is None:
            raise ValueError(f"{selector!r} is no selector")
        classes = frozenset((match["classes"] + match["more"]).strip(".").split(".")) - {""}
        simple.append(_Simple(match["tag"], classes, match["id"] or "", match["name"] or "", match["value"] or ""))
    return tuple(simple), attribute, int(number or 1), behind


def find_all(root: Element, selector: str, at_most: int | None = None) -> Iterator[Element]:
    """The elements inside ``root`` that a selector names: ``div.post a#msg``, as told in ``forums.toml``.

    Only the first ``at_most`` elements are looked at.
    """
    steps, _, _, behind = _parse_selector(selector)
    for element in _behind(root) if behind else islice(root.elements(), at_most):
        if steps and steps[-1].fits(element) and _has_ancestors(element, steps[:-1], root):
            yield element


def find_value(root: Element, selector: str, at_most: int | None = None) -> str | None:
    """The text, or the attribute, that a selector names; of several the one it counts out."""
    steps, attribute, number, _ = _parse_selector(selector)
    if not steps:
        return root.attributes.get(attribute)
    return next(islice(find_values(root, selector, at_most), number - 1, None), None)


def find_values(root: Element, selector: str, at_most: int | None = None) -> Iterator[str]:
    """The texts, or the attributes, of all elements that a selector names; one without the attribute gives ``""``."""
    _, attribute, _, _ = _parse_selector(selector)
    for element in find_all(root, selector, at_most):
        yield element.attributes.get(attribute, "") if attribute else element.text()


def _behind(element: Element) -> Iterator[Element]:
    """The element that follows under the same parent."""
    siblings = element.parent.children if element.parent is not None else []
    at = next((at for at, sibling in enumerate(siblings) if sibling is element), len(siblings))
    following = next((sibling for sibling in siblings[at + 1 :] if isinstance(sibling, Element)), None)
    if following is not None:
        yield following


def _has_ancestors(element: Element, steps: tuple[_Simple, ...], root: Element) -> bool:
    left = list(steps)
    above = element.parent
    while left and above is not None and above is not root:
        if left[-1].fits(above):
            left.pop()
        above = above.parent
    return not left
