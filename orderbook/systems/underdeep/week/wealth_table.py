"""A week's Wealth as a table: what there was, each flow, what there is (UD-ORD-19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from orderbook.books.bundle import Bundle, sort_resources
from orderbook.campaign.event import Event
from orderbook.systems.underdeep.week.closing import wealth_of
from orderbook.systems.underdeep.week.folds.data import goods
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.ledger import flow_of
from orderbook.systems.underdeep.week.state import GameState
from orderbook.systems.underdeep.week.wording import Words

OTHERWISE = "Otherwise"
"""The flow of what no event of the reader's explains, such as the store of a site that was taken."""

_ORDER = (
    "Production", "Gathered", "Stolen", "Trade", "Upkeep", "Founding", "Construction", "Recruitment", "Rituals",
    "Granted",
)  # fmt: skip
_TRADES = (Happened.TRADE_SENT, Happened.TRADE_ARRIVED, Happened.TRADE_ABORTED)


@dataclass(frozen=True, slots=True)
class WealthTable:
    """``rows``: a resource, and its amounts under ``columns``."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]

    def lines(self) -> list[str]:
        """The table in letters of one width."""
        table = [["", *self.columns]]
        table += [[name, *(self._shown(at, amount) for at, amount in enumerate(row))] for name, row in self.rows]
        widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
        return [
            "  ".join(
                [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
            )
            for row in table
        ]

    def _shown(self, at: int, amount: int) -> str:
        if at in (0, len(self.columns) - 1):
            return str(amount)
        return f"{amount:+d}" if amount else "-"


def table_wealth(words: Words, events: Iterable[Event], player: str) -> WealthTable:
    """The table of a player, from the events the player knows."""
    flows: dict[str, Bundle] = {}
    opening = _wealth(words.before, player)
    for event in events:
        if event.kind == Happened.PLAYER_BEGAN.value and event.data.get("player") == player:
            opening += goods(event.data, "wealth")
        for owner, name, amounts in _flows(words, event):
            if owner == player:
                flows[name] = flows.get(name, Bundle()) + amounts
    closing = _wealth(words.after, player)
    rest = closing - sum(flows.values(), opening)
    if rest:
        flows[OTHERWISE] = flows.get(OTHERWISE, Bundle()) + rest
    names = [name for name in sorted(flows, key=_rank) if flows[name]]
    columns = [opening, *(flows[name] for name in names), closing]
    resources = sort_resources({resource for column in columns for resource in column})
    return WealthTable(
        ("Opening", *names, "Closing"),
        tuple((resource, tuple(column[resource] for column in columns)) for resource in resources),
    )


def _wealth(state: GameState, player: str) -> Bundle:
    return wealth_of(state, player) if player in state.players else Bundle()


def _rank(name: str) -> tuple[int, str]:
    return (_ORDER.index(name) if name in _ORDER else len(_ORDER) + (name == OTHERWISE), name)


def _flows(words: Words, event: Event) -> Iterator[tuple[str, str, Bundle]]:
    """Whose Wealth an event changes, in which column, by how much."""
    if (flow := flow_of(event)) is not None:
        yield flow
    if event.kind in _TRADES:
        table = event.data.get("trade")
        trade = words.find_trade(str(table.get("id")) if isinstance(table, dict) else str(table))
        if trade is None or (trade.held if not isinstance(table, dict) else table.get("held")):
            return
        if event.kind == Happened.TRADE_ARRIVED.value:
            yield trade.taker, "Trade", trade.goods
        else:
            yield trade.giver, "Trade", -trade.goods if event.kind == Happened.TRADE_SENT.value else trade.goods
