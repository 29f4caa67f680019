"""Mutagenic Moat (UD-DER-48): who survives it has all figures lowered by 1d4 until the battle is over."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.health import lower_health, raise_health
from orderbook.systems.underdeep.battle.piece import Held, Parameter, Piece
from orderbook.systems.underdeep.battle.pieces.structures.pits import avoids

_DIE = 4
_FIGURES = ("attack", "damage", "defence", "morale")


def trap_hit(held: Held, attack: Attack) -> None:
    """One die for the regiment. Dispel ends it."""
    target = attack.on
    if not target.is_standing or any(each.piece is MUTATED for each in target.held):
        return
    points = held.battle.roll(_DIE, target, "are mutated")
    for figure in _FIGURES:
        target.add_bonus(figure, -points, MUTATED.name, magical=True)
    loss, dead = lower_health(held.battle, target, points)
    attack.killed += dead
    attack.notes.append(f"all figures -{points}")
    given = Held(held.battle, target, MUTATED, Parameter())
    given.data["loss"] = loss
    target.add_piece(given)


def restore(held: Held) -> None:
    """The survivors have their Health again."""
    raise_health(held.regiment, held.data.pop("loss", 0))


MUTATED = Piece(name="Mutated by the moat", rules=("UD-DER-48",), magical=True, battle_end=restore)
PIECE = Piece(name="Mutagenic Moat", rules=("UD-DER-48", "UD-DER-49"), avoids=avoids, trap_hit=trap_hit)
