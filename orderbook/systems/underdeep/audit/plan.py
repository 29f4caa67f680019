"""A plan: what is to be built and recruited in the coming weeks, week by week, in a TOML file.

[week.6]
build = ["Workshop at Ladle Warren", "2 Mushroom Patches at Ladle Warren"]
recruit = ["10 Kobold Slingers at Ladle Warren"]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import tomli

from orderbook.books.bundle import Bundle
from orderbook.rulebook.model import Structure, Unit
from orderbook.rulebook.names import Quality, fold_name
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.next_armies import counted
from orderbook.systems.underdeep.post.catalogue import Catalogue
from orderbook.systems.underdeep.post.model import Site
from orderbook.text.source import SourceText

_COUNTED = re.compile(r"^\s*(?:(?P<count>[0-9]{1,6})\s*[x×]?\s+)?(?P<name>.+?)\s*$")
_AT = re.compile(r"^(?P<name>.+?)\s+(?:at|in|@)\s+(?P<site>.+)$", re.IGNORECASE)
_KINDS = ("build", "recruit")
_FORM = 'write [week.6], then lines such as build = ["2 Mushroom Patches at Ladle Warren"]'


@dataclass(frozen=True)
class Planned:
    """A wish: so many of a structure or a unit, at a site, in a week. ``week`` counts from the forecast's first, 0."""

    week: int
    entry: Structure | Unit
    count: int
    site: Site
    text: str

    @property
    def price(self) -> Bundle:
        """The whole price, in the first of the ways to pay it."""
        assert self.entry.cost is not None
        return self.entry.cost.bundle * self.count


def read_plan(source: SourceText, catalogue: Catalogue, sites: list[Site], first_week: int | None) -> list[Planned]:
    """The wishes in order of their weeks. ``first_week`` is the number of the first week to come.

    Raises ``RequestError`` with what is wrong and how to write it.
    """
    try:
        table = tomli.loads(source.text)
    except tomli.TOMLDecodeError as error:
        raise RequestError(f"{source.name} is no plan in TOML: {error}; {_FORM}") from error
    weeks = table.get("week")
    if set(table) != {"week"} or not isinstance(weeks, dict):
        raise RequestError(f"{source.name} has no weeks in it; {_FORM}")
    plan: list[Planned] = []
    for number, wishes in weeks.items():
        where = f"{source.name}: [week.{number}]"
        if not (number.isascii() and number.isdigit()) or not isinstance(wishes, dict):
            raise RequestError(f"{where} is no week; {_FORM}")
        week = int(number) - first_week if first_week is not None else int(number) - 1
        if week < 0:
            raise RequestError(
                f"{where} is over; the first week to come is {first_week if first_week is not None else 1}"
            )
        plan += _read_week(wishes, where, week, catalogue, sites)
    return sorted(plan, key=lambda wish: wish.week)


def _read_week(
    wishes: dict[str, object], where: str, week: int, catalogue: Catalogue, sites: list[Site]
) -> Iterator[Planned]:
    for kind, listed in wishes.items():
        if kind not in _KINDS or not isinstance(listed, list) or not all(isinstance(text, str) for text in listed):
            raise RequestError(f"{where}: {kind} is not understood; {_FORM}")
        for text in listed:
            yield _read_wish(text, kind, where, week, catalogue, sites)


def _read_wish(text: str, kind: str, where: str, week: int, catalogue: Catalogue, sites: list[Site]) -> Planned:
    match = _COUNTED.match(text)
    if match is None:
        raise RequestError(f"{where}: an empty wish; {_FORM}")
    count = int(match["count"] or 1)
    name, place = match["name"], ""
    if (split := _AT.match(name)) is not None:
        name, place = split["name"], split["site"]
    found = catalogue.structure(name) if kind == "build" else catalogue.unit(name)
    what = "structure" if kind == "build" else "unit"
    if found is None or found.quality is Quality.GUESS:
        hint = f'; did you mean "{found.name}"?' if found is not None else ""
        raise RequestError(f'{where}: no {what} of this faction is called "{name}"{hint}')
    if found.value.cost is None:
        raise RequestError(f"{where}: the rule data has no price for {found.name}; give it with --rules")
    if count < 1:
        raise RequestError(f'{where}: "{text}" wishes for nothing')
    site = _find_site(place, sites, f"{where}: {text}")
    shown = counted(found.name, count, found.value)
    return Planned(week, found.value, count, site, f"{shown} at {site.name}")


def _find_site(place: str, sites: list[Site], where: str) -> Site:
    names = ", ".join(site.name for site in sites) or "none"
    if not place:
        if len(sites) == 1:
            return sites[0]
        raise RequestError(f"{where}: say where, with at and one of: {names}")
    wanted = fold_name(place)
    for site in sites:
        if wanted in (fold_name(site.name), fold_name(str(site)), fold_name(str(site.region))):
            return site
    raise RequestError(f'{where}: there is no site "{place}"; there are {names}')
