"""What a regiment is told for battle: whom to attack, which spells, when to withdraw (UD-WDR-01)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from orderbook.systems.underdeep.battle.from_post.wording import stem_of, stems_of
from orderbook.systems.underdeep.battle.orders import Orders, SpellOrder, Stance, WithdrawWhen
from orderbook.systems.underdeep.battle.piece import parse_ability
from orderbook.systems.underdeep.battle.pieces import find_piece
from orderbook.systems.underdeep.battle.reading.conditions import parse_condition
from orderbook.systems.underdeep.post.orders.model import Action, Order, Verb

_WITHDRAWS = re.compile(
    r"\b(?:withdraw\w*|retreat\w*|fall(?:s|ing)? back|flee\w*|pull(?:s|ing)? (?:back|out)|disengag\w+)", re.IGNORECASE
)
_MAIN_CLAUSE = re.compile(rf"(?:,|\bthen\b)[^,]{{0,40}}?{_WITHDRAWS.pattern}.*$", re.IGNORECASE)
"""What is to be done if a condition is met, behind it: "if half of them die, they withdraw to Lowerdeep 9"."""
_HOLDS = re.compile(r"hold|held|st(?:an|oo)d\w*\s+(?:fast|their)", re.IGNORECASE)
"""Words that keep units from going for the enemy in battle; those who stay or watch somewhere fight as others do."""
_STORMS = (Verb.CAPTURE, Verb.SACK, Verb.RAZE)
_LEAD_IN = re.compile(
    r"^(?:(?:and|but|or|to|will|should|only|withdraw(?:s|ing|al)?|retreat(?:s|ing)?|fall(?:s|ing)?\s+back|back|if|when|"
    r"once|they|are|their|it|is|its|we|unless\s+not)\s+)+",
    re.IGNORECASE,
)

Named = Sequence[tuple[str, str]]
"""Regiments by name, each with its unit."""


def read_battle_orders(orders: Iterable[Order], friends: Named, enemies: Named) -> Orders:
    """The orders of a regiment out of those of its units."""
    targets: list[str] = []
    spells: list[SpellOrder] = []
    withdraw: list[WithdrawWhen] = []
    unclear: list[str] = []
    stance, attacks = Stance.NORMAL, False
    for order in orders:
        retreats = any(True for _ in order.does(Verb.RETREAT))
        for text in order.conditions:
            if retreats or _WITHDRAWS.search(text):
                condition = parse_condition(plain_condition(text))
                withdraw += [condition] if condition is not None else []
                unclear += [text] if condition is None else []
        for action in order.actions:
            attacks = attacks or action.verb in (Verb.ATTACK, Verb.AMBUSH, *_STORMS)
            if action.verb in (Verb.ATTACK, Verb.BESIEGE, Verb.ASSASSINATE):
                targets += [name for name in _match(action, enemies) if name not in targets]
            elif action.verb is Verb.HOLD and _HOLDS.match(action.text):
                stance = Stance.HOLD
            elif action.verb is Verb.CAST and action.spell and (spell := _spell(action.spell)) is not None:
                on = _match(action, [*enemies, *friends])
                spells.append(SpellOrder(spell, on[0] if on else None))
    return Orders(
        tuple(targets), Stance.NORMAL if attacks else stance, tuple(dict.fromkeys(withdraw)),
        tuple(dict.fromkeys(spells)), unclear=tuple(dict.fromkeys(unclear)),
    )  # fmt: skip


def is_battle_spell(name: str) -> bool:
    """Whether a spell can be cast in battle."""
    return _spell(name) is not None


def plain_condition(text: str) -> str:
    """A condition without what leads up to it, or follows: "withdrawing only if outnumbered" is "outnumbered"."""
    return _LEAD_IN.sub("", _MAIN_CLAUSE.sub("", text.strip())).strip() or text


def _spell(name: str) -> str | None:
    """The name of a spell that can be cast in battle."""
    piece = find_piece(parse_ability(name)[0])
    return piece.name if piece is not None and piece.is_spell else None


def _match(action: Action, regiments: Named) -> list[str]:
    """The regiments that an action names by the last word of their unit, or by their own name."""
    strange = [spot.text for spot in action.targets if spot.where is None]  # types of other factions are no units here
    stems = stems_of(" ".join((action.object, action.unit.name if action.unit is not None else "", *strange)))
    return [name for name, unit in regiments if stem_of(unit) in stems or (stems_of(name) and stems_of(name) <= stems)]
