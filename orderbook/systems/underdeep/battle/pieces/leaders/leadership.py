"""Leadership (UD-ABL-LEADERSHIP-4, UD-ABL-LEADERSHIP-9): the bonuses in a leader's entry, for those it leads."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.piece import Held, Piece
from orderbook.systems.underdeep.battle.regiment import BONUS_FIGURES


def battle_start(held: Held) -> None:
    """Gives the army the leader's bonuses, or only its regiment (setting leader-bonus-reach); never to itself.

    So do Shee-Ra and the Overlord (UD-KOB-09, UD-DER-11).
    """
    leader = held.regiment
    if leader.host is None:
        return
    regiment_only = held.battle.scenario.options.chose("leader-bonus-reach", "regiment-only")
    led = [leader.host] if regiment_only else [each for each in leader.army.regiments if each is not leader]
    for figure, amount in leader.fighter.lead_bonus.items():
        if figure in BONUS_FIGURES:
            for regiment in led:
                regiment.add_bonus(figure, amount, f"Led by {leader.label}")


def left_field(held: Held) -> None:
    """Who has fallen or gone leads nobody."""
    for regiment in held.regiment.army.regiments:
        regiment.drop_reason(f"Led by {held.regiment.label}")


PIECE = Piece(
    name="Leadership",
    rules=("UD-ABL-LEADERSHIP-4", "UD-ABL-LEADERSHIP-9"),
    battle_start=battle_start,
    left_field=left_field,
)
