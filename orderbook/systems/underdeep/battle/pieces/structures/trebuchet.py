"""Kobold Trebuchet (UD-KOB-36): on a roll of 1 it misfires and hurts its own crew (setting misfire-victim)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.assault.structure import Structure
from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.casualties import take_damage
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.scale import SCALE


def rolled(held: Held, attack: Attack) -> None:
    """Where it misfires nothing reaches the enemy."""
    if attack.roll == 1:
        attack.damage = 0
        attack.extra.clear()
        attack.notes.append("it misfires")


def struck(held: Held, attack: Attack) -> None:
    """One of the crew takes the full damage, by chance if they are of several regiments; or each of them does."""
    if attack.roll != 1:
        return
    battle, engine = held.battle, held.regiment
    assert isinstance(engine, Structure)
    crew = [regiment for regiment, number in engine.crew for _ in range(number)]
    if not battle.scenario.options.chose("misfire-victim", "whole-crew"):
        if len(set(crew)) > 1:
            crew = [crew[battle.roll(len(crew), engine, "hurt one of its crew") - 1]]
        crew = crew[:1]
    for regiment in crew:
        if regiment.is_standing:
            take_damage(battle, regiment, min(attack.weapon.damage * SCALE, regiment.unit_health))
            battle.tell(f"{engine.label} misfires upon {regiment.label}.", "assault")


PIECE = Piece(name="Kobold Trebuchet", rules=("UD-KOB-36",), rolled=rolled, struck=struck)
