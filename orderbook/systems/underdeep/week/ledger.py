"""The books of a campaign, in double entry: what each event moved, and after each week what everybody should have.

Entries come from the events alone, the claims from the state that the same events fold to: the journal proves that the
two say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from orderbook.books.accounts import Account, Root
from orderbook.books.bundle import Bundle, sort_resources
from orderbook.books.exports.calendar import first_day_of
from orderbook.books.journal import Cause, Claim, Entry, Journal, make_journal, move
from orderbook.campaign.event import Event
from orderbook.campaign.game import LedgerRequest
from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import Data, goods, maybe_text, text
from orderbook.systems.underdeep.week.folds.fold import fold
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import FieldTrap, GameState, Group, Growing, Trade

ON_THE_WAY = Account(Root.ASSETS, ("On the way",), "Goods on their way between partners")


def treasury_of(player: str) -> Account:
    """What a player has outside besieged sites."""
    return Account(Root.ASSETS, (player, "Treasury"), f"Treasury of {player}")


def store_of(player: str, site: str) -> Account:
    """What a besieged site of a player has by itself."""
    return Account(Root.ASSETS, (player, "Besieged", site), f"Store of {site}")


def keep_ledger(request: LedgerRequest) -> Journal:
    """The journal of all weeks. Raises ``CampaignError`` for events that cannot be applied."""
    state = GameState()
    entries: list[Entry] = []
    claims: list[Claim] = []
    week: int | None = None
    known: dict[str, set[str]] = {}
    for event in request.events:
        if week is not None and event.week != week:
            claims += _claim_wealth(state, week, known)
        week = event.week
        entries += _enter(state, event)
        state = fold(state, event)
    if week is not None:
        claims += _claim_wealth(state, week, known)
    return make_journal(entries, claims)


def _claim_wealth(state: GameState, week: int, known: dict[str, set[str]]) -> Iterator[Claim]:
    """What everybody has, by the state; of a resource that a player ever had, and has no more, that it is 0."""
    for name in sorted(state.players):
        held = sum((site.store for site in state.sites_of(name)), state.players[name].wealth)
        ever = known.setdefault(name, set())
        ever |= set(held)
        if ever:
            cause = Cause(f"Wealth of {name} after week {week}", rules=("UD-ORD-19",))
            amounts = {resource: held[resource] for resource in sort_resources(ever)}
            yield Claim(_day(week), Account(Root.ASSETS, (name,), name), amounts, f"{name}, week {week}", cause)


def _day(week: int) -> int:
    return first_day_of(max(week, 1))


# -- entries ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Side:
    """The other side of an event that moves ``amounts``: which account, and what the entry is called."""

    root: Root
    names: Callable[[Data], tuple[str, ...]]
    title: Callable[[Data], str]


_Sides: TypeAlias = Mapping[Happened, _Side]


def _named(key: str) -> Callable[[Data], str]:
    return lambda data: str(data.get(key, ""))


def _under(row: str, key: str | None = None) -> Callable[[Data], tuple[str, ...]]:
    return lambda data: (row, str(data[key])) if key is not None and data.get(key) else (row,)


def _trap(data: Data) -> str:
    return read(FieldTrap, data.get("trap")).name


def _unit(data: Data) -> str:
    return read(Group, data.get("group")).unit


def _sown(data: Data) -> str:
    return read(Growing, data.get("growing")).unit


_SIDES: _Sides = {
    Happened.PRODUCED: _Side(Root.INCOME, _under("Production", "source"), _named("source")),
    Happened.UPKEEP_PAID: _Side(Root.EXPENSES, _under("Upkeep", "unit"), _named("unit")),
    Happened.DEBT_PAID: _Side(Root.EXPENSES, _under("Upkeep"), lambda data: "Upkeep owed from earlier weeks"),
    Happened.GATHERED: _Side(Root.INCOME, _under("Gathered", "resource"), _named("resource")),
    Happened.STOLEN: _Side(Root.INCOME, _under("Stolen"), lambda data: "pockets picked"),
    Happened.PLUNDERED: _Side(Root.INCOME, _under("Spoils"), _named("text")),
    Happened.GRANTED: _Side(Root.INCOME, _under("Granted"), _named("text")),
    Happened.RITUAL_CAST: _Side(Root.EXPENSES, _under("Rituals", "ritual"), _named("ritual")),
    Happened.RITUAL_PAID: _Side(Root.INCOME, _under("Rituals"), lambda data: "rituals of last week"),
    Happened.TRADED_OUTSIDE: _Side(Root.INCOME, _under("Trade", "partner"), _named("partner")),
    Happened.FOUNDING_PAID: _Side(Root.EXPENSES, _under("Founding"), lambda data: "a site founded"),
    Happened.BRIDGE_BUILT: _Side(Root.EXPENSES, _under("Founding"), lambda data: "a bridge"),
    Happened.BUILT_BEFORE_PLAY: _Side(Root.EXPENSES, _under("Construction", "name"), _named("name")),
    Happened.BEGUN: _Side(Root.EXPENSES, _under("Construction", "name"), _named("name")),
    Happened.CANCELLED: _Side(Root.EXPENSES, _under("Construction", "name"), _named("name")),
    Happened.OUTFITTED: _Side(Root.EXPENSES, _under("Recruitment"), lambda data: "bought for a unit"),
    Happened.MENDED: _Side(Root.EXPENSES, _under("Repairs"), lambda data: "Constructs repaired"),
    Happened.TRAP_BEGUN: _Side(Root.EXPENSES, lambda data: ("Construction", _trap(data)), _trap),
    Happened.TRAP_GONE: _Side(Root.EXPENSES, _under("Construction", "name"), _named("name")),
    Happened.SOWN: _Side(Root.EXPENSES, lambda data: ("Recruitment", _sown(data)), _sown),
    Happened.RECRUITED: _Side(Root.EXPENSES, lambda data: ("Recruitment", _unit(data)), _unit),
    Happened.HIRED: _Side(Root.EXPENSES, lambda data: ("Recruitment", _unit(data)), _unit),
}
"""Where everything goes that a kind of event takes from a purse, or comes from that it brings."""


def _enter(state: GameState, event: Event) -> Iterator[Entry]:
    data, cause = event.data, _cause_of(event)
    day = _day(event.week)
    side = next((side for kind, side in _SIDES.items() if kind.value == event.kind), None)
    if side is not None:
        player, amounts = text(data, "player"), goods(data)
        other = Account(side.root, (player, *side.names(data)), side.title(data))
        if amounts:
            yield move(day, f"{player}: {side.title(data)}", cause, amounts, _purse(state, data), other)
        return
    moved = _moved_within(state, event)
    if moved is not None and moved[1]:
        title, amounts, into, out_of = moved
        yield move(day, title, cause, amounts, into, out_of)


def _purse(state: GameState, data: Data) -> Account:
    player, purse = text(data, "player"), maybe_text(data, "purse")
    return treasury_of(player) if purse is None else store_of(player, state.sites[purse].name)


def _moved_within(state: GameState, event: Event) -> tuple[str, Bundle, Account, Account] | None:
    """What an event moves between two purses, or into the first one: title, amounts, into, out of."""
    data = event.data
    if event.kind == Happened.PLAYER_BEGAN.value:
        player = text(data, "player")
        opening = Account(Root.EQUITY, (player, "Opening"), f"What {player} began with")
        return f"{player} begins", goods(data, "wealth"), treasury_of(player), opening
    if event.kind == Happened.TRADE_SENT.value:
        trade = read(Trade, data.get("trade"))
        goods_sent = Bundle() if trade.held else trade.goods
        return f"{trade.giver} to {trade.taker}", goods_sent, ON_THE_WAY, treasury_of(trade.giver)
    if event.kind in (Happened.TRADE_ARRIVED.value, Happened.TRADE_ABORTED.value):
        trade = state.trades[text(data, "trade")]
        to = trade.taker if event.kind == Happened.TRADE_ARRIVED.value else trade.giver
        goods_sent = Bundle() if trade.held else trade.goods
        return f"{trade.giver} to {trade.taker}", goods_sent, treasury_of(to), ON_THE_WAY
    if event.kind in (Happened.SIEGE_LIFTED.value, Happened.SITE_TAKEN.value):
        site = state.sites[text(data, "site")]
        to = site.owner if event.kind == Happened.SIEGE_LIFTED.value else text(data, "owner")
        return f"store of {site.name}", site.store, treasury_of(to), store_of(site.owner, site.name)
    return None


def _cause_of(event: Event) -> Cause:
    place = event.cause.post
    words = event.kind.replace("-", " ")
    if event.cause.ruling is not None:
        words += f", ruled in {event.cause.ruling}"
    file = f"{place.player}, week {place.week}" if place is not None else None
    return Cause(words, file, place.line if place is not None else None, event.cause.rules)


def flow_of(event: Event) -> tuple[str, str, Bundle] | None:
    """Whose Wealth an event changes by itself, under which heading of the books, by how much; None if it does not."""
    side = next((side for kind, side in _SIDES.items() if kind.value == event.kind), None)
    return (text(event.data, "player"), side.names(event.data)[0], goods(event.data)) if side is not None else None
