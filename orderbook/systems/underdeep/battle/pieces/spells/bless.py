"""Bless (UD-SPELL-BLESS-2, UD-SUC-02, UD-SUC-03): heart for friends, and a weapon against the Seven Sisters."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import ANYBODY, Held, Piece
from orderbook.systems.underdeep.battle.pieces.spells.utility import BLESSED
from orderbook.systems.underdeep.battle.regiment import FLED
from orderbook.systems.underdeep.battle.spells import Cast

_SISTER = "Succubus"


def cast(cast: Cast) -> None:
    """On a friend it needs no roll and holds for the battle (and, for the campaign to see to, the week).

    On one or several of the Seven Sisters it is an attack: the caster's roll has to exceed a Morale check, and then
    they flee when the round is over. On other enemies it does nothing.
    """
    target = cast.target
    assert target is not None
    if not target.is_enemy_of(cast.caster):
        cast.outcome = "it is blessed already" if cast.give(BLESSED, rounds=None) is None else "+2 Morale, no disease"
    elif target.fighter.name != _SISTER:
        cast.outcome = "it is wasted on an enemy"
    elif cast.roll_against_morale():
        cast.give(DRIVEN_OUT)
        cast.outcome = "she will flee when the round is over"
    elif not cast.outcome:
        cast.outcome = "she laughs at it"


def round_end(held: Held) -> None:
    """She is gone."""
    held.battle.leave(held.regiment, FLED, "Bless")


DRIVEN_OUT = Piece(name="Driven out", rules=("UD-SUC-03",), magical=True, round_end=round_end)
PIECE = Piece(
    name="Bless",
    rules=("UD-SPELL-BLESS-2", "UD-SUC-02", "UD-SUC-03"),
    magical=True,
    targets=ANYBODY,
    cast=cast,
)
