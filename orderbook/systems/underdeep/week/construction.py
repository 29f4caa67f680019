"""Construction: projects given up, begun, repaired (UD-BLD, UD-DEF, UD-CAN), in the order of the post.

Whether something may be built, at what price and in what time, is what the checks say: a line they have an error
against is void. Only what there is to pay with is looked up here, line by line, Upkeep being paid already (UD-PRD-07).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, PostPlace
from orderbook.campaign.game import Question
from orderbook.rulebook.model import Ritual, Structure
from orderbook.rulebook.names import is_named
from orderbook.systems.underdeep.checks.building_prices import founding_of, price_of
from orderbook.systems.underdeep.checks.estate import HEAD_START, key_of
from orderbook.systems.underdeep.outfits import find_outfit
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.post.orders.model import OrderLine, Verb
from orderbook.systems.underdeep.post.titles import Heading
from orderbook.systems.underdeep.week import field_traps
from orderbook.systems.underdeep.week.captured import mine_in_the_way, why_not_built
from orderbook.systems.underdeep.week.desk import Desk, can_pay
from orderbook.systems.underdeep.week.giving_up import give_back, is_called
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.production import book_yield
from orderbook.systems.underdeep.week.progress import finish, what_goes
from orderbook.systems.underdeep.week.purchases import price_due, tell_shortage
from orderbook.systems.underdeep.week.questions import YES_NO, is_yes
from orderbook.systems.underdeep.week.repairs import repairs_units
from orderbook.systems.underdeep.week.state import Site

BARRING = ("build-prerequisite", "build-limit", "build-unique", "build-place", "build-cap")
"""Checks whose errors make a line void."""

MONSTER_PIT = "Monster Pit"
REPAIR_WEEKS = 1
"""A repair takes a week, whatever the structure took (UD-DEF-07, UD-DEF-08)."""


def run(desk: Desk) -> Iterator[Event | Question]:
    """First what is given up, whose price may pay for something else, then what is begun."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if orders is not None:
            yield from _cancel(desk, orders)
            yield from _begin_all(desk, orders)
        for site in desk.state.sites_of(player):
            yield from _restore_unpriced(desk, site)


def _begin_all(desk: Desk, orders: PlayerOrders) -> Iterator[Event | Question]:
    lines = [
        line for line in orders.post.construction if _begins(orders, line) and not repairs_units(desk, orders, line)
    ]
    if orders.context.first_turn:  # what was bought to completion may pay for the rest with what it gives at once
        lines.sort(key=lambda line: _weeks_of(orders, line) > 0)
    for line in lines:
        yield from _begin(desk, orders, line)


def _begins(orders: PlayerOrders, line: LedgerLine) -> bool:
    """Whether a line begins a project or a repair: sites and bridges are founded elsewhere, rituals are cast."""
    if line.cancelled or isinstance(line.subject.entry, Ritual) or founding_of(orders.context, line):
        return False
    if find_outfit(orders.context.faction, line) is not None:
        return False  # bought for a unit
    return line.heading is Heading.BEGINNING or (orders.context.first_turn and bool(line.flow))


def _restore_unpriced(desk: Desk, site: Site) -> Iterator[Event]:
    """What is Broken and never had a price is repaired by itself, in a week (UD-DEF-09)."""
    for one in site.standing:
        entry = desk.structure(site, one.name, one.faction)
        mending = sum(project.count for project in site.projects if project.repair and project.name == one.name)
        if entry is not None and entry.cost is None and one.broken > mending:
            data: dict[str, Json] = {
                "player": site.owner, "site": site.id, "name": one.name, "count": one.broken - mending, "amounts": {},
                "faction": one.faction, "repair": True, "weeks": REPAIR_WEEKS,
            }  # fmt: skip
            yield desk.event(Happened.BEGUN, data, known_to=(site.owner,), rules=("UD-DEF-09",))


# -- given up ---------------------------------------------------------------------------------------------------


