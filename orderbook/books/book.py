"""The books of one player: week by week what there was, what came and went, what that makes and what was stated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePath

from orderbook.books.accounts import Account
from orderbook.books.bundle import Bundle, sort_resources
from orderbook.books.journal import Cause, Journal
from orderbook.text.records import record

ROWS = ("production", "upkeep", "construction", "recruitment", "trade", "other")
"""Kinds of flows, in the order a player adds them up."""


@record
class Flow:
    """What one cause moves. ``row`` is of ``ROWS``; ``place`` the site, where one is named.

    ``account`` is the other side, ``store`` the part of Wealth it goes into or comes out of.
    """

    row: str
    source: str
    amounts: Bundle
    cause: Cause
    account: Account
    store: Account
    place: str = ""


class Origin(StrEnum):
    """Whether a slip stands for itself."""

    NEW = "new"
    REPEATED = "repeats"  # the same mistake as in an earlier week, made again
    FOLLOWS = "follows"  # nothing new is wrong: an earlier slip shows once more, or is taken back


@record
class BookSlip:
    """A mistake that puts the books out.

    ``effect`` is by how much the stated Wealth is too high (or, below zero, too low) because of it. ``resource``,
    ``stated`` and ``computed`` are of the figure it is told at. ``week`` is its place in ``Book.weeks``;
    ``of`` that of the slip it repeats or follows from.
    """

    week: int
    line: int
    check: str
    tab: str
    resource: str
    stated: int
    computed: int
    effect: Bundle
    message: str
    rule: str | None = None
    origin: Origin = Origin.NEW
    of: int | None = None

    @property
    def difference(self) -> int:
        """Stated less computed."""
        return self.stated - self.computed


@record
class Remark:
    """Something to know about the series or one of its weeks that moves nothing.

    ``kind`` is a check's name, or one of the series' own words ("missing-week"); ``severity`` as in a report.
    """

    kind: str
    severity: str
    text: str
    week: int | None = None
    file: str | None = None
    line: int | None = None
    follows: bool = False


@record
class Store:
    """The books of a besieged site in one week: what it held, made and spent by itself."""

    site: str
    opening: Bundle
    flow: Bundle

    @property
    def closing(self) -> Bundle:
        return self.opening + self.flow


@record
class Week:
    """A week of the books.

    ``number`` is the game's, ``label`` how a person calls the week. ``opening`` is None where nobody told it; then
    ``computed`` is the net flow and ``implied`` what the stated Wealth would have begun with. ``stated`` holds every
    resource with a readable balance, None without any; ``closing`` is what the next week begins with. ``correct`` is
    what Wealth should have been, every mistake up to here put right.
    """

    number: int | None
    label: str
    file: str
    opening: Bundle | None
    flows: tuple[Flow, ...]
    computed: Bundle
    stated: Mapping[str, int] | None = field(hash=False)
    closing: Bundle = field(default_factory=Bundle)
    correct: Bundle = field(default_factory=Bundle)
    implied: Bundle = field(default_factory=Bundle)
    stores: tuple[Store, ...] = ()
    follows_week_before: bool = False

    @property
    def post_name(self) -> str:
        """The name of the post's file, without the folders it lies in."""
        return PurePath(self.file).name or self.file

    def total(self, row: str) -> Bundle:
        """What all flows of one kind move."""
        return Bundle([item for flow in self.flows if flow.row == row for item in flow.amounts.items()])

    def differences(self) -> dict[str, int]:
        """Stated less computed, resource by resource, where both are known and differ."""
        if self.opening is None or self.stated is None:
            return {}
        gaps = {resource: amount - self.computed[resource] for resource, amount in self.stated.items()}
        return {resource: gap for resource, gap in gaps.items() if gap}


@dataclass(frozen=True)
class Book:
    """The books of a series. ``slips`` and ``remarks`` stand in the order of the weeks."""

    title: str
    weeks: tuple[Week, ...]
    journal: Journal = field(default_factory=Journal)
    slips: tuple[BookSlip, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def resources(self) -> tuple[str, ...]:
        """Every resource the books know, the usual ones first."""
        found: set[str] = set()
        for week in self.weeks:
            found |= {*week.computed, *(week.opening or ()), *(week.stated or ()), *week.correct}
            for flow in week.flows:
                found |= set(flow.amounts)
        return tuple(sort_resources(found))

    @property
    def first_slip(self) -> BookSlip | None:
        """Where it first went wrong."""
        return self.slips[0] if self.slips else None

    def slips_of(self, week: int) -> list[BookSlip]:
        return [slip for slip in self.slips if slip.week == week]

    def resources_from(self, weeks: Sequence[Week]) -> Iterator[str]:
        """The resources that have anything to show in these weeks."""
        for resource in self.resources:
            if any(
                (week.opening or Bundle())[resource] or week.computed[resource] or (week.stated or {}).get(resource)
                or any(flow.amounts[resource] for flow in week.flows)
                for week in weeks
            ):  # fmt: skip
                yield resource
