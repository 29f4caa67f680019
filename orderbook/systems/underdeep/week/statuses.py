"""What holds for a group for a time, by name, and the abilities it gives."""

from __future__ import annotations

from collections.abc import Mapping

from orderbook.systems.underdeep.castings import WATCHING
from orderbook.systems.underdeep.week.state import Group, Status

BLESSED, HASTENED, UNSEEN, SHIFTED, WARDED = "Blessed", "Hastened", "Unseen", "Phase-Shifted", "Warded"
DISGUISED, SUMMONED, RITUAL = "Disguised", "Summoned", "Casting rituals"
DEBAUCHED = "Debauchery"
ILLUSORY = "Illusory"
"""A group that is nothing but the double of another (UD-SPELL-ILLUSORY-DUPLICATE-1); battles know it by this name."""
MINDLINKED = "Mindlinked with"
"""Before the name of the player somebody is linked to (UD-SPELL-MINDLINK-1)."""
INFECTED = "Infected"
"""What a group is that has caught a disease: the status whose figures the disease lowers."""
DOMINATED, BOUND = "Dominated", "Bound for good"
"""What units are that obey a caster of Dominate beyond the battle, and those whom a ritual made hers for good."""
RESISTED = "Resisted Dominate"
"""What holds for units that a caster of Dominate may not try again for the rest of the week."""
HAREM = "Served by a Succubus"
RESEARCH = "Researching a spell"
OBSESSED, PURSUING, FULFILLED = "Obsessed", "Pursuing his obsession", "Obsession fulfilled"

UNDER_WAY = "On the way to the command"
"""What an officer is who was promoted elsewhere, until the site is reached (UD-CMD-10)."""

_ABILITIES: Mapping[str, tuple[str, ...]] = {
    BLESSED: ("Immunity (Disease)",),
    UNSEEN: ("Infiltrator",),
    SHIFTED: ("Teleporter",),
    WATCHING: ("Scry",),
}


def abilities_of(group: Group) -> tuple[str, ...]:
    """The abilities that a group has of its own, or for a time."""
    given = [ability for status in group.statuses for ability in _ABILITIES.get(status.name, ())]
    return (*group.abilities, *given)


def is_under(group: Group, name: str) -> bool:
    """Whether something of a name holds for a group."""
    return find_status(group, name) is not None


def find_status(group: Group, name: str) -> Status | None:
    """What holds for a group under a name."""
    return next((status for status in group.statuses if status.name == name), None)
