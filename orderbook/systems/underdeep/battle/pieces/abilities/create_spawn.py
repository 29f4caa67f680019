"""Create Spawn (UD-ABL-CREATE-SPAWN-1, UD-ABL-CREATE-SPAWN-2): those it killed rise once the battle is over."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import DESTROYED, FLED

_KILLED = "killed"


def struck(held: Held, attack: Attack) -> None:
    """Counts whom it killed."""
    held.data[_KILLED] = held.data.get(_KILLED, 0) + attack.killed


def battle_end(held: Held) -> None:
    """They rise as the unit the entry names, unless its army was destroyed or fled: then the winners see to it that
    the dead stay dead, and their Bodies are lost with them."""
    battle, killed = held.battle, held.data.get(_KILLED, 0)
    if not killed:
        return
    army = held.regiment.army
    held_out = any(each.state not in (DESTROYED, FLED) for each in army.regiments)
    what = "spawn" if held_out else "spawn prevented"
    battle.gains[army.side, f"{what}: {held.words or 'of its kind'}"] += killed


PIECE = Piece(
    name="Create Spawn",
    is_steady=True,
    rules=("UD-ABL-CREATE-SPAWN-1", "UD-ABL-CREATE-SPAWN-2"),
    struck=struck,
    battle_end=battle_end,
)
