"""Confusion (UD-SPELL-CONFUSION-1): the regiment does for a round what a die says."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.confusion import confuse, is_immune
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.spells import Cast


def cast(cast: Cast) -> None:
    """The Ranged Attack roll has to exceed the target's Morale check."""
    target = cast.target
    assert target is not None
    if is_immune(target):
        cast.outcome = f"{target.label} cannot be confused"
    elif cast.roll_against_morale():
        cast.outcome = confuse(cast.battle, target)
        if cast.battle.spell_rounds > 1:
            cast.give(CONFUSED)
    elif not cast.outcome:
        cast.outcome = "its mind holds"


def stay_confused(held: Held) -> None:
    """Among crystals it lasts a further round, and the die is rolled anew (UD-TER-06)."""
    if held.regiment.is_standing:
        told = confuse(held.battle, held.regiment)
        held.battle.tell(f"{held.regiment.label}, still confused: {told}.", "spell")


CONFUSED = Piece(name="Confused", rules=("UD-SPELL-CONFUSION-3", "UD-TER-06"), magical=True, faced=stay_confused)
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
