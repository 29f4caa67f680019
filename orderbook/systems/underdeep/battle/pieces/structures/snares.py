"""Snare and Cage Trap: they hold units unharmed, wandering monsters as well (UD-KOB-49, UD-KOB-50, UD-KOB-52,
UD-KOB-53)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.assault.prisoners import catch
from orderbook.systems.underdeep.battle.assault.structure import Structure
from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.unit import HUGE, LARGE

IN_A_SNARE, IN_A_CAGE = 2, 4
"""Sides of the die for how many units one holds (UD-KOB-49, UD-KOB-53)."""


def spares_big(held: Held, target: Regiment) -> str:
    """A snare does not hold Large units, nor Huge ones."""
    return "too big for a snare" if target.fighter.weight >= LARGE else ""


def spares_huge(held: Held, target: Regiment) -> str:
    """No cage holds a Huge monster."""
    return "too big for a cage" if target.fighter.weight == HUGE else ""


def snare(held: Held, attack: Attack) -> None:
    """1d2 units."""
    _hold(held, attack, held.battle.roll(IN_A_SNARE, held.regiment, "hold some of", attack.on))


def cage(held: Held, attack: Attack) -> None:
    """1 Large unit, or 1d4 smaller ones."""
    is_large = attack.on.fighter.weight == LARGE
    _hold(held, attack, 1 if is_large else held.battle.roll(IN_A_CAGE, held.regiment, "hold some of", attack.on))


def _hold(held: Held, attack: Attack, number: int) -> None:
    site, trap = held.battle.site, held.regiment
    if site is not None and isinstance(trap, Structure):
        number = catch(site, trap, attack.on, number)
        attack.notes.append(f"{number} caught")


PIECES = (
    Piece(name="Snare", rules=("UD-KOB-49", "UD-KOB-50"), spares=spares_big, trap_hit=snare),
    Piece(name="Cage Trap", rules=("UD-KOB-50", "UD-KOB-53"), spares=spares_huge, trap_hit=cage),
)
