"""Who goes unseen, and who is given away by a leader (UD-ABL-LEADERSHIP-3)."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.regiment import Regiment

INFILTRATOR = "Infiltrator"


def is_given_away(regiment: Regiment) -> bool:
    """Whether Infiltrators are none for now, because a leader who is none has joined them (UD-ABL-LEADERSHIP-3)."""
    leaders = (leader for leader in regiment.leaders if leader.is_standing)
    return regiment.has(INFILTRATOR) and any(not leader.has(INFILTRATOR) for leader in leaders)