def _cancel(desk: Desk, orders: PlayerOrders) -> Iterator[Event]:
    """Projects given up in a tab, or by an order (UD-CAN-01)."""
    for line in (*orders.post.construction, *orders.post.production):
        if line.cancelled and not founding_of(orders.context, line):
            place = orders.place(line.span)
            name, text = key_of(line.subject), orders.quote(line.span)
            if (region := field_traps.region_of_work(desk, orders, line)) is not None:
                yield from field_traps.give_up(desk, orders.player, region, name, line.number, place)
                continue
            yield from _give_up(desk, orders, orders.site_id(line), name, line.number, text, place)
    for order_line in orders.post.orders:
        for order in order_line.orders:
            if desk.is_settled(order):
                continue
            for action in order.does(Verb.CANCEL):
                called = (
                    key_of(action.structure) if action.structure is not None else _foreign(desk, orders, order_line)
                )
                if called is not None:
                    sites = [orders.sites.get(spot.site) for spot in action.targets if spot.site is not None]
                    place = orders.place(action.span)
                    at = sites[0] if sites else None
                    spots = [spot.where for spot in action.targets if spot.where is not None]
                    wanted = action.count or 1
                    if at is None and spots:
                        gone = list(field_traps.give_up(desk, orders.player, spots[0], called, wanted, place))
                        yield from gone
                        if gone:
                            continue
                    yield from _give_up(desk, orders, at, called, wanted, order_line.text.strip(), place)


def _foreign(desk: Desk, orders: PlayerOrders, line: OrderLine) -> str | None:
    """The project a line of orders names that is on no list of the player's: one taken over with its site."""
    names = (project.name for site in desk.state.sites_of(orders.player) for project in site.projects)
    return next((name for name in names if is_named(line.text, name)), None)


def _give_up(
    desk: Desk, orders: PlayerOrders, at: str | None, name: str, number: int, text: str, place: PostPlace
) -> Iterator[Event]:
    """Gives up so many projects of a name, the latest begun first; without a site the first that has one."""
    sites = [desk.state.sites[at]] if at is not None else desk.state.sites_of(orders.player)
    left = number
    for site in sites:
        for project in sorted(site.projects, key=lambda one: -one.weeks):
            taken = min(left, project.count) if is_called(project, name) and not project.repair else 0
            if taken:
                left -= taken
                rules = ("UD-CAN-01", *(("UD-CAN-03",) if site.captured is not None else ()))
                yield give_back(desk, orders.player, site, project, taken, rules, place)
    if left == number:
        yield desk.void(orders, text, f"no {name} is being built there", place, "UD-CAN-01")


# -- begun ------------------------------------------------------------------------------------------------------


def _begin(desk: Desk, orders: PlayerOrders, line: LedgerLine) -> Iterator[Event | Question]:
    place, text = orders.place(line.span), orders.quote(line.span)
    region = field_traps.region_of_work(desk, orders, line)
    if region is not None and not line.repair:
        barred = orders.errors_in(line.span, BARRING)
        if barred:
            yield desk.void(orders, text, barred[0].message, place, barred[0].rule)
        else:
            yield from field_traps.begin(desk, orders, line, region)
        return
    site_id = orders.site_id(line)
    if site_id is None:
        yield desk.void(orders, text, "the campaign knows no such site", place, "UD-ORD-16")
        return
    site = desk.state.sites[site_id]
    if site.founding is not None:
        yield desk.void(orders, text, f"{site} does not stand yet", place, "UD-FND-04")
        return
    entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
    name = key_of(line.subject)
    if not line.repair and (foreign := why_not_built(desk, site, name, entry)) is not None:
        yield desk.void(orders, text, foreign[0], place, foreign[1])
        return
    barred = orders.errors_in(line.span, BARRING)
    favour = None
    if barred and entry is not None and all(finding.check == "build-prerequisite" for finding in barred):
        favour = _favour(desk, orders, site, entry, place)
    if favour is not None and desk.ruling(favour.question) is None:
        yield favour.question
        return
    if barred and not line.repair and (favour is None or not is_yes(desk.ruling(favour.question) or "")):
        yield desk.void(orders, text, barred[0].message, place, barred[0].rule)
        return
    if line.repair and (unbroken := _why_not_repaired(site, name, line.number)):
        yield desk.void(orders, text, unbroken, place, "UD-DEF-07")
        return
    due = price_due(line, price_of(orders.context, line, entry))
    if due is None:
        yield desk.void(orders, text, "what it costs is not known, and the line does not tell", place, "UD-BLD-08")
        return
    held, purse = desk.purse(orders.player, site)
    if not can_pay(held, -due):
        yield desk.void(orders, text, tell_shortage(held, -due), place, "UD-BLD-08")
        return
    data: dict[str, Json] = {
        **purse,
        "site": site.id,
        "name": name,
        "count": line.number,
        "amounts": dict(due),
        "faction": entry.faction if entry is not None else "",
    }
    weeks = REPAIR_WEEKS if line.repair else _weeks_of(orders, line)
    if entry is not None and entry.name == MONSTER_PIT and not line.repair:
        yield from _stock_pit(desk, orders, site, line, data)
        return
    if weeks <= 0:
        yield from _complete_before_play(desk, orders, site, line, data)
        return
    if line.repair:
        data["repair"] = True
    if favour is not None:
        data["in_place_of"] = favour.old
    yield desk.event(
        Happened.BEGUN,
        {**data, "weeks": weeks},
        known_to=(orders.player,),
        rules=_rules_for(line, site) if favour is None else (*_rules_for(line, site), "UD-CAP-11"),
        post=place,
        ruling=favour.question.id if favour is not None else None,
    )


