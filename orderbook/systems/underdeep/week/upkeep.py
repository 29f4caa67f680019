"""Upkeep: who is paid, who is not, and what comes of it (UD-UPK-01 to UD-UPK-10).

Prices are those of the checks (``rates``), payment that of the forecast (``Paymaster``), the tolls those of
``arrears`` (of the Undead too: UD-ABL-UNDEAD-5). Debts stay with the units that have them. The Seven eat Souls
(UD-SUC-06). Setting: partial-upkeep.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event, LoggedRoll
from orderbook.campaign.game import Question
from orderbook.systems.underdeep.arrears import DESERTION_DC, may_desert, toll_of
from orderbook.systems.underdeep.audit import payment
from orderbook.systems.underdeep.checks.prices import price_of_one
from orderbook.systems.underdeep.checks.troops import unit_key
from orderbook.systems.underdeep.checks.upkeep import rates
from orderbook.systems.underdeep.post.model import LedgerLine
from orderbook.systems.underdeep.week.codec import write
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.figures import figure_of
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.orders import PlayerOrders
from orderbook.systems.underdeep.week.refuge import desert
from orderbook.systems.underdeep.week.state import Group, Site, Unpaid
from orderbook.systems.underdeep.week.sunlight import sun_toll


def run(desk: Desk) -> Iterator[Event | Question]:
    """Pays every player's units from the purse they live on, then tells who is owed what and who leaves."""
    for player in desk.playing():
        orders = desk.orders.get(player)
        if desk.week == 1:
            continue  # UD-TRN-01
        for site, groups in _by_purse(desk, player):
            yield from _pay(desk, player, orders, site, groups)
        for group in desk.state.groups_of(player):
            yield from _suffer(desk, group)


def owes_upkeep(group: Group, week: int) -> bool:
    """Whether units owe Upkeep at all: no leader, no officer, no recruits of this week, nobody hired for a term."""
    if group.rank is not None or group.raised == week or group.double_of:
        return False  # UD-CMD-04, UD-REC-03; an illusion eats nothing
    # what was paid in advance covers its term (UD-MRC-06)
    return group.hire is None or group.hire.term is None or group.hire.term < week


def _by_purse(desk: Desk, player: str) -> list[tuple[Site | None, list[Group]]]:
    """Units by what they are paid from: the garrison of a besieged site from its own store, all others together."""
    purses: dict[str | None, list[Group]] = defaultdict(list)
    for group in desk.state.groups_of(player):
        if owes_upkeep(group, desk.week):
            site = desk.state.sites.get(group.site) if group.site is not None else None
            besieged = site is not None and site.is_besieged and site.owner == player
            purses[group.site if besieged else None].append(group)
    return [(desk.state.sites[name] if name else None, purses[name]) for name in sorted(purses, key=lambda n: n or "")]


def _pay(
    desk: Desk, player: str, orders: PlayerOrders | None, site: Site | None, groups: list[Group]
) -> Iterator[Event | Question]:
    owed = [one for group in _in_tab_order(orders, groups) if (one := owed_by(desk, orders, group)) is not None]
    held, purse = desk.purse(player, site)
    held = Bundle((resource, max(amount, 0)) for resource, amount in held.items())
    if desk.options.chose("partial-upkeep", "ask") and not _covers(held, owed):
        ordered = yield from _ask_whom(desk, player, owed)
        if ordered is None:
            return
        owed = ordered
    options = desk.options
    master = payment.Paymaster(options, {one.key: _debts_of(desk.state.groups[one.key]) for one in owed})
    yield from _book(desk, player, purse, master, owed, held)


def _book(
    desk: Desk,
    player: str,
    purse: dict[str, Json],
    master: payment.Paymaster,
    owed: list[payment.Owed],
    held: Bundle,
) -> Iterator[Event]:
    spent: dict[str, Bundle] = defaultdict(Bundle)
    counts: dict[str, int] = defaultdict(int)
    paid, debts, _ = master.pay_week(owed, held)
    shares = _shares(owed, paid, held, desk)
    for one in owed:
        spent[one.name] += shares[one.key]
        counts[one.name] += one.count
    for name, amounts in spent.items():
        if amounts:
            yield desk.event(
                Happened.UPKEEP_PAID,
                {**purse, "unit": name, "count": counts[name], "amounts": dict(-amounts)},
                known_to=(player,),
                rules=("UD-UPK-01", *(("UD-SIE-03",) if "purse" in purse else ())),
            )
    if debts:
        yield desk.event(
            Happened.DEBT_PAID, {**purse, "amounts": dict(-debts)}, known_to=(player,), rules=("UD-UPK-08",)
        )
    for one in owed:
        now = tuple(Unpaid(part.count, part.arrears, part.debt) for part in master.groups[one.key] if part.debt)
        data: dict[str, Json] = {"group": one.key, "unpaid": [write(part) for part in now]}
        if dead := master.starved.get(one.key, 0):
            yield desk.event(
                Happened.STARVED,
                {**data, "unit": one.name, "count": dead},
                known_to=(player,),
                rules=("UD-UPK-07",),
            )
        elif now != desk.state.groups[one.key].unpaid:
            yield desk.event(Happened.UNPAID, data, known_to=(player,), rules=("UD-UPK-10",))


def _shares(owed: list[payment.Owed], paid: Bundle, held: Bundle, desk: Desk) -> dict[str, Bundle]:
    """What of the whole went to each group, by paying them anew one by one in the same order."""
    shares: dict[str, Bundle] = {one.key: Bundle() for one in owed}
    order = owed
    if desk.options.chose("partial-upkeep", "cheapest-first"):
        order = sorted(owed, key=lambda one: sum(one.price.values()))
    left = held
    for one in order:
        alone, _, _ = payment.Paymaster(desk.options).pay_week([one], left)
        shares[one.key] = alone
        left -= alone
    assert sum(shares.values(), Bundle()) == paid
    return shares


