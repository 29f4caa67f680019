"""Create Spawn (UD-ABL-CREATE-SPAWN-1, UD-ABL-CREATE-SPAWN-2): those it killed rise once the battle is over."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.spawning import CREATE_SPAWN, KILLED, RISEN, is_beaten


def struck(held: Held, attack: Attack) -> None:
    """Counts whom it killed."""
    held.data[KILLED] = held.data.get(KILLED, 0) + attack.killed


def battle_end(held: Held) -> None:
    """They rise as the unit the entry names, unless its army was destroyed or fled: then the winners see to it that
    the dead stay dead, and their Bodies are lost with them. Those who rose on the field already are counted as they
    are left there (UD-ABL-CREATE-SPAWN-3)."""
    battle, killed = held.battle, held.data.get(KILLED, 0)
    if not killed:
        return
    army = held.regiment.army
    risen: Regiment | None = held.data.get(RISEN)
    what = "spawn prevented" if risen is None and is_beaten(army) else "spawn"
    if risen is not None:
        killed = risen.count
    if not killed:
        return
    battle.gains[army.side, f"{what}: {held.words or 'of its kind'}"] += killed


PIECE = Piece(
    name=CREATE_SPAWN,
    is_steady=True,
    rules=("UD-ABL-CREATE-SPAWN-1", "UD-ABL-CREATE-SPAWN-2"),
    struck=struck,
    battle_end=battle_end,
)