def _stock_pit(
    desk: Desk, orders: PlayerOrders, site: Site, line: LedgerLine, data: dict[str, Json]
) -> Iterator[Event | Question]:
    """A pit is a Monster Pit at once when a monster that a snare or a cage has caught is put into it (UD-KOB-58)."""
    place = orders.place(line.span)
    question = desk.question(
        "monster-for-the-pit",
        (orders.player, site.name, place.line),
        f"{orders.player} turns {line.number} Pit Trap{'s' if line.number > 1 else ''} at {site} into Monster Pits.",
        rules=("UD-KOB-58",),
        post=place,
        choices=YES_NO,
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
    elif not is_yes(answer):
        why = "no wandering monster was caught for it in a snare or a cage"
        yield desk.void(orders, orders.quote(line.span), why, place, "UD-KOB-58")
    else:
        held, _ = desk.purse(orders.player, site)
        put_in = min(held["Prisoners"], line.number)
        paid: dict[str, Json] = {**dict(line.flow), **({"Prisoners": -put_in} if put_in else {})}
        yield desk.event(
            Happened.BEGUN, {**data, "amounts": paid, "weeks": 0}, known_to=(orders.player,),
            rules=("UD-KOB-58",), post=place, ruling=question.id,
        )  # fmt: skip
        yield from finish(desk, desk.state.sites[site.id], desk.state.sites[site.id].projects[-1])


@dataclass(frozen=True, slots=True)
class _Favour:
    """That a captor's better mine comes in place of the builders' one."""

    old: str
    question: Question


def _favour(desk: Desk, orders: PlayerOrders, site: Site, entry: Structure, place: PostPlace) -> _Favour | None:
    """The leave a captor needs who builds his own Improved Mine over the builders' mine (UD-CAP-11)."""
    old = mine_in_the_way(desk, site, entry)
    if not old:
        return None
    question = desk.question(
        "captured-mine",
        (orders.player, site.id, entry.name),
        f"{orders.player} wants the {entry.name} in place of the {old} at {site}, taken in week {site.captured}.",
        rules=("UD-CAP-11",),
        post=place,
        choices=YES_NO,
    )
    return _Favour(old, question)


def _rules_for(line: LedgerLine, site: Site) -> tuple[str, ...]:
    rules = ("UD-DEF-07",) if line.repair else ("UD-BLD-08",)
    return (*rules, "UD-SIE-03") if site.is_besieged else rules


def _weeks_of(orders: PlayerOrders, line: LedgerLine) -> int:
    """The weeks a project has to go: the rulebook's, two less before play; where nobody knows them, as written."""
    entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
    if entry is not None and entry.weeks is not None:
        return max(entry.weeks - HEAD_START, 0) if orders.context.first_turn else max(entry.weeks, 1)
    if line.complete and orders.context.first_turn:
        return 0
    if line.week_number is not None:
        return max(line.week_number - orders.week, 1)
    return max(line.weeks or 1, 1)


def _why_not_repaired(site: Site, name: str, number: int) -> str:
    """Why so many of a structure cannot be repaired; empty where they can."""
    mending = sum(project.count for project in site.projects if project.repair and project.name == name)
    broken = sum(one.broken for one in site.standing if one.name == name) - mending
    if broken >= number:
        return ""
    return f"{broken} {name} at {site} can be repaired, not {number}" if broken else f"no {name} at {site} is Broken"


def _complete_before_play(
    desk: Desk, orders: PlayerOrders, site: Site, line: LedgerLine, data: dict[str, Json]
) -> Iterator[Event]:
    """What was bought to completion stands at once and yields in the first week (UD-TRN-03)."""
    entry = line.subject.entry if isinstance(line.subject.entry, Structure) else None
    name = key_of(line.subject)
    gone = what_goes(entry, line.number, site)
    yield desk.event(
        Happened.BUILT_BEFORE_PLAY,
        {**data, "replaced": [[old, number] for old, number in gone]},
        known_to=(orders.player,),
        rules=("UD-TRN-03",),
        post=orders.place(line.span),
    )
    if entry is not None and entry.produces:
        amounts = entry.produces * line.number
        yield from book_yield(desk, desk.state.sites[site.id], name, entry, line.number, amounts, set())
