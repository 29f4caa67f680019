"""Charges below a site, blown when the assault begins.

UD-ABL-DEMOLITIONS-2, UD-ABL-DEMOLITIONS-3, UD-ABL-DEMOLITIONS-5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from orderbook.systems.underdeep.battle.assault.structure import Structure
from orderbook.systems.underdeep.battle.casualties import take_damage
from orderbook.systems.underdeep.battle.scale import SCALE

if TYPE_CHECKING:
    from orderbook.systems.underdeep.battle.assault.site import Site

DAMAGE = 40
"""What one charge does to a fortification, in points."""


def blow_charges(site: Site) -> None:
    """Each charge does 40 damage to a wall or gate, or breaks one other structure."""
    for name, number in site.plan.charges.items():
        targets = [each for each in site.structures if name in (each.label, each.structure.name)]
        for _ in range(number):
            target = next((each for each in targets if each.is_standing), None)
            if target is None:
                break
            _blow(site, target)


def _blow(site: Site, target: Structure) -> None:
    if target.structure.breaches:
        take_damage(site.battle, target, DAMAGE * SCALE)
        site.battle.tell(f"A charge goes off below {target.label}: {DAMAGE} damage.", "assault")
    else:
        target.break_down()
        site.battle.tell(f"A charge breaks {target.label}.", "assault")
