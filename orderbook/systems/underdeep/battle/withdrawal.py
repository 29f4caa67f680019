"""Withdrawing by choice (UD-WDR-01): the orders' conditions are tested at the start of each round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.orders import WithdrawWhen
from orderbook.systems.underdeep.battle.regiment import Regiment

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.engine import Battle

CHOICE = "order"


def find_leaving(battle: Battle) -> list[tuple[Regiment, str]]:
    """The regiments that withdraw by their orders this round, each with the condition that came true (UD-WDR-01).

    Who struck out of an ambush fights the round after it first (UD-ABL-INFILTRATOR-11). Conditions nobody could read
    are a question; unless it is answered, the regiment stays.
    """
    leaving: list[tuple[Regiment, str]] = []
    held_back = battle.ambushers if battle.round == 1 else []  # the ambushed strike back at them once
    for regiment in battle.standing:
        orders = regiment.orders
        if not (orders.withdraw or orders.unclear) or regiment.body is not regiment or regiment in held_back:
            continue
        reason = next((when.text for when in orders.withdraw if _is_true(battle, regiment, when)), None)
        if reason is None:
            reason = next((text for text in orders.unclear if _asked(battle, regiment, text)), None)
        if reason is not None and regiment.has_escape and may_withdraw(regiment, CHOICE):
            leaving.append((regiment, reason))
    return leaving


def may_withdraw(regiment: Regiment, why: str) -> bool:
    """Whether its nature lets it withdraw, for the reason ``order`` or ``morale``."""
    return all(hook(held, why) for hook, held in regiment.on_may_withdraw)


def _asked(battle: Battle, regiment: Regiment, text: str) -> bool:
    about = f"{regiment.label}, round {battle.round}"
    question = f"{regiment.label} should withdraw: {text}. Is that so at the start of round {battle.round}?"
    answer = battle.ask("order-conditions", about, question, ("yes", "no"), "no")
    return answer == "yes"


def _is_true(battle: Battle, regiment: Regiment, when: WithdrawWhen) -> bool:
    if when.always or (when.after_round is not None and battle.round > when.after_round):
        return True
    if when.losses is not None and _is_more(regiment.start_count - regiment.count, regiment.start_count, when.losses):
        return True
    army = regiment.army
    if when.army_losses is not None and _is_more(army.start_count - army.count, army.start_count, when.army_losses):
        return True
    if when.outnumbered is None:
        return False
    friends = sum(each.count for each in battle.standing if each.alliance == regiment.alliance)
    enemies = sum(each.count for each in battle.standing if each.alliance != regiment.alliance)
    return enemies * 100 > friends * when.outnumbered


def _is_more(part: int, whole: int, per_cent: int) -> bool:
    return part * 100 > whole * per_cent
