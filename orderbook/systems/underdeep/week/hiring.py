"""Mercenaries: hired on terms the game master tells, at once under orders, for weekly Upkeep or for a term.

UD-MRC-01 to UD-MRC-04, UD-MRC-06, UD-MRC-07.

A post asks for them in Recruitment or in Orders. The answer to the question brings them:

    5 Ogres for 100 Gold, upkeep 10 Gold and 2 Food
    5 Ogres for 300 Gold, 4 weeks, upkeep 10 Gold and 2 Food

Upkeep is for one and a week; where a number of weeks is told the price covers them, and Upkeep is due from then on if
they stay. "No" sends them away, "yes" takes the terms as the post writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.indexes import all_units_index
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.checks.upkeep import rates
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.orders.model import Action, OrderLine, Verb
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.goods import GOODS, read_goods
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.purchases import tell_shortage
from orderbook.systems.underdeep.week.questions import is_yes
from orderbook.systems.underdeep.week.state import Group, Hire, Site
from orderbook.systems.underdeep.week.values import Posture
from orderbook.systems.underdeep.world.region import Region

_HIRES = re.compile(r"\bmercenar\w*|\bsell[- ]?swords?\b|\bhir(?:e|es|ed|ing)\b", re.IGNORECASE)
_MERCENARY = re.compile(r"\bmercenar\w*|\bsell[- ]?swords?\b", re.IGNORECASE)
_COMPANY = re.compile(r"mercenar\w*|company|companies|of", re.IGNORECASE)
_TROOPS = re.compile(
    r"(?P<count>[0-9]{1,5})\s*x?\s+(?P<unit>[A-Za-z][A-Za-z'’ -]*?)"
    r"(?=\s*(?:\(|,|;|:|\.|$|\bfor\b|\bat\b|\bwith\b|\bin\b|-\s*[0-9]))",
    re.IGNORECASE,
)
_WEEKS = re.compile(r"(?P<weeks>[0-9]{1,3})\s+weeks?\b", re.IGNORECASE)
_UPKEEP = re.compile(r"\b(?:upkeep|weekly|each week|per week|a week)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Terms:
    """Whom a company sends, and for what: ``price`` at once for all, ``upkeep`` for one each week, ``weeks`` that the
    price covers."""

    count: int
    unit: str
    price: Bundle
    upkeep: Bundle | None
    weeks: int | None


def is_hiring(line: LedgerLine, text: str) -> bool:
    """Whether a line of Recruitment takes mercenaries on: units of no list of the player's, and it says so."""
    return line.subject.entry is None and not line.cancelled and _HIRES.search(text) is not None


