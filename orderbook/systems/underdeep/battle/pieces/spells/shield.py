"""Shield (UD-SPELL-SHIELD-1): +3 Defence for one friendly regiment, for one round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import FRIEND, Piece
from orderbook.systems.underdeep.battle.spells import Cast

_BONUS = 3


def cast(cast: Cast) -> None:
    """Needs no roll."""
    assert cast.target is not None
    done = cast.alter({"defence": _BONUS})
    cast.outcome = f"+{_BONUS} Defence" if done else "it is shielded already"


PIECE = Piece(name="Shield", rules=("UD-SPELL-SHIELD-1",), magical=True, targets=FRIEND, cast=cast)
