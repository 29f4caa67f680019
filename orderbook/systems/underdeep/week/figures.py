"""A figure of a group as it is now: its type's, or what was rolled for it, with what holds for a time."""

from __future__ import annotations

from orderbook.rulebook.model import split_figure
from orderbook.systems.underdeep.week.desk import Desk
from orderbook.systems.underdeep.week.state import Group

OFFICER = {
    "Commander": {"health": 10, "melee_attack": 2, "ranged_attack": 2, "melee_damage": 2, "ranged_damage": 2,
                  "defence": 2, "morale": 2},
    "Captain": {"health": 5, "melee_attack": 1, "ranged_attack": 1, "melee_damage": 1, "ranged_damage": 1,
                "defence": 1, "morale": 1},
}  # fmt: skip
"""What an officer has more than a unit of the type (UD-CMD-06, UD-CMD-07)."""


def figure_of(desk: Desk, group: Group, label: str) -> int | None:
    """The whole number a group has under a label of the stats; None where it has none, or none that is known."""
    figure = group.figures.get(label)
    if figure is None:
        unit = desk.unit(group)
        figure = unit.stats.get(label) if unit is not None else None
    split = split_figure(figure) if figure is not None else None
    if split is None:
        return None
    bonus = OFFICER.get(group.rank.value, {}).get(label, 0) if group.rank is not None else 0
    return split[0] + bonus + sum(status.figures.get(label, 0) for status in group.statuses)
