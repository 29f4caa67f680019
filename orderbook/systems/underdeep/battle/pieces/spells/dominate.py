"""Dominate (UD-SPELL-DOMINATE-1 to UD-SPELL-DOMINATE-3): one enemy unit obeys the caster."""

from __future__ import annotations

from orderbook.systems.underdeep.battle.defection import draw_over, send_back
from orderbook.systems.underdeep.battle.piece import Held, Parameter, Piece
from orderbook.systems.underdeep.battle.spells import Cast


def cast(cast: Cast) -> None:
    """The Ranged Attack roll has to exceed the unit's Morale check.

    It is under control at once, for as many rounds as the points it failed by; for good, if the roll is at least twice
    the check. Who resists is safe from that caster for a week, this battle included (UD-SPELL-DOMINATE-5).
    """
    battle, caster, target = cast.battle, cast.caster, cast.target
    assert target is not None
    if (caster, target) in battle.resisted or caster.name in target.plan.resisted:
        cast.outcome = "it resisted before and is safe for a week"
        return
    if not cast.roll_against_morale():
        if not cast.outcome:
            battle.resisted.add((caster, target))
            cast.outcome = "it resists"
        return
    assert cast.attack is not None and cast.check is not None
    drawn = draw_over(battle, target, caster.army)
    check = cast.check.total
    if cast.attack.total >= 2 * check:
        battle.lasting[drawn] = caster.side
        battle.masters[drawn] = caster
        cast.outcome = f"one {target.fighter.name} is theirs beyond the battle"
        return
    rounds = (cast.attack.total - check) * battle.spell_rounds  # twice as long among crystals (UD-TER-06)
    held = Held(battle, drawn, DOMINATED, Parameter(), until=battle.round + rounds - 1)
    held.data["order"] = cast.order
    drawn.add_piece(held)
    cast.outcome = f"one {target.fighter.name} obeys for {rounds} round{'s' if rounds != 1 else ''}"


def round_end(held: Held) -> None:
    """Its mind is its own again once the rounds are over."""
    if held.until is not None and held.until <= held.battle.round:
        send_back(held.battle, held.regiment)
        held.battle.tell(f"{held.regiment.label} is its own master again.", "spell")


DOMINATED = Piece(name="Dominated", rules=("UD-SPELL-DOMINATE-2",), magical=True, round_end=round_end)
PIECE = Piece(
    name="Dominate",
    rules=("UD-SPELL-DOMINATE-1", "UD-SPELL-DOMINATE-2", "UD-SPELL-DOMINATE-3", "UD-SPELL-DOMINATE-5"),
    magical=True,
    needs_attack_roll=True,
    cast=cast,
)
