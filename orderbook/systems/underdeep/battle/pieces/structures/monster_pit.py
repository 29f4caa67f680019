"""Monster Pit (UD-KOB-59): how much harm the monster in it does is the game master's word."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack, deal
from orderbook.systems.underdeep.battle.casualties import take_damage
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.scale import SCALE


def trap_hit(held: Held, attack: Attack) -> None:
    """Asks for the damage, in points; none unless it is answered. Figures of the file's own take its place."""
    if attack.damage:
        return
    battle = held.battle
    text = f"{attack.on.label} fall into the {held.regiment.label}. How many points of damage does the monster do?"
    answer = battle.ask("monster-in-the-pit", held.regiment.label, text, (), "0")
    points = int(answer) if answer.strip().isascii() and answer.strip().isdigit() else 0
    dealt = deal(battle, attack, min(points, 1_000_000) * SCALE, attack.types, "The monster")
    attack.killed += take_damage(battle, attack.on, dealt)


PIECE = Piece(name="Monster Pit", rules=("UD-KOB-59",), trap_hit=trap_hit)
