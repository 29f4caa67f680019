"""Events about what units turn into: what they gain, what they become, what is mended, what makes them restless."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from orderbook.campaign.canonical import Json
from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    group_of,
    misfit,
    pay_into,
    put_group,
    text,
    texts,
    whole,
)
from orderbook.systems.underdeep.week.folds.players import only_told
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, Hire


def _gain(state: GameState, data: Data) -> GameState:
    """A ``group`` has further ``abilities`` from now on, and ``figures`` in place of those it had."""
    group = group_of(state, data)
    further = tuple(name for name in texts(data, "abilities") if name not in group.abilities)
    changed = {**group.figures, **_figures(data)}
    return put_group(state, replace(group, abilities=(*group.abilities, *further), figures=changed))


def _outfit(state: GameState, data: Data) -> GameState:
    """A ``group`` gains what its ``player`` has paid ``amounts`` for (UD-KOB-11)."""
    return pay_into(_gain(state, data), data, goods(data))


def _figures(data: Data) -> Mapping[str, int | str]:
    value = data.get("figures", {})
    if not isinstance(value, dict):
        raise misfit(data, "figures")
    return {label: _figure(data, figure) for label, figure in value.items()}


def _figure(data: Data, value: Json) -> int | str:
    if isinstance(value, int | str):
        return value
    raise misfit(data, "figures")


def _change(state: GameState, data: Data) -> GameState:
    """A ``group`` is of another type from now on: ``unit``; what they had of their own is gone (UD-DER-35)."""
    group = group_of(state, data)
    return put_group(state, replace(group, unit=text(data, "unit"), figures={}, abilities=texts(data, "abilities")))


def _count_weeks(state: GameState, data: Data) -> GameState:
    """A ``group`` has gone so many ``weeks`` without a battle (UD-ABL-ANIMOSITY-1)."""
    return put_group(state, replace(group_of(state, data), restless=whole(data, "weeks")))


def _mend(state: GameState, data: Data) -> GameState:
    """The ``wounds`` of a ``group`` are so many now, for which its ``player`` paid ``amounts`` (UD-ABL-CONSTRUCT-4)."""
    return pay_into(put_group(state, replace(group_of(state, data), wounds=whole(data, "wounds"))), data, goods(data))


def _end_term(state: GameState, data: Data) -> GameState:
    """The term of a hired ``group`` is over: they stay for a weekly ``upkeep`` (UD-MRC-07)."""
    upkeep = read(Hire, {"upkeep": data.get("upkeep", {})})
    return put_group(state, replace(group_of(state, data), hire=upkeep))


CHANGE_FOLDS = (
    (Happened.GAINED, _gain),
    (Happened.OUTFITTED, _outfit),
    (Happened.CHANGED, _change),
    (Happened.RESTLESS, _count_weeks),
    (Happened.MENDED, _mend),
    (Happened.TERM_ENDED, _end_term),
    (Happened.OFFICER_WANTED, only_told),
)
