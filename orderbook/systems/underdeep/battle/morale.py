"""Morale: checks of every kind, and the end of a round in which regiments withdraw, flee or surrender.

UD-MRL-01 to UD-MRL-05, UD-MRL-07, UD-MRL-11.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.army import Army
from orderbook.systems.underdeep.battle.regiment import FLED, SURRENDERED, WITHDREW, Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.attack import Attack
    from orderbook.systems.underdeep.battle.engine import Battle

NEED, NEED_OF_THE_BEATEN = 10, 15
"""What a morale check needs, and what it needs once more than half of the army is dead (UD-MRL-03, UD-MRL-04)."""

FLIGHT = 10
"""Failing by so much is flight (UD-MRL-07)."""

BATTLE = "battle"
"""The reason of the checks at a round's end; others are "fear", "psychic" and the names of spells and effects."""


class MoraleCheck:
    """One morale check: 1d20 and the Morale bonus (UD-MRL-02). ``need`` is 0 where the total itself is wanted.

    ``outcome`` of a failed check in battle is ``withdrew``, ``fled`` or ``surrendered``; ``failed_morale`` hooks may
    change it. ``attack`` is the attack or spell it answers, if any.
    """

    __slots__ = ("attack", "bonus", "modifiers", "need", "outcome", "reason", "regiment", "roll", "total")

    def __init__(self, regiment: Regiment, reason: str, need: int, attack: Attack | None) -> None:
        self.regiment = regiment
        self.reason = reason
        self.need = need
        self.attack = attack
        self.roll = 0
        self.bonus = 0
        self.total = 0
        self.modifiers: list[tuple[int, str]] = []
        self.outcome = ""

    @property
    def passed(self) -> bool:
        return self.total >= self.need


def roll_morale(
    battle: Battle, regiment: Regiment, reason: str, need: int = 0, attack: Attack | None = None
) -> MoraleCheck | None:
    """A morale check; ``None`` for a regiment that has no Morale score or never checks it.

    A leader's Morale stands in for that of the regiment it leads (UD-ABL-LEADERSHIP-8).
    """
    checking = find_checker(regiment)
    score = checking.fighter.morale
    if score is None or any(not hook(held, reason) for hook, held in regiment.on_checks_morale):
        return None
    check = MoraleCheck(regiment, reason, need, attack)
    notes = check.modifiers if battle.telling else None
    bonus = score + checking.morale_plus
    if notes is not None:
        notes.append((score, "Morale" if checking is regiment else f"Morale of {checking.label}"))
        notes.extend((each.amount, each.reason) for each in checking.bonuses if each.figure == "morale")
    for hook, held in regiment.on_morale_bonus:
        amount = hook(held, check)
        bonus += amount
        if amount and notes is not None:
            notes.append((amount, held.name))
    check.bonus = bonus
    check.roll = battle.roll(20, regiment, "check morale" if reason == BATTLE else f"check morale ({reason})")
    check.total = check.roll + bonus
    if battle.telling:
        battle.record.morale.append(check)
    return check


def find_checker(regiment: Regiment) -> Regiment:
    """Whose Morale counts: the leader's with the best score, else the regiment's own.

    A leader without a score lends none, and neither does a Follower (UD-ABL-FOLLOWER-1).
    """
    best = regiment
    for leader in regiment.leaders:
        if leader.is_standing and leader.fighter.morale is not None and not _is_follower(leader):
            score = leader.fighter.morale + leader.morale_plus
            if best is regiment or score > (best.fighter.morale or 0) + best.morale_plus:
                best = leader
    return best


def _is_follower(regiment: Regiment) -> bool:
    return regiment.has("Follower") and not regiment.has("Leadership")


def find_shaken(battle: Battle) -> list[Army]:
    """The armies that took more damage than the average (UD-MRL-01), in the battle's order (setting morale-damage)."""
    armies = battle.armies_of_round
    if len(armies) < 2:
        return []
    suffered = [army.suffered_in_all if battle.morale_by_battle else army.suffered for army in armies]
    total = sum(suffered)
    return [army for army, own in zip(armies, suffered, strict=True) if own * len(armies) > total]


def find_need(battle: Battle, army: Army) -> int:
    """10, or 15 once more than half of the whole army is dead (UD-MRL-04; setting half-the-army)."""
    if battle.half_by_health:
        beaten = (army.start_pool - army.pool) * 2 > army.start_pool
    else:
        beaten = (army.start_count - army.count) * 2 > army.start_count
    return NEED_OF_THE_BEATEN if beaten else NEED


def check_armies(battle: Battle) -> None:
    """The morale step of a round: the shaken armies' regiments check one by one, then those who failed leave.

    Armies check during combat, to see whether they fight on (UD-MRL-01, UD-MRL-03): who has no enemy left has won.
    Who fails withdraws at once; by 10 or more it flees, and those who were at it strike once more (UD-MRL-05,
    UD-MRL-07); with nowhere to go it surrenders (UD-MRL-11).
    """
    if battle.is_over:
        return
    failed: list[MoraleCheck] = []
    for army in find_shaken(battle):
        need = find_need(battle, army)
        for regiment in army.regiments:
            if not regiment.is_standing or regiment.body is not regiment:
                continue
            check = roll_morale(battle, regiment, BATTLE, need)
            if check is not None and not check.passed and _falls_back(check):
                failed.append(check)
    for check in failed:
        if check.outcome == FLED:
            battle.pursued.append(check.regiment)
    if battle.pursued:
        battle.pursue([check.regiment for check in failed])
    for check in failed:
        if check.regiment.is_standing:
            battle.leave(check.regiment, check.outcome, BATTLE)


def _falls_back(check: MoraleCheck) -> bool:
    """Settles what a failed check comes to; whether the regiment leaves at all."""
    regiment = check.regiment
    if any(not hook(held, "morale") for hook, held in regiment.on_may_withdraw):
        return False
    check.outcome = FLED if check.need - check.total >= FLIGHT else WITHDREW
    for hook, held in regiment.on_failed_morale:
        hook(held, check)
    if check.outcome and not regiment.has_escape:
        check.outcome = SURRENDERED
    return bool(check.outcome)
