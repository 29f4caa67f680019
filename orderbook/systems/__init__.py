"""Game systems: each in a folder of its own, found by name, loaded when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orderbook.systems.system import System

SYSTEMS = {
    "underdeep": "orderbook.systems.underdeep.system:UNDERDEEP",
}
"""Name of a system, and the module and attribute that hold its value."""


def find_system(name: str) -> System:
    """The system of that name, loaded now. Raises ``RequestError`` for a name that is not in the table."""
    from orderbook.systems.system import RequestError, System

    place = SYSTEMS.get(name.strip().lower())
    if place is None:
        raise RequestError(f"there is no system {name!r}; use one of: {', '.join(SYSTEMS)}")
    module, attribute = place.split(":")
    system = getattr(import_module(module), attribute)
    if not isinstance(system, System):
        raise TypeError(f"{place} is no System")
    return system
