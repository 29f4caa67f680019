"""Poison Gas Trap (UD-KOB-65) and the Flooding Rooms (UD-KOB-66, UD-KOB-68)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.health import lower_health, raise_health
from orderbook.systems.underdeep.battle.piece import Held, Parameter, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment

_LOSS = 2
_AIRLESS = ("Undead", "Construct", "Airless")


def ignores_poison(held: Held, target: Regiment) -> str:
    """What poison does nothing to (UD-ABL-CONSTRUCT-1, UD-ABL-UNDEAD-2, UD-ABL-IMMUNITY-1)."""
    immune = any(each.piece.name == "Immunity" and "poison" in each.words.lower() for each in target.held)
    return "immune" if immune or target.has("Construct") or target.has("Undead") else ""


def gas(held: Held, attack: Attack) -> None:
    """Every unit has 2 less Health until the battle is over."""
    loss, dead = lower_health(held.battle, attack.on, _LOSS)
    attack.killed += dead
    if loss:
        attack.notes.append(f"-{_LOSS} Health for each unit")
        given = Held(held.battle, attack.on, GASSED, Parameter())
        given.data["loss"] = loss
        attack.on.add_piece(given)


def breathe(held: Held) -> None:
    """The survivors have their Health again."""
    raise_health(held.regiment, held.data.pop("loss", 0))


def needs_no_air(held: Held, target: Regiment) -> str:
    """What does not breathe does not drown: Undead, Fungoids and their like."""
    if "fungoid" in target.fighter.faction.lower() or any(target.has(name) for name in _AIRLESS):
        return "needs no air"
    return ""


GASSED = Piece(name="Gassed", rules=("UD-KOB-65",), battle_end=breathe)
PIECES = (
    Piece(name="Poison Gas Trap", rules=("UD-KOB-65",), spares=ignores_poison, trap_hit=gas),
    Piece(name="Flooding Room", rules=("UD-KOB-66",), spares=needs_no_air),
    Piece(name="Acidic Flooding Room", rules=("UD-KOB-68",)),
    Piece(name="Airless", rules=("UD-KOB-66",), aliases=("Needs no air",)),
)
