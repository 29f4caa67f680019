"""The Spy Network: the Succubi read the briefings of others, but not what others wrote (UD-SUC-04, UD-SUC-05)."""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.campaign.event import Event
from orderbook.rulebook.names import fold_name
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState

SPIES = "succubi"
"""The faction with the network, as ``fold_name`` writes it."""

_OWN_WORDS = frozenset({
    Happened.MESSAGE_DELIVERED.value, Happened.MESSAGE_HELD_BACK.value,
    Happened.ORDER_VOID.value, Happened.FOUND_WRONG.value, Happened.RULED.value, Happened.WEALTH_RECKONED.value,
    Happened.LAPSED.value,
})  # fmt: skip
"""Kinds of events that tell what a player wrote: messages, orders, and what was answered to them."""

_ASKED_FOR = ("scry", "scrie", "parley")
"""How kinds of events begin that answer a scry request or belong to a parley."""


def reads_along(state: GameState, player: str) -> tuple[str, ...]:
    """The players whose briefings somebody may read beside the own one."""
    own = state.players.get(player)
    if own is None or fold_name(own.faction) != SPIES:
        return ()
    return tuple(name for name in sorted(state.players) if name != player)


def without_own_words(events: Iterable[Event]) -> tuple[Event, ...]:
    """What of another player's briefing spies get to read."""
    return tuple(event for event in events if event.kind not in _OWN_WORDS and not event.kind.startswith(_ASKED_FOR))
