"""What holds for a group for a time, by name, and the abilities it gives."""

from __future__ import annotations

from collections.abc import Mapping

from orderbook.systems.underdeep.week.state import Group

BLESSED, HASTENED, UNSEEN, SHIFTED, WARDED = "Blessed", "Hastened", "Unseen", "Phase-Shifted", "Warded"
DISGUISED, SUMMONED, RITUAL = "Disguised", "Summoned", "Casting rituals"
INFECTED = "Infected"
"""What a group is that has caught a disease: the status whose figures the disease lowers."""

_ABILITIES: Mapping[str, tuple[str, ...]] = {
    BLESSED: ("Immunity (Disease)",),
    UNSEEN: ("Infiltrator",),
    SHIFTED: ("Teleporter",),
}


def abilities_of(group: Group) -> tuple[str, ...]:
    """The abilities that a group has of its own, or for a time."""
    given = [ability for status in group.statuses for ability in _ABILITIES.get(status.name, ())]
    return (*group.abilities, *given)


def is_under(group: Group, name: str) -> bool:
    """Whether something of a name holds for a group."""
    return any(status.name == name for status in group.statuses)
