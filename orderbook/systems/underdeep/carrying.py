"""Traps that are alive and go where somebody carries them: which orders are about that (UD-KOB-70)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orderbook.rulebook.model import Structure
from orderbook.systems.underdeep.post.orders.model import Action, Order, Verb

_MOVES = (Verb.MOVE, Verb.RETURN, Verb.TRANSPORT, Verb.GIVE, Verb.LEAD)
_CARRIES = re.compile(
    r"\b(?:tak|t[oa]ok|bring|brought|carr|transport|convey|ferr|load|fetch|haul|drag|leav|left|drop|pick|mov|send|"
    r"sent|deliver|lead|with|along)\w*",
    re.IGNORECASE,
)


def carried(order: Order) -> Iterator[tuple[Action, Structure]]:
    """The actions of an order that take along or leave behind what can be carried, each kind of it once.

    Units that merely go to where it stands, or do something to it there, do not carry it.
    """
    told: set[str] = set()
    for action in order.does(*_MOVES):
        entry = action.structure.entry if action.structure is not None else None
        if not isinstance(entry, Structure) or not entry.carried_by or entry.name in told:
            continue
        if _CARRIES.match(action.text) or action.verb is Verb.TRANSPORT:
            told.add(entry.name)
            yield action, entry
