"""Disease (UD-ABL-DISEASE-1): a regiment that takes damage from it in melee is infected."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.infection import infect
from orderbook.systems.underdeep.battle.piece import Held, Piece


def struck(held: Held, attack: Attack) -> None:
    """What the disease does begins in the week after."""
    if attack.is_melee and attack.damage > 0 and infect(held.battle, attack, held.number):
        attack.notes.append(f"infected: Disease {held.number}")


PIECE = Piece(name="Disease", is_steady=True, example="Disease 2", rules=("UD-ABL-DISEASE-1",), struck=struck)
