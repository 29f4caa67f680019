"""Constructs, Undead and Vermin: no morale.

UD-ABL-CONSTRUCT-1 to UD-ABL-CONSTRUCT-2, UD-ABL-UNDEAD-1 to UD-ABL-UNDEAD-2, UD-ABL-VERMIN-1 to UD-ABL-VERMIN-2.

What is done to a mind does nothing to them; Constructs and Undead ignore poison, too, and Undead cold.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.unit import PSYCHIC

_CONSTRUCT = frozenset({PSYCHIC, "poison", "disease"})
_UNDEAD = frozenset({PSYCHIC, "poison", "disease", "cold"})


def checks_morale(held: Held, reason: str) -> bool:
    """Never, for no reason."""
    return False


def never_withdraws(held: Held, why: str) -> bool:
    """They fight until destroyed."""
    return False


def withdraws_if_told(held: Held, why: str) -> bool:
    """Undead obey an order to withdraw (UD-ABL-UNDEAD-1)."""
    return why == "order"


def spares_constructs(held: Held, attack: Attack, amount: int, types: frozenset[str]) -> int:
    """What Constructs ignore."""
    return amount if types.isdisjoint(_CONSTRUCT) else 0


def spares_undead(held: Held, attack: Attack, amount: int, types: frozenset[str]) -> int:
    """What Undead ignore; all other magic works on them as usual (UD-ABL-UNDEAD-3)."""
    return amount if types.isdisjoint(_UNDEAD) else 0


PIECES = (
    Piece(
        name="Construct",
        is_steady=True,
        rules=("UD-ABL-CONSTRUCT-1", "UD-ABL-CONSTRUCT-2"),
        checks_morale=checks_morale,
        may_withdraw=never_withdraws,
        alter_damage=spares_constructs,
    ),
    Piece(
        name="Undead",
        is_steady=True,
        rules=("UD-ABL-UNDEAD-1", "UD-ABL-UNDEAD-2"),
        checks_morale=checks_morale,
        may_withdraw=withdraws_if_told,
        alter_damage=spares_undead,
    ),
    Piece(
        name="Vermin",
        is_steady=True,
        rules=("UD-ABL-VERMIN-1", "UD-ABL-VERMIN-2"),
        checks_morale=checks_morale,
        may_withdraw=never_withdraws,
    ),
)
