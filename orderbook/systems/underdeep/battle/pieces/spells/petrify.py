"""Petrify (UD-SPELL-PETRIFY-1, UD-SPELL-PETRIFY-2): one unit turns to stone for good."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.casualties import kill_units
from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.spells import Cast

_BULK = {"large": 2, "huge": 4}


def cast(cast: Cast) -> None:
    """The Ranged Attack roll has to beat the Defence; Large creatures have +2 against it, Huge ones +4.

    The unit is lost to its regiment like a dead one and leaves no Body; only Dispel brings it back afterwards.
    """
    target = cast.target
    assert target is not None
    bulk = _BULK.get(target.fighter.size, 0)
    if not cast.roll_to_hit(must_beat=True, circumstances=((-bulk, "Its size"),) if bulk else ()):
        cast.outcome = "it resists"
        return
    kill_units(cast.battle, target, 1)
    cast.battle.gains[target.side, f"petrified {target.fighter.name}"] += 1
    cast.outcome = f"one {target.fighter.name} turns to stone"


PIECE = Piece(
    name="Petrify",
    rules=("UD-SPELL-PETRIFY-1", "UD-SPELL-PETRIFY-2"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
