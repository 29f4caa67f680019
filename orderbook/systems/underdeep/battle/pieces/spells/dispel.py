"""Dispel (UD-SPELL-DISPEL-1, UD-SPELL-DISPEL-2): ends the magic on a regiment, or counters what enemies are casting on
it; puts out traps and defences that magic holds up."""

from __future__ import annotations

import re

from orderbook.systems.underdeep.battle.assault.structure import DISARMED, Structure
from orderbook.systems.underdeep.battle.piece import ANYBODY, Piece
from orderbook.systems.underdeep.battle.spells import Cast

_MARKS = re.compile(r"rune|glyph|sigil|ward\b|symbol|marking", re.IGNORECASE)
"""What a structure is called that is drawn or graven: Dispel erases it for good."""

_ERASED, _SHUT_DOWN, _NOTHING = "erased", "shut down", "nothing"


def _shut_down(cast: Cast, structure: Structure) -> str:
    """What Dispel does to a trap or defence is the game master's; markings go for good (UD-SPELL-DISPEL-2)."""
    is_armed = structure.is_armed
    choices = (_ERASED, _SHUT_DOWN, _NOTHING) if is_armed else (_ERASED, _NOTHING)
    about = f"Dispel on the {structure.label}"
    text = f"{cast.caster.label} casts {about} in round {cast.battle.round}. What becomes of it?"
    default = _ERASED if _MARKS.search(structure.structure.name) else _NOTHING
    answer = cast.battle.ask("uses-of-dispel", about, text, choices, default)
    if answer == _ERASED:
        structure.erase()
        return f"the {structure.label} is gone for good"
    if answer == _SHUT_DOWN:
        structure.fate = DISARMED
        return f"the {structure.label} does nothing more in this battle"
    return f"the {structure.label} is no thing of magic"


def cast(cast: Cast) -> None:
    """Needs no roll. Spells that enemies of the regiment are about to cast on it are countered; where there are none,
    the magic that lies on it already goes."""
    target = cast.target
    assert target is not None
    if isinstance(target, Structure):
        cast.outcome = _shut_down(cast, target)
        return
    countered = [
        other
        for other in cast.battle.casts
        if other.order > cast.order and other.target is target and other.caster.is_enemy_of(target)
    ]
    if countered:
        for other in countered:
            other.is_countered = True
            other.outcome = "it is dispelled"
        cast.outcome = f"it counters {', '.join(other.name for other in countered)}"
        return
    magic = [bonus for bonus in target.bonuses if bonus.magical]
    effects = [held for held in target.held if held.piece.magical and not held.piece.is_spell]
    target.drop_bonuses(magic)
    for held in effects:
        if held.piece.round_end is not None:
            held.until = cast.battle.round
            held.piece.round_end(held)  # what it took away comes back
        target.drop_piece(held)
    ended = dict.fromkeys([bonus.reason for bonus in magic] + [held.name for held in effects])
    cast.outcome = f"it ends {', '.join(ended)}" if ended else "there is no magic on it"


PIECE = Piece(
    name="Dispel",
    rules=("UD-SPELL-DISPEL-1", "UD-SPELL-DISPEL-2"),
    magical=True,
    order_matters=True,
    targets=ANYBODY,
    reaches_structures=True,
    cast=cast,
)
