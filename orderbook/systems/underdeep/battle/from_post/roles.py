"""Who attacks whom (UD-BAT-02 to UD-BAT-05), and what kind of fight it is (UD-ASL-01, UD-SIE-01)."""

from __future__ import annotations

from dataclasses import dataclass

from orderbook.systems.underdeep.battle.from_post.bands import CAME, PASSED, STOOD, Band
from orderbook.systems.underdeep.battle.from_post.wording import stem_of, stems_of
from orderbook.systems.underdeep.post.orders.model import Action, Verb
from orderbook.systems.underdeep.post.postures import GARRISONED


@dataclass(frozen=True, slots=True)
class Roles:
    """Which of the two posts attacks (0, 1, or ``None`` for neither), by which rule, told in a sentence.

    ``action`` is "assault", "siege" or empty for a fight in the open.
    """

    attacker: int | None
    rule: str
    why: str
    action: str = ""


def settle_roles(first: list[Band], second: list[Band]) -> Roles:
    """The roles by what both were told. What decides, in this order: an ambush (UD-BAT-05), an assault on a garrison
    (UD-BAT-04), who came upon whom (UD-BAT-03), an order to attack; where both came, nobody attacks (UD-BAT-02)."""
    forces = (first, second)
    for index, force in enumerate(forces):
        other = forces[1 - index]
        moves = [band for band in other if band.how in (CAME, PASSED)]
        if moves and _ambushes(force) and not _ambushes(other):
            return Roles(index, "UD-BAT-05", "it lies in ambush for those who come by")
    for index, force in enumerate(forces):
        if any(band.posture is GARRISONED for band in forces[1 - index]):
            action = find_action(force, forces[1 - index])
            if action:
                return Roles(index, "UD-BAT-04", f"it was told to {_ORDERED[action]} the site", action)
    moving = [bool(force) and all(band.how != STOOD for band in force) for force in forces]
    if moving[0] != moving[1]:
        index = moving.index(True)
        return Roles(
            index,
            "UD-BAT-03",
            "it was ordered into a region that the other holds",
            find_action(forces[index], forces[1 - index]),
        )
    orders = [any(True for band in force for action in band.does if action.verb in _HOSTILE) for force in forces]
    if orders[0] != orders[1]:
        return Roles(orders.index(True), "UD-BAT-03", "it alone was told to attack")
    return Roles(None, "UD-BAT-02", "both came, or both stood there, and neither is the attacker")


_ORDERED = {"assault": "assault", "siege": "besiege"}
_SPOILS = (Verb.SACK, Verb.RAZE, Verb.CAPTURE)
_HOSTILE = (Verb.ATTACK, Verb.BESIEGE, *_SPOILS)


def find_action(force: list[Band], enemies: list[Band]) -> str:
    """``assault`` or ``siege``, as the orders declare it (UD-ASL-01, UD-SIE-01); an assault goes before (UD-SIE-12).

    An attack on troops who stand outside is none on the site behind them.
    """
    actions = [action for band in force for action in band.does]
    outside = {stem_of(band.line.unit.name) for band in enemies if band.posture is not GARRISONED}
    if any(each.verb in _SPOILS or (each.verb is Verb.ATTACK and not _is_on_troops(each, outside)) for each in actions):
        return "assault"
    return "siege" if any(each.verb is Verb.BESIEGE for each in actions) else ""


def _is_on_troops(action: Action, units: set[str]) -> bool:
    words = f"{action.object} {action.unit.name if action.unit is not None else ''}"
    named = any(spot.site is not None for spot in action.targets)
    return not named and bool(stems_of(words) & units)


def _ambushes(force: list[Band]) -> bool:
    return any(band.lies_in_ambush for band in force)
