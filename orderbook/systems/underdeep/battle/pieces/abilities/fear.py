"""Fear (UD-ABL-FEAR-1 to UD-ABL-FEAR-3): those who face it may lose their nerve for the whole battle."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.fear import check_fear
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment

_NAME = "Fear"


def battle_start(held: Held) -> None:
    """Every regiment opposed to the holder's side checks once, against the highest DC on that side.

    With the setting fear-checks=penalties-add each source calls for a check of its own.
    """
    battle, holder = held.battle, held.regiment
    adds_up = battle.scenario.options.chose("fear-checks", "penalties-add")
    rivals = _list_sources(held)
    if not adds_up and rivals[0] is not held:
        return
    for regiment in battle.standing:
        if regiment.is_enemy_of(holder) and regiment.body is regiment:
            check_fear(battle, regiment, held.number)


def _list_sources(held: Held) -> list[Held]:
    """All Fear of the holder's alliance, the highest DC first; the first of equal ones stands for them."""
    regiments: list[Regiment] = [r for r in held.battle.standing if r.alliance == held.regiment.alliance]
    sources = [each for regiment in regiments for each in regiment.held if each.piece.name == _NAME]
    return sorted(sources, key=lambda each: -each.number)


PIECE = Piece(
    name=_NAME,
    example="Fear (DC 15)",
    rules=("UD-ABL-FEAR-1", "UD-ABL-FEAR-2", "UD-ABL-FEAR-3"),
    battle_start=battle_start,
)
