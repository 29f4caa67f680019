"""Chain Lightning (UD-SPELL-CHAIN-LIGHTNING-1 to UD-SPELL-CHAIN-LIGHTNING-3): leaps from regiment to regiment."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.pairing import can_target
from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.spells import Cast

_DAMAGE = 1
_SHOCK = frozenset({"shock"})
_MOST_LEAPS = 200
"""Dice that never miss would leap for ever between two regiments that nothing hurts."""


def cast(cast: Cast) -> None:
    """Each hit deals 1 Shock damage to every unit and leaps to another enemy regiment, until a roll misses or fewer
    than two are left. It goes from the target through the enemies in the battle's order, round and round."""
    target = cast.target
    struck = killed = 0
    while target is not None and struck < _MOST_LEAPS and cast.roll_to_hit(target):
        struck += 1
        killed += cast.harm_each(_DAMAGE, _SHOCK)
        target = _find_next(cast, target)
    cast.outcome = f"{struck} times it strikes, {killed} die" if struck else "it misses"


def _find_next(cast: Cast, last: Regiment) -> Regiment | None:
    enemies = [each for each in cast.battle.regiments if each.is_enemy_of(cast.caster)]
    at = enemies.index(last)
    ring = (*enemies[at + 1 :], *enemies[:at])
    return next((each for each in ring if each.is_standing and can_target(cast.battle, cast.caster, each)), None)


PIECE = Piece(
    name="Chain Lightning",
    rules=("UD-SPELL-CHAIN-LIGHTNING-1", "UD-SPELL-CHAIN-LIGHTNING-2", "UD-SPELL-CHAIN-LIGHTNING-3"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
