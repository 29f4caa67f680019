"""Who travels: a unit of the rule data, or figures given by hand, made into a ``Mover``."""

from __future__ import annotations

import re

from orderbook.rulebook.faults import RuleDataError
from orderbook.rulebook.indexes import all_units_index, faction_index
from orderbook.rulebook.model import Unit, split_figure
from orderbook.rulebook.names import Quality
from orderbook.systems.mapping import MapRequest
from orderbook.systems.system import RequestError
from orderbook.systems.underdeep.rules import underdeep_rulebook
from orderbook.systems.underdeep.world.mover import Mover
from orderbook.text.records import record

_MOST_SPEED = 100


@record
class Traveller:
    """A mover and what to call it; ``abilities`` as they were given, those that bear on the way or not."""

    name: str
    mover: Mover
    abilities: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """``Kobold Slinger (Speed 4)``, with what it is spared by and whether it is on a Forced March."""
        traits = [trait for trait in _TRAITS if getattr(self.mover, trait)]
        march = ["on a Forced March"] if self.mover.budget > self.mover.speed else []
        return f"{self.name} ({', '.join([f'Speed {self.mover.speed}', *traits, *march])})"

    def describe(self) -> dict[str, object]:
        """As JSON values."""
        return {
            "unit": self.name,
            "speed": self.mover.speed,
            "forced_march": self.mover.budget > self.mover.speed,
            "traits": [trait for trait in _TRAITS if getattr(self.mover, trait)],
        }


_TRAITS = ("flying", "climbing", "huge", "amphibious", "teleporter", "fireproof")


def find_traveller(request: MapRequest) -> Traveller:
    """The traveller of a request. Raises ``RequestError`` for a unit nobody knows or a Speed nobody told.

    A Forced March is refused to who cannot make one (UD-MOV-28).
    """
    unit = _find_unit(request) if request.unit is not None else None
    speed = request.speed
    if speed is None and unit is not None:
        speed = _speed_of(unit)
    if speed is None:
        raise RequestError(
            "say who travels: --unit 'Kobold Slinger', or --speed 4 with --ability Flying where it flies"
        )
    if not 0 <= speed <= _MOST_SPEED:
        raise RequestError(f"no unit has Speed {speed}; give a Speed from 0 to {_MOST_SPEED}")
    abilities = (*(unit.abilities if unit is not None else ()), *request.abilities)
    mover = Mover.from_abilities(speed, abilities, marching=request.forced_march)
    if unit is not None and isinstance(morale := unit.stats.get("morale"), str) and not re.match(r"[+-]?\d", morale):
        mover = Mover.from_abilities(speed, (*abilities, "Construct"), marching=request.forced_march)
    name = unit.name if unit is not None else "a unit"
    if request.forced_march and mover.tireless:
        raise RequestError(f"{name} has no Morale and cannot go on a Forced March (UD-MOV-28)")
    return Traveller(name, mover, abilities)


def _find_unit(request: MapRequest) -> Unit:
    try:
        rulebook = underdeep_rulebook(request.rules)
    except RuleDataError as error:
        raise RequestError(str(error)) from error
    index = all_units_index(rulebook)
    match = index.find(request.unit or "")
    if match is None or match.quality is Quality.GUESS:
        close = (match.name,) if match is not None else index.suggest(request.unit or "")
        advice = f"did you mean {' or '.join(close)}?" if close else "'orderbook rules list' tells all units"
        raise RequestError(f"no unit is called {request.unit!r}; {advice}")
    units = match.value
    if request.faction is not None:
        found = faction_index(rulebook).find(request.faction)
        if found is None or found.quality is Quality.GUESS:
            known = ", ".join(faction.name for faction in rulebook.factions)
            raise RequestError(f"no faction is called {request.faction!r}; the factions are: {known}")
        units = tuple(unit for unit in units if unit.faction == found.value.name)
    if len(units) != 1:
        owners = ", ".join(unit.faction for unit in match.value)
        raise RequestError(f"{match.name} is a unit of: {owners}; name one with --faction")
    return units[0]


def _speed_of(unit: Unit) -> int:
    figure = unit.stats.get("speed")
    known = split_figure(figure) if figure is not None else None
    if known is None:
        told = f"has Speed {figure}" if figure is not None else "has no known Speed"
        raise RequestError(f"{unit.name} {told}; say which with --speed")
    return known[0]
