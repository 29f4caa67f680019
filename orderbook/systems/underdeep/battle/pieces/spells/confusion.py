"""Confusion (UD-SPELL-CONFUSION-1): the regiment does for a round what a die says."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.confusion import confuse, is_immune
from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.spells import Cast


def cast(cast: Cast) -> None:
    """The Ranged Attack roll has to exceed the target's Morale check."""
    target = cast.target
    assert target is not None
    if is_immune(target):
        cast.outcome = f"{target.label} cannot be confused"
    elif cast.roll_against_morale():
        cast.outcome = confuse(cast.battle, target)
    elif not cast.outcome:
        cast.outcome = "its mind holds"


PIECES = (
    Piece(
        name="Confusion",
        rules=("UD-SPELL-CONFUSION-1", "UD-SPELL-CONFUSION-2", "UD-SPELL-CONFUSION-3"),
        magical=True,
        order_matters=True,
        needs_attack_roll=True,
        cast=cast,
    ),
    Piece(name="Unconfused", rules=("UD-DER-06",)),
)
