"""Dispel (UD-SPELL-DISPEL-1): ends the magic on a regiment, or counters what enemies are casting on it."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import ANYBODY, Piece
from orderbook.systems.underdeep.battle.spells import Cast


def cast(cast: Cast) -> None:
    """Needs no roll. Spells that enemies of the regiment are about to cast on it are countered; where there are none,
    the magic that lies on it already goes."""
    target = cast.target
    assert target is not None
    countered = [
        other
        for other in cast.battle.casts
        if other.order > cast.order and other.target is target and other.caster.is_enemy_of(target)
    ]
    if countered:
        for other in countered:
            other.is_countered = True
            other.outcome = "it is dispelled"
        cast.outcome = f"it counters {', '.join(other.name for other in countered)}"
        return
    magic = [bonus for bonus in target.bonuses if bonus.magical]
    effects = [held for held in target.held if held.piece.magical and not held.piece.is_spell]
    target.drop_bonuses(magic)
    for held in effects:
        if held.piece.round_end is not None:
            held.until = cast.battle.round
            held.piece.round_end(held)  # what it took away comes back
        target.drop_piece(held)
    ended = dict.fromkeys([bonus.reason for bonus in magic] + [held.name for held in effects])
    cast.outcome = f"it ends {', '.join(ended)}" if ended else "there is no magic on it"


PIECE = Piece(
    name="Dispel",
    rules=("UD-SPELL-DISPEL-1",),
    magical=True,
    order_matters=True,
    targets=ANYBODY,
    cast=cast,
)
