"""A look: everything a style decides about how a week is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from .page import Row
from .phrases import (
    AmountsWriter,
    NounWriter,
    PlaceWriter,
    PriceWriter,
    WeeksWriter,
    amounts,
    nouns,
    places,
    price,
    weeks,
)
from .sheet import TABS, Force, Sheet, Total
from .state import AMBUSH, ENCAMPED, ENTRENCHED, GARRISONED

Around = tuple[list[str], list[str]]  # rows before, rows after
TabWriter = Callable[[str, str], Around]  # title, and what it is: tab, message, character, flavour
OrderWriter = Callable[["Look", Sheet, object], list[str]]
FLAVOUR, MESSAGES, CHARACTERS = TABS[0], TABS[1], TABS[9]


def spoiler(title: str, kind: str) -> Around:
    name = "ic" if kind == "flavour" else "spoiler"
    return [f"[{name}={title}]"], [f"[/{name}]"]


def write_total(look: Look, total: Total) -> str:
    """``Gold: 72``."""
    return f"{total.resource}{look.colon}{look.figure(total.stated)}"


def write_sum(look: Look, total: Total) -> str:
    """``Gold: 66 + 150 - 84 = 132``; plain where last week's amount is unknown."""
    terms = list(total.flows.values()) if total.terms is None else total.terms
    if total.opening is None or not terms:
        return write_total(look, total)
    chain = "".join(f" {look.plus if term > 0 else look.minus} {abs(term)}" for term in terms)
    return f"{total.resource}{look.colon}{total.opening}{chain} = {look.figure(total.stated)}"


def write_backwards(look: Look, total: Total) -> str:
    """``72 Gold``."""
    return f"{look.figure(total.stated)} {total.resource}"


def write_change(look: Look, total: Total) -> str:
    """``Gold: 66 -> 72``."""
    if total.opening is None:
        return write_total(look, total)
    return f"{total.resource}{look.colon}{look.figure(total.opening)} {look.arrow} {look.figure(total.stated)}"


def write_was(look: Look, total: Total) -> str:
    """``Gold: 72 (was 66)``."""
    was = "" if total.opening is None else f" (was {look.figure(total.opening)})"
    return write_total(look, total) + was


def write_running(look: Look, total: Total) -> str:
    """``Gold: 66 + 150 = 216 - 84 = 132``."""
    terms = list(total.flows.values())
    if total.opening is None or len(terms) < 2:
        return write_sum(look, total)
    text, balance = f"{total.resource}{look.colon}{total.opening}", total.opening
    for number, term in enumerate(terms, 1):
        balance += term
        shown = total.stated if number == len(terms) else balance
        text += f" {look.plus if term > 0 else look.minus} {abs(term)} = {look.figure(shown)}"
    return text


STATE_WORDS = {GARRISONED: "Garrisoned", ENTRENCHED: "Entrenched", ENCAMPED: "Encamped", AMBUSH: "In ambush"}


def write_force(look: Look, sheet: Sheet, force: Force, noun: str) -> str:
    """``8 Derro Mutants – Garrisoned at Hollow Stair (Lowerdeep 51)``."""
    if force.site is None:
        where = f"in {look.place(force.place)}"
    else:
        where = f"at {look.named_place(sheet.sites[force.site].name, force.place)}"
    return f"{noun} {look.dash} {STATE_WORDS[force.state]} {where}"


@dataclass
class Look:
    """The choices of one writer. What is a callable gets values and gives text."""

    name: str
    # markup
    has_tags: bool = True  # whether tabs stand between BBCode tags
    tab: TabWriter = spoiler
    titles: dict[str, str] = field(default_factory=dict)
    order: tuple[str, ...] = TABS
    outer: Around = ((), ())  # type: ignore[assignment]
    header: Callable[[Sheet], list[str]] = lambda sheet: []
    header_is_seen: bool = True  # whether the header is a line of its own that nothing reads
    tight: bool = False  # first and last line share the tag's line
    gaps: bool = True
    flavour_in_spoiler: bool = False
    split_works: bool = False  # Under Construction is a tab of its own
    # places and headings
    place: PlaceWriter = field(default_factory=places)
    named: str = "{name} ({place})"  # a site with its region, within a line
    heading: Callable[[str], str] = lambda text: text
    sub: Callable[[str], str] = lambda text: f"{text}:"
    ongoing_title: str = "Under Construction"
    begun_title: str = "Beginning Construction"
    # lines
    bullet: str = ""
    listing: Around | None = None
    nothing: str = "None"
    nothing_is_bulleted: bool = False
    colon: str = ": "
    dash: str = "–"
    plus: str = "+"
    minus: str = "-"
    arrow: str = "->"
    thousands: str = ""
    shorten: Callable[[str], str] = lambda name: name  # names as this writer says them
    noun: NounWriter = field(default_factory=nouns)
    income: AmountsWriter = field(default_factory=lambda: amounts("+"))
    each: bool = False  # whether prices may be told per unit
    outlay: PriceWriter = field(default_factory=lambda: price(amounts("-")))
    traded: AmountsWriter | None = None
    weeks: WeeksWriter = field(default_factory=weeks)
    ledger: str = "{noun}: {amounts}"
    begun: str = "{noun}: {amounts}, {weeks}"
    ongoing: str = "{noun}: {weeks}"
    standing: str = "{noun}"
    raised: str = "Recruit {noun}: {amounts}"
    sent: str = "Sent to {who}: {amounts}"
    received: str = "Received from {who}: {amounts}"
    total: Callable[[Look, Total], str] = write_total
    total_is_odd: bool = False  # whether its figures are more than the amount, so that no sum can be put there
    totals_in_one: bool = False
    totals: str = ""  # "Total {tab}: {amounts}" under each ledger tab
    # troops
    force: Callable[[Look, Sheet, Force, str], str] = write_force
    forces: str = "lines"  # or "headed", "grouped"
    camp: str = "{place}"  # heading of the troops in a region without a site
    garrison: str = "{place}"  # and of those at a site
    person: str = "{name}, {title} of {site} ({unit})"
    leader: Callable[[Sheet], str] = lambda sheet: default_leader(sheet)
    message_title: str = "Message to {who}"
    salutation: bool = True
    character: TabWriter = spoiler
    stat: str = "{label}: {figure}"
    stats_in_one: str = ""  # a separator, where all figures stand on one line
    command: Callable[..., list[str]] | None = None
    command_noun: NounWriter | None = None  # how units are named in orders, where not as elsewhere
    command_gap: bool = False
    command_list: bool = True  # whether orders are listed like the other lines
    # habits
    remark_rate: float = 0.0
    remark: Callable[[Random], str] = lambda rng: ""
    aside_rate: float = 0.0
    aside: Callable[[Random], str] = lambda rng: ""
    typo_rate: float = 0.0
    struck: Callable[[str], str] | None = None
    # the whole
    finish: tuple[Callable[[list[Row], Random], list[Row]], ...] = ()
    newline: str = "\n"
    encoding: str = "utf-8"

    def title(self, tab: str) -> str:
        return self.titles.get(tab, tab)

    def named_place(self, name: str, place: object) -> str:
        return self.named.format(name=name, place=self.place(place))  # type: ignore[arg-type]

    def figure(self, number: int) -> str:
        sign = self.minus if number < 0 else ""
        return sign + f"{abs(number):,}".replace(",", self.thousands)


def default_leader(sheet: Sheet) -> str:
    """Named after the unit, a leader needs no brackets."""
    unit = sheet.kit.leader.name
    name = sheet.leader.name
    return name if name in unit else f"{name} ({unit})"
