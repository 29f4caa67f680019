"""Transport in battle (UD-ABL-TRANSPORT-4, UD-ABL-TRANSPORT-5): what becomes of those aboard in the air."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import ABOARD
from orderbook.systems.underdeep.battle.transport import MIDAIR, go_down, leave_aboard


def suffered(held: Held, attack: Attack) -> None:
    """Transports that are shot down go down with all hands."""
    if attack.killed:
        go_down(held.battle, held.regiment)


def left_field(held: Held) -> None:
    """So they do however they were destroyed; one that leaves takes along whom it carries."""
    go_down(held.battle, held.regiment)
    leave_aboard(held.battle, held.regiment)


def stays_aboard(held: Held, why: str) -> bool:
    """In the air nobody goes anywhere without his transport."""
    return held.regiment.zone != ABOARD


PIECES = (
    Piece(
        name="Transport",
        rules=("UD-ABL-TRANSPORT-4", "UD-ABL-TRANSPORT-5"),
        suffered=suffered,
        left_field=left_field,
    ),
    Piece(
        name=MIDAIR,
        rules=("UD-ABL-TRANSPORT-4",),
        aliases=("In the air", "Air battle", "Aerial battle"),
        may_withdraw=stays_aboard,
    ),
)
