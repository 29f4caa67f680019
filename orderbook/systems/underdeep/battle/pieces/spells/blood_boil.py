"""Blood Boil (UD-SPELL-BLOOD-BOIL-1, UD-SPELL-BLOOD-BOIL-2): 2 Fire damage to every unit that has blood."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Piece
from orderbook.systems.underdeep.battle.pieces.spells.blight import is_plant
from orderbook.systems.underdeep.battle.regiment import Regiment
from orderbook.systems.underdeep.battle.spells import Cast

_DAMAGE = 2
FIRE = frozenset({"fire"})


def cast(cast: Cast) -> None:
    """A Ranged Attack roll against the target's Defence."""
    assert cast.target is not None
    if not cast.roll_to_hit():
        cast.outcome = "it misses"
    elif is_bloodless(cast, cast.target):
        cast.outcome = "nothing in it has blood"
    else:
        cast.outcome = f"{cast.harm_each(_DAMAGE, FIRE)} die of it"


def is_bloodless(cast: Cast, regiment: Regiment) -> bool:
    """Constructs, Fungoids and plants have no blood; of Undead and Vermin the game master decides, with no as default
    for what is called a skeleton."""
    if regiment.has("Construct") or is_plant(regiment):
        return True
    if not (regiment.has("Undead") or regiment.has("Vermin")):
        return False
    name = regiment.fighter.name
    default = "no" if "skelet" in name.lower() else "yes"
    text = f"Has {name} blood that can boil?"
    return cast.battle.ask("bloodless", name, text, ("yes", "no"), default) == "no"


PIECE = Piece(
    name="Blood Boil",
    rules=("UD-SPELL-BLOOD-BOIL-1", "UD-SPELL-BLOOD-BOIL-2"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
