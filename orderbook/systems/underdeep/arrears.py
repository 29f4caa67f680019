"""What unpaid weeks do to a unit: Morale, Attack, Health, and whether it may desert.

Rules: UD-UPK-03, UD-UPK-04, UD-UPK-06 to UD-UPK-09. Settings: desertion-causes, hunger-and-pay.
"""

from __future__ import annotations

from orderbook.rulebook.model import Unit
from orderbook.rulebook.options import Options
from orderbook.text.records import record

DESERTION_DC = 10
"""What a Morale check must reach for a unit to stay (UD-UPK-04)."""

_DEFAULTS = Options()


@record
class Arrears:
    """Full weeks in which a unit did not get all its Gold, its Metal, its Food or Bodies.

    Debts are a single unit's, not the regiment's. They last until everything owed is paid.
    """

    gold: int = 0
    metal: int = 0
    food: int = 0

    def __bool__(self) -> bool:
        return bool(self.gold or self.metal or self.food)


@record
class Toll:
    """What is taken off a unit's figures, as figures of 0 or less. Attack is both kinds of it."""

    attack: int = 0
    morale: int = 0
    health: int = 0


def toll_of(arrears: Arrears, options: Options = _DEFAULTS) -> Toll:
    """1 Morale a week without Gold (UD-UPK-03), 1 Attack without Metal (UD-UPK-06), 1 Morale and 1 Health without
    Food or Bodies (UD-UPK-07, and so the Undead who are owed Bodies: UD-ABL-UNDEAD-5). Nothing heals that but paying
    in full (UD-UPK-08)."""
    if options.chose("hunger-and-pay", "worse-only"):
        morale = max(arrears.gold, arrears.food)
    else:
        morale = arrears.gold + arrears.food
    return Toll(attack=-arrears.metal, morale=-morale, health=-arrears.food)


def may_desert(usual_morale: int, arrears: Arrears, other_losses: int = 0, options: Options = _DEFAULTS) -> bool:
    """Whether a unit's Morale is down to the negative of its usual value, so that it checks or deserts (UD-UPK-04).

    ``other_losses``: Morale lost by causes the rule does not name, such as a Forced March; as a figure above 0.
    """
    lost = -toll_of(arrears, options).morale
    if options.chose("desertion-causes", "any-loss"):
        lost += other_losses
    return lost > 0 and usual_morale - lost <= -abs(usual_morale)


def roll_to_stay(morale: int) -> int:
    """The least roll of 1d20 with which a unit of this Morale does not desert (UD-UPK-04)."""
    return DESERTION_DC - morale


def stands_idle(unit: Unit, arrears: Arrears) -> bool:
    """Whether a Construct does nothing because something of its Upkeep is owed (UD-UPK-09)."""
    return bool(arrears) and unit.has_ability("Construct")
