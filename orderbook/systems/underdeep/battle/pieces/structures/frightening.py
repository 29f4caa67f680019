"""Scarecrows and Echoing Passages (UD-DER-54 to UD-DER-56): attackers check for Fear at each (setting fear-checks).

The DC is that of the ability Fear in their entry. Any structure with that ability works alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.fear import check_fear
from orderbook.systems.underdeep.battle.piece import Held, Piece

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site


def battle_start(held: Held) -> None:
    """Every attacking regiment; with the setting highest-only no source checks beside a stronger one."""
    battle, site = held.battle, held.battle.site
    if site is None:
        return
    if battle.scenario.options.chose("fear-checks", "highest-only") and _is_outdone(site, held):
        return
    for regiment in battle.standing:
        if regiment.alliance != site.alliance and regiment.host is None and regiment.is_standing:
            check_fear(battle, regiment, held.number)


def _is_outdone(site: Site, held: Held) -> bool:
    places = [each for structure in site.structures for each in structure.held if each.piece in PIECES]
    if any(each.number > held.number for each in places):
        return True
    if any(each.number == held.number for each in places[: places.index(held)]):
        return True
    beings = [each for regiment in held.battle.standing if regiment.alliance == site.alliance for each in regiment.held]
    return any(each.piece.name == "Fear" and each.number >= held.number for each in beings)


PIECES = (
    Piece(name="Scarecrows", rules=("UD-DER-54", "UD-DER-56"), battle_start=battle_start),
    Piece(name="Echoing Passages", rules=("UD-DER-55", "UD-DER-56"), battle_start=battle_start),
)
