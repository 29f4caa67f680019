"""What spells of the week before do in a battle: Bless, Ward, Illusory Duplicate; and those that do nothing there.

UD-SPELL-BLESS-2, UD-SPELL-WARD-3, UD-SPELL-ILLUSORY-DUPLICATE-2.

The effects are conditions of a regiment: ``conditions = ["Blessed", "Warded"]``.
"""

from __future__ import annotations

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.casualties import kill_units
from orderbook.systems.underdeep.battle.morale import MoraleCheck
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.unit import PSYCHIC

_BLESSING = 2
_WARD = 2
MIND_INFLUENCING = ("Agony", "Confusion", "Distraction", "Dominate", "Frenzy")
_DISEASE = "disease"


def bless_morale(held: Held, check: MoraleCheck) -> int:
    """+2 Morale."""
    return _BLESSING


def spare_disease(held: Held, attack: Attack, amount: int, types: frozenset[str]) -> int:
    """The blessed catch no disease."""
    return 0 if _DISEASE in types else amount


def ward_defence(held: Held, attack: Attack) -> int:
    """+2 Defence against magic."""
    return _WARD if attack.is_magical else 0


def ward_morale(held: Held, check: MoraleCheck) -> int:
    """+2 Morale against magic, what influences minds, and psychic attacks from afar."""
    attack = check.attack
    if attack is not None and (attack.is_magical or (PSYCHIC in attack.types and not attack.is_melee)):
        return _WARD
    return _WARD if check.reason in MIND_INFLUENCING else 0


def vanish(held: Held, attack: Attack) -> None:
    """An illusion is gone as soon as it takes any damage. It deceives Constructs and Undead as it does anybody
    (UD-ABL-CONSTRUCT-3, UD-ABL-UNDEAD-3)."""
    if attack.damage > 0 and held.regiment.count:
        kill_units(held.battle, held.regiment, held.regiment.count)
        held.battle.tell(f"{held.regiment.label} were never there: an illusion.", "spell")


BLESSED = Piece(
    name="Blessed",
    is_steady=True,
    rules=("UD-SPELL-BLESS-2",),
    magical=True,
    morale_bonus=bless_morale,
    alter_damage=spare_disease,
)
PIECES = (
    BLESSED,
    Piece(
        name="Warded",
        is_steady=True,
        rules=("UD-SPELL-WARD-3",),
        magical=True,
        defence_bonus=ward_defence,
        morale_bonus=ward_morale,
    ),
    Piece(name="Illusory", rules=("UD-SPELL-ILLUSORY-DUPLICATE-2",), magical=True, suffered=vanish),
    Piece(name="Disguise", rules=()),
    Piece(name="Haste", rules=()),
    Piece(name="Illusory Duplicate", rules=()),
    Piece(name="Invisibility", rules=()),
    Piece(name="Mindlink", rules=()),
    Piece(name="Phase-Shift", rules=()),
    Piece(name="Rune Trap", rules=()),
    Piece(name="Scry", rules=(), aliases=("Scrying",)),
    Piece(name="Summon", rules=()),
    Piece(name="Ward", rules=()),
)
