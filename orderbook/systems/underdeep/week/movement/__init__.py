"""Movement of a week: all players' bands together, moment by moment (``engine.move_week``)."""

from orderbook.systems.underdeep.week.movement.bands import Band, Posture
from orderbook.systems.underdeep.week.movement.engine import Movement, move_week
from orderbook.systems.underdeep.week.movement.field import Caught
from orderbook.systems.underdeep.week.movement.ground import Ground, Relation, Relations, Site, Trap
from orderbook.systems.underdeep.week.movement.happenings import Battle, Happening, Kind, Quarrel, Roller
from orderbook.systems.underdeep.week.movement.orders import Deed, DeedKind, March, Orders, Teleport

__all__ = [
    "Band",
    "Battle",
    "Caught",
    "Deed",
    "DeedKind",
    "Ground",
    "Happening",
    "Kind",
    "March",
    "Movement",
    "Orders",
    "Posture",
    "Quarrel",
    "Relation",
    "Relations",
    "Roller",
    "Site",
    "Teleport",
    "Trap",
    "move_week",
]
