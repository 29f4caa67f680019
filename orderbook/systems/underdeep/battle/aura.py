"""Auras: whoever fights the holder hand to hand has to keep its head, round by round (UD-SUC-10, UD-DER-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from orderbook.systems.underdeep.battle.morale import roll_morale
from orderbook.systems.underdeep.battle.piece import Held
from orderbook.systems.underdeep.battle.regiment import Regiment

_MODEL_DC = 10
"""The DC of an entry that gives none."""


def list_overcome(held: Held, reason: str, is_immune: Callable[[Regiment], bool] | None = None) -> Iterator[Regiment]:
    """The regiments in melee with the holder that fail a Morale check against the aura's DC this round.

    Each checks once a round, whatever number of such auras it faces; a regiment checks for its leaders.
    Who is immune (UD-DER-06) checks nothing.
    """
    battle, holder = held.battle, held.regiment
    facing = {id(each.body): each.body for each in (*holder.foes, *holder.engagers)}
    for regiment in facing.values():
        mark = (reason, regiment.key, battle.round)
        if not regiment.is_standing or not regiment.is_enemy_of(holder) or mark in battle.checked:
            continue
        if is_immune is not None and is_immune(regiment):
            continue
        battle.checked.add(mark)
        check = roll_morale(battle, regiment, reason, held.number or _MODEL_DC)
        if check is not None and not check.passed:
            yield regiment
