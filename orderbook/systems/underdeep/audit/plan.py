"""A plan: what is to be built and recruited in the coming weeks, week by week, in a TOML file.

[week.6]
build = ["Workshop at Ladle Warren", "2 Mushroom Patches at Ladle Warren"]
recruit = ["10 Kobold Slingers at Ladle Warren"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orderbook.books.bundle import Bundle
from orderbook.rulebook.linting.toml_places import find_sections
from orderbook.rulebook.model import Structure, Unit
from orderbook.rulebook.names import Quality, fold_name
from orderbook.systems.forecasting import WEEKS_AT_MOST, PlanProblem
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.next_armies import counted
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import Site
from orderbook.text import toml
from orderbook.text.source import SourceText, Span

_COUNTED = re.compile(r"^\s*(?:(?P<count>[0-9]{1,6})\s*[x×]?\s+)?(?P<name>.+?)\s*$")
_AT = re.compile(r"^(?P<name>.+?)\s+(?:at|in|@)\s+(?P<site>.+)$", re.IGNORECASE)
_QUOTES_AND_BLANKS = re.compile(r"[\s\"']+")
_KINDS = ("build", "recruit")
_LONGEST_WEEK = 6
"""Figures of a week's number."""
_FORM = 'write [week.6], then lines such as build = ["2 Mushroom Patches at Ladle Warren"]'


@dataclass(frozen=True)
class Planned:
    """A wish: so many of a structure or a unit, at a site, in a week.

    ``week`` counts from the forecast's first, 0; ``line`` is that of the plan, from 1.
    """

    week: int
    entry: Structure | Unit
    count: int
    site: Site
    text: str
    line: int

    @property
    def price(self) -> Bundle:
        """The whole price, in the first of the ways to pay it."""
        assert self.entry.cost is not None
        return self.entry.cost.bundle * self.count


class _NoWish(Exception):
    """A wish that cannot be read; ``str(error)`` says why and how to write it."""


def read_plan(
    source: SourceText, catalogue: Catalogue, sites: list[Site], first_week: int | None
) -> tuple[list[Planned], list[PlanProblem]]:
    """The wishes in order of their weeks, and what could not be read, in order of its lines.

    ``first_week`` is the number of the first week to come; without it the weeks of the plan count from 1. Raises
    ``RequestError`` for a file that is no plan at all.
    """
    try:
        table = toml.loads(source.text)
    except toml.TOMLDecodeError as error:
        raise RequestError(f"{source.name} is no plan in TOML: {error}; {_FORM}") from error
    weeks = table.get("week")
    if set(table) != {"week"} or not isinstance(weeks, dict):
        raise RequestError(f"{source.name} has no weeks in it; {_FORM}")
    places = _Places(source)
    reader = _WishReader(catalogue, sites)
    plan: list[Planned] = []
    problems: list[PlanProblem] = []
    first = first_week if first_week is not None else 1
    for number, wishes in weeks.items():
        path = f"week.{number}"
        if not (number.isascii() and number.isdigit()) or not isinstance(wishes, dict):
            problems.append(PlanProblem(source.name, places.line_of(path), f"[{path}] is no week; {_FORM}"))
            continue
        ahead = _count_ahead(number, first)
        if not 0 <= ahead < WEEKS_AT_MOST:
            told = f"is over; the first week to come is {first}"
            if ahead >= 0:
                told = f"is too far ahead; a forecast looks {WEEKS_AT_MOST} weeks ahead at most"
            problems.append(PlanProblem(source.name, places.line_of(path), f"[{path}] {told}"))
            continue
        for kind, text in _list_wishes(wishes):
            line = places.line_of(path, kind, text)
            try:
                plan.append(reader.read(text, kind, ahead, line))
            except _NoWish as error:
                problems.append(PlanProblem(source.name, line, str(error)))
    return sorted(plan, key=lambda wish: wish.week), sorted(problems, key=lambda problem: problem.line)


def _count_ahead(number: str, first: int) -> int:
    """Weeks from the first one to come; whatever has many figures is beyond all weeks."""
    return int(number) - first if len(number) <= _LONGEST_WEEK else WEEKS_AT_MOST


def _list_wishes(wishes: dict[str, object]) -> Iterator[tuple[str, str | None]]:
    """Kind and text of each wish of a week; no text where there is something else than a list of texts."""
    for kind, listed in wishes.items():
        if kind not in _KINDS or not isinstance(listed, list):
            yield kind, None
            continue
        for text in listed:
            yield kind, text if isinstance(text, str) else None


class _Places:
    """Where the tables, keys and wishes of a plan stand."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._sections = {_QUOTES_AND_BLANKS.sub("", section.path): section for section in find_sections(source)}
        self._searched: dict[tuple[str, str, str], int] = {}

    def line_of(self, path: str, kind: str = "", text: str | None = None) -> int:
        """The line of a wish, else of its key, else of its table, else the first one. Asked again, the next one."""
        section = self._sections.get(path)
        if section is None:
            return 1
        span = section.keys.get(kind)
        if span is None:
            return self._source.line_of(section.head.start)
        found = self._find(path, kind, text, span) if text is not None else -1
        return self._source.line_of(found if found >= 0 else span.start)

    def _find(self, path: str, kind: str, text: str, span: Span) -> int:
        start = self._searched.get((path, kind, text), span.start)
        quoted = re.compile(rf"""(["']){re.escape(text)}\1""")
        match = quoted.search(self._source.text, start, span.end)
        if match is None:
            return -1
        self._searched[path, kind, text] = match.end()
        return match.start()


@dataclass(frozen=True)
class _WishReader:
    """Reads wishes by the names of a faction and its sites."""

    catalogue: Catalogue
    sites: list[Site]

    def read(self, text: str | None, kind: str, week: int, line: int) -> Planned:
        """The wish. Raises ``_NoWish``."""
        if kind not in _KINDS:
            raise _NoWish(f"{kind} is not understood; {_FORM}")
        if text is None:
            raise _NoWish(f"{kind} wants a list of texts; {_FORM}")
        match = _COUNTED.match(text)
        if match is None:
            raise _NoWish(f"an empty wish; {_FORM}")
        count = int(match["count"] or 1)
        name, place = match["name"], ""
        if (split := _AT.match(name)) is not None:
            name, place = split["name"], split["site"]
        found = self.catalogue.structure(name) if kind == "build" else self.catalogue.unit(name)
        what = "structure" if kind == "build" else "unit"
        if found is None or found.quality is Quality.GUESS:
            hint = f'; did you mean "{found.name}"?' if found is not None else ""
            raise _NoWish(f'no {what} of this faction is called "{name}"{hint}')
        if found.value.cost is None:
            raise _NoWish(f"the rule data has no price for {found.name}; give it with --rules")
        if count < 1:
            raise _NoWish(f'"{text}" wishes for nothing')
        site = _find_site(place, self.sites, text)
        shown = counted(found.name, count, found.value)
        return Planned(week, found.value, count, site, f"{shown} at {site.name}", line)


def _find_site(place: str, sites: list[Site], where: str) -> Site:
    names = ", ".join(site.name for site in sites) or "none"
    if not place:
        if len(sites) == 1:
            return sites[0]
        raise _NoWish(f"{where}: say where, with at and one of: {names}")
    wanted = fold_name(place)
    for site in sites:
        if wanted in (fold_name(site.name), fold_name(str(site)), fold_name(str(site.region))):
            return site
    raise _NoWish(f'{where}: there is no site "{place}"; there are {names}')
