"""Grudge (UD-ABL-GRUDGE-1, UD-ABL-GRUDGE-2): harder blows at those it hates, and a stout heart near them."""

from __future__ import annotations

from orderbook.rulebook.model import ability_stems
from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import Regiment

_BLOWS, _HEART = 2, 4


def attack_bonus(held: Held, attack: Attack) -> int:
    """+2 to hit them."""
    return _BLOWS if is_hated(held, attack.on) else 0


def damage_bonus(held: Held, attack: Attack) -> int:
    """+2 damage to them."""
    return _BLOWS if is_hated(held, attack.on) else 0


def morale_bonus(held: Held, check: MoraleCheck) -> int:
    """+4 Morale while there are any on the field."""
    near = any(each.is_enemy_of(held.regiment) and is_hated(held, each) for each in held.battle.standing)
    return _HEART if near else 0


def is_hated(held: Held, regiment: Regiment) -> bool:
    """Whether the entry's words name its race, its kind of unit or one of its abilities; remembered for each."""
    known = held.data
    if regiment.key not in known:
        fighter = regiment.fighter
        names = [fighter.faction, fighter.name, *(each.name for each in regiment.held)]
        theirs = {_singular(stem) for name in names for stem in ability_stems(name)}
        hated = [[_singular(stem) for stem in ability_stems(words)] for words in _split(held.words)]
        known[regiment.key] = any(words and theirs.issuperset(words) for words in hated)
    return bool(known[regiment.key])


def _split(words: str) -> list[str]:
    return [part for piece in words.replace("/", ",").split(",") for part in piece.split(" and ")]


def _singular(stem: str) -> str:
    """Dwarves and Dwarf, Kobolds and Kobold, Elves and Elf."""
    if stem.endswith("ves"):
        return f"{stem[:-3]}f"
    return stem[:-1] if stem.endswith("s") and not stem.endswith("ss") else stem


PIECE = Piece(
    name="Grudge",
    example="Grudge (Dwarf)",
    is_steady=True,
    rules=("UD-ABL-GRUDGE-1", "UD-ABL-GRUDGE-2"),
    attack_bonus=attack_bonus,
    damage_bonus=damage_bonus,
    morale_bonus=morale_bonus,
)
