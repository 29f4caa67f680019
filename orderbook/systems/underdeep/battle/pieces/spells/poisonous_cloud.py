"""Poisonous Cloud (UD-SPELL-POISONOUS-CLOUD-1, UD-SPELL-POISONOUS-CLOUD-2): 2 Health less for a round."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.health import lower_health, raise_health
from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.spells import Cast

_LOSS = 2


def cast(cast: Cast) -> None:
    """A Ranged Attack roll against the target's Defence. Clouds do not add up; who needs no air or ignores poison
    breathes on (UD-ABL-CONSTRUCT-1, UD-ABL-UNDEAD-2)."""
    target = cast.target
    assert target is not None
    if not cast.roll_to_hit():
        cast.outcome = "it misses"
        return
    if target.has("Construct") or target.has("Undead"):
        cast.outcome = "poison does nothing to it"
        return
    held = cast.give(CLOUDED)
    if held is None:
        cast.outcome = "it is in a cloud already"
        return
    held.data["loss"], dead = lower_health(cast.battle, target, _LOSS)
    cast.outcome = f"-{_LOSS} Health for each unit" + (f", {dead} die" if dead else "")


def drift(held: Held) -> None:
    """It hangs there as long as the spell lasts, twice as long among crystals (UD-TER-06)."""
    if held.until is None or held.until <= held.battle.round:
        clear(held)


def clear(held: Held) -> None:
    """The cloud is gone, or the regiment has left it, and the survivors have their Health again."""
    raise_health(held.regiment, held.data.pop("loss", 0))


CLOUDED = Piece(
    name="In a poisonous cloud",
    rules=("UD-SPELL-POISONOUS-CLOUD-1", "UD-SPELL-POISONOUS-CLOUD-2"),
    magical=True,
    round_end=drift,
    left_field=clear,
)
PIECE = Piece(
    name="Poisonous Cloud",
    rules=("UD-SPELL-POISONOUS-CLOUD-1", "UD-SPELL-POISONOUS-CLOUD-2"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
