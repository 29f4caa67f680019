"""Names that posts give to persons, and whether they tell who these are (UD-CMD-02)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.post.titles import Tab
from orderbook.systems.underdeep.week.orders import PlayerOrders

_NAME = r"(?P<name>[A-Z][\w'’-]+(?:\s+(?:(?:the|of|von|van|de)\s+)?[A-Z][\w'’-]+){0,4})"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"\b(?:[Nn]amed|[Cc]alled|[Nn]ame\s+(?:him|her|it|them)|by\s+the\s+name\s+of)\s+{_NAME}",
        rf"\b(?:Captain|Commander)\s+{_NAME}",
        rf"\b[Pp]romot\w+\s+{_NAME}\s*(?:\(|,|to\b|as\b|is\b)",
        rf":\s*{_NAME}\s*[.,;(]?",
        rf"{_NAME}\s*(?:\([^()]*\)\s*)?(?:is|will\s+be)\s+promoted",
    )
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_PLAIN = frozenset({
    "captain", "commander", "of", "the", "at", "in", "to", "is", "be", "an", "garrisoned", "garrison", "lowerdeep",
    "upperdeep", "middledeep", "surface", "promote", "promoted", "promoting", "new", "our", "as", "one", "dungeon",
    "outpost", "kobold", "derro", "name", "named", "called",
})  # fmt: skip
_BOOKS = (Tab.ARMIES, Tab.ORDERS, Tab.UPKEEP, Tab.RECRUITMENT, Tab.WEALTH)
_FEW, _SOME = 3, 6
"""Words that tell something of a person: beside the name in a line of the books, in a line elsewhere."""


def find_name(orders: PlayerOrders, text: str) -> str:
    """The name a line gives to somebody who is promoted; empty where it gives none.

    Names of sites, units and ranks are none.
    """
    taken = {fold_name(site.name) for site in orders.post.sites}
    for form in _FORMS:
        for match in form.finditer(text):
            name = match["name"]
            folded = fold_name(name)
            is_unit = orders.reading.catalogue.unit(name) is not None
            if folded not in taken and not is_unit and folded not in ("captain", "commander") and not _is_place(folded):
                return name
    return ""


def _is_place(folded: str) -> bool:
    return folded.split()[0] in ("lowerdeep", "upperdeep", "middledeep", "surface", "outpost", "dungeon")


def tells_past(orders: PlayerOrders, name: str, line: str, known: Iterable[str]) -> bool:
    """Whether a post tells who a person is: more in ``line`` than what there has to be, or a sentence elsewhere.

    ``known`` are other names in that line, of the unit and the site.
    """
    if len(_further(line, (name, *known))) >= _FEW:
        return True
    view = orders.reading.paste.view
    books = [section.inner for section in orders.post.sections if section.tab in _BOOKS and section.inner is not None]
    called = re.compile(rf"\b{re.escape(name.split()[0])}\b", re.IGNORECASE)
    for match in called.finditer(view):
        if any(span.start <= match.start() < span.end for span in books):
            continue
        start, end = view.rfind("\n", 0, match.start()) + 1, view.find("\n", match.end())
        if len(_further(view[start : end if end >= 0 else len(view)], (name, *known))) >= _SOME:
            return True
    return False


def _further(text: str, names: Iterable[str]) -> list[str]:
    """The words of a text that are neither part of these names nor of what any such line says."""
    known = {word.lower() for name in names for word in _WORD.findall(name)} | _PLAIN
    return [word for word in _WORD.findall(text) if word.lower() not in known]
