"""Pits, caltrops, jaws and moats: what lies on the ground does nothing to who flies (UD-ABL-FLYER-2).

Traps of other kinds strike Flyers like anybody (UD-ABL-FLYER-3). Pits do no harm to Huge units either
(UD-ABL-HUGE-3). All pits count as a Pit Trap (UD-KOB-56).
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.unit import HUGE

_FLYER = ("UD-ABL-FLYER-2",)


def avoids(held: Held, target: Regiment) -> bool:
    """It never attacks who flies."""
    return target.has("Flyer")


def spares(held: Held, target: Regiment) -> str:
    """Who is too big to fall in has set it off for nothing."""
    return "too big for a pit" if target.fighter.weight == HUGE else ""


PIECES = (
    Piece(name="Pit Trap", rules=("UD-ABL-FLYER-2", "UD-ABL-HUGE-3", "UD-KOB-56"), avoids=avoids, spares=spares),
    Piece(name="Caltrops", rules=_FLYER, avoids=avoids),
    Piece(name="Metal Jaws", rules=_FLYER, avoids=avoids),
    Piece(name="Minefield", rules=_FLYER, avoids=avoids),
    Piece(name="Spiked Moat", rules=(*_FLYER, "UD-KOB-42", "UD-DER-47"), avoids=avoids),
)
"""Plain figures do the rest; a structure of your own may list one of these among its abilities."""
