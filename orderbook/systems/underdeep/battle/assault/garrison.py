"""The garrison: its bonuses, where it stands, and how far it can be hurt from outside.

UD-MOV-18, UD-ASL-06, UD-ASL-08, UD-ASL-17, UD-TUN-08, UD-KOB-37, UD-DER-46,
UD-SIE-09, UD-ABL-REACH-1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.attack import Attack
from orderbook.systems.underdeep.battle.piece import Held, Parameter, Piece
from orderbook.systems.underdeep.battle.regiment import BONUS_FIGURES, INSIDE, OUTSIDE

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site

DEFENCE = 1
"""What a garrison has more in Defence (UD-MOV-18)."""

_ON_THE_WALLS = -4


def attacked_bonus(held: Held, attack: Attack) -> int:
    """Those on the walls are hard to hit from below (UD-ASL-08), but for who has Reach (UD-ABL-REACH-1).

    A spell that needs a Ranged Attack roll is aimed as a shot is, and loses as much.
    """
    if attack.by.zone != OUTSIDE or held.regiment.zone != INSIDE or attack.by.has("Reach"):
        return 0
    return _ON_THE_WALLS


def alter_damage(held: Held, attack: Attack, amount: int, types: frozenset[str]) -> int:
    """Where only its crews show themselves, no more than they have Health is lost in a round."""
    regiment = held.regiment
    site = held.battle.site
    if site is None or attack.by.zone != OUTSIDE or regiment.zone != INSIDE:
        return amount
    if regiment.shoots or regiment.orders.spells:
        return amount
    if held.data.get("round") != held.battle.round:
        held.data["round"] = held.battle.round
        held.data["left"] = site.count_crew(regiment) * regiment.unit_health
    taken = min(amount, int(held.data["left"]))
    held.data["left"] -= taken
    return taken


ON_THE_WALLS = Piece(
    name="On the walls",
    rules=("UD-ASL-08",),
    attacked_bonus=attacked_bonus,
    alter_damage=alter_damage,
)


def settle_garrison(site: Site) -> None:
    """Everybody to his post. Those who sally out stand outside, without the garrison's bonus (UD-SIE-09); of the rest
    nobody has anywhere to go but through an escape tunnel (UD-ASL-17, UD-KOB-37). Who gives bonuses to those garrisoned
    with it, such as Shee-Ra and the Overlord, does so (UD-KOB-09, UD-DER-11)."""
    inside = [each for each in site.garrison if each.body.name not in site.plan.sorties]
    for regiment in inside:
        regiment.zone = INSIDE
        if not regiment.has("Garrisoned"):  # unless the file says so of it, too
            regiment.add_bonus("defence", DEFENCE, "Garrison")
        regiment.has_escape = site.has_escape_tunnel
        regiment.add_piece(Held(site.battle, regiment, ON_THE_WALLS, Parameter()))
    for giver in inside:
        for figure, amount in giver.fighter.garrison_bonus.items():
            if figure in BONUS_FIGURES:
                for regiment in inside:
                    led = any(bonus.reason == f"Led by {giver.label}" for bonus in regiment.bonuses)
                    if regiment is not giver and not led:
                        regiment.add_bonus(figure, amount, f"Garrisoned with {giver.label}")


def leave_walls(site: Site) -> None:
    """Nobody stands on the walls any more (UD-ASL-10)."""
    for regiment in site.garrison:
        for held in [held for held in regiment.held if held.piece is ON_THE_WALLS]:
            regiment.drop_piece(held)
