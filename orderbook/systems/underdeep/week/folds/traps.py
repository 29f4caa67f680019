"""Events about traps in the open."""

from __future__ import annotations

from dataclasses import replace

from orderbook.books.bundle import Bundle
from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    items,
    misfit,
    note_number,
    pay_into,
    put_site,
    site_of,
    text,
    texts,
)
from orderbook.systems.underdeep.week.folds.players import only_told
from orderbook.systems.underdeep.week.folds.structures import add_standing
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import Captives, FieldTrap, GameState
from orderbook.systems.underdeep.world.region import parse_region


def _trap_of(state: GameState, name: str, data: Data) -> FieldTrap:
    found = state.traps.get(name)
    if found is None:
        raise misfit(data, "trap")
    return found


def _put(state: GameState, trap: FieldTrap) -> GameState:
    return replace(state, traps={**state.traps, trap.id: trap})


def _drop(state: GameState, names: tuple[str, ...]) -> GameState:
    return replace(state, traps={name: one for name, one in state.traps.items() if name not in names})


def _begin(state: GameState, data: Data) -> GameState:
    """Work on a ``trap`` begins, or one is set at once; the ``player`` pays ``amounts`` for it."""
    trap = read(FieldTrap, data.get("trap"))
    return pay_into(note_number(_put(state, trap), trap.id), data, goods(data))


def _work_on(state: GameState, data: Data) -> GameState:
    """The ``traps`` are a week nearer to their end (UD-ABL-TRAPMAKING-2)."""
    for name in texts(data, "traps"):
        trap = _trap_of(state, name, data)
        state = _put(state, replace(trap, weeks=max(trap.weeks - 1, 0)))
    return state


def _set(state: GameState, data: Data) -> GameState:
    """A ``trap`` is finished; those it was made of, ``replaced``, are no more (UD-DEF-03)."""
    trap = _trap_of(state, text(data, "trap"), data)
    return _drop(_put(state, replace(trap, weeks=0, paid=Bundle())), texts(data, "replaced"))


def _move(state: GameState, data: Data) -> GameState:
    """A ``trap`` was taken along and set down in another ``region`` (UD-KOB-70)."""
    place = parse_region(text(data, "region"))
    if place is None:
        raise misfit(data, "region")
    return _put(state, replace(_trap_of(state, text(data, "trap"), data), region=place))


def _carry_off(state: GameState, data: Data) -> GameState:
    """One of what stood at a ``site`` is taken along, and a ``trap`` in the open from now on (UD-KOB-70)."""
    site, trap = site_of(state, data), read(FieldTrap, data.get("trap"))
    state = put_site(state, replace(site, standing=add_standing(site.standing, trap.name, -1)))
    return note_number(_put(state, trap), trap.id)


def _bring_in(state: GameState, data: Data) -> GameState:
    """A ``trap`` from the open stands at a ``site`` from now on (UD-KOB-70)."""
    site, trap = site_of(state, data), _trap_of(state, text(data, "trap"), data)
    state = put_site(state, replace(site, standing=add_standing(site.standing, trap.name, 1, trap.faction)))
    return _drop(state, (trap.id,))


def _hold(state: GameState, data: Data) -> GameState:
    """A ``trap`` has ``captives`` in it, or has them no more."""
    captives = tuple(read(Captives, one) for one in items(data, "captives"))
    return _put(state, replace(_trap_of(state, text(data, "trap"), data), captives=captives))


def _go(state: GameState, data: Data) -> GameState:
    """A ``trap`` is no more; ``amounts`` come back to the ``player`` for one that was given up (UD-CAN-01)."""
    return pay_into(_drop(state, (_trap_of(state, text(data, "trap"), data).id,)), data, goods(data))


TRAP_FOLDS = (
    (Happened.TRAP_BEGUN, _begin),
    (Happened.TRAP_WORKED_ON, _work_on),
    (Happened.TRAP_RESTED, only_told),
    (Happened.TRAP_SET, _set),
    (Happened.TRAP_CARRIED_OFF, _carry_off),
    (Happened.TRAP_BROUGHT_IN, _bring_in),
    (Happened.TRAP_MOVED, _move),
    (Happened.TRAP_HOLDS, _hold),
    (Happened.TRAP_GONE, _go),
)