def run(desk: Desk) -> Iterator[Event | Question]:
    """Every wish to hire somebody: lines of Recruitment, then orders."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is None:
            continue
        for line in orders.post.recruitment:
            text = orders.quote(line.span)
            if is_hiring(line, text):
                site = desk.state.sites.get(orders.site_id(line) or "")
                said = Terms(line.number, line.subject.text, -line.flow, None, _weeks_in(text))
                yield from _hire(desk, orders, text, said, site, site.region if site else None, orders.place(line.span))
        for told in orders.post.orders:
            if (action := _hires(told)) is not None:
                yield from _hire_by_order(desk, orders, told, action)


def _hires(told: OrderLine) -> Action | None:
    for order in told.orders:
        for action in order.does(Verb.RECRUIT):
            own = action.unit is not None and action.unit.entry is not None
            if (not own and _HIRES.search(action.text)) or _MERCENARY.search(told.text):
                return action
    return None


def _hire_by_order(desk: Desk, orders: PlayerOrders, told: OrderLine, action: Action) -> Iterator[Event | Question]:
    text = told.text.strip()
    desk.settle(told, told.orders)
    match = _TROOPS.search(text)
    name = match["unit"] if match is not None else action.object
    said = Terms(int(match["count"]) if match is not None else 1, name, read_goods(text), None, _weeks_in(text))
    region = next((spot.where for spot in action.targets if spot.where is not None), None)
    site = next((desk.state.sites[known] for spot in action.targets
                 if spot.site is not None and (known := orders.sites.get(spot.site)) is not None), None)  # fmt: skip
    if region is None and site is None:
        site = next((one for one in desk.state.sites_of(orders.player) if one.founding is None), None)
    where = region or (site.region if site is not None else None)
    yield from _hire(desk, orders, text, said, site, where, orders.place(action.span))


def _hire(
    desk: Desk, orders: PlayerOrders, text: str, said: Terms, site: Site | None, region: Region | None, place: PostPlace
) -> Iterator[Event | Question]:
    question = desk.question(
        "hiring",
        (orders.player, place.line),
        f'{orders.player} writes: "{text}". Say no; or who comes, for what and for how long: "5 Ogres for 100 Gold, '
        'upkeep 10 Gold and 2 Food", with "4 weeks" if the price covers a term.',
        rules=("UD-MRC-01", "UD-MRC-02", "UD-MRC-03"),
        post=place,
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    terms = read_terms(answer.split(";")[0]) or (said if is_yes(answer) else None)
    if terms is None:
        yield desk.void(orders, text, "no company takes service on these terms", place, "UD-MRC-03")
        return
    held, purse = desk.purse(orders.player, site)
    if not can_pay(held, terms.price):
        yield desk.void(orders, text, tell_shortage(held, terms.price), place, "UD-MRC-06")
        return
    group = _company(desk, orders, terms, site, region)
    data: dict[str, Json] = {**purse, "group": write(group), "amounts": dict(-terms.price)}
    yield desk.event(
        Happened.HIRED,
        data,
        known_to=(orders.player,),
        rules=("UD-MRC-04", *(("UD-MRC-06",) if terms.weeks is not None else ())),
        post=place,
        ruling=question.id,
    )


def _company(desk: Desk, orders: PlayerOrders, terms: Terms, site: Site | None, region: Region | None) -> Group:
    """The company as it enters service: under orders at once, like recruits (UD-MRC-04)."""
    match = all_units_index(desk.rulebook).find(_bare(terms.unit))
    unit = match.value[0] if match is not None else None
    upkeep = terms.upkeep
    if upkeep is None:
        upkeep = next(iter(rates(unit)), Bundle())
    folded = fold_name(_bare(terms.unit))
    inside = site is not None and site.owner == orders.player and region in (None, site.region)
    return Group(
        id=desk.new_id(orders.player, "g"),
        owner=orders.player,
        unit=unit.name if unit is not None else folded.removesuffix("s") if not folded.endswith("ss") else folded,
        count=terms.count,
        faction=unit.faction if unit is not None else "",
        site=site.id if site is not None and inside else None,
        region=region,
        posture=Posture.GARRISONED if inside else Posture.OPEN,
        raised=desk.week,
        hire=Hire(upkeep, desk.week + terms.weeks - 1 if terms.weeks is not None else None),
    )


def _bare(name: str) -> str:
    """What a company's units are called without the word for what they are."""
    words = [word for word in name.split() if not _COMPANY.fullmatch(word)]
    return " ".join(words) or name


# -- terms ------------------------------------------------------------------------------------------------------


def read_terms(text: str) -> Terms | None:
    """The terms an answer tells; None where it names no units."""
    match = _TROOPS.search(text)
    if match is None or GOODS.match(text, match.start()) or _WEEKS.match(text, match.start()):
        return None
    rest = text[match.end() :]
    cut = _UPKEEP.search(rest)
    before, after = (rest[: cut.start()], rest[cut.start() :]) if cut is not None else (rest, "")
    weeks = _WEEKS.search(rest)
    upkeep = read_goods(after) if cut is not None else None
    return Terms(
        int(match["count"]), match["unit"].strip(), read_goods(before), upkeep, int(weeks["weeks"]) if weeks else None
    )


def _weeks_in(text: str) -> int | None:
    match = _WEEKS.search(text)
    return int(match["weeks"]) if match is not None else None


# -- the end of a term ------------------------------------------------------------------------------------------


def run_terms(desk: Desk) -> Iterator[Event | Question]:
    """Companies whose term is over leave, or stay for weekly Upkeep, as the game master says (UD-MRC-07)."""
    for player in desk.playing():
        for group in desk.state.groups_of(player):
            if group.hire is not None and group.hire.term is not None and group.hire.term < desk.week:
                yield from _end_term(desk, group, group.hire)


def _end_term(desk: Desk, group: Group, hire: Hire) -> Iterator[Event | Question]:
    asked = f" They asked {render_bundle(hire.upkeep)} for one and a week." if hire.upkeep else ""
    question = desk.question(
        "hiring",
        (group.owner, group.id, "term"),
        f"The term of {group.count} {group.unit} of {group.owner} is over.{asked} Do they leave, or stay for Upkeep? "
        '("leave", "stay", "stay for 12 Gold and 2 Food")',
        rules=("UD-MRC-07",),
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return
    known = (group.owner,)
    if re.search(r"\bstay", answer, re.IGNORECASE) or is_yes(answer):
        data: dict[str, Json] = {"group": group.id, "upkeep": dict(read_goods(answer) or hire.upkeep)}
        yield desk.event(Happened.TERM_ENDED, data, known_to=known, rules=("UD-MRC-07",), ruling=question.id)
    else:
        gone: dict[str, Json] = {"group": group.id, "unit": group.unit, "count": group.count}
        yield desk.event(Happened.DISMISSED, gone, known_to=known, rules=("UD-MRC-07",), ruling=question.id)
