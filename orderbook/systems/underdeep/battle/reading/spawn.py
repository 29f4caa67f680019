"""The units that the dead of a battle may rise as, out of the rule data (UD-ABL-CREATE-SPAWN-3)."""

from __future__ import annotations

from collections.abc import Iterable

from orderbook.rulebook.indexes import all_units_index
from orderbook.rulebook.model import Rulebook
from orderbook.rulebook.names import Quality
from orderbook.systems.underdeep.battle.pieces import find_written
from orderbook.systems.underdeep.battle.scenario import SidePlan
from orderbook.systems.underdeep.battle.spawning import CREATE_SPAWN
from orderbook.systems.underdeep.battle.unit import Blueprint, blueprint_of


def list_spawn(sides: Iterable[SidePlan], rulebook: Rulebook) -> dict[str, Blueprint]:
    """By the words behind Create Spawn: the unit of that name, of a regiment that takes part or else of the rule data.

    What neither knows is left out.
    """
    plans = [plan for side in sides for plan in side.regiments]
    fielded = {plan.blueprint.name.lower(): plan.blueprint for plan in plans}
    found: dict[str, Blueprint] = {}
    for words in sorted({words for plan in plans for words in _spawned(plan.blueprint)}):
        match = all_units_index(rulebook).find(words)
        if words.lower() in fielded:
            found[words] = fielded[words.lower()]
        elif match is not None and match.quality is not Quality.GUESS:
            found[words] = blueprint_of(match.value[0])
    return found


def _spawned(blueprint: Blueprint) -> set[str]:
    known = (find_written(ability) for ability in blueprint.abilities)
    return {each[1].words for each in known if each is not None and each[0].name == CREATE_SPAWN}