def _debts_of(group: Group) -> list[payment.Group]:
    """A group's units as the paymaster counts them: those without debts, then those with."""
    clear = group.count - group.owing
    parts = [payment.Group(part.count, part.arrears, part.debt) for part in group.unpaid]
    return [*([payment.Group(clear)] if clear else []), *parts]


def owed_by(desk: Desk, orders: PlayerOrders | None, group: Group) -> payment.Owed | None:
    """What a group owes this week; the player's line for its type tells in what to pay, and unknown prices."""
    line = _line_of(orders, group)
    unit = desk.unit(group)
    if group.hire is not None:
        choices: tuple[Bundle, ...] = (group.hire.upkeep,)
    else:
        choices = rates(unit)
    if unit is None and not choices:
        price = price_of_one(line) if line is not None else None
        choices = (-price,) if price is not None else ()
    choices = tuple(choice for choice in choices if choice)
    if not choices:
        return None
    paying = set(line.flow) if line is not None else set()
    usual = next((choice for choice in choices if set(choice) == paying), choices[0])
    others = tuple(choice for choice in choices if choice != usual)
    return payment.Owed(group.id, group.unit, unit, group.count, usual, others, _ways(line, usual, others, group))


def _ways(line: LedgerLine | None, usual: Bundle, others: tuple[Bundle, ...], group: Group) -> tuple[int, ...]:
    """How many the line pays in each way, where it pays some in one and some in another (UD-DER-17)."""
    if line is None or not others or group.count != line.number:
        return ()
    found: list[int] = []
    for price in (usual, *others):
        if len(price) != 1:
            return ()
        ((resource, rate),) = price.items()
        found.append(max(-line.flow[resource], 0) // rate)
    return tuple(found) if sum(found) == group.count else ()


def _line_of(orders: PlayerOrders | None, group: Group) -> LedgerLine | None:
    lines = orders.post.upkeep if orders is not None else []
    return next((line for line in lines if unit_key(line.subject) == group.unit), None)


def _in_tab_order(orders: PlayerOrders | None, groups: list[Group]) -> list[Group]:
    """Down the Upkeep tab; types that are not in it come last, by name."""
    rank: dict[str, int] = {}
    for line in orders.post.upkeep if orders is not None else []:
        rank.setdefault(unit_key(line.subject), len(rank))
    return sorted(groups, key=lambda group: (rank.get(group.unit, len(rank)), group.unit))


def _covers(held: Bundle, owed: list[payment.Owed]) -> bool:
    total = sum((one.price * one.count for one in owed), Bundle())
    return all(held[resource] >= amount for resource, amount in total.items())


def _ask_whom(
    desk: Desk, player: str, owed: list[payment.Owed]
) -> Generator[Question, None, list[payment.Owed] | None]:
    """The order of payment by the game master's ruling, names of units from the first to the last (UD-UPK-10)."""
    total = sum((one.price * one.count for one in owed), Bundle())
    names = list(dict.fromkeys(one.name for one in owed))
    question = desk.question(
        "whom-to-pay",
        (player,),
        f"{player} owes {render_bundle(total)} and does not have it. Name the units to be paid, the first ones first: "
        f"{', '.join(names)}.",
        rules=("UD-UPK-10",),
    )
    answer = desk.ruling(question)
    if answer is None:
        yield question
        return None
    said = answer.lower()
    return sorted(owed, key=lambda one: said.find(one.name.lower()) % (len(said) + 1))


# -- what comes of it -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Fate:
    """How many of those with the same debts leave, and the dice that said so."""

    part: Unpaid
    gone: int
    rolls: tuple[LoggedRoll, ...]


def _suffer(desk: Desk, group: Group) -> Iterator[Event]:
    """Desertion among the units of a group that are owed something."""
    if not group.unpaid or not owes_upkeep(group, desk.week):
        return
    fates = [_decide(desk, group, part) for part in group.unpaid]
    gone = sum(fate.gone for fate in fates)
    if not gone:
        return
    stay = [replace(fate.part, count=fate.part.count - fate.gone) for fate in fates if fate.part.count > fate.gone]
    yield desert(desk, group, gone, stay, [roll for fate in fates for roll in fate.rolls])


def _decide(desk: Desk, group: Group, part: Unpaid) -> _Fate:
    """Who of those with the same debts deserts: each rolls against DC 10 at the lowered Morale (UD-UPK-04)."""
    unit = desk.unit(group)
    if group.hire is not None:
        return _Fate(part, part.count, ())  # UD-MRC-05
    if unit is None or unit.has_ability("Construct"):
        return _Fate(part, 0, ())  # UD-UPK-09
    usual = figure_of(desk, group, "morale")
    other = sun_toll(desk, unit, group.sunlight) + (
        group.fatigue if desk.options.chose("desertion-causes", "any-loss") else 0
    )
    if usual is None or not may_desert(usual, part.arrears, other, desk.options):
        return _Fate(part, 0, ())
    lowered = usual + toll_of(part.arrears, desk.options).morale - sun_toll(desk, unit, group.sunlight)
    rolls = tuple(desk.rolls.roll(f"whether {group.unit} ({group.id}) stay unpaid", 20) for _ in range(part.count))
    return _Fate(part, sum(roll.roll + lowered < DESERTION_DC for roll in rolls), rolls)
