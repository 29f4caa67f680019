"""Assassinate in an open battle (UD-ABL-ASSASSINATE-7): they strike the unit they are told to, past its regiment.

What assassins do at a site is in ``assault.stealth``.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment


def picks(held: Held, bodies: list[Regiment]) -> list[Regiment]:
    """The leader its orders name, if it is among those in front of it."""
    wanted = held.regiment.body.orders.targets
    named = [body for body in bodies if body.host is not None and (body.name in wanted or body.label in wanted)]
    return named[:1] or bodies


PIECE = Piece(name="Assassinate", rules=("UD-ABL-ASSASSINATE-7",), aliases=("Assassination", "Assassin"), picks=picks)
