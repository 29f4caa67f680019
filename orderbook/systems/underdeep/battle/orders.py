"""What a regiment was told to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stance(StrEnum):
    """How a regiment goes about it where its orders name no target."""

    NORMAL = "normal"  # melee regiments close with the enemy, ranged ones stay back and shoot
    CHARGE = "charge"  # a ranged regiment shoots once and then closes, too
    HOLD = "hold"  # stays where it is: shoots, and fights only who comes


@dataclass(frozen=True, slots=True)
class WithdrawWhen:
    """A condition to withdraw (UD-WDR-01), tested at the start of each round; any of those that are set is enough.

    ``losses`` and ``army_losses``: more than so many per cent of the units are dead. ``outnumbered``: the enemies
    standing are more than so many hundredths of the friends standing (200 is two to one). ``after_round``: that round
    is over. ``always``: at once. ``text`` is how it was written.
    """

    text: str
    losses: int | None = None
    army_losses: int | None = None
    outnumbered: int | None = None
    after_round: int | None = None
    always: bool = False


@dataclass(frozen=True, slots=True)
class SpellOrder:
    """A spell to cast: in which round (``None`` for every round), on whom, and by how many of the regiment."""

    spell: str
    on: str | None = None
    round: int | None = None
    casters: int = 1


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of one regiment. ``targets`` are names of enemy regiments, the first of them that stands is attacked;
    ``unclear`` are conditions nobody could read, of which the game master is asked. ``picks_pockets``: thieves lie in
    ambush for purses (UD-ABL-THIEVING-1)."""

    targets: tuple[str, ...] = ()
    stance: Stance = Stance.NORMAL
    withdraw: tuple[WithdrawWhen, ...] = ()
    spells: tuple[SpellOrder, ...] = ()
    sneak_attack: bool = False
    holds_bridge: bool = False
    unclear: tuple[str, ...] = ()
    picks_pockets: bool = False


NO_ORDERS = Orders()
