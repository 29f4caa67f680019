"""What events say to a person: a sentence each, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from orderbook.books.bundle import Bundle, render_bundle
from orderbook.campaign.canonical import Json
from orderbook.campaign.event import Event
from orderbook.rulebook.plurals import pluralise
from orderbook.systems.underdeep.week.folds.data import Data, goods
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState

Tell: TypeAlias = Callable[["_Words", Data], str]


class _Words:
    """The names of things, before and after a week."""

    def __init__(self, before: GameState, after: GameState) -> None:
        self._states = (after, before)

    def site(self, data: Data, key: str = "site") -> str:
        value = data.get(key)
        if isinstance(value, dict):
            return str(value.get("name", ""))
        found = next((state.sites[str(value)] for state in self._states if str(value) in state.sites), None)
        return str(found) if found is not None else "a site"

    def troops(self, data: Data) -> str:
        """``5 Kobold Slingers``: of a group in the data, or by unit and count."""
        value = data.get("group")
        table: Mapping[str, Json] = value if isinstance(value, dict) else data
        unit, count = str(table.get("unit", "")), int(str(table.get("count", 1)))
        if table.get("person"):
            return f"{table['person']} ({unit})"
        return number_of(count, unit)


def number_of(count: int, name: str) -> str:
    """``3 Snares``, ``1 Snare``."""
    return f"{count} {name if count == 1 else pluralise(name)}"


def _sum(data: Data) -> str:
    return render_bundle(goods(data), signed=True)


def _price(data: Data) -> str:
    return render_bundle(-goods(data))


def _structures(data: Data) -> str:
    return number_of(int(str(data.get("count", 1))), str(data.get("name", "")))


_TOLD: Mapping[Happened, Tell] = {
    Happened.NO_POST: lambda words, data: "No post came in time: units stood where they were, Upkeep was paid.",
    Happened.FOUND_WRONG: lambda words, data: f"Line {data.get('line')}: {data.get('message')}",
    Happened.ORDER_VOID: lambda words, data: f'"{data.get("order")}" could not be done: {data.get("why")}.',
    Happened.RULED: lambda words, data: f"{data.get('text')} Ruling: {data.get('answer')}",
    Happened.FACT_RECORDED: lambda words, data: f"On record: {data.get('text')}.",
    Happened.RELATION_SET: lambda words, data: f"{_join(data.get('players'))} are {data.get('relation')} now.",
    Happened.PLAYER_BEGAN: lambda words, data: f"Begins with {render_bundle(goods(data, 'wealth'))}.",
    Happened.PRODUCED: lambda words, data: (
        f"{number_of(int(str(data['count'])), str(data['source']))} at "
        f"{words.site(data)}: {_sum(data)}{' (the deposit is exhausted)' if data.get('exhausted') else ''}."
    ),
    Happened.UPKEEP_PAID: lambda words, data: f"{words.troops(data)}: {_sum(data)}.",
    Happened.DEBT_PAID: lambda words, data: f"Debts of earlier weeks: {_sum(data)}.",
    Happened.GRANTED: lambda words, data: f"{data.get('text')}: {_sum(data)}.",
    Happened.RITUAL_CAST: lambda words, data: f"{data.get('ritual')} cast for {_price(data)}.",
    Happened.RITUAL_PAID: lambda words, data: f"Rituals of last week: {_sum(data)}.",
    Happened.TRADED_OUTSIDE: lambda words, data: f"Trade with {data.get('partner')}: {_sum(data)}.",
    Happened.TRADE_ABORTED: lambda words, data: f"A trade was called off, the goods went back: {data.get('why')}.",
    Happened.SITE_ENTERED: lambda words, data: f"{words.site(data)} stands.",
    Happened.FOUNDING_BEGUN: lambda words, data: f"{words.site(data)} is being founded.",
    Happened.FOUNDING_FAILED: lambda words, data: f"{data.get('name')} was not founded: {data.get('why')}.",
    Happened.SITE_FOUNDED: lambda words, data: f"{words.site(data)} is founded.",
    Happened.FOUNDING_PAID: lambda words, data: f"{words.site(data)} cost {_price(data)}.",
    Happened.SITE_TAKEN: lambda words, data: f"{words.site(data)} belongs to {data.get('owner')} now.",
    Happened.SITE_ABANDONED: lambda words, data: f"{words.site(data)} lies in ruins.",
    Happened.BESIEGED: lambda words, data: f"{words.site(data)} is besieged by {_join(data.get('by'))}.",
    Happened.SIEGE_LIFTED: lambda words, data: f"{words.site(data)} is besieged no more.",
    Happened.BRIDGE_BUILT: lambda words, data: f"A bridge is being built in {data.get('region')} for {_price(data)}.",
    Happened.FINISHED: lambda words, data: f"{_structures(data)} finished at {words.site(data)}.",
    Happened.REPAIRED: lambda words, data: f"{_structures(data)} repaired at {words.site(data)}.",
    Happened.BUILT_BEFORE_PLAY: lambda words, data: (
        f"{_structures(data)} bought at {words.site(data)} for {_price(data)}."
    ),
    Happened.BEGUN: lambda words, data: (
        f"{_structures(data)} begun at {words.site(data)} for {_price(data)}: "
        f"{number_of(int(str(data['weeks'])), 'week')} to go."
    ),
    Happened.CANCELLED: lambda words, data: f"{_structures(data)} given up at {words.site(data)}: {_sum(data)}.",
    Happened.BROKEN: lambda words, data: f"{_structures(data)} at {words.site(data)} Broken.",
    Happened.DESTROYED: lambda words, data: f"{_structures(data)} at {words.site(data)} destroyed.",
    Happened.GROUP_ENTERED: lambda words, data: f"{words.troops(data)} ready for orders.",
    Happened.RECRUITED: lambda words, data: f"{words.troops(data)} recruited at {words.site(data)} for {_price(data)}.",
    Happened.HIRED: lambda words, data: f"{words.troops(data)} hired for {_price(data)}.",
    Happened.DESERTED: lambda words, data: f"{words.troops(data)} deserted for want of pay.",
    Happened.STARVED: lambda words, data: f"{words.troops(data)} starved to death.",
    Happened.DISMISSED: lambda words, data: f"{words.troops(data)} dismissed.",
    Happened.LOST: lambda words, data: f"{words.troops(data)} lost.",
    Happened.DEMOTED: lambda words, data: f"{data.get('person')} is an officer no more.",
}


def tell_event(event: Event, before: GameState, after: GameState) -> str | None:
    """A sentence about an event; None for one that needs no telling by itself."""
    words = _Words(before, after)
    tell = next((tell for kind, tell in _TOLD.items() if kind.value == event.kind), None)
    if tell is not None:
        return tell(words, event.data)
    if event.kind == Happened.TRADE_SENT.value:
        trade = event.data.get("trade")
        assert isinstance(trade, dict)
        return f"{trade['giver']} sent {trade['taker']} {_goods_of(trade)}."
    if event.kind == Happened.TRADE_ARRIVED.value:
        found = before.trades.get(str(event.data.get("trade"))) or after.trades.get(str(event.data.get("trade")))
        return f"{render_bundle(found.goods)} from {found.giver} reached {found.taker}." if found is not None else None
    if event.kind == Happened.PROMOTED.value:
        officer = event.data.get("officer")
        return f"{officer['person']} is {officer['rank']} now." if isinstance(officer, dict) else None
    if event.kind == Happened.UNPAID.value:
        group = after.groups.get(str(event.data.get("group")))
        if group is None or not group.unpaid:
            return None
        debt = sum((part.debt * part.count for part in group.unpaid), Bundle())
        return f"{number_of(group.owing, group.unit)} are owed {render_bundle(debt)}."
    return None


def _goods_of(trade: Mapping[str, Json]) -> str:
    value = trade.get("goods")
    return render_bundle(goods({"goods": value}, "goods")) if isinstance(value, dict) else "nothing"


def _join(value: Json) -> str:
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)
