"""Events about recruits that grow before they are units (UD-UNI-03)."""

from __future__ import annotations

from dataclasses import replace

from orderbook.systems.underdeep.week.codec import read
from orderbook.systems.underdeep.week.folds.data import (
    Data,
    goods,
    items,
    misfit,
    note_number,
    pay_into,
    put_group,
    put_site,
    site_of,
)
from orderbook.systems.underdeep.week.kinds import Happened
from orderbook.systems.underdeep.week.state import GameState, Group, Growing


def _sow(state: GameState, data: Data) -> GameState:
    """Recruits begin to grow at a ``site``, paid for by the ``player``: ``amounts``; who and how long: ``growing``."""
    site = site_of(state, data)
    site = replace(site, growing=(*site.growing, read(Growing, data.get("growing"))))
    return pay_into(put_site(state, site), data, goods(data))


def _grow(state: GameState, data: Data) -> GameState:
    """All that grows at a ``site`` has a week less to go."""
    site = site_of(state, data)
    return put_site(state, replace(site, growing=tuple(replace(one, weeks=one.weeks - 1) for one in site.growing)))


def _grow_up(state: GameState, data: Data) -> GameState:
    """What grew at a ``site`` (``growing``) are units now: the ``groups``."""
    state = _wither(state, data)
    for value in items(data, "groups"):
        group = read(Group, value)
        if group.id in state.groups:
            raise misfit(data, "groups")
        state = note_number(put_group(state, group), group.id)
    return state


def _wither(state: GameState, data: Data) -> GameState:
    """What grew at a ``site`` (``growing``) is no more."""
    site, gone = site_of(state, data), read(Growing, data.get("growing"))
    if gone not in site.growing:
        raise misfit(data, "growing")
    at = site.growing.index(gone)
    return put_site(state, replace(site, growing=(*site.growing[:at], *site.growing[at + 1 :])))


GROWTH_FOLDS = (
    (Happened.SOWN, _sow),
    (Happened.GREW_ON, _grow),
    (Happened.GREW_UP, _grow_up),
    (Happened.WITHERED, _wither),
)
