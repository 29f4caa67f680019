"""Frenzy (UD-SPELL-FRENZY-1, UD-SPELL-FRENZY-2): +2 Damage, -2 Defence and no thought of flight for a round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.morale import MoraleCheck, find_checker
from orderbook.systems.underdeep.battle.piece import ANYBODY, Held, Piece
from orderbook.systems.underdeep.battle.spells import Cast

_FRENZY = {"damage": 2, "defence": -2}


def cast(cast: Cast) -> None:
    """Needs no roll; a regiment without a mind stays calm (UD-ABL-CONSTRUCT-1, UD-ABL-VERMIN-1, UD-ABL-UNDEAD-2)."""
    target = cast.target
    assert target is not None
    if find_checker(target).fighter.morale is None or any(not h(d, cast.name) for h, d in target.on_checks_morale):
        cast.outcome = f"{target.label} has no mind for it"
    elif cast.alter(_FRENZY):
        cast.give(FRENZIED)
        cast.outcome = "+2 Damage, -2 Defence"
    else:
        cast.outcome = "it is in a frenzy already"


def failed_morale(held: Held, check: MoraleCheck) -> None:
    """It passes every check to flee or withdraw; against spells and psychic attacks it gains nothing."""
    check.outcome = ""


FRENZIED = Piece(name="Frenzied", rules=("UD-SPELL-FRENZY-2",), magical=True, failed_morale=failed_morale)
PIECE = Piece(
    name="Frenzy",
    rules=("UD-SPELL-FRENZY-1", "UD-SPELL-FRENZY-2"),
    magical=True,
    targets=ANYBODY,
    cast=cast,
)
